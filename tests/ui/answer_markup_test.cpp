// Lists, tables, code, bold and italic of an answer: signs vanish, words and what stands on them stay.
#include "ui/answer_markup.h"
#include "ui/answer_text.h"
#include "ui/answer_view.h"

#include <QFontInfo>
#include <QTextLayout>
#include <QtTest>

#include <random>

using namespace cairn;

namespace
{

Answer answerOf(const std::string& text, std::size_t step = 0)   // tokens are words, or pieces of `step` bytes
{
    Answer answer;
    answer.question = "Why?";
    answer.text = text;
    for (std::uint64_t begin = 0; begin < text.size();) {
        const auto word = std::min<std::uint64_t>(text.find_first_of(" \n", begin + 1), text.size());
        const auto end = step > 0 ? std::min<std::uint64_t>(begin + step, text.size()) : word;
        answer.tokens.push_back({0, {begin, end}, 0, 0.5f, {}});
        begin = end;
    }
    return answer;
}

QString shown(const std::string& text)
{
    return QString(AnswerText(answerOf(text), {}).shown()).replace(QChar::LineSeparator, QLatin1Char('\n'));
}

QStringList styled(const std::string& text, AnswerMarkup::Style style)
{
    const AnswerText own(answerOf(text), {});
    QStringList words;
    for (const AnswerMarkup::Styled& part : own.styles()) {
        if (part.style == style)
            words += own.shown().mid(part.begin, part.end - part.begin);
    }
    return words;
}

}  // namespace

class AnswerMarkupTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void signsAreNotShown_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(expected);
        };
        row("plain", "Ever since, it is six.", "Ever since, it is six.");
        row("bold", "It is **always** six.", "It is always six.");
        row("bold with lines", "It is __always__ six.", "It is always six.");
        row("italic", "*Time* and _tea_.", "Time and tea.");
        row("both", "***Time*** it is.", "Time it is.");
        row("italic in bold", "**at _tea_ time**", "at tea time");
        row("code", "Use `a * b * c` here.", "Use a * b * c here.");
        row("stars that multiply", "2 * 3 * 4 = 24", "2 * 3 * 4 = 24");
        row("names with lines", "snake_case_name and _x", "snake_case_name and _x");
        row("not closed", "It is **always six.", "It is **always six.");
        row("footnote", "The King* spoke.", "The King* spoke.");
        row("heading", "## The tea\nIt is six.", "The tea\nIt is six.");
        row("number sign", "#1 is first", "#1 is first");
        row("list", "- one\n* two\n+ three", "\u2022 one\n\u2022 two\n\u2022 three");
        row("nested", "- one\n  - two", "\u2022 one\n\u2022 two");
        row("numbers", "1. one\n12) two", "1. one\n12) two");
        row("a year", "1813. A year.", "1813. A year.");
        row("dash alone", "- \n-", "- \n-");
        row("code block", "See:\n```cpp\nint *a_b_c;\n```\nDone.", "See:\nint *a_b_c;\nDone.");
        row("code at the ends", "~~~\nx\n~~~", "x");
        row("code that has no end yet", "```\nx **y**", "```\nx y");
        row("table", "| Name | Age |\n|---|---:|\n| Alice | 7 |\n| Hatter | 100 |",
            "Name   \u2502 Age\nAlice  \u2502 7\nHatter \u2502 100");
        row("table without edges", "a | b\n--|--\nccc | d", "a   \u2502 b\nccc \u2502 d");
        row("bars that are no table", "a | b\nc | d", "a | b\nc | d");
        row("picture and link are words", "![x](file:///etc/passwd) [y](https://z)", "![x](file:///etc/passwd) [y](https://z)");
        row("html is words", "<b>x</b> <img src=y>", "<b>x</b> <img src=y>");
    }
    void signsAreNotShown()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(shown(text.toStdString()), expected);
        QCOMPARE(AnswerText(QString::fromUtf8(text).replace(QLatin1Char('\n'), QChar::LineSeparator)).shown(),   // while it is written, too
                 QString(expected).replace(QLatin1Char('\n'), QChar::LineSeparator));
    }

    void stylesStandOnTheirWords()
    {
        QCOMPARE(styled("It is **always** six, *says* `he`.", AnswerMarkup::Style::Bold), QStringList{QStringLiteral("always")});
        QCOMPARE(styled("It is **always** six, *says* `he`.", AnswerMarkup::Style::Italic), QStringList{QStringLiteral("says")});
        QCOMPARE(styled("It is **always** six, *says* `he`.", AnswerMarkup::Style::Code), QStringList{QStringLiteral("he")});
        QCOMPARE(styled("- **Time**: late", AnswerMarkup::Style::Bold), QStringList{QStringLiteral("Time")});
        QCOMPARE(styled("# Tea *now*", AnswerMarkup::Style::Bold), QStringList{QStringLiteral("Tea now")});
        QCOMPARE(styled("```\na **b**\n```", AnswerMarkup::Style::Code), QStringList{QStringLiteral("a **b**")});
    }

    // What stands in the document letter by letter is shown so.
    void wordsOfADocumentKeepTheirSigns()
    {
        Answer answer = answerOf("It \"becomes the __doc__ special attribute\", **always**.");
        Quotation quotation;
        quotation.answerRange = {4, 41};
        quotation.verbatim = true;
        answer.quotations = {quotation};
        QCOMPARE(AnswerText(answer, {}).shown(), QStringLiteral("It \"becomes the __doc__ special attribute\", always."));
    }

    // Lines that a document breaks at a width are one sentence; its verses and lists stay as they are.
    void wrappedLinesOfADocumentFlow()
    {
        const auto shownQuoted = [](const std::string& words) {
            Answer answer = answerOf("\"" + words + "\"");
            Quotation quotation;
            quotation.answerRange = {1, words.size() + 1};
            quotation.verbatim = true;
            answer.quotations = {quotation};
            return QString(AnswerText(answer, {}).shown()).replace(QChar::LineSeparator, QLatin1Char('\n'));
        };
        const std::string first = "The keeper of the lighthouse writes down every evening", next = "what the sea has brought.";
        QCOMPARE(shownQuoted(first + "\n    " + next), QString::fromStdString("\"" + first + " " + next + "\""));
        QCOMPARE(shownQuoted(first + "\n" + first + "\n" + next), QString::fromStdString("\"" + first + " " + first + " " + next + "\""));
        for (const std::string& kept : {std::string("A short line,\nand another one."), first + ":\n(a) the shells;\n(b) the wood.",
                                        first + ":\n\u2022 shells;\n\u2022 wood.", first + ".\n\n" + next})
            QCOMPARE(shownQuoted(kept), QString::fromStdString("\"" + kept + "\""));
        QCOMPARE(shown(first + "\n" + next), QString::fromStdString(first + "\n" + next));   // not the document's
    }

    // A sentence that ends with signs has its chip behind its last word.
    void chipsStandBehindTheWords()
    {
        Answer answer = answerOf("- It is **always six.**\n- Never **seven.**");
        Citation cited;
        cited.answerRange = {2, 23};
        answer.citations = {cited};
        const AnswerText text(answer, {});
        QCOMPARE(text.shown(), QStringLiteral("\u2022 It is always six.\u00A01\u00A0\u2028\u2022 Never seven."));
        QCOMPARE(text.chips().size(), 1u);
        QCOMPARE(text.shown().mid(text.chips()[0].place.begin, 3), QStringLiteral("\u00A01\u00A0"));
        QCOMPARE(text.words({0, 3}), QStringLiteral("- It is"));   // copies are the answer's own words
    }

    // However tokens cut signs and words: each shown character belongs to the token that wrote it, in order.
    void tokensKeepTheirWords()
    {
        std::mt19937 random(3);
        const std::vector<std::string> pieces{"**", "*", "_", "`", "```\n", "\n```\n", "- ", "1. ", "| ", " | ", "\n", "|--|--|\n", "#",
                                              "# ", " ", "word", "ü", "\xF0\x9F\x90\x87", "six"};
        for (int round = 0; round < 3'000; ++round) {
            std::string text;
            for (int i = 0; i < 14; ++i)
                text += pieces[random() % pieces.size()];
            Answer answer = answerOf(text, 1 + random() % 4);
            for (const std::size_t end : {text.size() / 3, text.size() / 2, text.size()}) {
                Citation cited;
                cited.answerRange = {end / 2, end};
                answer.citations.push_back(cited);
            }
            const AnswerText own(answer, QStringLiteral("no"));
            int behind = 0;
            for (const AnswerText::Span& token : own.tokens()) {
                QVERIFY2(token.begin <= token.end && token.begin >= behind && token.end <= own.shown().size(), text.c_str());
                behind = token.begin;
            }
            for (const AnswerMarkup::Styled& part : own.styles())
                QVERIFY2(part.begin <= part.end && part.begin >= 0 && part.end <= own.shown().size(), text.c_str());
            for (const AnswerText::Chip& chip : own.chips())
                QVERIFY2(own.shown().mid(chip.place.begin, chip.place.end - chip.place.begin).contains(QString::number(chip.citation + 1)),
                         text.c_str());
            const AnswerMarkup markup = answerMarkup(QString::fromStdString(text).replace(QLatin1Char('\n'), QChar::LineSeparator));
            int at = 0;
            for (const AnswerMarkup::Edit& edit : markup.edits) {
                QVERIFY2(edit.at >= at && edit.removed >= 0, text.c_str());
                at = edit.at + edit.removed;
            }
            QVERIFY2(at <= QString::fromStdString(text).size(), text.c_str());
        }
    }

    void itemsHangBehindTheirMarks()
    {
        AnswerView view;
        view.resize(240, 400);
        view.setAnswer(answerOf("It is said:\n- one word after the other until the line is full and another begins\n  - deeper words that "
                                "also fill more than a line of this narrow view\nAnd so on."));
        view.show();
        const QTextLayout& layout = view.layoutOfText();
        const int first = int(layout.text().indexOf(QStringLiteral("\u2022 one")));
        const int second = int(layout.text().indexOf(QStringLiteral("\u2022 deeper")));
        const int end = int(layout.text().indexOf(QStringLiteral("And so on")));
        QVERIFY(first > 0 && second > first && end > second);
        double hang = 0, deepMark = 0;
        int hanging = 0;
        for (int i = 0; i < layout.lineCount(); ++i) {
            const QTextLine line = layout.lineAt(i);
            if (line.textStart() == first || line.textStart() < first || line.textStart() >= end) {
                QCOMPARE(line.x(), 0.0);
            } else if (line.textStart() < second) {
                hang = line.x();
                ++hanging;
                QVERIFY(std::abs(hang - layout.lineForTextPosition(first).cursorToX(first + 2)) < 1);   // under its first word
            } else if (line.textStart() == second) {
                deepMark = line.x();
            } else {
                QVERIFY(line.x() > deepMark);
            }
            QVERIFY(line.x() + line.naturalTextWidth() <= view.viewport()->width());
        }
        QVERIFY(hanging > 0 && hang > 0 && deepMark > 0);
    }

    void codeAndTablesHaveLettersOfOneWidth()
    {
        AnswerView view;
        view.resize(500, 400);
        view.setAnswer(answerOf("| Name | Age |\n|---|---|\n| Alice | 7 |\n| Hatter | 100 |\n\n`wide` **iiii**"));
        view.show();
        const QTextLayout& layout = view.layoutOfText();
        std::vector<double> bars;
        for (int i = 0; i < layout.lineCount(); ++i) {
            const QTextLine line = layout.lineAt(i);
            const auto bar = layout.text().mid(line.textStart(), line.textLength()).indexOf(QChar(0x2502));
            if (bar >= 0)
                bars.push_back(line.cursorToX(line.textStart() + int(bar)));
        }
        QCOMPARE(bars.size(), 3u);
        QVERIFY(std::abs(bars[0] - bars[1]) < 1.5 && std::abs(bars[1] - bars[2]) < 1.5);   // bold is as wide
    }
};

QTEST_MAIN(AnswerMarkupTest)
#include "answer_markup_test.moc"
