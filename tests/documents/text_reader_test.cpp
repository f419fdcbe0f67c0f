// Plain text in all its encodings: the same words, and offsets that are bytes of the file.
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

// Behind English words, text of no encoding that is named: read as `text`, and the encoding that was guessed is said.
void checkGuess(const std::string& bytes, const std::string& text, const std::string& encoding)
{
    const std::string lines = "English first.\n" + bytes + "\n";
    const auto read = readWith(readText, lines);
    QVERIFY(read.has_value());
    QCOMPARE(read->text, "English first.\n" + text);
    QVERIFY(read->warnings.size() == 1 && read->warnings[0].find(encoding) != std::string::npos);
    QCOMPARE(test::violation(*read, {lines}), QString());
}

}  // namespace

class TextReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void encodingsGiveTheSameWords_data();
    void encodingsGiveTheSameWords();
    void encodingsThatNobodyNamesAreGuessed_data();
    void encodingsThatNobodyNamesAreGuessed();
    void latinEncodingsAreToldByTheirLanguage_data();
    void latinEncodingsAreToldByTheirLanguage();
    void westernTextStaysWestern_data();
    void westernTextStaysWestern();
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

// Bytes by another library than the one that reads them.
void TextReaderTest::encodingsThatNobodyNamesAreGuessed_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* name, const char* bytes, const char8_t* text) {
        QTest::newRow(name) << std::string(bytes) << std::string(reinterpret_cast<const char*>(text));
    };
    row("windows-1251",
        "\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0. \xDD\xF2\xEE \xEF\xF0\xEE\xE2\xE5\xF0\xEA\xE0 \xEA\xEE\xE4\xE8\xF0\xEE\xE2"
        "\xEA\xE8 \xE4\xEE\xEA\xF3\xEC\xE5\xED\xF2\xE0, \xEA\xEE\xF2\xEE\xF0\xFB\xE9 \xED\xE0\xEF\xE8\xF1\xE0\xED \xEF\xEE-"
        "\xF0\xF3\xF1\xF1\xEA\xE8.",
        u8"Привет, мир. Это проверка кодировки документа, который написан по-русски.");
    row("KOI8-R",
        "\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2. \xFC\xD4\xCF \xD0\xD2\xCF\xD7\xC5\xD2\xCB\xC1 \xCB\xCF\xC4\xC9\xD2\xCF\xD7"
        "\xCB\xC9 \xC4\xCF\xCB\xD5\xCD\xC5\xCE\xD4\xC1, \xCB\xCF\xD4\xCF\xD2\xD9\xCA \xCE\xC1\xD0\xC9\xD3\xC1\xCE \xD0\xCF-"
        "\xD2\xD5\xD3\xD3\xCB\xC9.",
        u8"Привет, мир. Это проверка кодировки документа, который написан по-русски.");
    row("ISO-8859-5",
        "\xBF\xE0\xD8\xD2\xD5\xE2, \xDC\xD8\xE0. \xCD\xE2\xDE \xDF\xE0\xDE\xD2\xD5\xE0\xDA\xD0 \xDA\xDE\xD4\xD8\xE0\xDE\xD2"
        "\xDA\xD8 \xD4\xDE\xDA\xE3\xDC\xD5\xDD\xE2\xD0, \xDA\xDE\xE2\xDE\xE0\xEB\xD9 \xDD\xD0\xDF\xD8\xE1\xD0\xDD \xDF\xDE-"
        "\xE0\xE3\xE1\xE1\xDA\xD8.",
        u8"Привет, мир. Это проверка кодировки документа, который написан по-русски.");
    row("IBM866",
        "\x8F\xE0\xA8\xA2\xA5\xE2, \xAC\xA8\xE0. \x9D\xE2\xAE \xAF\xE0\xAE\xA2\xA5\xE0\xAA\xA0 \xAA\xAE\xA4\xA8\xE0\xAE\xA2"
        "\xAA\xA8 \xA4\xAE\xAA\xE3\xAC\xA5\xAD\xE2\xA0, \xAA\xAE\xE2\xAE\xE0\xEB\xA9 \xAD\xA0\xAF\xA8\xE1\xA0\xAD \xAF\xAE-"
        "\xE0\xE3\xE1\xE1\xAA\xA8.",
        u8"Привет, мир. Это проверка кодировки документа, который написан по-русски.");
    row("windows-1253",
        "\xCA\xE1\xEB\xE7\xEC\xDD\xF1\xE1 \xEA\xFC\xF3\xEC\xE5. \xC1\xF5\xF4\xFC \xE5\xDF\xED\xE1\xE9 \xDD\xED\xE1 \xEA\xE5"
        "\xDF\xEC\xE5\xED\xEF \xF3\xF4\xE1 \xE5\xEB\xEB\xE7\xED\xE9\xEA\xDC.",
        u8"Καλημέρα κόσμε. Αυτό είναι ένα κείμενο στα ελληνικά.");
    row("windows-1255",
        "\xF9\xEC\xE5\xED \xF2\xE5\xEC\xED. \xE6\xE4\xE5 \xEE\xF1\xEE\xEA \xF9\xF0\xEB\xFA\xE1 \xE1\xF2\xE1\xF8\xE9\xFA.",
        u8"שלום עולם. זהו מסמך שנכתב בעברית.");
    row("windows-1256",
        "\xE3\xD1\xCD\xC8\xC7 \xC8\xC7\xE1\xDA\xC7\xE1\xE3. \xE5\xD0\xC7 \xE4\xD5 \xE3\xDF\xCA\xE6\xC8 \xC8\xC7\xE1\xE1\xDB"
        "\xC9 \xC7\xE1\xDA\xD1\xC8\xED\xC9.",
        u8"مرحبا بالعالم. هذا نص مكتوب باللغة العربية.");
    row("Shift_JIS",
        "\x8C\xE1\x94y\x82\xCD\x94L\x82\xC5\x82\xA0\x82\xE9\x81" "B\x96\xBC\x91O\x82\xCD\x82\xDC\x82\xBE\x96\xB3\x82\xA2"
        "\x81" "B\x82\xC7\x82\xB1\x82\xC5\x90\xB6\x82\xEA\x82\xBD\x82\xA9\x93\xDA\x82\xC6\x8C\xA9\x93\x96\x82\xAA\x82\xC2\x82"
        "\xA9\x82\xCA\x81" "B",
        u8"吾輩は猫である。名前はまだ無い。どこで生れたか頓と見当がつかぬ。");
    row("EUC-JP",
        "\xB8\xE3\xC7\xDA\xA4\xCF\xC7\xAD\xA4\xC7\xA4\xA2\xA4\xEB\xA1\xA3\xCC\xBE\xC1\xB0\xA4\xCF\xA4\xDE\xA4\xC0\xCC\xB5\xA4"
        "\xA4\xA1\xA3\xA4\xC9\xA4\xB3\xA4\xC7\xC0\xB8\xA4\xEC\xA4\xBF\xA4\xAB\xC6\xDC\xA4\xC8\xB8\xAB\xC5\xF6\xA4\xAC\xA4\xC4"
        "\xA4\xAB\xA4\xCC\xA1\xA3",
        u8"吾輩は猫である。名前はまだ無い。どこで生れたか頓と見当がつかぬ。");
    row("ISO-2022-JP", "\x1B" "$B8cGZ$OG-$G$\"$k!#L>A0$O$^$@L5$$!#\x1B" "(B", u8"吾輩は猫である。名前はまだ無い。");
    row("EUC-KR",
        "\xBE\xC8\xB3\xE7\xC7\xCF\xBC\xBC\xBF\xE4. \xC0\xCC \xB9\xAE\xBC\xAD\xB4\xC2 \xC7\xD1\xB1\xB9\xBE\xEE\xB7\xCE \xBE"
        "\xB2\xBF\xA9 \xC0\xD6\xBD\xC0\xB4\xCF\xB4\xD9.",
        u8"안녕하세요. 이 문서는 한국어로 쓰여 있습니다.");
    row("GB18030",
        "\xCE\xD2\xCA\xC7\xD2\xBB\xB8\xF6\xD6\xD0\xB9\xFA\xC8\xCB\xA1\xA3\xBD\xF1\xCC\xEC\xCC\xEC\xC6\xF8\xBA\xDC\xBA\xC3\xA3"
        "\xAC\xCE\xD2\xC3\xC7\xC8\xA5\xB9\xAB\xD4\xB0\xCD\xE6\xB0\xC9\xA1\xA3",
        u8"我是一个中国人。今天天气很好，我们去公园玩吧。");
    row("Big5",
        "\xA7\xDA\xACO\xA4@\xAD\xD3\xBE\xC7\xA5\xCD\xA1" "C\xA4\xB5\xA4\xD1\xA4\xD1\xAE\xF0\xAB\xDC\xA6n\xA1" "A\xA7\xDA\xAD"
        "\xCC\xA5h\xA4\xBD\xB6\xE9\xAA\xB1\xA7" "a\xA1" "C",
        u8"我是一個學生。今天天氣很好，我們去公園玩吧。");
}

