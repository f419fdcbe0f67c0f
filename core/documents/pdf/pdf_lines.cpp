#include "core/documents/pdf/pdf_lines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn
{
namespace
{

constexpr char16_t kLineEndHyphen = 0xFFFE;     // PDFium's mark for a hyphen at the end of a line
constexpr std::size_t kMaxAssignment = 100'000; // lines * boxes: beyond (drawings made of text) lines stay unplaced
constexpr std::size_t kMaxBoxesPerLine = 64;
constexpr double kHopeless = 16;         // a way this much dearer than the best so far is given up
constexpr double kLastHope = 400;        // the same where no way was left
constexpr double kCharacterWidth = 0.55; // of the box's height: usual for text faces
constexpr double kLow = 0.46, kHigh = 0.71, kBelow = 0.2; // of a face's size: small letters, others, what reaches below the line

bool isBreak(QChar c)
{
    return c == u'\r' || c == u'\n' || c.unicode() == kLineEndHyphen || c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
}

void addTrimmed(QStringView text, qsizetype begin, qsizetype end, std::vector<PdfLine>& lines)
{
    const bool hyphen = end < text.size() && text[end].unicode() == kLineEndHyphen;
    const qsizetype stop = end, start = begin;
    while (begin < end && (text[begin].isSpace() || text[begin].isNull()))
        ++begin;
    while (end > begin && (text[end - 1].isSpace() || text[end - 1].isNull()))
        --end;
    if (end > begin)
        lines.push_back({begin, end, hyphen && end == stop, begin > start});
}

bool sameLine(const QRectF& a, const QRectF& b)
{
    const double overlap = std::min(a.bottom(), b.bottom()) - std::max(a.top(), b.top());
    return overlap > 0.3 * std::min(a.height(), b.height());
}

// How badly box b continues a line that reached box a. Right-to-left text has numbers and words that run the other way.
double stepCost(const QRectF& a, const QRectF& b, bool toLeft)
{
    return (sameLine(a, b) ? 0.0 : 3.0) + (!toLeft && b.left() < a.right() - a.height() ? 2.0 : 0.0);
}

std::vector<bool> linesToLeft(const PdfPage& page, const std::vector<PdfLine>& lines)
{
    std::vector<bool> toLeft;
    for (const PdfLine& line : lines) {
        const QStringView text = lineText(page, line);
        toLeft.push_back(std::any_of(text.begin(), text.end(), [](QChar c) {
            return c.direction() == QChar::DirR || c.direction() == QChar::DirAL;
        }));
    }
    return toLeft;
}

// Neither much narrower nor much wider than its characters are. Words of a row have gaps between them.
bool hasItsWidth(const PdfPage& page, const PdfLine& line)
{
    const double width = line.box.width() / (std::max(line.box.height(), 1.0) * double(line.end - line.begin));
    return width > 0.3 * kCharacterWidth && (lineText(page, line).contains(u' ') || width < 2 * kCharacterWidth);
}

double widthCost(double width, double height, qsizetype characters)
{
    const double expected = kCharacterWidth * std::max(height, 1.0) * double(characters);
    return std::fabs(std::log((width + 4.0) / (expected + 4.0)));
}

// best[i][j]: least cost of giving the first j boxes to the first i lines, in order; from[i][j]: boxes before line i.
class Assignment
{
public:
    struct Page
    {
        const std::vector<PdfLine>& lines;
        const std::vector<QRectF>& boxes;
        const std::vector<bool>& toLeft; // lines whose boxes follow each other to the left
    };

    Assignment(const Page& page, double hopeless)
        : m_lines(page.lines), m_boxes(page.boxes), m_toLeft(page.toLeft), m_hopeless(hopeless), m_width(m_boxes.size() + 1),
          m_best((m_lines.size() + 1) * m_width, std::numeric_limits<double>::infinity()), m_from(m_best.size(), 0)
    {
        m_best[0] = 0;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            const auto row = m_best.begin() + std::ptrdiff_t(i * m_width);
            const double limit = *std::min_element(row, row + std::ptrdiff_t(m_width)) + m_hopeless;
            for (std::size_t j = 0; j <= m_boxes.size(); ++j)
                if (row[std::ptrdiff_t(j)] < limit)
                    extend(i, j);
        }
    }

    std::vector<std::size_t> cuts() const // cuts[i]..cuts[i + 1]: boxes of line i; empty: no way was found
    {
        if (m_best.back() == std::numeric_limits<double>::infinity())
            return {};
        std::vector<std::size_t> result(m_lines.size() + 1);
        std::size_t j = m_boxes.size();
        for (std::size_t i = m_lines.size(); i > 0; --i) {
            result[i] = j;
            j = m_from[i * m_width + j];
        }
        return result;
    }

private:
    void extend(std::size_t i, std::size_t first)
    {
        const double base = m_best[i * m_width + first];
        relax(i + 1, first, base + 4.0, first); // a line without a box
        const qsizetype characters = m_lines[i].end - m_lines[i].begin;
        double cost = base;
        if (first > 0 && first < m_boxes.size() && sameLine(m_boxes[first - 1], m_boxes[first]))
            cost += 1.0; // lines rarely end inside a printed line
        double left = first < m_boxes.size() ? m_boxes[first].left() : 0, right = left;
        double height = 0;
        const std::size_t last = std::min(m_boxes.size(), first + kMaxBoxesPerLine);
        for (std::size_t j = first; j < last; ++j) {
            if (j > first)
                cost += stepCost(m_boxes[j - 1], m_boxes[j], m_toLeft[i]);
            if (cost > base + m_hopeless)
                break;
            left = m_toLeft[i] ? std::min(left, m_boxes[j].left()) : left;
            right = std::max(right, m_boxes[j].right());
            height = std::max(height, m_boxes[j].height());
            if (cost < m_best[(i + 1) * m_width + j + 1])
                relax(i + 1, j + 1, cost + widthCost(right - left, height, characters), first);
        }
    }

    void relax(std::size_t i, std::size_t j, double cost, std::size_t from)
    {
        double& best = m_best[i * m_width + j];
        if (cost < best) {
            best = cost;
            m_from[i * m_width + j] = std::uint32_t(from);
        }
    }

    const std::vector<PdfLine>& m_lines;
    const std::vector<QRectF>& m_boxes;
    const std::vector<bool>& m_toLeft;
    double m_hopeless;
    std::size_t m_width;
    std::vector<double> m_best;
    std::vector<std::uint32_t> m_from;
};

} // namespace

