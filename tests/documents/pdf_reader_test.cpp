// PDFs through Qt PDF to canonical text, in this process; the files are written here.
#include "core/documents/pdf/pdf_reader.h"
#include "core/documents/pdf/pdf_source.h"
#include "tests/documents/map_check.h"
#include "tests/documents/pdf_file.h"

#include <QBuffer>
#include <QPdfDocument>
#include <QPdfSelection>
#include <QRandomGenerator>
#include <QTest>

using namespace cairn;
using test::PdfFile;

namespace
{

Result<CanonicalText> read(QByteArray bytes, const ReadOptions& options = {}, const ProgressFn& progress = {})
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    return readPdf(buffer, options, progress);
}

std::vector<QString> pageTexts(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QPdfDocument document;
    document.load(&buffer);
    std::vector<QString> texts;
    for (int i = 0; i < document.pageCount(); ++i)
        texts.push_back(document.getAllText(i).text());
    return texts;
}

} // namespace

class PdfReaderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void tablesHaveRowsOfCells();
    void titleLabelsAndOutlineAreRead();
    void everyCharacterKeepsItsPlaceInTheFile();
    void notEqualIsOneCharacter();
    void progressNamesEveryPage();
    void aPasswordIsAskedForAndOpensTheFile();
    void aScanIsRefusedWithItsPages();
    void aScanOfTwoLinesIsOne();
    void aShortTextIsNoScan();
    void emptyPagesAreNamed();
    void skippedPagesAreEmptyAndNamed();
    void aPageThatCrashedIsNotCalledSlow();
    void titleFallsBackToTheFileName();
    void lamAndAlefOfOneSignAreInOrder();
    void ligaturesWithSwappedBytesAreLetters();
    void accentsDrawnByThemselvesAreOnTheirLetters();
    void wordsOfAnOcrLayerStandApart();
    void textTypedIntoFieldsIsMissed();
    void everyTruncationEndsWell();
    void mutationsEndWell();
};

void PdfReaderTest::titleLabelsAndOutlineAreRead()
{
    test::PdfFileOptions options;
    options.title = "A Voyage";
    options.outline = true;
    options.labels = "0<</S/r>>2<</S/D>>";
    const auto text = read(PdfFile::make(test::samplePages(4), options));
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(text->title, std::string("A Voyage"));
    QCOMPARE(text->format, DocumentFormat::Pdf);
    QCOMPARE(text->units.size(), std::size_t(4));
    QCOMPARE(text->units[1].label, std::string("ii"));
    QCOMPARE(text->units[2].label, std::string("1"));
    QCOMPARE(text->outline.size(), std::size_t(4));
    QCOMPARE(text->outline[2].text, std::string("Chapter 3"));
    QCOMPARE(text->outline[2].begin, text->units[2].text.begin);
    QCOMPARE(text->paragraphs.front().kind, ParagraphKind::Heading);
}

void PdfReaderTest::everyCharacterKeepsItsPlaceInTheFile()
{
    const QByteArray file = PdfFile::make(test::samplePages(5));
    const auto text = read(file);
    QVERIFY(text);
    QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
    QVERIFY(text->text.find("Line 3 of page 4 tells of ships, caf\xC3\xA9s") != std::string::npos);
    for (int i = 0; i < 5; ++i) {
        const std::string needle = "Line 5 of page " + std::to_string(i + 1);
        const std::size_t at = text->text.find(needle);
        QVERIFY(at != std::string::npos);
        QVERIFY(at >= text->units[std::size_t(i)].text.begin && at < text->units[std::size_t(i)].text.end);
    }
}

// Told by the places of the two characters: a six before an equals sign stays what it is.
void PdfReaderTest::notEqualIsOneCharacter()
{
    const std::vector<PdfFile::Lines> pages{{"Whenever rd 6=x0 holds, and 7=7 or 6>5 as well, the word is written to it.",
                                             "Whenever it doesn't, nothing at all is written, since a=b and b=a then."}};
    for (const bool strokes : {true, false}) {
        test::PdfFileOptions options;
        options.strokes = strokes;
        const QByteArray file = PdfFile::make(pages, options);
        const auto text = read(file);
        QVERIFY(text);
        QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
        const std::string written = std::string(strokes ? "rd \xE2\x89\xA0" : "rd 6=") + "x0 holds, and 7=7 or 6>5";
        QVERIFY(text->text.find(written) != std::string::npos);
    }
}

void PdfReaderTest::progressNamesEveryPage()
{
    std::vector<std::uint32_t> seen;
    QVERIFY(read(PdfFile::make(test::samplePages(3)), {}, [&](std::uint32_t current, std::uint32_t total) {
        seen.push_back(current);
        QCOMPARE(total, 3u);
    }));
    QCOMPARE(seen, (std::vector<std::uint32_t>{0, 1, 2, 3, 3})); // the last ones: laying out
}

