// Answers as Markdown for readers: whose marks are meant, and what is said of an answer that declines.
#include "app/conversation/answer_export.h"

#include <QTest>

using namespace cairn;

namespace
{

Answer answered(const char* words)
{
    Answer answer;
    answer.text = words;
    answer.found = true;
    answer.tokens = {{7, {0, 3}, -0.25f, 0.125f, {0}}};
    answer.citations.push_back({0, {0, 16}, "12", "Sea > Songs", "The whale sings.", 0.75, {0}, {0, 9}});
    return answer;
}

}  // namespace

class MarkdownExportTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aRefusalThatIsShownIsNoWeakAnswer();
    void plainWordsAreNoMarkdown_data();
    void plainWordsAreNoMarkdown();
    void linesOfAnAnswerStayLines();
    void aBookmarkSaysUnderWhichHeadingItStands();
};

// Asked with heads switched off, say, an answer is shown though nothing supports it: one that declines is none that may be made up.
void MarkdownExportTest::aRefusalThatIsShownIsNoWeakAnswer()
{
    Answer answer = answered("The text does not say.");
    answer.found = false;
    answer.citations.clear();
    StoredFacts facts;
    facts.state = "finished";
    facts.showsUnsupported = true;
    const auto exported = [&] { return exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, {}, {"On whales"}, &facts); };
    QVERIFY(exported().find("The model found no answer in what it opened.") != std::string::npos);
    QCOMPARE(exported().find("Weak support"), std::string::npos);
    answer.text = "The whale, maybe.";
    QVERIFY(exported().find("Weak support") != std::string::npos);
}

void MarkdownExportTest::linesOfAnAnswerStayLines()
{
    Answer answer = answered("Chapter I: a storm\nChapter II: a calm\n\nNothing else.");
    answer.citations.front().answerRange = {0, 18};
    const std::string text = exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, {}, {"On whales"});
    QVERIFY2(text.find("Chapter I: a storm [1]  \nChapter II: a calm\n\nNothing else.\n") != std::string::npos, text.c_str());
}

// Questions, titles, passages and notes are words: what would be a mark in Markdown is kept from being one, all else is left alone.
void MarkdownExportTest::plainWordsAreNoMarkdown_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<QByteArray>("line");
    const auto row = [](const char* words, const char* line) { QTest::newRow(words) << QByteArray(words) << QByteArray(line); };
    row("What does __init__ do?", "What does \\_\\_init\\_\\_ do?");
    row("Is snake_case a word, and 2 * 3 six?", "Is snake_case a word, and 2 * 3 six?");
    row("*args and **kwargs", "\\*args and \\*\\*kwargs");
    row("a <T> of 1 < 2", "a \\<T> of 1 < 2");
    row("R&D; &amp; fish & chips", "R\\&D; \\&amp; fish & chips");
    row("see [12] and [this](that)", "see \\[12] and \\[this](that)");
    row("see [12]", "see [12]");
    row("`code` and C:\\dir or \\*", "\\`code\\` and C:\\dir or \\\\\\*");
    row("# 1", "\\# 1");
    row("12. Of whales", "12\\. Of whales");
    row("- a whale - two", "\\- a whale - two");
    row("-5 degrees, 3.5 m", "-5 degrees, 3.5 m");
    row("> said\nthe whale", "\\> said the whale");
    row("W\xc3\xa4l_e ~ ~~no~~", "W\xc3\xa4l_e ~ \\~\\~no\\~\\~");
}

void MarkdownExportTest::plainWordsAreNoMarkdown()
{
    QFETCH(QByteArray, words);
    QFETCH(QByteArray, line);
    Answer answer = answered("The *whale* sings.");
    answer.question = answer.citations[0].text = words.toStdString();
    answer.citations[0].answerRange = {0, 11};
    const std::string plain = line.toStdString();
    const std::string text = exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, {}, {words.toStdString()});
    QVERIFY2(text.starts_with("## " + plain + "\n\nThe *whale* [1]"), text.c_str());   // the answer's own marks are meant
    QVERIFY2(text.find("\n   > " + plain + "\n") != std::string::npos, text.c_str());
    QCOMPARE(exportHead(ExportFormat::Markdown, words.toStdString()), "# " + plain + "\n\n");
    ExportedNote note;
    note.text = note.passage = words.toStdString();
    const std::string notes = exportNotes(ExportFormat::Markdown, {note}, {});
    QVERIFY2(notes.find("\n  > " + plain + "\n\n  " + plain + "\n") != std::string::npos, notes.c_str());
}

// Many texts have no pages.
void MarkdownExportTest::aBookmarkSaysUnderWhichHeadingItStands()
{
    ExportedNote note;
    note.section = "Part I > Of whales";
    for (const ExportFormat format : {ExportFormat::Markdown, ExportFormat::Html}) {
        const std::string notes = exportNotes(format, {note}, {"Alice"});
        QVERIFY2(notes.find(format == ExportFormat::Html ? "<li>Bookmark: Alice, Part I &gt; Of whales</li>"
                                                         : "- Bookmark: Alice, Part I > Of whales\n") != std::string::npos, notes.c_str());
    }
}

QTEST_GUILESS_MAIN(MarkdownExportTest)
#include "markdown_export_test.moc"