std::vector<PdfLine> splitLines(const PdfPage& page)
{
    const QStringView text(page.text);
    std::vector<PdfLine> lines;
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= text.size(); ++i) {
        if (i < text.size() && !isBreak(text[i]))
            continue;
        addTrimmed(text, begin, i, lines);
        begin = i + 1;
    }
    return lines;
}

std::vector<QRectF> inkedBoxes(const PdfPage& page)
{
    std::vector<QRectF> boxes;
    for (const QRectF& box : page.boxes)
        if (box.width() > 0 && box.height() > 0)
            boxes.push_back(box);
    return boxes;
}

void placeLines(const PdfPage& page, std::vector<PdfLine>& lines)
{
    const std::vector<QRectF> boxes = inkedBoxes(page);
    if (lines.empty() || boxes.empty() || lines.size() * boxes.size() > kMaxAssignment)
        return;
    const std::vector<bool> toLeft = linesToLeft(page, lines);
    std::vector<std::size_t> cuts = Assignment({lines, boxes, toLeft}, kHopeless).cuts();
    const bool isDoubtful = cuts.empty(); // signs above and below each other: every way has a dear step
    if (isDoubtful)
        cuts = Assignment({lines, boxes, toLeft}, kLastHope).cuts();
    if (cuts.empty())
        return;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        lines[i].firstBox = cuts[i];
        lines[i].boxCount = cuts[i + 1] - cuts[i];
        for (std::size_t j = cuts[i]; j < cuts[i + 1]; ++j) {
            const double gap = lines[i].placed ? boxes[j].left() - lines[i].box.right() : 0;
            lines[i].second = j == cuts[i] + 1 ? boxes[j].left() : lines[i].second;
            lines[i].gap = std::max(lines[i].gap, gap);
            lines[i].gaps += gap >= boxes[j].height() ? 1 : 0;
            lines[i].box = lines[i].placed ? lines[i].box.united(boxes[j]) : boxes[j];
            lines[i].placed = true;
        }
        if (isDoubtful && lines[i].placed && !hasItsWidth(page, lines[i]))
            lines[i].placed = false;
    }
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
    return values[values.size() / 2];
}

double typeSize(const PdfPage& page, const PdfLine& line)
{
    if (!line.placed)
        return 0;
    bool high = false, below = false;
    for (const QChar c : lineText(page, line)) {
        const bool isHigh = c.isUpper() || c.isDigit() || c.category() == QChar::Letter_Other; // the last: of scripts without capitals
        high = high || isHigh || QStringView(u"bdfhiklt()[]{}/|\"'?!").contains(c);
        below = below || QStringView(u"gjpqyQ,;()[]{}/|_").contains(c);
    }
    return line.box.height() / ((high ? kHigh : kLow) + (below ? kBelow : 0));
}

} // namespace cairn
