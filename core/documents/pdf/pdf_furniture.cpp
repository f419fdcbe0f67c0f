#include "core/documents/pdf/pdf_furniture.h"

#include "core/types/roman.h"

#include <QHash>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr int kMaxEdgeLines = 3; // lines peeled from one edge
constexpr qsizetype kMaxFurnitureLength = 200;
constexpr double kPlacedShare = 0.8; // of a page's lines: with fewer their order decides
constexpr double kMarginShare = 0.2; // furniture lies in the outer fifth of the page's height

enum class Edge
{
    Top,
    Bottom
};

// Of a page before the first chapter: "mix" is a word.
bool isRoman(QStringView word)
{
    constexpr unsigned kMost = 399;
    const unsigned value = romanValue(word.toLatin1().toStdString());
    return value > 0 && value <= kMost;
}

bool isNumber(QStringView word)
{
    return !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) { return c.isDigit(); });
}

// The line without what changes from page to page: numbers anywhere, Roman numerals and the page's label at either end.
// A line of numbers only gives an empty key.
QString furnitureKey(QStringView line, QStringView label)
{
    QList<QStringView> words = line.split(u' ', Qt::SkipEmptyParts);
    const auto changes = [&](QStringView word) { return isNumber(word) || isRoman(word) || word == label; };
    while (!words.isEmpty() && changes(words.front()))
        words.pop_front();
    while (!words.isEmpty() && changes(words.back()))
        words.pop_back();
    QString key;
    for (QStringView word : words) {
        for (QChar c : word)
            if (!c.isDigit())
                key += c.toLower();
        key += u' ';
    }
    return key.trimmed();
}

// Index of the outermost line at an edge that isn't dropped yet, or -1. By place where known, else by order.
int edgeLine(const std::vector<PdfLine>& lines, Edge edge)
{
    int best = -1;
    const auto known = std::count_if(lines.begin(), lines.end(), [](const PdfLine& l) { return l.dropped || l.placed; });
    const bool placed = double(known) >= kPlacedShare * double(lines.size());
    for (int i = 0; i < int(lines.size()); ++i) {
        if (lines[std::size_t(i)].dropped || (placed && !lines[std::size_t(i)].placed))
            continue;
        if (best < 0) {
            best = i;
            continue;
        }
        const PdfLine& a = lines[std::size_t(i)];
        const PdfLine& b = lines[std::size_t(best)];
        const bool further =
            placed ? (edge == Edge::Top ? a.box.bottom() < b.box.top() : a.box.top() > b.box.bottom() - 1) : edge == Edge::Bottom;
        if (further)
            best = i;
    }
    return best;
}

bool inMargin(const PdfPage& page, const PdfLine& line, Edge edge)
{
    if (!line.placed || page.height <= 0)
        return true;
    const double y = line.box.center().y() / page.height;
    return edge == Edge::Top ? y < kMarginShare : y > 1 - kMarginShare;
}

bool isLastLine(const std::vector<PdfLine>& lines)
{
    return std::count_if(lines.begin(), lines.end(), [](const PdfLine& line) { return !line.dropped; }) <= 1;
}

// A bare number is furniture when it is the page's own: its label, or counted on at a constant distance from the index.
class PageNumbers
{
public:
    void add(std::size_t page, QStringView text)
    {
        bool ok = false;
        const int number = bareNumber(text).toInt(&ok);
        if (ok)
            ++m_offsets[number - int(page)];
    }
    bool isOwn(std::size_t page, QStringView text, const QString& label) const
    {
        const QStringView bare = bareNumber(text);
        bool ok = false;
        const int number = bare.toInt(&ok);
        if (ok)
            return bare == label || m_offsets.value(number - int(page)) >= int(kFurnitureMinPages);
        return isRoman(bare) && bare == label;
    }

private:
    static QStringView bareNumber(QStringView text)
    {
        while (!text.isEmpty() && !text.front().isLetterOrNumber())
            text = text.mid(1);
        while (!text.isEmpty() && !text.back().isLetterOrNumber())
            text.chop(1);
        return text;
    }
    QHash<int, int> m_offsets;
};

