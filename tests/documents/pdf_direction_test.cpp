// Right-to-left lines in the order they are read. Each row: the line as it is read, and as PDFium gives it from what is drawn.
#include "core/documents/pdf/pdf_direction.h"
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;

class PdfDirectionTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void linesAreReadInOrder_data();
    void linesAreReadInOrder();
    void everyUnitKeepsItsPlace();
    void stretchesInEachOtherAreOne();
    void bracketsAreWhatMostOfThemSay();
    void otherLinesStayAsTheyAre();
};

// Hebrew letters stand for words: "\u05D0\u05D1" is one.
void PdfDirectionTest::linesAreReadInOrder_data()
{
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("read");
    QTest::addColumn<bool>("toLeft");
    const QString more = QStringLiteral(" \u05D6\u05D7 \u05D8\u05D9 \u05DB\u05DC \u05DE\u05E0"); // so many that PDFium turns the line
    const auto row = [&](const char* name, const QString& given, const QString& read) {
        QTest::newRow(name) << QString(given + more) << QString(read + more) << true;
    };
    const QString a = QStringLiteral("\u05D0\u05D1"), b = QStringLiteral("\u05D2\u05D3"), c = QStringLiteral("\u05D4\u05D5");
    row("words", a + u' ' + b, a + u' ' + b);
    row("number", a + QStringLiteral(" 75.250,1 ") + b, a + QStringLiteral(" 1,250.75 ") + b);
    row("date", a + QStringLiteral(" 2021/03/12 ") + b, a + QStringLiteral(" 12/03/2021 ") + b);
    row("two numbers", a + QStringLiteral(" 12 ,30 ") + b, a + QStringLiteral(" 12, 30 ") + b);
    row("percent", a + QStringLiteral(" %10 ") + b, a + QStringLiteral(" 10% ") + b);
    QTest::newRow("Arabic percent") << QStringLiteral("\u0627\u0644 10 %\u0627\u0644") << QStringLiteral("\u0627\u0644 10% \u0627\u0644")
                                    << true;
    row("Latin words", a + QStringLiteral(" Ltd Acme ") + b, a + QStringLiteral(" Acme Ltd ") + b);
    row("Latin words and a number", a + QStringLiteral(" 12 Linux/GNU Debian ") + b, a + QStringLiteral(" Debian GNU/Linux 12 ") + b);
    row("address", a + QStringLiteral(" org.example.www ") + b, a + QStringLiteral(" www.example.org ") + b);
    QTest::newRow("address, mostly Latin") << QString(u'.' + a + QStringLiteral(" https://www.example.org"))
                                           << QString(QStringLiteral("https://www.example.org ") + a + u'.') << true;
    row("full stop behind Latin", a + QStringLiteral(" Acme. ") + b, a + QStringLiteral(" Acme .") + b);
    QTest::newRow("words in a Latin line") << QString(QStringLiteral("one ") + b + u' ' + a + QStringLiteral(" two three"))
                                           << QString(QStringLiteral("one ") + a + u' ' + b + QStringLiteral(" two three")) << false;
    row("bracket behind a Latin word", a + QStringLiteral(" amd64) 64 ") + b + QStringLiteral(") ") + c,
        a + QStringLiteral(" amd64 (64 ") + b + QStringLiteral(") ") + c);
}

void PdfDirectionTest::linesAreReadInOrder()
{
    QFETCH(QString, given);
    QFETCH(QString, read);
    QFETCH(bool, toLeft);
    const OrderedLine line = orderedLine(given, toLeft, BracketSigns::Drawn);
    QCOMPARE(line.text, read);
    std::vector<qsizetype> from = line.from;
    std::sort(from.begin(), from.end());
    for (qsizetype i = 0; i < given.size(); ++i)
        QCOMPARE(from[std::size_t(i)], i);
}

// The map says where each number and bracket stands; words that did not move are as exact as ever.
void PdfDirectionTest::everyUnitKeepsItsPlace()
{
    const QString raw = QStringLiteral("\u05D0\u05D1 75.250,1 \u05D2\u05D3 \u05D4\u05D5\u05D6 12 \u05D7\u05D8");
    std::vector<PdfPage> pages{test::PageBuilder(QStringLiteral("1")).line(raw, 100).page()};
    orderLines(pages);
    QCOMPARE(pages[0].moved, (std::vector<std::pair<qsizetype, qsizetype>>{{3, 11}}));
    const CanonicalText text = layOutPdf(test::sourceOf(pages));
    QCOMPARE(text.text, QStringLiteral("\u05D0\u05D1 1,250.75 \u05D2\u05D3 \u05D4\u05D5\u05D6 12 \u05D7\u05D8").toStdString());
    QCOMPARE(test::mapViolation(text, {raw}), QString());
    QCOMPARE(text.runs.size(), std::size_t(3));
    QCOMPARE(text.runs[1].sourceBegin, std::uint64_t(3));
    QCOMPARE(text.runs[1].sourceLength, std::uint64_t(8));
    QVERIFY(!text.runs[1].verbatim && text.runs[0].verbatim && text.runs[2].verbatim);
}

// What moved before, within a stretch that moves.
void PdfDirectionTest::stretchesInEachOtherAreOne()
{
    std::vector<PdfPage> pages{
        test::PageBuilder(QStringLiteral("1")).line(QStringLiteral("one \u05D2\u05D3 \u05D0\u05D1 two three"), 100).page()};
    pages[0].moved = {{7, 9}};
    orderLines(pages);
    QCOMPARE(pages[0].text, QStringLiteral("one \u05D0\u05D1 \u05D2\u05D3 two three"));
    QCOMPARE(pages[0].moved, (std::vector<std::pair<qsizetype, qsizetype>>{{4, 9}}));
}

// Some programs store the sign that is drawn, others the one that is meant; PDFium turns round those that stand behind a word.
void PdfDirectionTest::bracketsAreWhatMostOfThemSay()
{
    const QString read = QStringLiteral("(\u05D0\u05D1 1, \u05D2\u05D3 2), \u05D4\u05D5");
    for (const QString& raw : {QStringLiteral("(\u05D0\u05D1 1 ,\u05D2\u05D3 2 ,(\u05D4\u05D5"),
                               QStringLiteral(")\u05D0\u05D1 1 ,\u05D2\u05D3 2 ,)\u05D4\u05D5")}) {
        std::vector<PdfPage> pages{test::PageBuilder(QStringLiteral("1")).line(raw, 100).page()};
        orderLines(pages);
        QCOMPARE(pages[0].text, read);
    }
}

void PdfDirectionTest::otherLinesStayAsTheyAre()
{
    const QString latin = QStringLiteral("Words (of 1,250.75) that run to the right");
    const QString pointed = QStringLiteral("\u05D1\u05B0\u05BC\u05E8\u05B5 75.2,1"), plain = QStringLiteral("\u05D0 2,1 \u05D1");
    std::vector<PdfPage> pages{test::PageBuilder(QStringLiteral("1")).lines({latin, pointed, plain}).page()};
    orderLines(pages);
    QCOMPARE(pages[0].text, latin + QStringLiteral("\r\n") + pointed + QStringLiteral("\r\n\u05D0 1,2 \u05D1"));
    QCOMPARE(pages[0].moved.size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(PdfDirectionTest)
#include "pdf_direction_test.moc"
