// Plain text in all its encodings: the same words, and offsets that are bytes of the file. Guesses: guessed_encodings_test.cpp.
#include "core/documents/client/encodings.h"
#include "core/documents/html/html_reader.h"
#include "core/documents/markup/markdown_reader.h"
#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;
using test::readWith;
using test::Reader;
using test::shape;

namespace
{

std::string utf16(const std::u16string& text, bool bigEndian, bool mark)
{
    std::string bytes = mark ? (bigEndian ? "\xFE\xFF" : "\xFF\xFE") : "";
    for (const char16_t c : text) {
        const char low = static_cast<char>(c & 0xFF), high = static_cast<char>(c >> 8);
        bytes += bigEndian ? std::string{high, low} : std::string{low, high};
    }
    return bytes;
}

std::string utf32(const std::u32string& text, bool bigEndian)
{
    std::string bytes = bigEndian ? std::string("\0\0\xFE\xFF", 4) : std::string("\xFF\xFE\0\0", 4);
    for (const char32_t c : text)
        for (int i = 0; i < 4; ++i)
            bytes += static_cast<char>(c >> (8 * (bigEndian ? 3 - i : i)) & 0xFF);
    return bytes;
}

// Source range of the run that holds the canonical text `words` exactly or in part.
std::string sourceBytes(const CanonicalText& text, const std::string& bytes, const std::string& words)
{
    const std::size_t place = text.text.find(words);
    for (const PositionRun& run : text.runs)
        if (run.canonical.begin <= place && place < run.canonical.end)
            return bytes.substr(run.sourceBegin, run.sourceLength);
    return {};
}

}  // namespace

class TextReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void encodingsGiveTheSameWords_data();
    void encodingsGiveTheSameWords();
    void paragraphsAreParted();
    void chaptersAreHeadings_data();
    void chaptersAreHeadings();
    void offsetsOfOtherEncodingsAreBytesOfTheFile();
    void namedEncodingsAreDecoded();
    void everyEncodingCanBeChosen_data();
    void everyEncodingCanBeChosen();
    void anEncodingIsKnownByItsUsualNames();
    void theChosenEncodingIsUsedWhateverTheBytesSay();
    void headOfGutenbergIsKnown();
    void whatIsNoTextIsRefused_data();
    void whatIsNoTextIsRefused();
    void progressIsReportedForEachMebibyte();
};

void TextReaderTest::encodingsGiveTheSameWords_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<bool>("warned");
    const std::string words = "Gr\xC3\xB6\xC3\x9F" "e \xE2\x82\xAC" "5 \xF0\x9F\x98\x80 end of it";
    const std::u16string wide = u"Gr\u00F6\u00DFe \u20AC5 \U0001F600 end of it";
    QTest::newRow("UTF-8") << words << false;
    QTest::newRow("UTF-8 with a mark") << "\xEF\xBB\xBF" + words << false;
    QTest::newRow("UTF-16 LE") << utf16(wide, false, true) << false;
    QTest::newRow("UTF-16 BE") << utf16(wide, true, true) << false;
    QTest::newRow("UTF-16 LE, no mark") << utf16(wide, false, false) << false;
    QTest::newRow("UTF-16 BE, no mark") << utf16(wide, true, false) << false;
    QTest::newRow("UTF-32 LE") << utf32(U"Gr\u00F6\u00DFe \u20AC5 \U0001F600 end of it", false) << false;
    QTest::newRow("UTF-32 BE") << utf32(U"Gr\u00F6\u00DFe \u20AC5 \U0001F600 end of it", true) << false;
    QTest::newRow("Windows-1252") << std::string("Gr\xF6\xDF" "e \x80" "5 ? end of it") << true;
}

void TextReaderTest::encodingsGiveTheSameWords()
{
    QFETCH(std::string, bytes);
    QFETCH(bool, warned);
    const auto text = readWith(readText, bytes);
    QVERIFY(text.has_value());
    const std::string face = warned ? "?" : "\xF0\x9F\x98\x80";
    QCOMPARE(text->text, "Gr\xC3\xB6\xC3\x9F" "e \xE2\x82\xAC" "5 " + face + " end of it");
    QCOMPARE(test::violation(*text, {bytes}), QString());
    QCOMPARE(text->warnings.size(), std::size_t(warned ? 1 : 0));
}

