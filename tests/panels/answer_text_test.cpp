// Where tokens, citations, sentences and quotations of an answer stand once chips are set into its words.
#include "ui/answer_text.h"

#include <QtTest>

using namespace cairn;

namespace
{

ByteRange rangeOf(const std::string& text, const std::string& words)
{
    const auto begin = text.find(words);
    return {begin, begin + words.size()};
}

// Two cited sentences, one that is not; words of two, three and four bytes.
Answer answer()
{
    Answer answer;
    answer.text = "Zürich grüßt „Alice“. Die 🐇 rennt. Niemand weiß warum.";
    for (std::uint64_t begin = 0; begin < answer.text.size();) {
        const auto end = std::min<std::uint64_t>(answer.text.find(' ', begin + 1), answer.text.size());
        answer.tokens.push_back({0, {begin, end}, 0, 0.5f, {}});
        begin = end;
    }
    Citation first, second;
    first.answerRange = rangeOf(answer.text, "Zürich grüßt „Alice“.");
    second.answerRange = rangeOf(answer.text, "Die 🐇 rennt.");
    answer.citations = {first, second};
    return answer;
}

QString part(const AnswerText& text, AnswerText::Span span) { return text.shown().mid(span.begin, span.end - span.begin); }

}  // namespace

class AnswerTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tokensKeepTheirWordsWhenChipsAreSetIn()
    {
        const AnswerText text(answer(), QStringLiteral("not in the text"));
        QStringList words;
        for (const auto& token : text.tokens())
            words << part(text, token);
        QCOMPARE(words, QStringList({QStringLiteral("Zürich"), QStringLiteral(" grüßt"), QStringLiteral(" „Alice“."),
                                     QStringLiteral(" Die"), QStringLiteral(" 🐇"), QStringLiteral(" rennt."), QStringLiteral(" Niemand"),
                                     QStringLiteral(" weiß"), QStringLiteral(" warum.")}));
    }

    void chipsStandBehindTheirSentences()
    {
        const AnswerText text(answer(), {});
        QCOMPARE(text.chips().size(), 2u);
        QCOMPARE(part(text, text.chips()[0].place), QStringLiteral("\u00A01\u00A0"));
        QCOMPARE(part(text, text.chips()[1].place), QStringLiteral("\u00A02\u00A0"));
        QVERIFY(text.shown().startsWith(QStringLiteral("Zürich grüßt „Alice“.\u00A01\u00A0 Die 🐇 rennt.\u00A02\u00A0 Niemand")));
    }

    void wordsWithoutCitationAreNamed()
    {
        const AnswerText text(answer(), {});
        QCOMPARE(text.unsupported().size(), 1u);
        QCOMPARE(part(text, text.unsupported()[0]).trimmed(), QStringLiteral("Niemand weiß warum."));
        Answer all = answer();
        Citation third;
        third.answerRange = rangeOf(all.text, "Niemand weiß warum.");
        all.citations.push_back(third);
        QVERIFY(AnswerText(all, {}).unsupported().empty());
    }

    void quotationsThatAreNotInTheTextAreMarked()
    {
        Answer marked = answer();
        marked.quotations.push_back({rangeOf(marked.text, "Alice"), false, 0, {}});
        const AnswerText text(marked, QStringLiteral("not in the text"));
        QCOMPARE(text.marks().size(), 1u);
        QVERIFY(text.shown().contains(QStringLiteral("„Alice“\u00A0not in the text\u00A0.")));
        marked.quotations[0].verbatim = true;
        QVERIFY(AnswerText(marked, QStringLiteral("x")).marks().empty());
    }

    void aClickTakesTheCitedSentenceElseTheOneOfTheLanguage()
    {
        const AnswerText text(answer(), {});
        QCOMPARE(text.words(text.sentenceOf(1)), QStringLiteral("Zürich grüßt „Alice“."));
        QCOMPARE(text.words(text.sentenceOf(4)), QStringLiteral("Die 🐇 rennt."));
        QCOMPARE(text.words(text.sentenceOf(7)), QStringLiteral("Niemand weiß warum."));
    }

    void tokensOfOneWordBelongTogether()
    {
        Answer split;
        split.text = "un believ ably good";
        split.tokens.push_back({0, {0, 2}, 0, 0, {}});
        split.text = "unbelievably good";
        split.tokens = {{0, {0, 2}, 0, 0, {}}, {0, {2, 8}, 0, 0, {}}, {0, {8, 12}, 0, 0, {}}, {0, {12, 17}, 0, 0, {}}};
        const AnswerText text(split, {});
        QCOMPARE(text.words(text.wordOf(1)), QStringLiteral("unbelievably"));
        QCOMPARE(text.words(text.wordOf(3)), QStringLiteral("good"));
    }

    void lineBreaksKeepPositions()
    {
        Answer lines;
        lines.text = "a\nb c";
        lines.tokens = {{0, {0, 1}, 0, 0, {}}, {0, {1, 3}, 0, 0, {}}, {0, {3, 5}, 0, 0, {}}};
        const AnswerText text(lines, {});
        QCOMPARE(text.shown().size(), 5);
        QVERIFY(!text.shown().contains(QLatin1Char('\n')));
        QCOMPARE(text.words({0, 3}), QStringLiteral("a\nb c"));
    }

    void halfACharacterAndRangesPastTheEndAreBounded()
    {
        Answer odd;
        odd.text = "é";
        odd.tokens = {{0, {0, 1}, 0, 0, {}}, {0, {1, 2}, 0, 0, {}}, {0, {2, 90}, 0, 0, {}}};
        Citation citation;
        citation.answerRange = {0, 99};
        odd.citations = {citation};
        const AnswerText text(odd, {});
        for (const auto& token : text.tokens())
            QVERIFY(token.begin >= 0 && token.begin <= token.end && token.end <= text.shown().size());
    }
};

QTEST_MAIN(AnswerTextTest)
#include "answer_text_test.moc"
