#include "core/documents/pdf/pdf_page_turn.h"

#include <QImage>
#include <QPdfDocument>

#include <numeric>

namespace cairn
{
namespace
{

constexpr double kMaxSide = 800;        // pixels of the picture; most pages: about one per point
constexpr double kClearlyBetter = 0.08; // correlation of boxes and ink: right places have 0.4 and more, wrong ones below 0.2
constexpr double kGoodEnough = 0.15;    // below: pictures, or text without ink (an OCR layer): nothing to go by

constexpr double kGood = 0.4;           // found: no need to look further
constexpr int kNear = 8;                // pixels around what the sums say

enum class Turn { None, Right, Half, Left };

struct Placing
{
    Turn turn = Turn::None;
    double dx = 0, dy = 0; // points, after turning
};

// What the file calls (x, y) is given as (x, height - y) of the shown page; here the shown page's own coordinates.
GlyphBox turned(const GlyphBox& box, Turn turn, const PdfPageInfo& page)
{
    switch (turn) {
    case Turn::None:
        break;
    case Turn::Right:
        return {page.height - box.bottom, box.left, page.height - box.top, box.right};
    case Turn::Half:
        return {page.width - box.right, page.height - box.bottom, page.width - box.left, page.height - box.top};
    case Turn::Left:
        return {page.width - page.height + box.top, page.height - box.right, page.width - page.height + box.bottom, page.height - box.left};
    }
    return box;
}

GlyphBox placed(const GlyphBox& box, const Placing& placing, const PdfPageInfo& page)
{
    GlyphBox result = turned(box, placing.turn, page);
    result.left += float(placing.dx);
    result.right += float(placing.dx);
    result.top += float(placing.dy);
    result.bottom += float(placing.dy);
    return result;
}

// A page's ink or its boxes as 0 and 1 per pixel.
struct Mask
{
    int width = 0, height = 0;
    std::vector<std::uint8_t> cells; // [height][width]
    std::uint8_t at(int x, int y) const { return cells[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    std::uint8_t& at(int x, int y) { return cells[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
};

Mask inkOf(QPdfDocument& document, int page, double scale, const PdfPageInfo& info)
{
    const QSize size(std::max(1, int(std::lround(info.width * scale))), std::max(1, int(std::lround(info.height * scale))));
    const QImage drawn = document.render(page, size).convertToFormat(QImage::Format_ARGB32);
    Mask mask{size.width(), size.height(), std::vector<std::uint8_t>(std::size_t(size.width()) * std::size_t(size.height()))};
    for (int y = 0; y < std::min(drawn.height(), mask.height); ++y)
        for (int x = 0; x < std::min(drawn.width(), mask.width); ++x) {
            const QRgb pixel = drawn.pixel(x, y);
            mask.at(x, y) = qAlpha(pixel) > 60 && qGray(pixel) < 170 ? 1 : 0;
        }
    const auto dark = std::accumulate(mask.cells.begin(), mask.cells.end(), std::size_t(0));
    if (2 * dark > mask.cells.size()) // light type on a dark page
        for (std::uint8_t& cell : mask.cells)
            cell ^= 1;
    return mask;
}

Mask boxesOf(const PageGlyphs& glyphs, const Placing& placing, double scale, const PdfPageInfo& page, const Mask& like)
{
    Mask mask{like.width, like.height, std::vector<std::uint8_t>(like.cells.size())};
    for (const GlyphBox& glyph : glyphs) {
        if (glyph.empty())
            continue;
        const GlyphBox box = placed(glyph, placing, page);
        const auto pixel = [scale](float points, int end) { return int(std::lround(std::clamp(points * scale, 0.0, double(end)))); };
        for (int y = pixel(box.top, mask.height); y < pixel(box.bottom, mask.height); ++y)
            for (int x = pixel(box.left, mask.width); x < pixel(box.right, mask.width); ++x)
                mask.at(x, y) = 1;
    }
    return mask;
}

// Correlation of two masks, -1..1; 0 when one of them is all the same.
double correlation(const Mask& a, const Mask& b)
{
    double inA = 0, inB = 0, inBoth = 0;
    for (std::size_t i = 0; i < a.cells.size(); ++i) {
        inA += a.cells[i];
        inB += b.cells[i];
        inBoth += a.cells[i] & b.cells[i];
    }
    const double n = double(a.cells.size());
    const double spread = inA * (n - inA) * inB * (n - inB);
    return spread > 0 ? (n * inBoth - inA * inB) / std::sqrt(spread) : 0;
}

// Sums of each column or row, less their mean.
std::vector<double> profile(const Mask& mask, bool columns)
{
    std::vector<double> sums(std::size_t(columns ? mask.width : mask.height));
    for (int y = 0; y < mask.height; ++y)
        for (int x = 0; x < mask.width; ++x)
            sums[std::size_t(columns ? x : y)] += mask.at(x, y);
    const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / double(std::max<std::size_t>(sums.size(), 1));
    for (double& sum : sums)
        sum -= mean;
    return sums;
}

// How far `boxes` must move to lie on `ink`, up to half the page.
int bestShift(const std::vector<double>& boxes, const std::vector<double>& ink)
{
    const int n = int(ink.size());
    int best = 0;
    double bestSum = -1;
    for (int shift = -n / 2; shift <= n / 2; ++shift) {
        double sum = 0;
        for (int i = std::max(0, -shift); i < std::min(n, n - shift); ++i)
            sum += boxes[std::size_t(i)] * ink[std::size_t(i + shift)];
        if (sum > bestSum) {
            bestSum = sum;
            best = shift;
        }
    }
    return best;
}

// Boxes that lie off the page are moved onto it first, or there would be nothing to compare.
Placing ontoPage(const PageGlyphs& glyphs, Turn turn, const PdfPageInfo& page)
{
    float left = 1e9f, top = 1e9f, right = -1e9f, bottom = -1e9f;
    for (const GlyphBox& glyph : glyphs) {
        if (glyph.empty())
            continue;
        const GlyphBox box = turned(glyph, turn, page);
        left = std::min(left, box.left);
        top = std::min(top, box.top);
        right = std::max(right, box.right);
        bottom = std::max(bottom, box.bottom);
    }
    const auto move = [](float low, float high, float end) {
        return low < 0 ? double(-low) : high > end ? double(std::max(end - high, -low)) : 0.0;
    };
    return {turn, move(left, right, page.width), move(top, bottom, page.height)};
}

// Lays the boxes of one page over its ink.
class Fitting
{
public:
    Fitting(const PageGlyphs& glyphs, const PdfPageInfo& page, double scale, Mask ink)
        : m_glyphs(glyphs), m_page(page), m_scale(scale), m_ink(std::move(ink)), m_inkColumns(profile(m_ink, true)),
          m_inkRows(profile(m_ink, false))
    {
    }

    double fit(const Placing& placing) const { return correlation(boxesOf(m_glyphs, placing, m_scale, m_page, m_ink), m_ink); }

    // The place on the page that fits best; sums of columns and rows lead near it (frames and monospaced type lead them astray a little).
    Placing moved(Turn turn) const
    {
        Placing placing = ontoPage(m_glyphs, turn, m_page);
        Mask boxes = boxesOf(m_glyphs, placing, m_scale, m_page, m_ink);
        placing.dx += bestShift(profile(boxes, true), m_inkColumns) / m_scale;
        placing.dy += bestShift(profile(boxes, false), m_inkRows) / m_scale;
        settle(placing, &Placing::dy);
        settle(placing, &Placing::dx);
        return placing;
    }

private:
    void settle(Placing& placing, double Placing::*way) const
    {
        const double from = placing.*way;
        double best = from, bestFit = fit(placing);
        for (int step = -kNear; step <= kNear; ++step) {
            placing.*way = from + step / m_scale;
            if (const double found = fit(placing); found > bestFit) {
                bestFit = found;
                best = placing.*way;
            }
        }
        placing.*way = best;
    }

    const PageGlyphs& m_glyphs;
    const PdfPageInfo& m_page;
    const double m_scale;
    const Mask m_ink;
    const std::vector<double> m_inkColumns, m_inkRows;
};

} // namespace

void turnToShownPage(QPdfDocument& document, int page, const PdfPageInfo& info, PageGlyphs& glyphs)
{
    if (std::all_of(glyphs.begin(), glyphs.end(), [](const GlyphBox& box) { return box.empty(); }))
        return;
    const double scale = std::min(1.0, kMaxSide / double(std::max(info.width, info.height)));
    const Fitting fitting(glyphs, info, scale, inkOf(document, page, scale, info));
    Placing best;
    double bestFit = std::max(kGoodEnough, fitting.fit(best));
    const auto consider = [&](const Placing& placing) {
        if (const double fit = fitting.fit(placing); fit > bestFit + kClearlyBetter) {
            bestFit = fit;
            best = placing;
        }
    };
    for (Turn turn : {Turn::Right, Turn::Half, Turn::Left})
        if (bestFit < kGood)
            consider({turn, 0, 0});
    for (Turn turn : {Turn::None, Turn::Right, Turn::Half, Turn::Left})
        if (bestFit < kGood)
            consider(fitting.moved(turn));
    for (GlyphBox& glyph : glyphs)
        if (!glyph.empty())
            glyph = placed(glyph, best, info);
}

} // namespace cairn