void TextReaderTest::paragraphsAreParted()
{
    const std::string bytes = "\r\none\r\ntwo\r\n \t\r\n\r\n  three\r\rfour\ffive\n";
    const auto text = readWith(readText, bytes);
    QVERIFY(text.has_value());
    QCOMPARE(shape(*text), std::string("T one~two\nT   three\nT four\nT five\n"));
    QCOMPARE(test::violation(*text, {bytes}), QString());
    QCOMPARE(test::sourceOf(*text, "three"), std::int64_t(bytes.find("three")));
    const std::string divided = "  soft\xC2\xADware\n\n\xC2\xAD\n\nhy\xC2\xADphen\xC2\xAD\n";
    const auto whole = readWith(readText, divided);
    QCOMPARE(shape(*whole), std::string("T   software\nT hyphen\n"));
    QCOMPARE(test::violation(*whole, {divided}), QString());
    QCOMPARE(test::sourceOf(*text, "five"), std::int64_t(bytes.find("five")));
}

void TextReaderTest::chaptersAreHeadings_data()
{
    QTest::addColumn<std::string>("line");
    QTest::addColumn<int>("level");   // 0: none
    const auto row = [](const char* line, int level) { QTest::newRow(line) << std::string(line) << level; };
    row("CHAPTER XII. The Biscuit", 2);
    row("Chapter 3", 2);
    row("BOOK THE SECOND", 1);
    row("PART ONE", 1);
    row("CHAPTER III\nWolf ceased swearing as suddenly as he had begun. He relighted his cigar and glanced around, and sat.", 0);
    row("CHAPTER III. OF THE WAGES.\nThe produce of labour is the natural recompence or wages of it, and so on and so forth.", 0);
    row("Part of me wanted to go.", 0);
    row("Book me a seat", 0);
    row("EPILOGUE", 2);
    row("Epilogue of a long life", 0);
    row("Stave One", 2);
    row("Chapter and verse", 0);
    row("chapter i.", 2);
    row("Appendix A. Tables", 2);
    row("Article I. The Parties", 4);
    row("Article 5 was read out.", 0);
    row("Kapitel 1", 2);
    row("KAPITEL II: Die Überfahrt", 2);
    row("Kapitel 3 handelt davon.", 0);
    row("Kapitel 3 Der Sturm", 2);
    row("Erstes Kapitel: Die Ankunft", 2);
    row("Erstes Kapitel", 2);
    row("Erstes Kapitel gelesen", 0);
    row("Einundzwanzigstes Kapitel.", 2);
    row("2. Akt", 2);
    row("Zweiter Teil", 1);
    row("Teil des Ganzen", 0);
    row("Anhang A", 2);
    row("Anhang zum Vertrag", 0);
    row("Vorwort", 2);
    row("TABLE OF CONTENTS", 2);
    row("§ 1 Mietsache", 4);
    row("§ 12a", 4);
    row("§ 3 Abs. 2 Satz 1", 0);
    row("§ 4 gilt nicht", 0);
    row("Artikel 20", 4);
    row("Artikel 20 gilt.", 0);
    row("ABSCHNITT 2", 3);
    row("Chapitre premier", 2);
    row("Première partie", 1);
    row("Capítulo 4: El mar", 2);
    row("ГЛАВА ПЕРВАЯ", 2);
    row("Глава 2. Море", 2);
    row("第2章 概要", 2);
    row("第二節", 3);
    row("Chapter 1 is a heading only if it is short, and this line goes on and on until nobody can take it for the title of one", 0);
}

