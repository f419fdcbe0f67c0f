#include "core/wording/text/sentence.h"

#include <QtTest>

#include <random>
#include <string>

using namespace cairn;

class SentenceTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textIsCutWhereSentencesEnd_data();
    void textIsCutWhereSentencesEnd();
    void everyByteBelongsToOneSentence();
    void aCutSentenceIsReturnedWhole();
    void aParagraphReachesToItsBlankLines();
    void headingsEndAsNoSentence();
    void rowsOfTablesStandByThemselvesWhereAsked();
    void marksOfListsAndCellsOfTablesAreNoPartOfASentence();
    void whatASentencePointsToStandsBefore();
};

void SentenceTest::whatASentencePointsToStandsBefore()
{
    constexpr std::uint64_t kMost = 60;
    const std::string text = "Oil burns. Generally, no. That answer is new. Lamps burn.\n\nThis one is old. \"Oil?\" These are new.";
    const auto with = [&](std::string_view sentence) {
        const std::size_t at = text.find(sentence);
        const ByteRange both = withWhatIsMeant(text, {at, at + sentence.size()}, kMost);
        return text.substr(both.begin, both.size());
    };
    QCOMPARE(with("That answer is new."), std::string("Generally, no. That answer is new."));
    QCOMPARE(with("Lamps burn."), std::string("Lamps burn."));
    QCOMPARE(with("This one is old."), std::string("This one is old."));   // the first of its paragraph
    QCOMPARE(with("These are new."), std::string("These are new."));       // behind what somebody says
    const std::string longer = std::string(kMost, 'x') + ". That is new.";
    const ByteRange last{kMost + 2, longer.size()};
    QCOMPARE(withWhatIsMeant(longer, last, kMost), last);
}

void SentenceTest::marksOfListsAndCellsOfTablesAreNoPartOfASentence()
{
    const auto without = [](std::string_view text) {
        const ByteRange range = withoutListMark(text, {0, text.size()});
        return std::string(text.substr(range.begin, range.size()));
    };
    QCOMPARE(without("- Oil is dry."), std::string("Oil is dry."));
    QCOMPARE(without("Lamp | Oil | A lamp burns oil."), std::string("A lamp burns oil."));
    QCOMPARE(without("Oil is dry - or not."), std::string("Oil is dry - or not."));
    QCOMPARE(without("It is a|b here."), std::string("It is a|b here."));
}

void SentenceTest::headingsEndAsNoSentence()
{
    for (const char* sentence : {"It was late.", "Was it?", "Go!", "(It was late.)", "\"Go!\"", "\xC2\xBB" "Komm.\xC2\xAB"})
        QVERIFY2(endsAsSentence(sentence), sentence);
    for (const char* heading : {"9. Combining and Splitting Value", "Lamps", "a, b, c,", "The steps:", ""})
        QVERIFY2(!endsAsSentence(heading), heading);
}

void SentenceTest::textIsCutWhereSentencesEnd_data()
{
    QTest::addColumn<QByteArray>("text");   // "|" marks the expected cuts
    const auto row = [](const char* name, const char* text) { QTest::newRow(name) << QByteArray(text); };
    row("two", "It was late. |She slept.");
    row("question", "Why? |Because!");
    row("marks of notes", "It was late.[1] |She slept.[2][note 3] |He [4] woke. |It was 5.[a]b c.[] d.[Not a mark at all] E.");
    row("heading line", "It was late.\n|Lamps of Holm\n|Lamps of Holm burn oil that is brought by boat from the western hills.");
    row("clause and line", "\xC2\xA7 9 Lamps\n|Everybody who keeps a lamp has to light it each evening before the tide turns.");
    row("wrapped lines", "It was late in the evening when the old keeper went\nHome to the town in which the lamps of all of the harbour burn.");
    row("open line", "It was late, and the keeper,\nBen Lund, whom everybody in the town knew for his lamp, went home.");
    row("line of a letter", "Dear Ada,\nThe lamps of the harbour burn all night, since boats come in from the sea.");
    row("abbreviations", "Mr. Smith met Dr. Who at St. Paul's. |They left.");
    row("initials", "J. R. R. Tolkien wrote it. |It sold.");
    row("dotted", "The U.S. Army came. |It left.");
    row("decimals", "Pi is 3.14 or so. |Yes.");
    row("latin", "Use e.g. Cargo or i.e. a tool. |Done.");
    row("quote goes on", "\"What?\" he said. |\"Nothing.\" |She left.");
    row("closing quote", "He said \"Go.\" |Then he went.");
    row("curly quotes", "\xE2\x80\x9C" "Go on!\xE2\x80\x9D |Alice did.");
    row("German dates", "Es beginnt am 1. M\xC3\xA4rz 2024, im 21. Jahrhundert. |Im Jahr 48. |Es waren 48. |Sie gingen.");
    row("German abbreviations", "Nach Abs. 2 und Art. 14 haftet z. B. Herr Dr. Brandt. |Die Kunst ist Art. |Gut.");
    row("German titles", "Herr Dipl.-Ing. Frerk Holm kam. |Er ging.");
    row("German marks", "\xE2\x80\x9EGeh!\xE2\x80\x9C |Er ging. |\xC2\xBB" "Komm.\xC2\xAB |Sie kam.");
    row("brackets", "It works (see Fig. 3). |It does.");
    row("ellipsis", "Well... maybe. |Yes.");
    row("blank line", "A heading\n\n|The text.");
    row("list", "Items:\n|- one\n|- two. |Three");
    row("numbered", "1. First step\n|2. Second step. |Then rest.");
    row("wrapped line", "A line that\ngoes on. |Next.");
    row("terms", "Dial anywhere, etc.\n|dip\nIts name is short. |Full disks.\n|old disk\n/dev/sda is old. |No.");
    row("wrapped abbreviation", "It has approx.\nten\nstones. |Done.");
    row("number sign", "See No. 5 there. |He said no. |Then left.");
    row("version", "Python 3.13. |It is out.");
    row("ideographs", "\xE6\x97\xA5\xE3\x80\x82|\xE6\x9C\xAC\xE3\x80\x82");
}

