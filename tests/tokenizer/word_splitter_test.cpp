// The word patterns against splits written out by hand from the regular expressions, and rules that hold for every text.
#include "core/tokenizer/unicode_class.h"
#include "core/tokenizer/word_splitter.h"
#include "tests/tokenizer/token_checks.h"

#include <QTest>

using namespace cairn;

Q_DECLARE_METATYPE(cairn::WordPattern)

class WordSplitterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsCutLikeThePattern_data();
    void textIsCutLikeThePattern();
    void wordsFollowEachOtherWithoutGaps();
    void namesAndExpressionsAreComparedNotCompiled();
    void classesAreThoseOfUnicode_data();
    void classesAreThoseOfUnicode();
};

namespace
{

QByteArray cut(WordPattern pattern, std::string_view text)
{
    WordSplitter splitter(pattern, text);
    QByteArrayList words;
    while (const auto word = splitter.next())
        words.append(QByteArray(word->data(), qsizetype(word->size())));
    return words.join('|');
}

}  // namespace

void WordSplitterTest::textIsCutLikeThePattern_data()
{
    QTest::addColumn<WordPattern>("pattern");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    const auto row = [](const char* name, WordPattern pattern, const char* text, const char* words) {
        QTest::addRow("%s", name) << pattern << QByteArray(text) << QByteArray(words);
    };
    row("gpt2 words", WordPattern::Gpt2, "It's 2026, isn't it?", "It|'s| 2026|,| isn|'t| it|?");
    row("gpt2 case of contractions", WordPattern::Gpt2, "IT'S we'LL", "IT|'|S| we|'|LL");
    row("gpt2 spaces before a word", WordPattern::Gpt2, "a   b", "a|  | b");
    row("gpt2 spaces at the end", WordPattern::Gpt2, "a   ", "a|   ");
    row("gpt2 line breaks", WordPattern::Gpt2, "a\n\n\nb \n c", "a|\n\n|\n|b| \n| c");
    row("gpt2 tab is no leading space", WordPattern::Gpt2, "\tx \ty", "\t|x| |\t|y");
    row("gpt2 punctuation", WordPattern::Gpt2, "x !?-- y", "x| !?--| y");
    row("digits alone", WordPattern::Digits, "key 48213.", "key| |4|8|2|1|3|.");
    row("digits end the space rule", WordPattern::Digits, "a  1 b", "a|  |1| b");
    row("digits of other scripts", WordPattern::Digits, "x\xC2\xBD" "3", "x|\xC2\xBD|3");
    row("llama3 three digits", WordPattern::Llama3, "12345 7", "123|45| |7");
    row("llama3 contractions in any case", WordPattern::Llama3, "IT'S it's", "IT|'S| it|'s");
    row("llama3 one sign before letters", WordPattern::Llama3, "(a) \"b", "(a|)| \"|b");
    row("llama3 line breaks belong to signs", WordPattern::Llama3, "x;\n\ny", "x|;\n\n|y");
    row("llama3 spaces up to the last line break", WordPattern::Llama3, "x  \n \n  y", "x|  \n \n| | y");
    row("llama3 spaces at the end", WordPattern::Llama3, "x  ", "x|  ");
    row("qwen2 digits alone", WordPattern::Qwen2, "12 a", "1|2| a");
}

void WordSplitterTest::textIsCutLikeThePattern()
{
    QFETCH(WordPattern, pattern);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    QCOMPARE(cut(pattern, text.toStdString()), words);
}

void WordSplitterTest::wordsFollowEachOtherWithoutGaps()
{
    std::mt19937 random(20265);
    for (int i = 0; i < 500; ++i) {
        const std::string text = testing::randomText(random, random() % 80);
        for (const WordPattern pattern : {WordPattern::Gpt2, WordPattern::Digits, WordPattern::Llama3, WordPattern::Qwen2}) {
            WordSplitter splitter(pattern, text);
            std::string joined;
            while (const auto word = splitter.next()) {
                QVERIFY(!word->empty());
                QVERIFY(isValidUtf8(*word));
                joined += *word;
            }
            QCOMPARE(joined, text);
        }
    }
}

void WordSplitterTest::namesAndExpressionsAreComparedNotCompiled()
{
    QCOMPARE(wordPatternOfGguf("smollm"), std::optional(WordPattern::Digits));
    QCOMPARE(wordPatternOfGguf("llama-bpe"), std::optional(WordPattern::Llama3));
    QVERIFY(!wordPatternOfGguf("tekken-9"));
    QCOMPARE(wordPatternOfRegex(R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"),
             std::optional(WordPattern::Gpt2));
    QVERIFY(!wordPatternOfRegex("(a+)+$"));
}

void WordSplitterTest::classesAreThoseOfUnicode_data()
{
    QTest::addColumn<char32_t>("character");
    QTest::addColumn<int>("expected");
    const auto row = [](const char* name, char32_t c, CharClass expected) { QTest::addRow("%s", name) << c << int(expected); };
    row("a", U'a', CharClass::Letter);
    row("9", U'9', CharClass::Number);
    row("one half", 0xBD, CharClass::Number);
    row("Roman five", 0x2164, CharClass::Number);
    row("Han", 0x4E2D, CharClass::Letter);
    row("Hangul", 0xAC00, CharClass::Letter);
    row("combining acute", 0x301, CharClass::Other);
    row("no-break space", 0xA0, CharClass::Space);
    row("vertical tab", 0x0B, CharClass::Space);
    row("next line", 0x85, CharClass::Space);
    row("ideographic space", 0x3000, CharClass::Space);
    row("zero width space", 0x200B, CharClass::Other);
    row("underscore", U'_', CharClass::Other);
    row("emoji", 0x1F642, CharClass::Other);
    row("last", 0x10FFFF, CharClass::Other);
    row("beyond", 0x7FFFFFFF, CharClass::Other);
}

void WordSplitterTest::classesAreThoseOfUnicode()
{
    QFETCH(char32_t, character);
    QFETCH(int, expected);
    QCOMPARE(int(charClass(character)), expected);
}

QTEST_GUILESS_MAIN(WordSplitterTest)
#include "word_splitter_test.moc"
