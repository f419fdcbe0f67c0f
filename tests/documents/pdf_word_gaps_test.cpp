// Spaces inside words and missing ones, mended by the room between letters. No PDF: the rooms are made up.
#include "core/documents/pdf/pdf_layout.h"
#include "core/documents/pdf/pdf_word_gaps.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using test::PageBuilder;

class PdfWordGapsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void spacesWithoutRoomGo();
    void roomWithoutSpacesIsOne();
    void lettersThatAllStandApartAreOneWord();
    void onlyDoubtfulWordsAreLookedAt();
};

namespace
{

// Lines laid out with the same room between all letters but those at the places.
QString mended(const QStringList& lines, double usual, const QList<qsizetype>& places, double room)
{
    std::vector<PdfPage> pages{PageBuilder(QStringLiteral("1")).lines(lines).page()};
    const QString raw = pages[0].text;
    mendWordGaps(pages, [&](std::size_t, qsizetype, qsizetype right) { return places.contains(right) ? room : usual; });
    const CanonicalText text = layOutPdf(test::sourceOf(pages));
    [&] { QCOMPARE(test::mapViolation(text, {raw}), QString()); }();
    return QString::fromStdString(text.text).replace(u'\n', u' ');
}

const QString kWords = QStringLiteral("over over over thousand thousand thousand moors moors moors");

} // namespace

void PdfWordGapsTest::spacesWithoutRoomGo()
{
    const QString words = QStringLiteral("a negative one, and a neg ative one of a mo or");
    QCOMPARE(mended({words}, 0.5, {26}, 0.05), QStringLiteral("a negative one, and a negative one of a mo or"));
    QCOMPARE(mended({words}, 0.5, {}, 0), words); // a space with room stays
}

void PdfWordGapsTest::roomWithoutSpacesIsOne()
{
    const qsizetype at = kWords.size() + 2; // of the second line
    const QString joined = QStringLiteral("overathousand overamoors overmoors");
    QCOMPARE(mended({kWords, joined}, 0.05, {at + 4, at + 5, at + 18, at + 29}, 0.6),
             kWords + QStringLiteral(" over a thousand overamoors overmoors"));
    QCOMPARE(mended({kWords, joined}, 0.05, {}, 0), kWords + u' ' + joined);
}

void PdfWordGapsTest::lettersThatAllStandApartAreOneWord()
{
    QCOMPARE(mended({kWords, QStringLiteral("overamoors")}, 0.6, {}, 0), kWords + QStringLiteral(" overamoors"));
}

void PdfWordGapsTest::onlyDoubtfulWordsAreLookedAt()
{
    const QString words = QStringLiteral("Words of every day in to into it to day \u5B89\u5B9Astable");
    std::vector<PdfPage> pages{PageBuilder(QStringLiteral("1")).lines({kWords, words}).page()};
    int looks = 0;
    mendWordGaps(pages, [&](std::size_t, qsizetype, qsizetype) { return ++looks, 0.0; });
    QCOMPARE(looks, 0);
}

QTEST_GUILESS_MAIN(PdfWordGapsTest)
#include "pdf_word_gaps_test.moc"