void PdfReaderTest::aPasswordIsAskedForAndOpensTheFile()
{
    test::PdfFileOptions options;
    options.userPassword = "foo";
    const QByteArray file = PdfFile::make(test::samplePages(3), options);
    const auto without = read(file);
    QVERIFY(!without);
    QCOMPARE(without.error().code, ErrorCode::PasswordRequired);
    ReadOptions wrong;
    wrong.password = "bar";
    const auto refused = read(file, wrong);
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::PasswordRequired);
    QVERIFY(refused.error().message != without.error().message);
    ReadOptions right;
    right.password = "foo";
    const auto text = read(file, right);
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QVERIFY(text->text.find("Line 5 of page 2") != std::string::npos);
    QVERIFY2(read(PdfFile::make(test::samplePages(3)), right), "a password for a file without one must not close it");
}

void PdfReaderTest::aScanIsRefusedWithItsPages()
{
    test::PdfFileOptions options;
    options.picture = true;
    const auto text = read(PdfFile::make({{"12"}, {}, {""}}, options));
    QVERIFY(!text);
    QCOMPARE(text.error().code, ErrorCode::Unsupported);
    QVERIFY(text.error().message.starts_with("This PDF holds pictures of pages, not text."));
    QVERIFY(text.error().message.find("pages 1 to 3") != std::string::npos);
}

void PdfReaderTest::aScanOfTwoLinesIsOne()
{
    test::PdfFileOptions options;
    options.shapes = true;
    const auto letter = read(PdfFile::make({{}, {}}, options));
    QVERIFY(!letter && letter.error().message.starts_with("This PDF holds pictures of pages, not text."));
    QVERIFY(read(PdfFile::make({{"Hello, world"}, {}}, options)));   // a short text with drawings is one
    const auto empty = read(PdfFile::make({{}, {}}));
    QVERIFY(!empty && empty.error().message.starts_with("This PDF holds no text"));
}

void PdfReaderTest::aShortTextIsNoScan()
{
    const auto text = read(PdfFile::make({{"Hello, world"}}));
    QVERIFY2(text, text ? "" : text.error().message.c_str());
    QCOMPARE(text->text, std::string("Hello, world"));
}

void PdfReaderTest::emptyPagesAreNamed()
{
    auto pages = test::samplePages(4);
    pages[1].clear();
    pages[3].clear();
    const auto text = read(PdfFile::make(pages));
    QVERIFY(text);
    QCOMPARE(text->warnings, (std::vector<std::string>{"Pages 2 and 4 hold no text."}));
    QVERIFY(!read(PdfFile::make({{}, {}})));
}

void PdfReaderTest::skippedPagesAreEmptyAndNamed()
{
    ReadOptions options;
    options.skipPages = {1};
    const auto text = read(PdfFile::make(test::samplePages(3)), options);
    QVERIFY(text);
    QCOMPARE(text->units[1].text.size(), std::uint64_t(0));
    QCOMPARE(text->warnings, (std::vector<std::string>{"Page 2 took too long to read and was left out."}));
    QVERIFY(text->text.find("of page 2") == std::string::npos);
    QVERIFY(text->text.find("of page 3") != std::string::npos);
}

void PdfReaderTest::aPageThatCrashedIsNotCalledSlow()
{
    ReadOptions options;
    options.skipPages = {0, 1, 2};
    options.crashedPages = {1};
    const auto text = read(PdfFile::make(test::samplePages(4)), options);
    QVERIFY(text);
    QCOMPARE(text->warnings, (std::vector<std::string>{"Page 2 made the import worker crash and was left out.",
                                                       "Pages 1 and 3 took too long to read and were left out."}));
    options.skipPages = options.crashedPages = {0};
    const auto none = read(PdfFile::make(test::samplePages(1)), options);
    QVERIFY(!none);
    QVERIFY(none.error().message.find("made the import worker crash") != std::string::npos);
}

void PdfReaderTest::titleFallsBackToTheFileName()
{
    ReadOptions options;
    options.fileName = "Report 7.pdf";
    const auto text = read(PdfFile::make({{"All lines of this page have one size and none looks like a title of it."}}), options);
    QVERIFY(text);
    QCOMPARE(text->title, std::string("Report 7"));
}

// "r l w d" from left to right: one sign for lam and alef, or the article's two.
void PdfReaderTest::lamAndAlefOfOneSignAreInOrder()
{
    test::PdfFileOptions options;
    options.toUnicode = "<72><0631><77><0648><64><062F><6C><06440627><61><0627><6D><0644><67><0647064406440627>";
    const QByteArray file = PdfFile::make({{"rlwd dmardmar rlwd g"}}, options);
    const auto text = read(file);
    QVERIFY(text);
    const QString dollar = QStringLiteral("\u062F\u0648\u0644\u0627\u0631");
    const QString article = QStringLiteral("\u0631\u0627\u0644\u062F\u0631\u0627\u0644\u062F");
    const QString name = QStringLiteral("\u0627\u0644\u0644\u0647"); // a sign of four letters
    QCOMPARE(QString::fromStdString(text->text), name + u' ' + dollar + u' ' + article + u' ' + dollar);
    QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
}

