// The import result as bytes: what is written comes back, and nothing else is believed.
#include "core/documents/client/canonical_codec.h"

#include <QRandomGenerator>
#include <QTest>

#include <cstring>
#include <exception>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

using namespace cairn;

namespace
{

CanonicalText sample()
{
    CanonicalText text;
    text.format = DocumentFormat::Pdf;
    text.title = "Title";
    text.author = "Author";
    text.text = "Heading\n\nSome t\xC3\xA9xt here.\n\nMore.";
    text.units = {{"i", {0, 9}}, {"ii", {9, 27}}, {"iii", {27, 32}}};
    text.runs = {{{0, 7}, 0, 4, 7, true},
                 {{9, 15}, 1, 0, 6, true},
                 {{15, 17}, 1, 6, 2, false},
                 {{17, 25}, 1, 8, 8, true},
                 {{27, 32}, 2, 0, 5, true}};
    text.paragraphs = {{{0, 7}, ParagraphKind::Heading, 1}, {{9, 25}, ParagraphKind::Text, 0}, {{27, 32}, ParagraphKind::Text, 0}};
    text.outline = {{"Heading", 1, 0}, {"More", 2, 27}};
    text.warnings = {"Page iv holds no text."};
    return text;
}

// Of address space.
std::uint64_t usedBytes()
{
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * std::uint64_t(sysconf(_SC_PAGESIZE));
}

bool same(const CanonicalText& a, const CanonicalText& b)
{
    return encodeCanonicalText(a) == encodeCanonicalText(b);
}

} // namespace

class CanonicalCodecTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void whatIsWrittenComesBack();
    void formatsAreKnown();
    void brokenPromisesAreRefused_data();
    void brokenPromisesAreRefused();
    void everyTruncationIsRefused();
    void countsAreCheckedBeforeAnythingIsReserved();
    void mutationsAreRefusedOrKeepTheirPromises();
};

void CanonicalCodecTest::whatIsWrittenComesBack()
{
    const auto decoded = decodeCanonicalText(encodeCanonicalText(sample()));
    QVERIFY2(decoded, decoded ? "" : decoded.error().message.c_str());
    QCOMPARE(decoded->text, sample().text);
    QCOMPARE(decoded->runs.size(), sample().runs.size());
    QCOMPARE(decoded->warnings, sample().warnings);
    QVERIFY(same(*decoded, sample()));
}

void CanonicalCodecTest::formatsAreKnown()
{
    CanonicalText text = sample();
    text.format = DocumentFormat::Odt;
    const auto decoded = decodeCanonicalText(encodeCanonicalText(text));
    QVERIFY(decoded && decoded->format == DocumentFormat::Odt);
    text.format = DocumentFormat(int(kLastDocumentFormat) + 1);
    QVERIFY(!decodeCanonicalText(encodeCanonicalText(text)));
}

void CanonicalCodecTest::brokenPromisesAreRefused_data()
{
    QTest::addColumn<int>("rule");
    const char* rules[] = {"gap between units",  "units end early",  "unit inside a character",  "run outside its unit", "runs overlap",
                           "run without a unit", "source goes back", "paragraph behind the end", "outline goes back",    "text with NUL",
                           "text not UTF-8",     "empty run",        "units go back in runs"};
    for (int i = 0; i < int(std::size(rules)); ++i)
        QTest::newRow(rules[i]) << i;
}

void CanonicalCodecTest::brokenPromisesAreRefused()
{
    QFETCH(int, rule);
    CanonicalText text = sample();
    switch (rule) {
    case 0:
        text.units[1].text.begin = 10;
        break;
    case 1:
        text.units[2].text.end = 31;
        break;
    case 2:
        text.units[0].text.end = text.units[1].text.begin = 16;
        break;
    case 3:
        text.runs[0].unit = 1;
        break;
    case 4:
        text.runs[2].canonical.begin = 14;
        break;
    case 5:
        text.runs[4].unit = 3;
        break;
    case 6:
        text.runs[3].sourceBegin = 7;
        break;
    case 7:
        text.paragraphs[2].text.end = 33;
        break;
    case 8:
        text.outline[0].begin = 28;
        break;
    case 9:
        text.text[3] = '\0';
        break;
    case 10:
        text.text[15] = 'x';
        break;
    case 11:
        text.runs[4].canonical.end = 27;
        break;
    default:
        text.runs[4].unit = 0;
        break;
    }
    const auto decoded = decodeCanonicalText(encodeCanonicalText(text));
    QVERIFY(!decoded);
    QCOMPARE(decoded.error().code, ErrorCode::Corruption);
}

void CanonicalCodecTest::everyTruncationIsRefused()
{
    const auto bytes = encodeCanonicalText(sample());
    for (std::size_t n = 0; n < bytes.size(); ++n)
        QVERIFY2(!decodeCanonicalText(std::span(bytes).first(n)), qPrintable(QString::number(n)));
}

void CanonicalCodecTest::countsAreCheckedBeforeAnythingIsReserved()
{
    CanonicalText text;
    text.units = {{"", {0, 0}}};
    const auto bytes = encodeCanonicalText(text);
    int refused = 0;
    for (std::size_t at = 16; at + 8 <= bytes.size(); ++at) { // every place a count or a length can stand
        auto hostile = bytes;
        // The smallest is 1 GB of the smallest entries, which would be taken; the others would throw.
        for (std::uint64_t count : {std::uint64_t(1) << 25, std::uint64_t(1) << 40, ~std::uint64_t(0), std::uint64_t(1) << 63}) {
            std::memcpy(hostile.data() + at, &count, sizeof count);
            rlimit before{}, few{};
            getrlimit(RLIMIT_AS, &before);
            few = {usedBytes() + (std::uint64_t(64) << 20), before.rlim_max};
            QCOMPARE(setrlimit(RLIMIT_AS, &few), 0);
            bool threw = false, good = false;
            try {
                good = bool(decodeCanonicalText(hostile));
            } catch (const std::exception&) {
                threw = true;
            }
            setrlimit(RLIMIT_AS, &before);
            QVERIFY2(!threw, qPrintable(QStringLiteral("%1 at byte %2").arg(count).arg(at)));
            refused += good ? 0 : 1;
        }
    }
    QVERIFY(refused >= int(bytes.size() - 16 - 7) * 4 - 1); // but for a number that may be any
}

void CanonicalCodecTest::mutationsAreRefusedOrKeepTheirPromises()
{
    QRandomGenerator random(20261);
    const auto bytes = encodeCanonicalText(sample());
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        auto mutant = bytes;
        const int changes = 1 + int(random.bounded(4));
        for (int c = 0; c < changes; ++c)
            mutant[random.bounded(quint32(mutant.size()))] = std::byte(random.bounded(256));
        const auto decoded = decodeCanonicalText(mutant);
        refused += decoded ? 0 : 1;
        if (decoded)
            QVERIFY(checkCanonicalText(*decoded));
    }
    QVERIFY(refused > 10'000); // a check that lets most through checks nothing
}

QTEST_GUILESS_MAIN(CanonicalCodecTest)
#include "canonical_codec_test.moc"
