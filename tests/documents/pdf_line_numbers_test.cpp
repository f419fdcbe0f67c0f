// Manuscripts whose lines are counted in the margin, and tables whose rows are. No PDF, no font.
#include "core/documents/pdf/pdf_layout.h"
#include "tests/documents/map_check.h"
#include "tests/documents/page_builder.h"

#include <QTest>

using namespace cairn;
using test::kAdvance;
using test::kCharacter;
using test::kHeight;
using test::kLeft;
using test::kTop;
using test::PageBuilder;

class PdfLineNumbersTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersInTheMarginAreNoText();
    void numbersOfRowsStay();
};

namespace
{

// Lines with a number before them, in a box of its own.
PdfPage numbered(const QStringList& lines, int first, double gap)
{
    PdfPage page = PageBuilder(QString::number(first)).page();
    double y = kTop;
    for (const QString& line : lines) {
        const QString number = QString::number(first++);
        page.text += (page.text.isEmpty() ? QString() : QStringLiteral("\r\n")) + number + (line.isEmpty() ? QString() : u' ' + line);
        page.boxes.push_back(QRectF(kLeft - gap - 3 * double(number.size()), y + 4, 3 * double(number.size()), 5));
        if (!line.isEmpty())
            page.boxes.push_back(QRectF(kLeft, y, kCharacter * double(line.size()), kHeight));
        y += kAdvance;
    }
    return page;
}

const QStringList kWords = {QStringLiteral("A line that reaches from one edge of its column to the other one, so"),
                            QStringLiteral("that the next one goes on in the same paragraph without a break in it")};

} // namespace

void PdfLineNumbersTest::numbersInTheMarginAreNoText()
{
    QStringList lines;
    for (int i = 0; i < 12; ++i)
        lines += kWords[i % 2];
    lines[11] += QStringLiteral(".");
    lines += QString(); // a number alone, as beside a formula
    const std::vector<PdfPage> pages{numbered(lines, 1, 15), numbered(lines, 14, 15)};
    const CanonicalText text = layOutPdf(test::sourceOf(pages));
    QCOMPARE(test::mapViolation(text, {pages[0].text, pages[1].text}), QString());
    QCOMPARE(text.paragraphs.size(), std::size_t(2));
    QVERIFY2(text.text.starts_with((kWords[0] + u' ' + kWords[1] + u' ' + kWords[0]).toStdString()), text.text.c_str());
    QVERIFY(std::none_of(text.text.begin(), text.text.end(), [](char c) { return c >= '0' && c <= '9'; }));
}

void PdfLineNumbersTest::numbersOfRowsStay()
{
    QStringList rows;
    for (int i = 0; i < 30; ++i)
        rows += QStringLiteral("Walker, Ann of the %1 moors").arg(QChar(u'A' + i % 26));
    QVERIFY(layOutPdf(test::sourceOf({numbered(rows, 1, 15)})).text.find("17 Walker") != std::string::npos);
}

QTEST_GUILESS_MAIN(PdfLineNumbersTest)
#include "pdf_line_numbers_test.moc"
