#include "core/wording/words/words.h"

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
    void hyphensJoinWordsForTheSearch();
    void lettersOfManyScriptsAreFolded();
    void brokenBytesEndWordsOnly();
    void genitivesAreTold();
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
    QTest::newRow("soft hyphen") << QByteArray("in\u00ADfor\u00ADma\u00ADtion") << QByteArray("information");
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
        QTest::addRow("%s, %s", one, other) << QByteArray(one) << QByteArray(other) << same;
    };
    row("ponies", "pony", true);
    row("published", "publishes", true);
    row("creating", "created", true);
    row("create", "created", true);
    row("running", "runs", true);
    row("glass", "glasses", true);
    row("carry", "carried", true);
    row("go", "went", true);
    row("die", "death", true);
    row("dying", "died", true);
    row("children", "child", true);
    row("find", "found", true);
    row("found", "founded", false);
    row("leave", "leaves", true);
    row("seed", "saw", false);
    row("need", "ned", false);
    row("bus", "bu", false);
    row("king", "k", false);
    row("red", "r", false);
    row("string", "str", false);
    row("2008", "200", false);
    row("arupyadhatu", "\u0101r\u016Bpyadh\u0101tu", true);
    row("cafe", "caf\u00E9", true);
    row("cafe\u0301", "caf\u00E9", true);                        // the accent as a character of its own
    row("strasse", "stra\u00DFe", true);
    row("smorrebrod", "sm\u00F8rrebr\u00F8d", true);
    row("fine", "\uFB01ne", true);                              // a ligature
    row("\u03BA\u03B1\u03BB\u03BF\u03C2", "\u03BA\u03B1\u03BB\u03CC\u03C2", true);
    row("\u05D0\u05D1", "\u05D0\u05B8\u05D1", true);            // points
    row("\u0915\u093F", "\u0915\u0940", false);                // vowels
}

void WordsTest::formsOfAWordShareAStem()
{
    QFETCH(QByteArray, one);
    QFETCH(QByteArray, other);
    QFETCH(bool, same);
    QCOMPARE(stem(one.toStdString()) == stem(other.toStdString()), same);
}

void WordsTest::hyphensJoinWordsForTheSearch()
{
    using Stems = std::vector<std::string>;
    QCOMPARE(searchStems("an e-mail arrives"), (Stems{"e", "mail", "email", "arriv"}));
    QCOMPARE(searchStems("the mother\u2010in\u2011law"), (Stems{"mother", "law", "motherinlaw"}));
    QCOMPARE(searchStems("sea - story, well-"), (Stems{"sea", "story", "well"}));
    QCOMPARE(contentStems("an e-mail"), (Stems{"e", "mail"}));
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

void WordsTest::genitivesAreTold()
{
    const std::string text = "O'Brien's, Alice\u2019s, James's dogs and the bus";
    QStringList spelled;
    for (const Word& word : splitWords(text)) {
        const std::string_view written = spelledWithoutGenitive(text, word);
        spelled += QString::fromUtf8(written.data(), qsizetype(written.size())) + QLatin1String(isGenitive(text, word) ? "*" : "");
    }
    QCOMPARE(spelled.join(QLatin1Char(' ')), QStringLiteral("O'Brien* Alice* James* dogs and the bus"));
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
