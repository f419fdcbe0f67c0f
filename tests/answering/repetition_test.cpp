#include "core/answering/repetition.h"

#include <QtTest>

#include <string_view>
#include <vector>

using namespace cairn;

namespace
{

// One token per word; the words that are kept, -1: all.
int kept(std::string_view text)
{
    std::vector<TokenId> tokens;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        TokenId id = 0;
        for (const char letter : text.substr(begin, end - begin))
            id = id * 31 % 1'000'003 + letter;
        tokens.push_back(id);
        begin = end + 1;
    }
    const auto end = endBeforeRepetition(tokens);
    return end ? static_cast<int>(*end) : -1;
}

std::string times(std::string_view words, int count)
{
    std::string text;
    for (int i = 0; i < count; ++i)
        text += words;
    return text;
}

std::string counted(int words)
{
    std::string text;
    for (int i = 0; i < words; ++i)
        text += "w" + std::to_string(i) + ' ';
    return text;
}

}  // namespace

class RepetitionTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aPhraseSaidThriceIsACircle()
    {
        const std::string phrase = "why cried his nephew and laughed again for joy ";   // 9 words
        QCOMPARE(kept("He came in " + times(phrase, 2)), -1);
        QCOMPARE(kept("He came in " + times(phrase, 3)), 3 + 9);
        QCOMPARE(kept("He came in " + times(phrase, 3) + "why cried his "), 3 + 9);
    }

    void aLongPassageSaidTwiceIsACircle()
    {
        QCOMPARE(kept("so " + counted(30) + counted(30)), 1 + 30);
        QCOMPARE(kept("so " + counted(30) + counted(29)), -1);
    }

    void shortCircles()
    {
        QCOMPARE(kept("it rang " + times("bells and ", 8)), -1);
        QCOMPARE(kept("it rang " + times("bells and ", 9)), 2 + 2);
        QCOMPARE(kept("1 " + times("0 ", 40)), -1);   // a number of forty noughts
        QCOMPARE(kept("1 " + times("0 ", 41)), 2);
    }

    void whatDiffersAtTheEndIsNone()
    {
        QCOMPARE(kept(times("the red house and ", 6) + "then"), -1);
        QCOMPARE(kept(""), -1);
        QCOMPARE(kept(counted(100)), -1);
    }
};

QTEST_APPLESS_MAIN(RepetitionTest)
#include "repetition_test.moc"
