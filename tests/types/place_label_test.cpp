#include "core/types/page_of_part.h"
#include "core/types/place_label.h"

#include <QtTest>

using namespace cairn;

class PlaceLabelTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void thePageIsThatOfTheCharacter();
    void formatsWithoutPagesNameNone();
    void partsOfABookCarryItsPages();
    void aPageGoesOnInTheNextPart();
    void theSectionIsThePathOfHeadings_data();
    void theSectionIsThePathOfHeadings();
};

static CanonicalText paged()
{
    CanonicalText document;
    document.format = DocumentFormat::Pdf;
    document.text = std::string(30, 'x');
    document.units = {{"i", {0, 10}}, {"1", {10, 20}}, {"2", {20, 30}}};
    document.outline = {{"Part I", 1, 5}, {"Chapter 1", 2, 8}, {"Notes", 3, 12}, {"Chapter 2", 2, 15}, {"Part II", 1, 25}};
    return document;
}

void PlaceLabelTest::thePageIsThatOfTheCharacter()
{
    const CanonicalText document = paged();
    QCOMPARE(pageLabel(document, 0), std::string("i"));
    QCOMPARE(pageLabel(document, 9), std::string("i"));
    QCOMPARE(pageLabel(document, 10), std::string("1"));
    QCOMPARE(pageLabel(document, 29), std::string("2"));
}

void PlaceLabelTest::formatsWithoutPagesNameNone()
{
    CanonicalText document = paged();
    document.format = DocumentFormat::Epub;
    QCOMPARE(pageLabel(document, 10), std::string());
}

void PlaceLabelTest::partsOfABookCarryItsPages()
{
    CanonicalText document = paged();
    document.format = DocumentFormat::Epub;
    document.units = {{"a#b.xhtml", {0, 10}}, {partWithPage("a#b.xhtml", "xii"), {10, 20}}, {"c.xhtml#page=#page=3", {20, 30}}};
    QCOMPARE(pageLabel(document, 9), std::string());
    QCOMPARE(pageLabel(document, 10), std::string("xii"));
    QCOMPARE(pageLabel(document, 29), std::string("3"));
    QCOMPARE(labelledPages(document).size(), std::size_t(2));
    document.format = DocumentFormat::Docx;
    QCOMPARE(pageLabel(document, 10), std::string());
    QVERIFY(labelledPages(document).empty());
}

void PlaceLabelTest::aPageGoesOnInTheNextPart()
{
    CanonicalText document = paged();
    document.format = DocumentFormat::Epub;
    document.units = {{partWithPage("a", "3"), {0, 10}}, {partWithPage("b", "3"), {10, 20}}, {partWithPage("b", "4"), {20, 30}}};
    const auto pages = labelledPages(document);
    QCOMPARE(pages.size(), std::size_t(2));
    QVERIFY(pages[0].label == "3" && pages[0].text.begin == 0 && pages[0].text.end == 20);
    document.format = DocumentFormat::Pdf;
    for (SourceUnit& unit : document.units)
        unit.label = "3";
    QCOMPARE(labelledPages(document).size(), std::size_t(3));   // sheets are never put together
}

void PlaceLabelTest::theSectionIsThePathOfHeadings_data()
{
    QTest::addColumn<int>("offset");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("before all") << 0 << QByteArray("");
    QTest::newRow("on the heading") << 5 << QByteArray("Part I");
    QTest::newRow("two levels") << 9 << QByteArray("Part I > Chapter 1");
    QTest::newRow("three levels") << 14 << QByteArray("Part I > Chapter 1 > Notes");
    QTest::newRow("back up") << 15 << QByteArray("Part I > Chapter 2");
    QTest::newRow("next part") << 29 << QByteArray("Part II");
}

void PlaceLabelTest::theSectionIsThePathOfHeadings()
{
    QFETCH(int, offset);
    QFETCH(QByteArray, path);
    QCOMPARE(QByteArray::fromStdString(sectionPath(paged(), static_cast<std::uint64_t>(offset))), path);
}

QTEST_GUILESS_MAIN(PlaceLabelTest)
#include "place_label_test.moc"