void TextReaderTest::encodingsThatNobodyNamesAreGuessed()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, text);
    checkGuess(bytes, text, QTest::currentDataTag());
}

void TextReaderTest::latinEncodingsAreToldByTheirLanguage_data()
{
    QTest::addColumn<std::string>("encoding");
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("text");
    const auto row = [](const char* language, const char* encoding, const char* bytes, const char8_t* text) {
        QTest::addRow("%s, %s", language, encoding) << std::string(encoding) << std::string(bytes)
                                                    << std::string(reinterpret_cast<const char*>(text));
    };
    row("Polish", "windows-1250",
        "Wieczorem usiad\xB3 przy oknie i czeka\xB3, a\xBF ksi\xEA\xBFyc wzejdzie nad \xB3\xB9k\xB9. Gdyby kto\x9C"
        " go zapyta\xB3, odpowiedzia\xB3" "by, \xBF" "e ju\xBF si\xEA niczego nie boi.",
        u8"Wieczorem usiadł przy oknie i czekał, aż księżyc wzejdzie nad łąką. Gdyby ktoś go "
        u8"zapytał, odpowiedziałby, że już się niczego nie boi.");
    row("Polish", "ISO-8859-2",
        "Wieczorem usiad\xB3 przy oknie i czeka\xB3, a\xBF ksi\xEA\xBFyc wzejdzie nad \xB3\xB1k\xB1. Gdyby kto\xB6"
        " go zapyta\xB3, odpowiedzia\xB3" "by, \xBF" "e ju\xBF si\xEA niczego nie boi.",
        u8"Wieczorem usiadł przy oknie i czekał, aż księżyc wzejdzie nad łąką. Gdyby ktoś go "
        u8"zapytał, odpowiedziałby, że już się niczego nie boi.");
    row("Czech", "windows-1250",
        "Ve\xE8" "er usedl k oknu a \xE8" "ekal, a\x9E m\xECs\xED" "c vyjde nad loukou. Kdyby se ho n\xECkdo zep"
        "tal, \xF8" "ekl by, \x9E" "e u\x9E se ni\xE8" "eho neboj\xED a \x9E" "e p\xF8\xED\x9At\xED den bude lep"
        "\x9A\xED.",
        u8"Večer usedl k oknu a čekal, až měsíc vyjde nad loukou. Kdyby se ho někdo zeptal, "
        u8"řekl by, že už se ničeho nebojí a že příští den bude lepší.");
    row("Czech", "ISO-8859-2",
        "Ve\xE8" "er usedl k oknu a \xE8" "ekal, a\xBE m\xECs\xED" "c vyjde nad loukou. Kdyby se ho n\xECkdo zep"
        "tal, \xF8" "ekl by, \xBE" "e u\xBE se ni\xE8" "eho neboj\xED a \xBE" "e p\xF8\xED\xB9t\xED den bude lep"
        "\xB9\xED.",
        u8"Večer usedl k oknu a čekal, až měsíc vyjde nad loukou. Kdyby se ho někdo zeptal, "
        u8"řekl by, že už se ničeho nebojí a že příští den bude lepší.");
    row("Slovak", "windows-1250",
        "Ve\xE8" "er si sadol k oknu a \xE8" "akal, k\xFDm mesiac vyjde nad l\xFAkou. Keby sa ho niekto op\xFDta"
        "l, povedal by, \x9E" "e sa u\x9E ni\xE8oho neboj\xED a \x9E" "e \xEF" "al\x9A\xED de\xF2 bude lep\x9A\xED"
        ".",
        u8"Večer si sadol k oknu a čakal, kým mesiac vyjde nad lúkou. Keby sa ho niekto opýtal, "
        u8"povedal by, že sa už ničoho nebojí a že ďalší deň bude lepší.");
    row("Hungarian", "windows-1250",
        "Este le\xFClt az ablakhoz, \xE9s v\xE1rta, hogy a hold felj\xF6jj\xF6n a r\xE9t f\xF6l\xE9. Ha valaki m"
        "egk\xE9rdezte volna, azt felelte volna, hogy m\xE1r semmit\xF5l sem f\xE9l, \xE9s el\xF5" "bb-ut\xF3" "b"
        "b gy\xF5z.",
        u8"Este leült az ablakhoz, és várta, hogy a hold feljöjjön a rét fölé. Ha valaki megkérdezte "
        u8"volna, azt felelte volna, hogy már semmitől sem fél, és előbb-utóbb győz.");
    row("Croatian", "windows-1250",
        "Nave\xE8" "er je sjeo uz prozor i \xE8" "ekao da mjesec iza\xF0" "e nad livadu. Da ga je tko pitao, rek"
        "ao bi da se ve\xE6 ni\xE8" "ega ne boji i da \xE6" "e sutra biti ljep\x9Ai dan, jo\x9A vi\x9A" "e.",
        u8"Navečer je sjeo uz prozor i čekao da mjesec izađe nad livadu. Da ga je tko pitao, rekao bi "
        u8"da se već ničega ne boji i da će sutra biti ljepši dan, još više.");
    row("Croatian", "ISO-8859-2",
        "Nave\xE8" "er je sjeo uz prozor i \xE8" "ekao da mjesec iza\xF0" "e nad livadu. Da ga je tko pitao, rek"
        "ao bi da se ve\xE6 ni\xE8" "ega ne boji i da \xE6" "e sutra biti ljep\xB9i dan, jo\xB9 vi\xB9" "e.",
        u8"Navečer je sjeo uz prozor i čekao da mjesec izađe nad livadu. Da ga je tko pitao, rekao bi "
        u8"da se već ničega ne boji i da će sutra biti ljepši dan, još više.");
    row("Romanian", "windows-1250",
        "Seara s-a a\xBA" "ezat la fereastr\xE3 \xBAi a a\xBAteptat ca luna s\xE3 r\xE3sar\xE3 peste c\xE2mpie. "
        "Dac\xE3 l-ar fi \xEEntrebat cineva, ar fi spus c\xE3 nu se mai teme de nimic \xBAi c\xE3 via\xFE" "a e "
        "frumoas\xE3.",
        u8"Seara s-a aşezat la fereastră şi a aşteptat ca luna să răsară peste câmpie. Dacă l-ar fi întrebat "
        u8"cineva, ar fi spus că nu se mai teme de nimic şi că viaţa e frumoasă.");
    row("Turkish", "windows-1254",
        "Ak\xFE" "am pencerenin \xF6n\xFCne oturdu ve ay\xFDn \xE7" "ay\xFDr\xFDn \xFCst\xFCne do\xF0mas\xFDn\xFD"
        " bekledi. Biri sorsayd\xFD, art\xFDk hi\xE7" "bir \xFE" "eyden korkmad\xFD\xF0\xFDn\xFD s\xF6ylerdi.",
        u8"Akşam pencerenin önüne oturdu ve ayın çayırın üstüne doğmasını bekledi. Biri "
        u8"sorsaydı, artık hiçbir şeyden korkmadığını söylerdi.");
}