struct Candidate
{
    std::size_t page;
    int line;
    QString key;
};

std::vector<Candidate> candidates(const std::vector<PdfPage>& pages, const std::vector<std::vector<PdfLine>>& lines, Edge edge)
{
    std::vector<Candidate> result;
    for (std::size_t page = 0; page < pages.size(); ++page) {
        const int line = edgeLine(lines[page], edge);
        if (line < 0 || !inMargin(pages[page], lines[page][std::size_t(line)], edge))
            continue;
        const QStringView text = lineText(pages[page], lines[page][std::size_t(line)]);
        if (text.size() <= kMaxFurnitureLength)
            result.push_back({page, line, furnitureKey(text, pages[page].label)});
    }
    return result;
}

// Heads that name chapter and section, and so change from page to page: "CHAPTER 2. THE TIDES 2.4. NEAP". All in capitals, begun by one
// word, at one height, in type no larger than the text's.
class RunningHeads
{
public:
    RunningHeads(const std::vector<PdfPage>& pages, const std::vector<std::vector<PdfLine>>& lines, const std::vector<Candidate>& found)
        : m_pages(pages), m_lines(lines)
    {
        std::vector<double> heights;
        for (const std::vector<PdfLine>& page : lines)
            for (const PdfLine& line : page)
                if (line.placed)
                    heights.push_back(line.box.height());
        m_height = median(std::move(heights));
        for (const Candidate& c : found)
            if (mayBe(c))
                m_heights[firstWord(c)].push_back(lineOf(c).box.center().y());
    }
    bool contain(const Candidate& c, std::size_t pagesWithText) const
    {
        constexpr std::size_t kLeast = 5;
        constexpr double kShare = 0.25, kSameHeight = 1.5; // of the pages; points
        if (!mayBe(c))
            return false;
        const double y = lineOf(c).box.center().y();
        const std::vector<double> heights = m_heights.value(firstWord(c));
        const auto alike = std::count_if(heights.begin(), heights.end(), [=](double other) { return std::fabs(other - y) < kSameHeight; });
        return std::size_t(alike) >= kLeast && double(alike) >= kShare * double(pagesWithText);
    }

private:
    const PdfLine& lineOf(const Candidate& c) const { return m_lines[c.page][std::size_t(c.line)]; }
    static QString firstWord(const Candidate& c) { return c.key.left(c.key.indexOf(u' ')); }

    bool mayBe(const Candidate& c) const
    {
        constexpr qsizetype kLetters = 8;
        constexpr double kLarger = 1.3; // boxes of one size differ by as much
        const PdfLine& line = lineOf(c);
        const QStringView text = lineText(m_pages[c.page], line);
        if (!line.placed || text.size() < kLetters || !c.key.contains(u' '))
            return false;
        const auto capitals = std::count_if(text.begin(), text.end(), [](QChar letter) { return letter.isUpper(); });
        const auto small = std::count_if(text.begin(), text.end(), [](QChar letter) { return letter.isLower(); });
        return capitals >= kLetters && small * kLetters <= capitals && line.box.height() < kLarger * m_height; // small: "DAß"
    }

    const std::vector<PdfPage>& m_pages;
    const std::vector<std::vector<PdfLine>>& m_lines;
    QHash<QString, std::vector<double>> m_heights; // by first word
    double m_height = 0;                           // usual one of lines
};

// Type of the lines that repeat: a title or heading has the words of the running heads on the pages behind it, in larger type.
class TypeOfKeys
{
public:
    TypeOfKeys(const std::vector<PdfPage>& pages, const std::vector<std::vector<PdfLine>>& lines, const std::vector<Candidate>& found)
    {
        QHash<QString, std::vector<double>> sizes;
        for (const Candidate& c : found) {
            if (!m_first.contains(c.key))
                m_first.insert(c.key, c.page);
            if (const PdfLine& line = lines[c.page][std::size_t(c.line)]; line.placed && !c.key.isEmpty())
                sizes[c.key].push_back(typeSize(pages[c.page], line));
        }
        for (auto of = sizes.begin(); of != sizes.end(); ++of)
            m_usual[of.key()] = median(std::move(*of));
    }
    bool isTitle(const Candidate& c, const PdfPage& page, const PdfLine& line) const
    {
        constexpr double kLarger = 1.15;
        const double usual = m_usual.value(c.key);
        return m_first.value(c.key) == c.page && usual > 0 && typeSize(page, line) > kLarger * usual;
    }

private:
    QHash<QString, double> m_usual;
    QHash<QString, std::size_t> m_first; // page
};

