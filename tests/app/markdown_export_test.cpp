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
    void placesAreThoseOfTheWindow();
    void wrappedLinesOfAQuotationFlow();
    void whatIsReadFromRightToLeftKeepsToItself();
    void modelAndStrategyAreNamedInTheLanguage();
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

// Paragraphs are counted in their chapter, sheets of a PDF named where they differ; a title that heads its text stands there once.
void MarkdownExportTest::placesAreThoseOfTheWindow()
{
    CanonicalText text;
    text.title = "On whales";
    text.text = "On whales Songs One. Two. Three.";
    text.units = {{"", {0, text.text.size()}}};
    text.outline = {{"On whales", 1, 0}, {"Songs", 2, 10}, {"Calls", 2, 21}};
    text.paragraphs = {{{0, 9}, ParagraphKind::Heading, 1},  {{10, 15}, ParagraphKind::Heading, 2}, {{16, 20}, ParagraphKind::Text, 0},
                       {{21, 25}, ParagraphKind::Heading, 2}, {{26, 32}, ParagraphKind::Text, 0}};
    Answer answer = answered("They sing.");
    answer.citations = {{0, {16, 20}, "", "On whales > Songs", "One.", 0.75, {0}, {0, 10}}};
    std::vector<CanonicalText> texts{text};
    StoredFacts facts;
    facts.texts = &texts;
    const auto exported = [&] { return exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, {}, {"On whales"}, &facts); };
    QVERIFY2(exported().find("\n1. On whales, Songs, par. 1\n") != std::string::npos, exported().c_str());
    facts.lookedAt = {{0, {16, 20}}};
    QVERIFY2(exported().find("Only this was looked at: On whales, Songs, par. 1.") != std::string::npos, exported().c_str());
    facts.lookedAt = {{0, {16, 32}}};
    QVERIFY2(exported().find("looked at: On whales, Songs, par. 1 – Calls, par. 1.") != std::string::npos, exported().c_str());
    facts.lookedAt = {{0, {0, text.text.size()}}};
    QVERIFY2(exported().find("looked at: On whales.") != std::string::npos, exported().c_str());
    texts[0].format = DocumentFormat::Pdf;
    texts[0].units = {{"i", {0, 10}}, {"1", {10, text.text.size()}}};
    answer.citations[0].page = "1";
    QVERIFY2(exported().find("\n1. On whales, p. 1 (PDF 2), Songs\n") != std::string::npos, exported().c_str());
    texts[0].format = DocumentFormat::Epub;   // its parts are no sheets
    texts[0].units = {{"a.xhtml", {0, 10}}, {"a.xhtml#page=1", {10, text.text.size()}}};
    QVERIFY2(exported().find("\n1. On whales, p. 1, Songs\n") != std::string::npos, exported().c_str());
    texts[0] = {};   // it is damaged
    QVERIFY2(exported().find("\n1. On whales, p. 1, Songs\n") != std::string::npos, exported().c_str());
}

// As in the window; other lines of an answer stay.
void MarkdownExportTest::wrappedLinesOfAQuotationFlow()
{
    const std::string first = "\u201CThe whale, which nobody in the whole village had", second = "ever seen before, sings at night.\u201D";
    Answer answer = answered((first + " ever\n   and\n" + second + "\nSo they say.").c_str());
    const std::size_t end = answer.text.find("\nSo");
    answer.citations[0].answerRange = {0, end};
    const auto exported = [&](ExportFormat format) { return exportAnswer(format, AnswerId(1), answer, {}, {"On whales"}); };
    QVERIFY(exported(ExportFormat::Markdown).find("had ever  \n") != std::string::npos);   // nobody found it in a text
    answer.quotations = {{{3, end - 3}, true, 0, {0, end - 6}}};
    const std::string flowed = first + " ever and";
    for (const ExportFormat format : {ExportFormat::Markdown, ExportFormat::Html}) {
        const bool isHtml = format == ExportFormat::Html;
        const std::string text = exported(format);
        QVERIFY2(text.find(flowed + (isHtml ? "\n" : "  \n") + second) != std::string::npos, text.c_str());   // the short line ends there
        QVERIFY2(text.find(second + (isHtml ? "<sup>" : " [1]")) != std::string::npos, text.c_str());
    }
    QVERIFY(exportAnswer(ExportFormat::Json, AnswerId(1), answer, {}, {}).find("ever\\n   and") != std::string::npos);
}

// A title in Arabic, and what follows it.
void MarkdownExportTest::whatIsReadFromRightToLeftKeepsToItself()
{
    const std::string title = "\u0627\u0644\u0628\u062D\u0631";
    Answer answer = answered("It sings.");
    answer.citations[0].section.clear();
    const auto exported = [&](ExportFormat format, const std::string& name) {
        return exportAnswer(format, AnswerId(1), answer, {}, {name});
    };
    QVERIFY(exported(ExportFormat::Html, title).find("<bdi>" + title + "</bdi>, p. 12<blockquote>") != std::string::npos);
    QVERIFY(exported(ExportFormat::Markdown, title).find("1. " + title + ", p. 12\n") != std::string::npos);
    QCOMPARE(exported(ExportFormat::Html, "Über W\u00E4le").find("<bdi>"), std::string::npos);
    QCOMPARE(exported(ExportFormat::Html, "\uFB01sh").find("<bdi>"), std::string::npos);
}

void MarkdownExportTest::modelAndStrategyAreNamedInTheLanguage()
{
    AnswerContext context;
    context.modelName = "Klein";
    context.modelKind = "adapter";
    ExportWords german;
    german.madeWith = "%1, %2, Strategie: %3.";
    german.kinds = {{"adapter", "Adapter"}};
    german.strategies[static_cast<std::size_t>(Strategy::Reread)] = "Stellen neu gelesen";
    const Answer answer = answered("It sings.");
    const std::string text = exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, context, {}, nullptr, german);
    QVERIFY2(text.find("Klein, Adapter, Strategie: Stellen neu gelesen.") != std::string::npos, text.c_str());
    QVERIFY(exportAnswer(ExportFormat::Markdown, AnswerId(1), answer, context, {}).find("Klein, adapter, strategy reread.") !=
            std::string::npos);
}

QTEST_GUILESS_MAIN(MarkdownExportTest)
#include "markdown_export_test.moc"
