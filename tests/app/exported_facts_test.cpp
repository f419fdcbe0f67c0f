// Reports for readers say what a question follows, and what of the documents it could look at.
#include "app/common/ask_options_json.h"
#include "app/session/exported_session.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <cstdint>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr std::uint32_t kTokens = 40, kBlock = 4;   // a letter each

CanonicalText letters(const char* title)
{
    CanonicalText text;
    text.title = title;
    text.text = std::string(kTokens, title[0]);
    text.units = {{"", {0, kTokens}}};
    if (title[0] == 'B') {
        text.format = DocumentFormat::Pdf;
        text.units = {{"1", {0, kTokens / 2}}, {"2", {kTokens / 2, kTokens}}};
    }
    for (std::uint64_t begin = 0; begin < kTokens; begin += 10)
        text.paragraphs.push_back({{begin, begin + 10}, ParagraphKind::Text, 0});
    return text;
}

// Two documents of ten blocks each; the second one has two pages.
StreamMap twoDocuments()
{
    StreamMapData data;
    data.blockTokens = kBlock;
    data.documentTokens = {{0, kTokens}, {kTokens, 2 * kTokens}};
    for (std::uint32_t i = 0; i < 2 * kTokens; ++i)
        data.ends.push_back(i % kTokens + 1);
    return StreamMap(std::move(data));
}

std::vector<BlockId> blocks(std::uint32_t begin, std::uint32_t end, std::uint32_t step = 1)
{
    std::vector<BlockId> ids;
    for (std::uint32_t block = begin; block < end; block += step)
        ids.push_back(BlockId(block));
    return ids;
}

}  // namespace

class ExportedFactsTest : public QObject
{
    Q_OBJECT
private:
    TemporaryFolder m_folder;
    std::unique_ptr<SessionStore> m_store;

    AnswerId answer(QuestionId question, const char* words)
    {
        const auto id = *m_store->beginAnswer(question, Strategy::Memory);
        Answer answer;
        answer.text = words;
        answer.found = true;
        if (!m_store->finishAnswer(id, answer, AnswerState::Finished, {}))
            qFatal("no answer");
        return id;
    }

    std::string report(ExportFormat format = ExportFormat::Markdown, const ExportWords& words = {}) const
    {
        return exportSession(*m_store, format, {"A*", "B"}, words)->text;
    }

    std::string reportOf(const AskOptions& options)
    {
        const auto question = *m_store->recordQuestion("Which?", toJson(options));
        answer(question, "That.");
        const std::string text = report();
        if (!m_store->removeQuestion(question))
            qFatal("not removed");
        return text;
    }

private Q_SLOTS:
    void init()
    {
        const std::string folder = m_folder.file(QTest::currentTestFunction());
        std::filesystem::create_directory(folder);
        m_store = *SessionStore::create(folder, "Letters");
        for (const char* title : {"A*", "B"})
            QVERIFY(m_store->addDocument(letters(title), {}));
        QVERIFY(m_store->setStreamMap({1, 2}, twoDocuments()));
    }

    void whatAQuestionFollowsIsNamed()
    {
        const auto first = *m_store->recordQuestion("Who\n<sings>?");
        const AnswerId followed = answer(first, "The whale.");
        answer(*m_store->recordQuestion("Why?", {}, followed), "It is glad.");
        QVERIFY2(report().find("## Why?\n\n*Follow-up of \u201CWho \\<sings>?\u201D*\n\nIt is glad.") != std::string::npos,
                 report().c_str());
        QVERIFY(report(ExportFormat::Html).find("<h2>Why?</h2>\n<p><small>Follow-up of \u201CWho &lt;sings&gt;?\u201D</small></p>\n") !=
                std::string::npos);
        ExportWords german;
        german.follows = "Nachfrage zu \u201E%1\u201C";
        QVERIFY(report(ExportFormat::Markdown, german).find("*Nachfrage zu \u201EWho") != std::string::npos);
        QVERIFY(m_store->removeQuestion(first));
        QVERIFY2(report().find("*Follow-up of an answer that was removed*") != std::string::npos, report().c_str());
    }

    void whatCouldNotBeOpenedIsNamed()
    {
        QCOMPARE(reportOf({}).find("looked at"), std::string::npos);
        AskOptions options;
        options.controls.barred = blocks(2, 4);
        QVERIFY2(reportOf(options).find("This was kept out: A\\*, par. 1–2.") != std::string::npos, reportOf(options).c_str());
        options.controls.barred = blocks(0, 19);   // in all but one, the one is named
        QVERIFY2(reportOf(options).find("Only this was looked at: B, p. 2.") != std::string::npos, reportOf(options).c_str());
        QVERIFY2(reportOf(options).find("## Which? \u2013 B, p. 2\n") != std::string::npos, reportOf(options).c_str());
        options.controls.barred = blocks(8, 12);   // from one document into the next
        QVERIFY2(reportOf(options).find("This was kept out: A\\*, par. 4; B, p. 1.") != std::string::npos,
                 reportOf(options).c_str());
        options.controls.barred = blocks(0, 20, 2);
        QVERIFY2(reportOf(options).find("; 4 more.") != std::string::npos, reportOf(options).c_str());
        options.controls.barred = blocks(10, 20);
        QVERIFY2(reportOf(options).find("This was kept out: B.") != std::string::npos, reportOf(options).c_str());
        options.controls.barred = blocks(11, 17);   // from page to page
        QVERIFY2(reportOf(options).find("This was kept out: B, p. 1\u20132.") != std::string::npos, reportOf(options).c_str());
        options.controls.barred = blocks(0, 10);
        options.controls.barred.push_back(BlockId(12));   // one more besides a whole document
        QVERIFY2(reportOf(options).find("This was kept out: A\\*; B, p. 1.") != std::string::npos, reportOf(options).c_str());
        options.controls.barred.clear();
        options.controls.pinned = {BlockId(11), BlockId(10)};
        QVERIFY2(reportOf(options).find("This was pinned: B, p. 1.") != std::string::npos, reportOf(options).c_str());
        options.controls.pinned.clear();
        options.within = {{1, {0, 9}}};
        QVERIFY2(reportOf(options).find("Only this was looked at: B, p. 1.") != std::string::npos, reportOf(options).c_str());
        QVERIFY2(reportOf(options).find("## Which? \u2013 B, p. 1\n") != std::string::npos, reportOf(options).c_str());
        options.within.clear();
        options.until = BlockId(5);
        QVERIFY2(reportOf(options).find("Only this was looked at: A\\*, par. 1–2.") != std::string::npos, reportOf(options).c_str());
    }
};

QTEST_GUILESS_MAIN(ExportedFactsTest)
#include "exported_facts_test.moc"
