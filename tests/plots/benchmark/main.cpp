// cairn-plot-benchmark: the budgets of the views measured (experience.md 8), median processor time of one thread of 15 runs, on a made-up
// trace of T 200, L 32, H 32, k 5 over 16,000 blocks. Run on the offscreen platform: QT_QPA_PLATFORM=offscreen cairn-plot-benchmark [WORDS]
// WORDS: only the lines that contain them.
#include "tests/plots/benchmark/all_views.h"
#include "tests/support/trace_samples.h"
#include "ui/heatmap_view.h"
#include "ui/pictures/heatmap_raster.h"
#include "ui/plots/block_plot.h"
#include "ui/study/head_grid_raster.h"
#include "ui/text_doc_view.h"

#include <QApplication>
#include <QMouseEvent>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <thread>
#include <vector>

using namespace cairn;

namespace
{

constexpr int kRuns = 15;

double threadMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

bool g_within = true;     // every figure within three times its budget
const char* g_only = "";  // lines that contain it

bool isWanted(const char* name) { return std::strstr(name, g_only) != nullptr; }

std::vector<double> timesOf(const std::function<void()>& work)
{
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i) {
        const double begin = threadMs();
        work();
        times.push_back(threadMs() - begin);
    }
    return times;
}

enum class On { Window, Worker };   // a thread of its own, as in the program

void measure(const char* name, double budget, const std::function<void()>& work, On thread = On::Window)
{
    if (!isWanted(name))
        return;
    std::vector<double> times;
    if (thread == On::Window)
        times = timesOf(work);
    else
        std::thread([&] { times = timesOf(work); }).join();
    std::sort(times.begin(), times.end());
    const double median = times[kRuns / 2];
    g_within &= median <= 3 * budget;
    std::printf("%-52s%-8s budget %5.1f ms  median %6.2f ms  least %6.2f ms%s\n", name, thread == On::Window ? "" : "worker", budget,
                median, times.front(), median <= budget ? "" : "  OVER");
}

TraceFilter words(std::uint32_t begin, std::uint32_t end)
{
    TraceFilter filter;
    filter.hidden = {0};
    filter.tokens = std::vector<IndexRange>{{begin, end}};
    return filter;
}

void measureQueries(const Trace& trace)
{
    const auto matrix = [&](std::uint32_t end, TraceAxis axis) {
        blockMatrix(trace, words(0, end), {axis, TraceMetric::Gate, TraceAggregate::Max, {}});
    };
    measure("cells of 1 token, layers x blocks", 1, [&] { matrix(1, TraceAxis::Layers); });
    measure("cells of 40 tokens, layers x blocks", 4, [&] { matrix(40, TraceAxis::Layers); });
    measure("cells of 40 tokens, heads x blocks", 4, [&] { matrix(40, TraceAxis::Heads); });
    measure("cells of 200 tokens, layers x blocks", 11, [&] { matrix(200, TraceAxis::Layers); }, On::Worker);
    measure("cells of 200 tokens, heads x blocks", 11, [&] { matrix(200, TraceAxis::Heads); }, On::Worker);
    measure("cells of 200 tokens, tokens x blocks", 11, [&] { matrix(200, TraceAxis::Tokens); }, On::Worker);
    measure("block totals of 200 tokens", 1, [&] { blockTotals(trace, words(0, 200)); });
    measure("unique blocks per layer", 3, [&] { uniqueBlocks(trace, words(0, 200)); }, On::Worker);
    measure("figures of 1,024 heads", 33, [&] { headStatistics(trace, words(0, 200), {0}); }, On::Worker);
}

