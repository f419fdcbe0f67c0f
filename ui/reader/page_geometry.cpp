#include "ui/reader/page_geometry.h"

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr double kWordGap = 2.5;     // of a line's height: wider gaps are columns of a table
constexpr double kTurnedGap = 0.75;  // of a character's width: down the page only turned text is so close
constexpr double kRoom = 0.35;        // of the larger height: how far beside the line a character of it may have its middle
constexpr double kTall = 2.2;        // of the usual height: brackets and integrals don't make a line taller
constexpr double kLeader = 3;        // letters are this much taller than dots; brackets and integrals hardly than letters
constexpr int kFewLetters = 3;       // fewer tall characters are no word
constexpr double kLineGap = 0.3;     // of a line's height: lines this close belong together
constexpr double kAbove = 0.16, kBelow = 0.18;   // of a line's height: the tint is a little larger than the ink

QRectF rectOf(const GlyphBox& box)
{
    return QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom));
}

double median(std::vector<double>::iterator begin, std::vector<double>::iterator end)
{
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end);
    return *middle;
}

// The height of most characters; of the letters, where most are the dots that lead from a heading to its page number.
double usualHeight(std::vector<double>& heights)
{
    const double most = median(heights.begin(), heights.end());
    const auto tall = std::partition(heights.begin(), heights.end(), [most](double height) { return height <= kTall * most; });
    if (heights.end() - tall < kFewLetters)
        return most;
    const double letters = median(tall, heights.end());
    return letters > kLeader * most ? letters : most;
}

// Distance of two intervals; 0 when they touch.
double between(double a0, double a1, double b0, double b1)
{
    return std::max({0.0, b0 - a1, a0 - b1});
}

// Commas hang below the line, quotes and powers stand on its top.
bool middleWithin(double a0, double a1, double b0, double b1)
{
    const double a = (a0 + a1) / 2, b = (b0 + b1) / 2;
    const double room = kRoom * std::max(a1 - a0, b1 - b0);
    return (a >= b0 - room && a <= b1 + room) || (b >= a0 - room && b <= a1 + room);
}

} // namespace

PageGeometry::PageGeometry(PageGlyphs glyphs) : m_glyphs(std::move(glyphs))
{
    makeLines();
}

void PageGeometry::makeLines()
{
    QRectF last;
    for (std::uint32_t i = 0; i < units(); ++i) {
        if (m_glyphs[i].empty())
            continue;
        const QRectF box = rectOf(m_glyphs[i]);
        bool joins = false;
        if (!m_lines.empty()) {
            Line& line = m_lines.back();
            const bool single = line.end == line.begin + 1;
            const double height = std::max(line.box.height(), box.height());
            const bool beside = middleWithin(line.box.top(), line.box.bottom(), box.top(), box.bottom()) &&
                                between(last.left(), last.right(), box.left(), box.right()) < kWordGap * height;
            const bool along =
                middleWithin(line.box.left(), line.box.right(), box.left(), box.right()) &&
                between(last.top(), last.bottom(), box.top(), box.bottom()) < kTurnedGap * std::max(last.width(), box.width());
            joins = (beside && (line.upright || single)) || (along && (!line.upright || single));
            if (joins) {
                line.upright = beside && (line.upright || single);
                line.end = i + 1;
                line.box = line.box.united(box);
            }
        }
        if (!joins)
            m_lines.push_back({i, i + 1, box, true});
        last = box;
    }
    for (Line& line : m_lines)
        setHeight(line);
    for (std::size_t i = 1; i < m_lines.size(); ++i)
        meet(m_lines[i - 1], m_lines[i]);
}

// Lines of a paragraph touch without overlapping: a tint over several is one area, nowhere twice as strong.
void PageGeometry::meet(Line& upper, Line& lower)
{
    const double gap = lower.box.top() - upper.box.bottom();
    const double height = std::min(upper.box.height(), lower.box.height());
    const bool below = between(upper.box.left(), upper.box.right(), lower.box.left(), lower.box.right()) <= 0 &&
                       lower.box.center().y() > upper.box.center().y();
    if (!upper.upright || !lower.upright || !below || std::abs(gap) > kLineGap * height)
        return;
    const double middle = upper.box.bottom() + gap / 2;
    upper.box.setBottom(middle);
    lower.box.setTop(middle);
}

