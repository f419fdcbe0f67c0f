#include "core/answering/words.h"

#include <QtTest>

using namespace cairn;

class WordsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wordsAreSplitAtEverythingElse_data();
    void wordsAreSplitAtEverythingElse();
    void rangesPointAtTheBytes();
    void formsOfAWordShareAStem_data();
    void formsOfAWordShareAStem();
    void lettersOfManyScriptsAreFolded();
    void brokenBytesEndWordsOnly();
    void answersAreComparedWithoutArticles();
};

static std::string joined(std::string_view text)
{
    std::string all;
    for (const Word& word : splitWords(text))
        all += (all.empty() ? "" : "|") + word.folded;
    return all;
}

void WordsTest::wordsAreSplitAtEverythingElse_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("plain") << QByteArray("Call me Ishmael.") << QByteArray("call|me|ishmael");
    QTest::newRow("number") << QByteArray("version 3.13, or 1,000.") << QByteArray("version|3.13|or|1,000");
    QTest::newRow("date") << QByteArray("29-May-2001") << QByteArray("29|may|2001");
    QTest::newRow("genitive") << QByteArray("Alice's cat, Adam\xE2\x80\x99s Hashcash") << QByteArray("alice|cat|adam|hashcash");
    QTest::newRow("apostrophe inside") << QByteArray("don't o'clock") << QByteArray("dont|oclock");
    QTest::newRow("dashes") << QByteArray("sea\xE2\x80\x94story") << QByteArray("sea|story");
    QTest::newRow("ideographs") << QByteArray("\xE6\x97\xA5\xE6\x9C\xAC") << QByteArray("\xE6\x97\xA5|\xE6\x9C\xAC");
    QTest::newRow("nothing") << QByteArray(" ... ") << QByteArray("");
}

void WordsTest::wordsAreSplitAtEverythingElse()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    QCOMPARE(QByteArray::fromStdString(joined(text.toStdString())), words);
}

void WordsTest::rangesPointAtTheBytes()
{
    const std::string text = "\xC3\x89t\xC3\xA9 in Alice's house";
    const std::vector<Word> words = splitWords(text);
    QCOMPARE(words.size(), std::size_t{4});
    QCOMPARE(text.substr(words[0].range.begin, words[0].range.size()), std::string("\xC3\x89t\xC3\xA9"));
    QCOMPARE(words[0].folded, std::string("\xC3\xA9t\xC3\xA9"));
    QCOMPARE(text.substr(words[2].range.begin, words[2].range.size()), std::string("Alice's"));
    QCOMPARE(text.substr(words[3].range.begin, words[3].range.size()), std::string("house"));
}

void WordsTest::formsOfAWordShareAStem_data()
{
    QTest::addColumn<QByteArray>("one");
    QTest::addColumn<QByteArray>("other");
    QTest::addColumn<bool>("same");
    const auto row = [](const char* one, const char* other, bool same) {
        QTest::newRow(one) << QByteArray(one) << QByteArray(other) << same;
    };
    row("ponies", "pony", true);
    row("published", "publishes", true);
    row("creating", "created", true);
    row("create", "created", true);
    row("running", "runs", true);
    row("glass", "glasses", true);
    row("bus", "bu", false);
    row("king", "k", false);
    row("red", "r", false);
    row("string", "str", false);
    row("2008", "200", false);
}

void WordsTest::formsOfAWordShareAStem()
{
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    QFETCH(bool, same);
    QCOMPARE(stem(one.toStdString()) == stem(other.toStdString()), same);
}

void WordsTest::lettersOfManyScriptsAreFolded()
{
    QCOMPARE(joined("\xC3\x84\xC4\x8C \xCE\xA3\xCE\xA9 \xD0\x96\xD0\x81"), std::string("\xC3\xA4\xC4\x8D|\xCF\x83\xCF\x89|\xD0\xB6\xD1\x91"));
}

void WordsTest::brokenBytesEndWordsOnly()
{
    QCOMPARE(splitWords(std::string_view("ab\xFF" "cd\xE2\x80", 7)).front().folded.substr(0, 2), std::string("ab"));
    for (int length = 0; length < 6; ++length)
        splitWords(std::string_view("a\xF0\x9F\x98\x80z", 6).substr(0, static_cast<std::size_t>(length)));
}

void WordsTest::answersAreComparedWithoutArticles()
{
    QCOMPARE(normalised("The Hatter's, a  Mad-Tea party!"), std::string("hatter mad tea party"));
    QVERIFY(holdsWords("More than 200 operations", "the 200 operations"));
    QVERIFY(!holdsWords("1200 operations", "200 operations"));
    QVERIFY(!holdsWords("200 operations", "more than 200 operations"));
    QVERIFY(!holdsWords("200 operations", "the"));
    QVERIFY(!holdsWords("", ""));
}

QTEST_GUILESS_MAIN(WordsTest)
#include "words_test.moc"
