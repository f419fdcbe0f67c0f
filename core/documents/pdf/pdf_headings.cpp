#include "core/documents/pdf/pdf_headings.h"

#include "core/documents/pdf/pdf_heading_signs.h"
#include "core/documents/pdf/pdf_ligatures.h"
#include "core/documents/pdf/pdf_numbered_headings.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace cairn
{
namespace
{

constexpr std::size_t kMaxTitleLines = 4;
constexpr double kSameLeft = 3;          // points
constexpr std::size_t kLeastAlike = 2;   // headings of one look
constexpr std::size_t kMostKnown = 1000;
constexpr qsizetype kShortestText = 30;  // characters of the first line below a heading

// Letters and digits only, lower case: bookmarks differ from the page in quotes, dashes, spaces and numbering.
QString lettersOf(QStringView text)
{
    QString result;
    for (const QChar c : spelled(text))
        if (c.isLetterOrNumber())
            result += c.toLower();
    return result;
}

QStringView withoutNumbering(QStringView text)
{
    qsizetype i = 0;
    while (i < text.size() && (text[i].isDigit() || text[i] == u'.'))
        ++i;
    return i > 0 && i < text.size() && text[i].isSpace() ? text.mid(i).trimmed() : text;
}

// How many lines from `first` spell the title; 0 when they don't. Dropped lines count only where `first` is one.
std::size_t linesSpelling(const QString& title, const PdfPage& page, const std::vector<PdfLine>& lines, std::size_t first)
{
    QString spelled;
    std::size_t count = 0;
    for (std::size_t i = first; i < lines.size() && count < kMaxTitleLines; ++i) {
        if (lines[i].dropped != lines[first].dropped)
            continue;
        const QStringView text = lineText(page, lines[i]);
        spelled += lettersOf(count == 0 ? withoutNumbering(text) : text);
        count = i - first + 1;
        if (spelled == title || (first == i && lettersOf(text) == title))
            return count;
        if (!title.startsWith(spelled))
            return 0;
    }
    return 0;
}

std::size_t lineAtHeight(const std::vector<PdfLine>& lines, double y)
{
    std::size_t firstKept = lines.size();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].dropped)
            continue;
        firstKept = std::min(firstKept, i);
        if (lines[i].placed && lines[i].box.center().y() >= y)
            return i;
    }
    return firstKept == lines.size() ? 0 : firstKept;
}

// Looks at lines that were dropped (or not) for the title: the ones nearest to `y`, if that is known, since a title may also stand in a
// table of contents on its page. True: `heading` names them, and they are kept.
bool locateAmong(bool dropped, const QString& title, double y, const PdfPage& page, std::vector<PdfLine>& lines, HeadingLines& heading)
{
    double least = std::numeric_limits<double>::infinity();
    heading.lineCount = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t count = lines[i].dropped == dropped ? linesSpelling(title, page, lines, i) : 0;
        const double distance = y > 0 && lines[i].placed ? std::fabs(lines[i].box.top() - y) : std::numeric_limits<double>::max();
        if (count == 0 || distance >= least)
            continue;
        heading.firstLine = i;
        heading.lineCount = count;
        least = distance;
    }
    for (std::size_t k = heading.firstLine; k < heading.firstLine + heading.lineCount; ++k)
        lines[k].dropped = lines[k].dropped && !dropped;
    return heading.lineCount > 0;
}

// Quotation marks as TeX has them typed; whoever writes bookmarks by hand may leave them so.
QString withoutTypedQuotes(QString title)
{
    return title.replace(QStringLiteral("``"), QStringLiteral("\u201C")).replace(QStringLiteral("''"), QStringLiteral("\u201D"));
}

