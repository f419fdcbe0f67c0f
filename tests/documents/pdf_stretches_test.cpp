// White within lines, on pages and pictures made up here.
#include "core/documents/pdf/pdf_stretches.h"
#include "tests/documents/page_builder.h"

#include <QPainter>
#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr double kSize = 10 / 0.91; // of type whose boxes are 10 points high: with letters that reach up and down

// A page whose rows are one box each, as of a program that moves within a line; ink where the words are.
struct Drawn
{
    PdfPage page;
    std::vector<QRectF> ink; // points

    void row(const QStringList& words, const std::vector<double>& lefts, double y)
    {
        page.text += (page.text.isEmpty() ? QString() : QStringLiteral("\r\n")) + words.join(u' ');
        QRectF line;
        for (qsizetype i = 0; i < words.size(); ++i) {
            ink.emplace_back(lefts[std::size_t(i)], y, 0.5 * kSize * double(words[i].size()), 10);
            line |= ink.back();
        }
        page.boxes.push_back(line);
    }

    QImage picture(double scale) const
    {
        QImage image(int(612 * scale), int(792 * scale), QImage::Format_ARGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.scale(scale, scale);
        for (const QRectF& box : ink) {
            painter.fillRect(box, Qt::black);
            for (double x = box.left() + 1; box.height() == 10 && x + 3 < box.right(); x += 4) // letters are mostly white
                painter.fillRect(QRectF(x, box.top(), 3, 10), Qt::white);
        }
        return image;
    }

    QStringList stretches(int* pictures = nullptr, int* gaps = nullptr, double asked = 0)
    {
        page.width = 612;
        page.height = 792;
        std::vector<PdfPage> pages{page};
        findStretches(pages, {[&](std::size_t, double scale) {
                                  if (pictures)
                                      ++*pictures;
                                  return picture(scale);
                              },
                              [&](std::size_t, qsizetype, qsizetype right) {
                                  if (gaps)
                                      ++*gaps;
                                  return double(right) == asked ? 5.0 : 0.1;
                              }});
        QStringList found;
        for (const PdfStretch& one : pages.front().stretches)
            found << (one.near ? QStringLiteral("~") : QString()) + page.text.mid(one.begin, one.end - one.begin);
        page = pages.front();
        return found;
    }
};

Drawn table()
{
    Drawn drawn;
    drawn.row({QStringLiteral("pages"), QStringLiteral("grey"), QStringLiteral("shaded")}, {72, 200, 300}, 100);
    drawn.row({QStringLiteral("up"), QStringLiteral("to"), QStringLiteral("nonage"), QStringLiteral("006"), QStringLiteral("090")},
              {72, 86, 100, 200, 300}, 120);
    drawn.row({QStringLiteral("from"), QStringLiteral("then"), QStringLiteral("up"), QStringLiteral("005"), QStringLiteral("080")},
              {72, 98, 124, 200, 300}, 140);
    return drawn;
}

} // namespace

class PdfStretchesTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wideGapsInOneBoxAreFound();
    void uprightRulesAreNoInk();
    void levelRulesAreTold();
    void boxesThatBeginCloseBehindOthersAreTold();
    void aPageOfProseIsNotDrawn();
    void aTurnedPageHasNone();
    void whereWidthsLeaveDoubtGapsAreAskedFor();
};

void PdfStretchesTest::wideGapsInOneBoxAreFound()
{
    Drawn drawn = table();
    int gaps = 0;
    QCOMPARE(drawn.stretches(nullptr, &gaps), (QStringList{QStringLiteral("pages"), QStringLiteral("grey"), QStringLiteral("shaded"),
                                                           QStringLiteral("up to nonage"), QStringLiteral("006"), QStringLiteral("090"),
                                                           QStringLiteral("from then up"), QStringLiteral("005"), QStringLiteral("080")}));
    QCOMPARE(gaps, 0);
    QVERIFY(std::abs(drawn.page.stretches[1].box.left() - 200) < 1);
}

void PdfStretchesTest::uprightRulesAreNoInk()
{
    Drawn drawn = table();
    for (const double x : {68.0, 196.0, 296.0})
        drawn.ink.emplace_back(x, 90, 0.6, 80);
    QCOMPARE(drawn.stretches().size(), 9);
    QVERIFY(std::abs(drawn.page.stretches[1].box.left() - 200) < 1);
}

void PdfStretchesTest::levelRulesAreTold()
{
    Drawn drawn = table();
    drawn.ink.emplace_back(72, 115, 260, 0.8);
    drawn.ink.emplace_back(72, 400, 260, 30); // no rule: a picture
    drawn.stretches();
    QCOMPARE(drawn.page.rules.size(), std::size_t(1));
    QVERIFY(std::abs(drawn.page.rules[0].center().y() - 115.4) < 1.5);
}

void PdfStretchesTest::boxesThatBeginCloseBehindOthersAreTold()
{
    Drawn drawn = table();
    drawn.page.text += QStringLiteral("\r\nlong kind of cell next");
    for (const auto& [left, characters] : std::vector<std::pair<double, double>>{{72, 17}, {169, 4}}) {
        drawn.ink.emplace_back(left, 160, 0.5 * kSize * characters, 10);
        drawn.page.boxes.push_back(drawn.ink.back());
    }
    QCOMPARE(drawn.stretches().mid(9), (QStringList{QStringLiteral("long kind of cell"), QStringLiteral("~next")}));
}

void PdfStretchesTest::aPageOfProseIsNotDrawn()
{
    Drawn drawn;
    drawn.page = PageBuilder(QStringLiteral("1")).lines({kFull, kNext, kFull, kNext, kFull, kNext}).page();
    int pictures = 0;
    QCOMPARE(drawn.stretches(&pictures), QStringList());
    QCOMPARE(pictures, 0);
}

void PdfStretchesTest::aTurnedPageHasNone()
{
    Drawn drawn = table();
    for (QRectF& box : drawn.ink)
        box = QRectF(box.top() + 300, box.left(), box.height(), box.width());
    QCOMPARE(drawn.stretches(), QStringList());
}

void PdfStretchesTest::whereWidthsLeaveDoubtGapsAreAskedFor()
{
    Drawn drawn = table();
    drawn.page.text += QStringLiteral("\r\nnonagenary i done");
    drawn.ink.emplace_back(72, 160, 0.5 * kSize * 10.2, 10);
    drawn.ink.emplace_back(200, 160, 0.5 * kSize * 4.6, 10);
    drawn.page.boxes.push_back(QRectF(QPointF(72, 160), drawn.ink.back().bottomRight()));
    int gaps = 0;
    const auto at = double(drawn.page.text.lastIndexOf(u"done"));
    QCOMPARE(drawn.stretches(nullptr, &gaps, at).mid(9), (QStringList{QStringLiteral("nonagenary i"), QStringLiteral("done")}));
    QVERIFY(gaps > 0);
}

QTEST_GUILESS_MAIN(PdfStretchesTest)
#include "pdf_stretches_test.moc"