// One layer of one edge. Returns whether anything was dropped.
bool peel(const std::vector<PdfPage>& pages, std::vector<std::vector<PdfLine>>& lines, Edge edge, std::size_t pagesWithText)
{
    const std::vector<Candidate> found = candidates(pages, lines, edge);
    const RunningHeads heads(pages, lines, found);
    const TypeOfKeys types(pages, lines, found);
    QHash<QString, std::size_t> count;
    PageNumbers numbers;
    for (const Candidate& c : found) {
        if (c.key.isEmpty())
            numbers.add(c.page, lineText(pages[c.page], lines[c.page][std::size_t(c.line)]));
        else
            ++count[c.key];
    }
    std::size_t covered = 0;
    const auto repeats = [&](const Candidate& c) {
        if (!c.key.isEmpty())
            return count.value(c.key) >= kFurnitureMinPages;
        return numbers.isOwn(c.page, lineText(pages[c.page], lines[c.page][std::size_t(c.line)]), pages[c.page].label);
    };
    for (const Candidate& c : found)
        covered += repeats(c) ? 1 : 0;
    const bool enough = double(covered) >= kFurnitureShare * double(pagesWithText);
    const auto emptied =
        std::count_if(found.begin(), found.end(), [&](const Candidate& c) { return repeats(c) && isLastLine(lines[c.page]); });
    const bool keepLast = 2 * std::size_t(emptied) > pagesWithText; // not furniture, but all that most pages say
    bool dropped = false;
    for (const Candidate& c : found) {
        const bool number = c.key.isEmpty();
        const bool isHead = edge == Edge::Top && heads.contain(c, pagesWithText) && !isLastLine(lines[c.page]);
        if (edge == Edge::Top && types.isTitle(c, pages[c.page], lines[c.page][std::size_t(c.line)]))
            continue;
        if (!isHead && (!repeats(c) || (!number && (!enough || (keepLast && isLastLine(lines[c.page]))))))
            continue;
        lines[c.page][std::size_t(c.line)].dropped = true;
        dropped = true;
    }
    return dropped;
}

// Too few pages to compare: a page's own number at its foot, far below the text, is known all the same.
void dropNumbersAtFoot(const std::vector<PdfPage>& pages, std::vector<std::vector<PdfLine>>& lines)
{
    for (std::size_t page = 0; page < pages.size(); ++page) {
        const int last = edgeLine(lines[page], Edge::Bottom);
        if (last < 0)
            continue;
        PdfLine& foot = lines[page][std::size_t(last)];
        const QStringView text = lineText(pages[page], foot);
        const bool isOwn = text == pages[page].label || text == QString::number(page + 1);
        const bool isApart = std::all_of(lines[page].begin(), lines[page].end(), [&](const PdfLine& line) {
            return &line == &foot || (line.placed && line.box.bottom() < foot.box.top() - 1.5 * foot.box.height());
        });
        foot.dropped = foot.placed && isNumber(text) && isOwn && isApart && inMargin(pages[page], foot, Edge::Bottom)
            && !isLastLine(lines[page]);
    }
}

} // namespace

void markFurniture(const std::vector<PdfPage>& pages, std::vector<std::vector<PdfLine>>& lines)
{
    std::size_t pagesWithText = 0;
    for (const auto& page : lines)
        pagesWithText += page.empty() ? 0 : 1;
    if (pagesWithText < kFurnitureMinPages)
        return dropNumbersAtFoot(pages, lines);
    for (Edge edge : {Edge::Top, Edge::Bottom})
        for (int layer = 0; layer < kMaxEdgeLines && peel(pages, lines, edge, pagesWithText); ++layer) {
        }
}

} // namespace cairn
