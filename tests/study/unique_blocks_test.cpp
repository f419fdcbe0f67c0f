// Unique blocks per layer and window against plain loops; needle cells.
#include "made_run.h"

#include "tests/support/patience.h"
#include "ui/study/needle_grid.h"
#include "ui/study/unique_blocks_charts.h"
#include "ui/study/unique_blocks_view.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include <set>

using namespace cairn;

namespace
{

std::uint32_t naiveUnique(const Trace& trace, std::uint32_t layer, std::uint32_t begin, std::uint32_t end)
{
    std::set<std::uint32_t> blocks;
    for (std::uint32_t t = begin; t < end; ++t) {
        for (std::uint32_t h = 0; h < trace.heads; ++h) {
            for (std::uint32_t i = 0; i < trace.k; ++i)
                blocks.insert(trace.blocks[trace.place(t, layer, h) + i]);
        }
    }
    blocks.erase(0);   // the sink is hidden
    return std::uint32_t(blocks.size());
}

struct Shown
{
    SelectionHub hub;
    RunPtr run = madeRun();
    UniqueBlocksView view{&hub};

    Shown()
    {
        view.resize(508, 700);
        view.show();
        hub.setRun(run);
        test::settle(40);
    }
};

NeedleResult needle(double depth, std::uint32_t blocks, NeedleOutcome outcome, std::uint32_t rank, const char* run = "")
{
    NeedleResult result;
    result.depth = depth;
    result.blocks = blocks;
    result.outcome = outcome;
    result.rank = rank;
    result.run = QLatin1String(run);
    return result;
}

}  // namespace

class UniqueBlocksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    // In large letters the caption goes on in a second line: it does not reach the edges.
    void theCaptionIsWholeInLargeLetters()
    {
        const QFont usual = QApplication::font();
        QFont large = usual;
        large.setPixelSize(26);
        QApplication::setFont(large);
        LayerBars bars;
        bars.setCounts({3, 4, 5}, {9, 9, 9});
        bars.resize(400, 400);
        const QImage image = bars.grab().toImage();
        const QRgb ground = image.pixel(399, 399);
        for (int y = 400 - QFontMetrics(large).height() / 2; y < 400; ++y) {
            for (const int x : {88, 89, 90, 382, 383})   // the plot's edges
                QCOMPARE(image.pixel(x, y), ground);
        }
        QApplication::setFont(usual);
    }

    void countsAreThoseOfTheTrace()
    {
        Shown shown;
        const Trace& trace = shown.run->answer.trace;
        QCOMPARE(shown.view.perLayer().size(), std::size_t(trace.layers));
        for (std::uint32_t layer = 0; layer < trace.layers; ++layer)
            QCOMPARE(shown.view.perLayer()[layer], naiveUnique(trace, layer, 0, trace.tokens));
    }

    void noLayerPassesItsBound()
    {
        Shown shown;
        shown.hub.change([](Selection& selection) { selection.tokens = std::vector<IndexRange>{{2, 4}}; });
        test::settle(40);
        for (std::size_t layer = 0; layer < shown.view.perLayer().size(); ++layer) {
            QCOMPARE(shown.view.bounds()[layer], std::min(40u, 2u * 3u * 3u));
            QVERIFY(shown.view.perLayer()[layer] <= shown.view.bounds()[layer]);
        }
    }

    void histogramHoldsEveryWindowOfEveryLayerOnce()
    {
        Shown shown;
        shown.view.setWindow(4);
        const Trace& trace = shown.run->answer.trace;
        std::map<std::uint32_t, std::uint32_t> expected;
        for (std::uint32_t begin = 0; begin < trace.tokens; begin += 4) {
            for (std::uint32_t layer = 0; layer < trace.layers; ++layer)
                ++expected[naiveUnique(trace, layer, begin, std::min(trace.tokens, begin + 4))];
        }
        for (const CountBin& bin : shown.view.histogram()->bins()) {
            std::uint32_t windows = 0;
            for (std::uint32_t count = bin.from; count <= bin.to; ++count)
                windows += expected.count(count) ? expected[count] : 0;
            QCOMPARE(bin.windows, windows);
        }
    }

    void layersWithoutAChosenHeadAreNotCounted()
    {
        Shown shown;
        const Trace& trace = shown.run->answer.trace;
        shown.hub.change([](Selection& selection) { selection.heads.heads = std::vector<Head>{{0, 1}, {0, 2}}; });
        shown.view.setWindow(4);
        const auto counted = [&] {
            std::uint32_t windows = 0;
            for (const CountBin& bin : shown.view.histogram()->bins())
                windows += bin.windows;
            return windows;
        };
        QTRY_COMPARE(counted(), (trace.tokens + 3) / 4);   // those of layer 0 alone
        QCOMPARE(shown.view.bounds()[1], 0u);
    }

    void aClickedLayerIsLockedAndCountedApart()
    {
        Shown shown;
        const int y = shown.view.bars()->height() / 2;
        const auto layer = shown.view.bars()->layerAt({100, y});
        QVERIFY(layer.has_value());
        QTest::mouseClick(shown.view.bars(), Qt::LeftButton, {}, {100, y});
        QCOMPARE(*shown.hub.selection().lock->layer, *layer);
        test::settle(40);
        std::uint32_t windows = 0;
        for (const CountBin& bin : shown.view.histogram()->bins())
            windows += bin.ofChosen;
        QCOMPARE(windows, (shown.run->answer.trace.tokens + 7) / 8);
    }

    void needleCellsCountTheirQuestions()
    {
        NeedleView view;
        view.resize(500, 400);
        view.setResults(QStringLiteral("made up"),
                        {needle(0.5, 100, NeedleOutcome::Answered, 1, "good"), needle(0.5, 100, NeedleOutcome::NotRetrieved, 9, "bad"),
                                                    needle(0.0, 200, NeedleOutcome::RetrievedNotUsed, 3)});
        const auto& cells = view.grid()->cells();
        QCOMPARE(cells.size(), std::size_t(4));   // two depths x two lengths
        const NeedleCell& mixed = cells[2];
        QCOMPARE(mixed.questions, 2);
        QCOMPARE(mixed.answered, 1);
        QCOMPARE(mixed.notRetrieved, 1);
        QCOMPARE(mixed.meanRank, 5.0);
        QCOMPARE(mixed.run, QStringLiteral("bad"));   // the one to look at
        QCOMPARE(cells[0].questions, 0);
        view.show();
        QSignalSpy open(&view, &NeedleView::openRun);
        QTest::mouseClick(view.grid(), Qt::LeftButton, {}, view.grid()->cellRect(2).center().toPoint());
        QTest::mouseClick(view.grid(), Qt::LeftButton, {}, view.grid()->cellRect(1).center().toPoint());   // kept no run
        QCOMPARE(open.count(), 1);
        QCOMPARE(open[0][0].toString(), QStringLiteral("bad"));
    }
};

QTEST_MAIN(UniqueBlocksTest)
#include "unique_blocks_test.moc"