void TextReaderTest::chaptersAreHeadings()
{
    QFETCH(std::string, line);
    QFETCH(int, level);
    const auto text = readWith(readText, "Before.\n\n" + line + "\n\nAfter.\n");
    QVERIFY(text.has_value());
    QCOMPARE(text->paragraphs.size(), std::size_t(3));
    QCOMPARE(int(text->paragraphs[1].level), level);
    QCOMPARE(text->outline.size(), std::size_t(level > 0 ? 1 : 0));
    if (level > 0)
        QCOMPARE(text->outline[0].begin, std::uint64_t(text->text.find(line)));
}

void TextReaderTest::offsetsOfOtherEncodingsAreBytesOfTheFile()
{
    const std::string western = "Stra\xDF" "e nach K\xF6ln\n\nzweiter Absatz";
    const auto one = readWith(readText, western);
    QCOMPARE(sourceBytes(*one, western, "\xC3\x9F"), std::string("\xDF"));
    QCOMPARE(test::sourceOf(*one, "zweiter"), std::int64_t(western.find("zweiter")));
    const std::string wide = utf16(u"a\U0001F600b\n\nzweiter Absatz", false, true);
    const auto two = readWith(readText, wide);
    QCOMPARE(sourceBytes(*two, wide, "zweiter"), utf16(u"zweiter ", false, false));
    QCOMPARE(test::violation(*two, {wide}), QString());
}

void TextReaderTest::namedEncodingsAreDecoded()
{
    const std::string bytes = "\xCF\xF0\xE8\xE2\xE5\xF2 x";   // "Привет x" in Windows-1251
    const auto decoded = DecodedText::decode(std::as_bytes(std::span(bytes.data(), bytes.size())), "windows-1251");
    QVERIFY(decoded.has_value());
    if (decoded->encoding() != "windows-1251")
        QSKIP("this Qt has no codecs beyond Unicode and Latin 1");
    QCOMPARE(std::string(decoded->text()), std::string("\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82 x"));
    const auto runs = decoded->toFileOffsets({{{0, 14}, 0, 0, 14, true}});
    QCOMPARE(runs.back().sourceBegin + runs.back().sourceLength, std::uint64_t(8));
}

void TextReaderTest::everyEncodingCanBeChosen_data()
{
    QTest::addColumn<std::string>("name");
    for (const Encoding& one : encodings())
        QTest::newRow(one.name) << std::string(one.name);
}

// And the sentence about it is understood again: by it a session knows.
void TextReaderTest::everyEncodingCanBeChosen()
{
    QFETCH(std::string, name);
    std::string bytes = "lamp\nkeeper\n";
    if (name.starts_with("UTF-16"))
        bytes = utf16(u"lamp\nkeeper\n", name == "UTF-16BE", true);
    const auto read = readText(std::as_bytes(std::span(bytes)), {"a.txt", {}, nullptr, name});
    QVERIFY(read.has_value());
    QCOMPARE(read->text, std::string("lamp\nkeeper"));
    QCOMPARE(test::violation(*read, {bytes}), QString());
    const auto note = encodingNoteIn(read->warnings);
    QVERIFY(note && note->chosen);
    QCOMPARE(std::string(note->encoding->name), name);
    const auto guess = encodingNoteIn({"Page 3 holds no text.", sentenceOf({encodingNamed(name), false})});
    QVERIFY(guess && !guess->chosen && guess->encoding == note->encoding);
}

void TextReaderTest::anEncodingIsKnownByItsUsualNames()
{
    const auto name = [](const char* label) {
        const Encoding* encoding = encodingLabelled(label);
        return std::string(encoding ? encoding->name : "");
    };
    for (const Encoding& one : encodings())
        QCOMPARE(name(one.name), std::string(one.name));
    QCOMPARE(name("utf8"), std::string("UTF-8"));
    QCOMPARE(name("ISO_8859-1:1987"), std::string("Windows-1252"));
    QCOMPARE(name("Shift-JIS"), std::string("Shift_JIS"));
    QCOMPARE(name("windows-31j"), std::string("Shift_JIS"));
    QCOMPARE(name("cp 1251"), std::string("windows-1251"));
    QCOMPARE(name("GBK"), std::string("GB18030"));
    QCOMPARE(name("latin5"), std::string("windows-1254"));
    QCOMPARE(name("ks_c_5601-1987"), std::string("EUC-KR"));
    for (const char* unknown : {"", "-", "Klingon", "1", "8859"})
        QCOMPARE(name(unknown), std::string());
}

