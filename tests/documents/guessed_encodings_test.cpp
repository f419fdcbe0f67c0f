// Plain text whose encoding nobody names: guessed by its letters and its language.
#include "core/documents/text/text_reader.h"
#include "tests/documents/readings.h"

#include <QTest>

using namespace cairn;
using test::readWith;

namespace
{

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

class GuessedEncodingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void encodingsThatNobodyNamesAreGuessed_data();
    void encodingsThatNobodyNamesAreGuessed();
    void latinEncodingsAreToldByTheirLanguage_data();
    void latinEncodingsAreToldByTheirLanguage();
    void westernTextStaysWestern_data();
    void westernTextStaysWestern();
};

// Bytes by another library than the one that reads them.
void GuessedEncodingsTest::encodingsThatNobodyNamesAreGuessed_data()
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

void GuessedEncodingsTest::encodingsThatNobodyNamesAreGuessed()
{
    QFETCH(std::string, bytes);
    QFETCH(std::string, text);
    checkGuess(bytes, text, QTest::currentDataTag());
}

void GuessedEncodingsTest::latinEncodingsAreToldByTheirLanguage_data()
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

void GuessedEncodingsTest::latinEncodingsAreToldByTheirLanguage()
{
    QFETCH(std::string, encoding);
    QFETCH(std::string, bytes);
    QFETCH(std::string, text);
    checkGuess(bytes, text, encoding);
}

// Accents stand alone: nothing of another script is seen in them.
void GuessedEncodingsTest::westernTextStaysWestern_data()
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

void GuessedEncodingsTest::westernTextStaysWestern()
{
    QFETCH(std::string, bytes);
    const auto read = readWith(readText, bytes);
    QVERIFY(read.has_value() && read->warnings.size() == 1);
    QVERIFY2(read->warnings[0].find("Windows-1252") != std::string::npos, read->warnings[0].c_str());
}

QTEST_APPLESS_MAIN(GuessedEncodingsTest)
#include "guessed_encodings_test.moc"