void SentenceTest::textIsCutWhereSentencesEnd()
{
    QFETCH(QByteArray, text);
    std::string plain;
    std::vector<std::string> expected(1);
    for (const char c : text) {
        if (c == '|') {
            expected.emplace_back();
            continue;
        }
        plain += c;
        expected.back() += c;
    }
    std::string wanted, found;
    for (std::string part : expected)
        wanted += QByteArray::fromStdString(part).trimmed().toStdString() + "|";
    for (const ByteRange& range : splitSentences(plain))
        found += plain.substr(range.begin, range.size()) + "|";
    QCOMPARE(QByteArray::fromStdString(found), QByteArray::fromStdString(wanted));
}

void SentenceTest::everyByteBelongsToOneSentence()
{
    std::mt19937 random(7);
    const std::string alphabet = "ab.?! \n\"(1-A\xC3";
    for (int round = 0; round < 300; ++round) {
        std::string text;
        for (int i = 0; i < 60; ++i)
            text += alphabet[random() % alphabet.size()];
        std::vector<int> owners(text.size(), 0);
        std::uint64_t last = 0;
        for (const ByteRange& range : splitSentences(text)) {
            QVERIFY(range.begin >= last && range.end > range.begin && range.end <= text.size());
            last = range.end;
            for (std::uint64_t i = range.begin; i < range.end; ++i)
                ++owners[i];
        }
        for (std::size_t i = 0; i < text.size(); ++i)
            QVERIFY(owners[i] == 1 || (owners[i] == 0 && (text[i] == ' ' || text[i] == '\n')));
    }
}

void SentenceTest::aCutSentenceIsReturnedWhole()
{
    const std::string text = "Head\n\nFirst one here. Second one here. Third.\n\nTail.";
    const std::size_t begin = text.find("one here. Sec");
    const std::vector<ByteRange> found = sentencesAround(text, {begin, text.find("cond")});
    QCOMPARE(found.size(), std::size_t{2});
    QCOMPARE(text.substr(found[0].begin, found[0].size()), std::string("First one here."));
    QCOMPARE(text.substr(found[1].begin, found[1].size()), std::string("Second one here."));
}

void SentenceTest::rowsOfTablesStandByThemselvesWhereAsked()
{
    const std::string text = "Prices:\nSize | Black | Colour\nA4 | 0.08 | 0.45\nA3 | 0.16 | 0.90\n\nPay in cash. No cards.";
    const auto around = [&](const char* first, const char* last) {
        std::string all;
        for (const ByteRange& part : sentencesAndRowsAround(text, {text.find(first), text.find(last) + 1}))
            all += (all.empty() ? "" : "/") + text.substr(part.begin, part.size());
        return all;
    };
    QCOMPARE(around("0.90", "0.90"), std::string("A3 | 0.16 | 0.90"));
    QCOMPARE(around("0.45", "0.16"), std::string("A4 | 0.08 | 0.45/A3 | 0.16 | 0.90"));
    QCOMPARE(around("Prices", "Black"), std::string("Prices:\nSize | Black | Colour"));
    QCOMPARE(around("Pay", "cards"), std::string("Pay in cash./No cards."));
}

void SentenceTest::aParagraphReachesToItsBlankLines()
{
    const std::string text = "Head\n\nFirst line\nsecond line\n \nTail.";
    const auto around = [&](const char* word) {
        const std::size_t at = text.find(word);
        const ByteRange range = paragraphAround(text, {at, at + 1});
        return text.substr(range.begin, range.size());
    };
    QCOMPARE(around("Head"), std::string("Head"));
    QCOMPARE(around("First"), std::string("First line\nsecond line"));
    QCOMPARE(around("second"), std::string("First line\nsecond line"));
    QCOMPARE(around("Tail"), std::string("Tail."));
}

QTEST_GUILESS_MAIN(SentenceTest)
#include "sentence_test.moc"