// A font's table of letters has them as "66006900".
void PdfReaderTest::ligaturesWithSwappedBytesAreLetters()
{
    test::PdfFileOptions options;
    options.toUnicode = "<23><66006900><24><660066006900>";
    const QByteArray file = PdfFile::make({{"Green#eld keeps an o$ce on the third #oor"}}, options);
    const auto text = read(file);
    QVERIFY(text);
    QCOMPARE(text->text, std::string("Greenfield keeps an office on the third fioor"));
    QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
}

void PdfReaderTest::accentsDrawnByThemselvesAreOnTheirLetters()
{
    test::PdfFileOptions options;
    options.more = "BT /F1 11 Tf 1 0 0 1 121.5 720 Tm <A8> Tj 1 0 0 1 300 500 Tm <A8> Tj ET"; // over the "u", and over nothing
    const QByteArray file = PdfFile::make({{"Das Amt fur Statistik hat viele Leute im Haus.", "Es steht am Fluss."}}, options);
    const auto text = read(file);
    QVERIFY(text);
    QVERIFY2(text->text.starts_with("Das Amt f\u00FCr Statistik hat viele Leute im Haus.\n"), text->text.c_str());
    QVERIFY(text->text.ends_with("\u00A8"));
    QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
}

// Each word is drawn by itself, and wider than the one of the scan below it.
void PdfReaderTest::wordsOfAnOcrLayerStandApart()
{
    const QByteArrayList lines{"The committee met on the fourth of June in the hall of the old",
                               "harbour where the members had gathered to discuss",
                               "the fee and the moorings for the coming year and more."};
    for (const auto& sizes : {std::vector<double>{9, 11}, std::vector<double>{15, 15}}) { // some overlap, or all do
        test::PdfFileOptions options;
        options.more = "BT 3 Tr ";
        double x = 72, y = 600;
        for (int i = 0; i < 2 * int(lines.size()); ++i) {
            const QByteArray line = lines[i % lines.size()];
            options.more += "/F1 " + QByteArray::number(sizes[std::size_t(i / lines.size())]) + " Tf ";
            for (const QByteArray& word : line.split(' ')) {
                options.more += "1 0 0 1 " + QByteArray::number(x) + ' ' + QByteArray::number(y) + " Tm <" + word.toHex() + "> Tj ";
                x += 5.6 * double(word.size()) + 3;
            }
            x = 72;
            y -= 16;
        }
        options.more += "ET";
        const QByteArray file = PdfFile::make({{}}, options);
        const auto text = read(file);
        QVERIFY(text);
        std::string words = text->text;
        std::replace(words.begin(), words.end(), '\n', ' ');
        QCOMPARE(QString::fromStdString(words).simplified(), QString::fromLatin1(lines.join(' ') + ' ' + lines.join(' ')));
        QCOMPARE(test::mapViolation(*text, pageTexts(file)), QString());
    }
}

void PdfReaderTest::textTypedIntoFieldsIsMissed()
{
    const std::vector<std::string> remark{"Text typed into fields or onto pages can't be read and was left out."};
    test::PdfFileOptions options;
    for (const char* typed : {"", "Ann Walker"}) {
        options.field = typed;
        const auto text = read(PdfFile::make(test::samplePages(2), options));
        QVERIFY(text);
        QCOMPARE(text->warnings, *typed ? remark : std::vector<std::string>());
    }
}

void PdfReaderTest::everyTruncationEndsWell()
{
    const QByteArray file = PdfFile::make(test::samplePages(2));
    int refused = 0;
    for (qsizetype n = 0; n < file.size(); n += 97) {
        const auto text = read(file.left(n));
        if (!text)
            ++refused;
        else
            QVERIFY(checkCanonicalText(*text));
    }
    QVERIFY(refused > 0);
}

void PdfReaderTest::mutationsEndWell()
{
    QRandomGenerator random(41);
    const QByteArray file = PdfFile::make(test::samplePages(3));
    for (int i = 0; i < 300; ++i) {
        QByteArray mutant = file;
        for (quint32 c = 0; c <= random.bounded(8u); ++c)
            mutant[qsizetype(random.bounded(quint32(mutant.size())))] = char(random.bounded(256));
        const auto text = read(mutant);
        if (text)
            QVERIFY(checkCanonicalText(*text));
        else
            QVERIFY(text.error().message.ends_with(')') || text.error().message.ends_with('.'));
    }
}

void PdfReaderTest::tablesHaveRowsOfCells()
{
    QBuffer buffer;
    buffer.setData(PdfFile::make({{"Prices of copies of all kinds, with every tax, from the first of May on.", "", "Size\t0001\t0002",
                                   "1000\t0.08\t0.45", "2000\t0.16\t0.90", "3000\t0.20\t1.10"}}));
    QVERIFY(buffer.open(QIODevice::ReadOnly));
    const auto text = readPdf(buffer, {}, {});
    QVERIFY(text);
    QVERIFY2(text->text.find("Size | 0001 | 0002\n1000 | 0.08 | 0.45\n2000 | 0.16 | 0.90") != std::string::npos, text->text.c_str());
}

QTEST_GUILESS_MAIN(PdfReaderTest)
#include "pdf_reader_test.moc"