void PageGeometry::setHeight(Line& line) const
{
    const auto across = [&line](const QRectF& box) { return line.upright ? box.height() : box.width(); };
    std::vector<double> heights;
    for (std::uint32_t i = line.begin; i < line.end; ++i)
        if (!m_glyphs[i].empty())
            heights.push_back(across(rectOf(m_glyphs[i])));
    const double letters = usualHeight(heights);
    QRectF usual;
    for (std::uint32_t i = line.begin; i < line.end; ++i)
        if (const QRectF box = rectOf(m_glyphs[i]); !m_glyphs[i].empty() && across(box) <= kTall * letters)
            usual = usual.united(box);
    if (usual.isEmpty())
        return;
    const double more = across(usual);
    if (line.upright)
        line.box = QRectF(line.box.left(), usual.top() - kAbove * more, line.box.width(), more * (1 + kAbove + kBelow));
    else
        line.box = QRectF(usual.left() - kAbove * more, line.box.top(), more * (1 + kAbove + kBelow), line.box.height());
}

QRectF PageGeometry::part(const Line& line, std::uint32_t begin, std::uint32_t end) const
{
    QRectF result;
    std::uint32_t last = begin;
    for (std::uint32_t i = begin; i < end; ++i)
        if (!m_glyphs[i].empty()) {
            result = result.united(rectOf(m_glyphs[i]));
            last = i;
        }
    if (result.isNull())
        return result;
    if (line.upright) {
        result.setTop(line.box.top());
        result.setBottom(line.box.bottom());
    } else {
        result.setLeft(line.box.left());
        result.setRight(line.box.right());
    }
    const auto next =
        std::find_if(m_glyphs.begin() + last + 1, m_glyphs.begin() + line.end, [](const GlyphBox& box) { return !box.empty(); });
    const bool spaceAtEnd = next != m_glyphs.begin() + line.end && next - m_glyphs.begin() >= end && last + 1 < end;
    if (spaceAtEnd && line.upright && next->left > result.right())
        result.setRight(next->left);
    return result;
}

std::vector<QRectF> PageGeometry::rectangles(std::uint32_t begin, std::uint32_t end) const
{
    std::vector<QRectF> result;
    for (const Line& line : m_lines) {
        const std::uint32_t from = std::max(begin, line.begin), to = std::min(end, line.end);
        if (from >= to)
            continue;
        const QRectF rectangle = part(line, from, to);
        if (!rectangle.isNull())
            result.push_back(rectangle);
    }
    return result;
}

bool PageGeometry::onText(QPointF point) const
{
    return std::any_of(m_lines.begin(), m_lines.end(), [point](const Line& line) { return line.box.contains(point); });
}

std::uint32_t PageGeometry::offsetAt(QPointF point) const
{
    // Beside a line counts as on it, so lines above and below are three times as far away as they look.
    const auto distance = [point](const Line& line) {
        const double dx = between(line.box.left(), line.box.right(), point.x(), point.x());
        const double dy = between(line.box.top(), line.box.bottom(), point.y(), point.y());
        return line.upright ? std::hypot(dx, 3 * dy) : std::hypot(3 * dx, dy);
    };
    const auto line =
        std::min_element(m_lines.begin(), m_lines.end(), [&](const Line& a, const Line& b) { return distance(a) < distance(b); });
    double nearest = 1e18;
    std::uint32_t offset = line->begin;
    for (std::uint32_t i = line->begin; i < line->end; ++i) {
        if (m_glyphs[i].empty())
            continue;
        const QRectF box = rectOf(m_glyphs[i]);
        const double away = line->upright ? between(box.left(), box.right(), point.x(), point.x())
                                          : between(box.top(), box.bottom(), point.y(), point.y());
        if (away >= nearest)
            continue;
        nearest = away;
        const bool after = line->upright ? point.x() > box.center().x() : point.y() > box.center().y();
        offset = after ? i + 1 : i;
    }
    return offset;
}

std::uint32_t PageGeometry::offsetBelow(double y) const
{
    for (const Line& line : m_lines)
        if (line.box.bottom() - line.box.height() / 4 > y) // what only shows its descenders is out of sight
            return line.begin;
    return units();
}

} // namespace cairn