void measureRaster(const Trace& trace)
{
    const SparseMatrix heads = blockMatrix(trace, words(0, 200), {TraceAxis::Heads, TraceMetric::Gate, TraceAggregate::Max, {}});
    HeatmapStyle style;
    style.high = automaticHigh(heads.values);
    const auto levels = heatmapLevels(heads, style, {});
    const HeatmapWindow whole{0, double(heads.rows), 0, double(heads.columns)};
    std::printf("1,024 rows x 16,000 blocks, %zu cells\n", heads.blocks.size());
    measure("raster 1600 x 1024, all", 6, [&] { heatmapImage(heads, levels, whole, {1600, 1024}, style); });
    measure("raster 1600 x 256, 256 rows", 2, [&] { heatmapImage(heads, levels, {0, 256, 0, whole.columns}, {1600, 256}, style); });
    measure("raster 3770 x 2120, all", 33, [&] { heatmapImage(heads, levels, whole, {3770, 2120}, style); });
    measure("raster 1600 x 1024, zoomed to 500 blocks", 6, [&] {
        heatmapImage(heads, levels, {0, whole.rows, 5'000, 500}, {1600, 1024}, style);
    });
    measure("levels after a changed scale", 8, [&] { heatmapLevels(heads, style, {}); });
}

void measureHover(const Trace& trace)
{
    HeatmapData data;
    data.cells = std::make_shared<const SparseMatrix>(
        blockMatrix(trace, words(0, 200), {TraceAxis::Heads, TraceMetric::Gate, TraceAggregate::Max, {}}));
    data.rowName = QStringLiteral("head");
    data.columnName = QStringLiteral("block");
    data.profile = true;
    HeatmapView view;
    view.resize(3770, 2120);
    view.setData(std::move(data));
    view.show();
    QApplication::processEvents();
    int x = 300;
    measure("hover on a drawn 3770 x 2120 plot", 1, [&] {
        x += 40;
        const QPointF place(x, 900);
        QMouseEvent move(QEvent::MouseMove, place, view.viewport()->mapToGlobal(place), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QApplication::sendEvent(view.viewport(), &move);
        QApplication::sendPostedEvents();
    });
}

void measureGrid(const Trace& trace)
{
    const auto heads = headStatistics(trace, words(0, 200), {0});
    const HeadGridLayout layout{int(trace.layers), int(trace.heads)};
    measure("1,024 sparklines of the layer x head grid", 4, [&] {
        headGridImage(heads, layout, HeadStatistic::MemoryShare, {}, {qRgb(255, 255, 255), qRgb(240, 240, 240), qRgb(90, 90, 90)});
    });
}

void measurePage(const char* name, int paragraphs)
{
    auto document = std::make_shared<CanonicalText>();
    std::vector<HeatRun> heat;
    for (int paragraph = 0; paragraph < paragraphs; ++paragraph) {   // of 100 words
        const std::uint64_t begin = document->text.size();
        for (int word = 0; word < 100; ++word) {
            heat.push_back({{document->text.size(), document->text.size() + 4}, float((word * 37) % 100) / 100});
            document->text += "word ";
        }
        document->paragraphs.push_back({{begin, document->text.size()}, ParagraphKind::Text, 0});
        document->text += "\n\n";
    }
    TextDocView view;
    view.resize(700, 900);
    view.setDocument(document.get());
    view.setHeat(std::move(heat));
    view.show();
    QApplication::processEvents();
    std::uint64_t at = 0;
    measure(name, 8, [&] {
        at += document->text.size() / (kRuns + 2);
        view.scrollToByte(at);
        view.viewport()->repaint();
    });
}

void measureBrush(const Trace& trace)
{
    auto run = std::make_shared<Run>();
    run->answer.trace = trace;
    PlotJob job;
    job.run = run;
    job.filter = words(0, 200);
    for (std::uint32_t layer = 0; layer < trace.layers; ++layer)
        job.rows.push_back({layer, {}, {}, {}});
    job.strongest = 50;
    measure("brush of 200 tokens, all of the layers view", 11, [&] { compute(job); }, On::Worker);
}

// Not processor time but waiting, from the click to the last view drawn. One frame of it (16 ms) gathers changes.
void measureClicks()
{
    const char* clicked = "a word clicked -> all views drawn";
    const char* dragged = "nearly 200 words selected -> all views drawn";
    if (!isWanted(clicked) && !isWanted(dragged))
        return;
    const auto report = [](const char* name, std::vector<double> times) {
        std::sort(times.begin(), times.end());
        const double median = times[times.size() / 2], budget = 100;
        g_within &= median <= 3 * budget;
        std::printf("%-52s%-8s budget %5.1f ms  median %6.2f ms  longest %5.2f ms%s\n", name, "waiting", budget, median, times.back(),
                    median <= budget ? "" : "  OVER");
    };
    AllViews views({200, 32, 32, 5, 16'000, 50, false, false});
    std::vector<double> clicks, drags;
    for (std::uint32_t i = 0; i < std::uint32_t(kRuns); ++i)
        clicks.push_back(views.select({i * 10, i * 10 + 1}));
    for (std::uint32_t i = 0; i < std::uint32_t(kRuns); ++i)
        drags.push_back(views.select({i, 200 - i}));
    report(clicked, clicks);
    report(dragged, drags);
}

}  // namespace

int main(int argc, char** argv)
{
    const QApplication application(argc, argv);
    if (argc > 1)
        g_only = argv[1];
    const Trace trace = samples::madeUpTrace({200, 32, 32, 5, 16'000, 50, false, false});
    measureQueries(trace);
    measureRaster(trace);
    measureHover(trace);
    measureGrid(trace);
    measureBrush(trace);
    measurePage("a text page with heat on its words, 1 million words", 10'000);
    measurePage("a text page with heat on its words, 3 million words", 30'000);
    measureClicks();
    return g_within ? 0 : 1;
}