void TextReaderTest::theChosenEncodingIsUsedWhateverTheBytesSay()
{
    const auto text = [](Reader reader, const std::string& bytes, const std::string& chosen) {
        const auto read = reader(std::as_bytes(std::span(bytes)), {"a", {}, nullptr, chosen});
        return read ? read->text : read.error().message;
    };
    const std::string bytes = "\xF0\xD2\xC9\xD7\xC5\xD4";   // "Привет" in KOI8-R, "рТЙЧЕФ" in windows-1251
    QCOMPARE(text(readText, bytes, "KOI8-R"), std::string("\xD0\x9F\xD1\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82"));
    QCOMPARE(text(readText, bytes, "windows-1251"), std::string("\xD1\x80\xD0\xA2\xD0\x99\xD0\xA7\xD0\x95\xD0\xA4"));
    QCOMPARE(text(readMarkdown, bytes, "KOI8-R"), text(readText, bytes, "KOI8-R"));
    const std::string declared = "<html><head><meta charset='windows-1251'></head><body><p>" + bytes + "</p></body></html>";
    QCOMPARE(text(readHtml, declared, "KOI8-R"), text(readText, bytes, "KOI8-R"));   // the page may be wrong about itself
    QCOMPARE(text(readText, "gr\xC3\xBC\xC3\x9F", "Windows-1252"), std::string("gr\xC3\x83\xC2\xBC\xC3\x83\xC5\xB8"));
    QCOMPARE(text(readText, "gr\xFC n", "UTF-8"), std::string("gr\xEF\xBF\xBD n"));
    QVERIFY(encodingNoteIn(readWith(readText, "plain").value().warnings) == std::nullopt);
    const auto guessed = encodingNoteIn(readWith(readText, "gr\xFC\xDF\x65").value().warnings);
    QVERIFY(guessed && !guessed->chosen);
}

void TextReaderTest::headOfGutenbergIsKnown()
{
    const auto text = readWith(
        readText, "The Project Gutenberg eBook\r\n\r\nTitle: Moby-Dick\r\n\r\nAuthor: Herman Melville\r\n\r\nCall me Ishmael.\r\n");
    QCOMPARE(text->title, std::string("Moby-Dick"));
    QCOMPARE(text->author, std::string("Herman Melville"));
    QVERIFY(text->text.find("Title: Moby-Dick") != std::string::npos);   // it stays in the text
}

void TextReaderTest::whatIsNoTextIsRefused_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::newRow("empty") << std::string();
    QTest::newRow("only a mark") << std::string("\xEF\xBB\xBF");
    QTest::newRow("blank") << std::string(" \r\n\t\n");
    QTest::newRow("zeros") << std::string(1000, '\0');
    std::string noise;
    for (int i = 0; i < 4000; ++i)
        noise += static_cast<char>(i * 2654435761u >> 13);
    QTest::newRow("noise") << noise;
}

void TextReaderTest::whatIsNoTextIsRefused()
{
    QFETCH(std::string, bytes);
    const auto text = readWith(readText, bytes);
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
    QVERIFY(text.error().message.ends_with('.'));
    QVERIFY(text.error().message.find("(OCR)") == std::string::npos);   // it has no pages that could be pictures
}

void TextReaderTest::progressIsReportedForEachMebibyte()
{
    std::string bytes;
    while (bytes.size() < (3u << 20) + 100)
        bytes += "A line of text.\n\n";
    std::vector<std::uint32_t> parts;
    const ImportContext context{"a", [&](std::uint32_t part, std::uint32_t total) {
                                    QCOMPARE(total, 4u);
                                    parts.push_back(part);
                                }};
    QVERIFY(readText(std::as_bytes(std::span(bytes.data(), bytes.size())), context).has_value());
    QCOMPARE(parts, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

QTEST_APPLESS_MAIN(TextReaderTest)
#include "text_reader_test.moc"
