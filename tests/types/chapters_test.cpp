#include "core/types/chapters.h"

#include <QtTest>

using namespace cairn;

class ChaptersTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void paragraphsAreCountedInTheirChapter();
    void aTitleIsNoSectionOfItsText_data();
    void aTitleIsNoSectionOfItsText();
};

// Ten bytes each: title, text, chapter, text, text, chapter, text.
void ChaptersTest::paragraphsAreCountedInTheirChapter()
{
    CanonicalText document;
    document.text = std::string(70, 'x');
    document.outline = {{"Title", 1, 0}, {"One", 2, 20}, {"Two", 2, 50}};
    for (std::uint64_t begin = 0; begin < 70; begin += 10) {
        const bool isHeading = begin == 0 || begin % 30 == 20;
        document.paragraphs.push_back({{begin, begin + 9}, isHeading ? ParagraphKind::Heading : ParagraphKind::Text, 0});
    }
    QCOMPARE(chapterHeadings(document).size(), std::size_t(2));
    QVERIFY(!chapterAt(document, 15));
    QCOMPARE(chapterAt(document, 45)->text, std::string("One"));
    QCOMPARE(paragraphNumber(document, 15), std::size_t(1));
    QCOMPARE(paragraphNumber(document, 25), std::size_t(1));   // on the heading
    QCOMPARE(paragraphNumber(document, 45), std::size_t(2));
    QCOMPARE(paragraphNumber(document, 69), std::size_t(1));
    QCOMPARE(paragraphNumber({}, 0), std::size_t(1));
}

void ChaptersTest::aTitleIsNoSectionOfItsText_data()
{
    QTest::addColumn<QByteArray>("section");
    QTest::addColumn<QByteArray>("below");
    QTest::newRow("title alone") << QByteArray("On whales") << QByteArray();
    QTest::newRow("below the title") << QByteArray("On whales > Songs > Calls") << QByteArray("Songs > Calls");
    QTest::newRow("another heading") << QByteArray("On whales and ships") << QByteArray("On whales and ships");
    QTest::newRow("not at the beginning") << QByteArray("Sea > On whales") << QByteArray("Sea > On whales");
    QTest::newRow("none") << QByteArray() << QByteArray();
}

void ChaptersTest::aTitleIsNoSectionOfItsText()
{
    QFETCH(QByteArray, section);
    QFETCH(QByteArray, below);
    QCOMPARE(QByteArray::fromStdString(sectionBelow("On whales", section.toStdString())), below);
    QCOMPARE(QByteArray::fromStdString(sectionBelow({}, section.toStdString())), section);
}

QTEST_GUILESS_MAIN(ChaptersTest)
#include "chapters_test.moc"