// The lines that spell the bookmark's title: on its page, or on the next, since it may point to where the text before the heading ends.
HeadingLines locate(const PdfBookmark& bookmark, const PdfSource& source, PageLines& lines)
{
    const auto page = std::size_t(bookmark.page);
    HeadingLines heading{page, 0, 0, std::uint8_t(std::clamp(bookmark.level + 1, 1, int(kDeepestLevel))),
                         withoutTypedQuotes(spelled(bookmark.title))};
    const QString title = lettersOf(withoutNumbering(bookmark.title));
    for (const bool dropped : {false, true}) // "Chapter 3" at the top of every page looks like furniture
        if (!title.isEmpty() && locateAmong(dropped, title, bookmark.y, source.pages[page], lines[page], heading))
            return heading;
    HeadingLines next = heading;
    next.page = page + 1;
    if (!title.isEmpty() && next.page < lines.size() && locateAmong(false, title, 0, source.pages[next.page], lines[next.page], next))
        return next;
    heading.firstLine = lineAtHeight(lines[page], bookmark.y);
    return heading;
}

// "of the text. It": where a sentence ends, and another begins.
bool holdsSentenceEnd(QStringView text)
{
    static const QRegularExpression pattern(QStringLiteral("\\p{L}\\p{Ll}\\p{Ll}\\. \\p{Lu}"));
    return text.contains(u". ") && pattern.match(text.toString()).hasMatch();
}

// Words with a capital that are no sentence, nor names with marks behind them.
bool mayBeHeading(QStringView text)
{
    constexpr qsizetype kShortest = 4;
    if (holdsSentenceEnd(text))
        return false;
    for (qsizetype i = 1; i < text.size(); ++i)
        if ((text[i].isDigit() && (text[i - 1].isLower() || text[i - 1] == u')')) || (text[i] == u',' && text[i - 1].isDigit()))
            return false;
    const bool ends = QStringView(u".,;:!?\u2026").contains(text.back());
    return text.size() >= kShortest && text.size() <= kMaxNumberedHeading && text.front().isUpper() && !ends &&
           std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); }) >= kShortest;
}

// It leaves room, nothing stands beside it, and the next line is of other type or apart.
bool endsApart(const PdfPage& page, const std::vector<PdfLine>& lines, std::size_t i)
{
    double right = 0;
    for (const PdfLine& line : lines)
        right = line.dropped ? right : std::max(right, line.box.right());
    if (lines[i].box.right() > right - 3 * lines[i].box.height())
        return false;
    std::size_t next = i + 1;
    while (next < lines.size() && lines[next].dropped)
        ++next;
    if (next == lines.size())
        return true;
    if (!lines[next].placed)
        return false;
    const QRectF &own = lines[i].box, &below = lines[next].box;
    const double size = typeSize(page, lines[i]);
    const bool isAlike = std::fabs(typeSize(page, lines[next]) - size) < 2 * kSameSize * size;
    return below.top() > own.bottom() && (!isAlike || below.top() - own.bottom() > 0.7 * own.height());
}

// Lines that stand and look like headings which bookmarks name: many programs give bookmarks to numbered headings alone.
void addAlike(const PdfSource& source, const PageLines& lines, std::vector<HeadingLines>& headings)
{
    struct Look
    {
        double size;
        double left;
        std::uint8_t level;
    };
    const double usual = usualType(source, lines).size;
    const HeadingLines first = headings.front();
    std::vector<Look> known;
    std::vector<std::vector<bool>> taken;
    for (const std::vector<PdfLine>& page : lines)
        taken.emplace_back(page.size(), false);
    for (const HeadingLines& heading : headings)
        for (std::size_t i = heading.firstLine; i < heading.firstLine + heading.lineCount; ++i) {
            const PdfLine& line = lines[heading.page][i];
            taken[heading.page][i] = true;
            const double size = typeSize(source.pages[heading.page], line);
            if (i == heading.firstLine && size > kLargerType * usual && known.size() < kMostKnown)
                known.push_back({size, line.box.left(), heading.level});
        }
    for (std::size_t page = 0; page < lines.size() && known.size() >= kLeastAlike; ++page)
        for (std::size_t i = 0; i < lines[page].size(); ++i) {
            const PdfLine& line = lines[page][i];
            const double size = typeSize(source.pages[page], line);
            const bool isTitle = page == 0 && (first.page > 0 || i < first.firstLine);
            if (line.dropped || taken[page][i] || size <= kLargerType * usual || isTitle)
                continue;
            if (!mayBeHeading(lineText(source.pages[page], line)) || !standsApart(lines[page], i) ||
                !endsApart(source.pages[page], lines[page], i))
                continue;
            std::size_t alike = 0;
            const Look* nearest = nullptr;
            for (const Look& look : known) {
                if (std::fabs(size - look.size) > kSameSize * look.size || std::fabs(line.box.left() - look.left) > kSameLeft)
                    continue;
                ++alike;
                if (!nearest || std::fabs(size - look.size) < std::fabs(size - nearest->size))
                    nearest = &look;
            }
            if (alike >= kLeastAlike)
                headings.push_back({page, i, 1, nearest->level, spelled(lineText(source.pages[page], line)).simplified()});
        }
}

