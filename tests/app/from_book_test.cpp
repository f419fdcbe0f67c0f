// From the book (experience.md 10, U10): of the words that only the text can tell, more of what they were written from is the text than of
// words that the model knows by itself. With the default model.
#include "app/common/default_paths.h"
#include "app/session/open_session.h"
#include "core/types/trace_query.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

// Short chapters of filler; the seventh tells what nobody could know.
ImportedDocument village()
{
    ImportedDocument made;
    CanonicalText& text = made.text;
    text.title = "The village book";
    for (int chapter = 1; chapter <= 12; ++chapter) {
        if (chapter == 7)
            text.text += "The baker of the village is called Ambrose Tillweather, and his shop has a blue door.\n\n";
        text.text += "Chapter " + std::to_string(chapter) +
                     ". The river runs slowly past the mill. In spring the meadows are full of yellow flowers, and children walk to the "
                     "school on the hill. When it rains, people stay at home and mend their tools.\n\n";
    }
    text.paragraphs.push_back({{0, text.text.size()}, {}, 0});
    return made;
}

// Mean f(t) of the tokens that write `words`; nothing: the answer doesn't say them.
std::optional<double> fromBookOf(const Answer& answer, const std::string& words)
{
    const std::size_t begin = answer.text.find(words);
    if (begin == std::string::npos)
        return {};
    std::vector<IndexRange> tokens;
    for (std::uint32_t token = 0; token < answer.tokens.size(); ++token) {
        if (answer.tokens[token].text.begin < begin + words.size() && answer.tokens[token].text.end > begin)
            tokens.push_back({token, token + 1});
    }
    TraceFilter filter;
    filter.tokens = tokens;
    return fromBook(answer.trace, filter);
}

} // namespace

class FromBookTest : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder;
    std::unique_ptr<OpenSession> m_session;

    Answer ask(const char* question, AskOptions options = {})
    {
        options.showUnsupported = true;
        options.maxTokens = 12;
        auto answer = m_session->answerer().ask(question, options);
        if (!answer)
            qFatal("%s", answer.error().message.c_str());
        return *std::move(answer);
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto model = defaultModel();
        if (!model)
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
        EngineWishes wishes;
        wishes.model.model = model->string();
        wishes.device = DeviceChoice::Cpu;
        wishes.threads = 1;
        auto session = OpenSession::openOrCreate(m_folder.file("session"), "Village");
        QVERIFY(session && (*session)->adopt({village()}) && (*session)->attachEngine(wishes, true) && (*session)->read({}, {}));
        m_session = std::move(*session);
    }

    // Without the answer adapter, which refuses what the text does not tell.
    void aPlantedFactStandsAboveCommonKnowledge()
    {
        AskOptions options;
        options.useAnswerAdapter = false;
        const Answer planted = ask("What is the name of the baker?", options), known = ask("What is the capital of France?", options);
        const auto ofPlanted = fromBookOf(planted, "Ambrose Tillweather"), ofKnown = fromBookOf(known, "Paris");
        QVERIFY2(ofPlanted, planted.text.c_str());
        QVERIFY2(ofKnown, known.text.c_str());
        qInfo("from the book: %.3f of the planted name, %.3f of what is known", *ofPlanted, *ofKnown);
        QVERIFY(*ofPlanted > *ofKnown + 0.03);
    }

    // The open block at the end can't be barred: what is left is its own.
    void withAllBlocksBarredOnlyTheOpenBlockIsLeft()
    {
        AskOptions options;
        const Answer usual = ask("What is the name of the baker?", options);
        for (std::uint32_t block = 0; block < m_session->memory().blocks(); ++block)
            options.controls.barred.emplace_back(block);
        const Answer barred = ask("What is the name of the baker?", options);
        QVERIFY(barred.text.find("Ambrose") == std::string::npos);
        TraceFilter closed;
        closed.blocks = std::vector<IndexRange>{{0, barred.trace.documentBlocks}};
        QCOMPARE(fromBook(barred.trace, closed).value_or(0), 0.0);
        QVERIFY(fromBook(usual.trace, closed).value_or(0) > fromBook(barred.trace, {}).value_or(0));
    }
};

QTEST_GUILESS_MAIN(FromBookTest)
#include "from_book_test.moc"