void TextReaderTest::latinEncodingsAreToldByTheirLanguage()
{
    QFETCH(std::string, encoding);
    QFETCH(std::string, bytes);
    QFETCH(std::string, text);
    checkGuess(bytes, text, encoding);
}

// Accents stand alone: nothing of another script is seen in them.
void TextReaderTest::westernTextStaysWestern_data()
{
    QTest::addColumn<std::string>("bytes");
    QTest::newRow("French") << std::string("D\xE9j\xE0 l'\xE9t\xE9 o\xF9 le gar\xE7on \xE2g\xE9 na\xEEt, \xAB tr\xE8s bien \xBB.");
    QTest::newRow("German") << std::string("Gr\xF6\xDF" "e, \xDC" "berma\xDF, M\xE4nner, F\xFC\xDF" "e, \xC4rger, "
        "sch\xF6n, M\xFChe, n\xE4her.");
    QTest::newRow("Spanish") << std::string("\xBFQu\xE9 pas\xF3, se\xF1or? \xA1Nada! El ni\xF1o comi\xF3 ma\xF1" "ana y qued\xF3 as\xED.");
    QTest::newRow("Portuguese") << std::string("\xC0 tarde sentou-se \xE0 janela e esperou que a lua aparecesse. N\xE3o h\xE1 ningu\xE9m aqui, s\xE3o s"
        "\xF3 ilus\xF5" "es; a can\xE7\xE3o e o cora\xE7\xE3o tamb\xE9m.");
    QTest::newRow("Swedish") << std::string("P\xE5 kv\xE4llen satte han sig vid f\xF6nstret och v\xE4ntade p\xE5 m\xE5nen. Hade n\xE5gon fr\xE5gat, "
        "s\xE5 hade han sagt att han inte \xE4r r\xE4" "dd l\xE4ngre.");
    QTest::newRow("Danish") << std::string("Om aftenen satte han sig ved vinduet og s\xE5 ud p\xE5 engen. Havde nogen spurgt, s\xE5 havde han svare"
        "t, at han ikke l\xE6ngere var bange p\xE5 \xF8" "en i s\xF8" "en, hvor \xE5" "en l\xF8" "ber.");
    QTest::newRow("Finnish") << std::string("Illalla h\xE4n istui ikkunan \xE4\xE4reen ja odotti, ett\xE4 kuu nousisi niityn ylle. H\xE4n ei en\xE4\xE4"
        " pel\xE4nnyt mit\xE4\xE4n, eik\xE4 sit\xE4 pit\xE4nyt pel\xE4t\xE4k\xE4\xE4n.");
    QTest::newRow("Icelandic") << std::string("Um kv\xF6ldi\xF0 settist hann vi\xF0 gluggann og bei\xF0 \xFE" "ess a\xF0 tungli\xF0 k\xE6mi upp yfir e"
        "ngi\xF0. Hann var ekki hr\xE6" "ddur vi\xF0 neitt lengur, \xFE" "a\xF0 s\xF6g\xF0u \xFE" "eir.");
    QTest::newRow("Italian") << std::string("La sera si sedette alla finestra perch\xE9 la luna \xE8 pi\xF9 bella cos\xEC. Gi\xE0, per\xF2 chiss\xE0"
        " se verr\xE0: la citt\xE0 \xE8 l\xE0, la verit\xE0 di pi\xF9.");
    QTest::newRow("Spanish, long") << std::string("\xBFQui\xE9n llam\xF3? Nadie respondi\xF3. El se\xF1or sali\xF3 despu\xE9s, cruz\xF3 el jard\xEDn y sub"
        "i\xF3 la monta\xF1" "a; all\xED se qued\xF3 mirando el r\xEDo, m\xE1s all\xE1 del camino, y as\xED acab"
        "\xF3 la ma\xF1" "ana.");
    QTest::newRow("Catalan") << std::string("Al vespre s'assegu\xE9 a la finestra i esper\xE0 que la lluna sort\xEDs. Si alg\xFA li hagu\xE9s pregun"
        "tat, hauria dit que aix\xF2 ja no li feia por: tamb\xE9 \xE9s aix\xED, per\xF2 m\xE9s b\xE9.");
    QTest::newRow("typographic") << std::string("\x93Quoted\x94 \x96 and it\x92s \x85 \x93more\x94 \x97 done\x85 \x80" "5.");
    QTest::newRow("one word") << std::string("caf\xE9");
}

void TextReaderTest::westernTextStaysWestern()
{
    QFETCH(std::string, bytes);
    const auto read = readWith(readText, bytes);
    QVERIFY(read.has_value() && read->warnings.size() == 1);
    QVERIFY2(read->warnings[0].find("Windows-1252") != std::string::npos, read->warnings[0].c_str());
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