// Headings of a document without bookmarks and numbers: lines in larger type with text of the usual one below them.
class LargeHeadings
{
public:
    LargeHeadings(const PdfSource& source, const PageLines& lines) : m_source(source), m_lines(lines), m_usual(usualType(source, lines))
    {
        for (std::size_t page = 0; page < lines.size(); ++page)
            for (std::size_t i = 0; i < lines[page].size(); ++i) {
                const std::size_t end = endOf(page, i);
                if (end > i && isHeading(page, i, end))
                    take(page, i, end);
                i = std::max(i, end > 0 ? end - 1 : 0);
            }
    }

    // Those of whose size there are several; the larger the type, the higher the level. A single one larger than all is the title.
    std::vector<HeadingLines> headings() const
    {
        std::vector<double> sizes;
        for (const Found& found : m_found)
            if (sizes.empty() || std::none_of(sizes.begin(), sizes.end(), [&](double size) { return areAlike(size, found.size); }))
                sizes.push_back(found.size);
        std::erase_if(sizes, [this](double size) { return countAlike(size) < kLeastAlike; });
        std::sort(sizes.begin(), sizes.end(), std::greater());
        std::vector<HeadingLines> headings;
        for (const Found& found : m_found) {
            const auto size = std::find_if(sizes.begin(), sizes.end(), [&](double known) { return areAlike(known, found.size); });
            if (size == sizes.end())
                continue;
            headings.push_back(found.lines);
            headings.back().level = std::uint8_t(std::min<std::ptrdiff_t>(size - sizes.begin() + 1, kDeepestLevel));
        }
        return headings;
    }

private:
    struct Found
    {
        HeadingLines lines;
        double size;
    };

    static bool areAlike(double a, double b) { return std::fabs(a - b) < kSameSize * std::max(a, b); }

    std::size_t countAlike(double size) const
    {
        return std::size_t(std::count_if(m_found.begin(), m_found.end(), [&](const Found& found) { return areAlike(found.size, size); }));
    }

    double sizeOf(std::size_t page, std::size_t line) const { return typeSize(m_source.pages[page], m_lines[page][line]); }

    // Signs above or below a line make it higher, but not wider.
    bool isLarge(std::size_t page, std::size_t line) const
    {
        const PdfLine& own = m_lines[page][line];
        return own.placed && !own.dropped && sizeOf(page, line) > kLargerType * m_usual.size
            && characterWidth(own) > kLargerType * m_usual.width;
    }

    // Behind the lines of one size that follow each other closely; `first`: it isn't large.
    std::size_t endOf(std::size_t page, std::size_t first) const
    {
        const std::vector<PdfLine>& lines = m_lines[page];
        if (!isLarge(page, first))
            return first;
        std::size_t end = first + 1;
        while (end < lines.size() && isLarge(page, end) && std::fabs(sizeOf(page, end) - sizeOf(page, first)) < 0.1 * sizeOf(page, first)
               && lines[end].box.top() > lines[end - 1].box.center().y()
               && lines[end].box.top() - lines[end - 1].box.bottom() < 0.9 * lines[first].box.height())
            ++end;
        return end;
    }

    QString textOf(std::size_t page, std::size_t first, std::size_t end) const
    {
        QString text;
        for (std::size_t i = first; i < end; ++i)
            text += spelled(lineText(m_source.pages[page], m_lines[page][i])) + u' ';
        return text.simplified();
    }

    bool isHeading(std::size_t page, std::size_t first, std::size_t end) const
    {
        return end - first <= kMaxTitleLines - 1 && mayBeHeading(textOf(page, first, end)) && standsAlone(m_lines[page], first, end)
            && textFollows(page, end);
    }

    // Nothing is printed close above or beside it.
    static bool standsAlone(const std::vector<PdfLine>& lines, std::size_t first, std::size_t end)
    {
        const QRectF &top = lines[first].box, &last = lines[end - 1].box;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].dropped || (i >= first && i < end))
                continue;
            if (!lines[i].placed)
                return false;
            const QRectF& other = lines[i].box;
            const bool isOver = other.left() < top.right() && other.right() > top.left() && other.center().y() < top.center().y();
            const bool isBeside = other.bottom() > top.top() && other.top() < last.bottom() && other.left() < top.right() + top.height()
                && other.right() > top.left() - top.height();
            if (isBeside || (isOver && top.top() - other.bottom() < 0.6 * top.height()))
                return false;
        }
        return true;
    }

    // Below it stands a line of text, or a heading of lower level.
    bool textFollows(std::size_t page, std::size_t end) const
    {
        const std::vector<PdfLine>& lines = m_lines[page];
        const PdfLine& own = lines[end - 1];
        while (end < lines.size() && lines[end].dropped)
            ++end;
        if (end == lines.size() || !lines[end].placed)
            return false;
        const QRectF& below = lines[end].box;
        const double gap = below.top() - own.box.bottom();
        const bool isNear = gap > 0 && gap < 3 * own.box.height() && below.left() < own.box.right() && below.right() > own.box.left();
        const double size = sizeOf(page, end);
        const bool isText = lines[end].end - lines[end].begin >= kShortestText && size < kLargerType * m_usual.size;
        const bool isLower = isLarge(page, end) && size < (1 - kSameSize) * typeSize(m_source.pages[page], own);
        return isNear && (isText || (isLower && isHeading(page, end, endOf(page, end))));
    }

    void take(std::size_t page, std::size_t first, std::size_t end)
    {
        m_found.push_back({{page, first, end - first, 1, textOf(page, first, end)}, sizeOf(page, first)});
    }

    const PdfSource& m_source;
    const PageLines& m_lines;
    UsualType m_usual;
    std::vector<Found> m_found;
};

bool before(const HeadingLines& a, const HeadingLines& b)
{
    return a.page != b.page ? a.page < b.page : a.firstLine < b.firstLine;
}

// An entry whose title isn't printed points to a height on its page, which may lie behind its first child's heading.
void putBeforeChildren(std::vector<HeadingLines>& headings)
{
    for (std::size_t i = headings.size(); i-- > 1;) {
        HeadingLines &parent = headings[i - 1], &child = headings[i];
        if (child.level <= parent.level || !before(child, parent))
            continue;
        HeadingLines& misplaced = parent.lineCount > 0 && child.lineCount == 0 ? child : parent;
        const HeadingLines& other = &misplaced == &parent ? child : parent;
        misplaced.page = other.page;
        misplaced.firstLine = other.firstLine;
        misplaced.lineCount = 0;
    }
}

} // namespace

std::vector<HeadingLines> findHeadings(const PdfSource& source, PageLines& lines)
{
    std::vector<HeadingLines> headings;
    if (source.bookmarks.empty()) {
        headings = numberedHeadings(source, lines);
        if (headings.empty())
            return LargeHeadings(source, lines).headings();
        addAlike(source, lines, headings);
        std::stable_sort(headings.begin(), headings.end(), before);
        return headings;
    }
    for (const PdfBookmark& bookmark : source.bookmarks)
        headings.push_back(locate(bookmark, source, lines));
    putBeforeChildren(headings);
    std::stable_sort(headings.begin(), headings.end(), before);
    addAlike(source, lines, headings);
    std::stable_sort(headings.begin(), headings.end(), before);
    for (std::size_t i = 1; i < headings.size(); ++i) { // two bookmarks for one line: the second is an entry only
        const HeadingLines& last = headings[i - 1];
        if (headings[i].page == last.page && headings[i].firstLine < last.firstLine + last.lineCount)
            headings[i].lineCount = 0, headings[i].firstLine = last.firstLine;
    }
    return headings;
}

} // namespace cairn
