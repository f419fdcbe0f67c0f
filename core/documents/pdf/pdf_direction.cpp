#include "core/documents/pdf/pdf_direction.h"

#include "core/documents/pdf/pdf_lines.h"

#include <algorithm>

namespace cairn
{
namespace
{

enum class Kind
{
    Left,    // letters of scripts that run to the right
    Digit,
    Right,   // Hebrew, Arabic
    Neutral
};

Kind kindOf(QChar c)
{
    switch (c.direction()) {
    case QChar::DirL:
        return Kind::Left;
    case QChar::DirEN:
    case QChar::DirAN:
        return Kind::Digit;
    case QChar::DirR:
    case QChar::DirAL:
        return Kind::Right;
    default:
        return Kind::Neutral;
    }
}

bool isToRight(Kind kind)
{
    return kind == Kind::Left || kind == Kind::Digit;
}

// A unit as it is drawn, with its place in the line.
struct Unit
{
    QChar sign;
    qsizetype from;
    Kind kind;
};

struct Segment
{
    qsizetype begin, end;
    bool isTurned; // PDFium reversed it, and its brackets
};

// Stretches of one direction, as PDFium has them: a neutral one goes with the stretch before it.
std::vector<Segment> segmentsOf(QStringView line, bool& toLeft)
{
    const auto classOf = [](Kind kind) { return kind == Kind::Digit ? Kind::Left : kind; };
    std::vector<Segment> segments;
    std::vector<Kind> kinds;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const Kind kind = classOf(kindOf(line[i]));
        if (kinds.empty() || kinds.back() != kind) {
            segments.push_back({i, i, false});
            kinds.push_back(kind);
        }
        segments.back().end = i + 1;
    }
    toLeft = std::count(kinds.begin(), kinds.end(), Kind::Right) >= std::count(kinds.begin(), kinds.end(), Kind::Left);
    bool turned = toLeft;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        turned = kinds[i] == Kind::Neutral ? turned : kinds[i] == Kind::Right;
        segments[i].isTurned = turned;
    }
    return segments;
}

// The line from left to right, as it is printed.
std::vector<Unit> drawnLine(QStringView line)
{
    bool toLeft = false;
    std::vector<Segment> segments = segmentsOf(line, toLeft);
    if (toLeft)
        std::reverse(segments.begin(), segments.end());
    std::vector<Unit> drawn;
    for (const Segment& segment : segments) {
        const auto first = drawn.size();
        for (qsizetype i = segment.begin; i < segment.end; ++i)
            drawn.push_back({segment.isTurned ? line[i].mirroredChar() : line[i], i, kindOf(line[i])});
        if (segment.isTurned)
            std::reverse(drawn.begin() + std::ptrdiff_t(first), drawn.end());
    }
    return drawn;
}

// May what stands between two numbers belong to one of them: "1,250.75", "12/03", "3:5"; in Hebrew "2020-2021", too.
bool joinsNumbers(QChar c, bool isArabic)
{
    return c.direction() == QChar::DirCS || (!isArabic && c.direction() == QChar::DirES);
}

// Finds the stretch of a line that runs to the right, from `begin` on: its end.
class RightwardStretch
{
public:
    RightwardStretch(const std::vector<Unit>& line, bool isArabic) : m_line(line), m_isArabic(isArabic) {}

    std::size_t endOf(std::size_t begin) const
    {
        std::size_t end = begin + 1;
        bool hasLetters = m_line[begin].kind == Kind::Left;
        const bool isBalanced = bracketsFrom(begin, m_line.size()) == 0;
        for (std::size_t i = end; i < m_line.size() && m_line[i].kind != Kind::Right; ++i) {
            if (!isToRight(m_line[i].kind))
                continue;
            const bool isNumber = !hasLetters && m_line[i].kind == Kind::Digit;
            const bool isOne = i == end || (i == end + 1 && joinsNumbers(m_line[end].sign, m_isArabic));
            if ((isNumber && !isOne && !lettersFollow(i)) || (!isBalanced && hasBracket(end, i)))
                break;
            hasLetters = hasLetters || m_line[i].kind == Kind::Left;
            end = i + 1;
        }
        return withClosing(begin, withPercent(end, hasLetters));
    }

private:
    // Those that open less those that close, before the next right-to-left letter.
    int bracketsFrom(std::size_t begin, std::size_t end) const
    {
        int open = 0;
        for (std::size_t i = begin; i < end && m_line[i].kind != Kind::Right; ++i)
            open += m_line[i].sign == u'(' ? 1 : m_line[i].sign == u')' ? -1 : 0;
        return open;
    }

    bool hasBracket(std::size_t begin, std::size_t end) const
    {
        const auto isOne = [](const Unit& unit) { return unit.sign == u'(' || unit.sign == u')'; };
        return std::any_of(m_line.begin() + std::ptrdiff_t(begin), m_line.begin() + std::ptrdiff_t(end), isOne);
    }

    // Another word in Latin letters before the next right-to-left one.
    bool lettersFollow(std::size_t i) const
    {
        while (i < m_line.size() && m_line[i].kind != Kind::Right)
            if (m_line[i++].kind == Kind::Left)
                return true;
        return false;
    }

    std::size_t withPercent(std::size_t end, bool hasLetters) const
    {
        while (end < m_line.size() && !m_isArabic && !hasLetters && m_line[end].sign.direction() == QChar::DirET)
            ++end;
        return end;
    }

    // A bracket that closes one opened in it.
    std::size_t withClosing(std::size_t begin, std::size_t end) const
    {
        return bracketsFrom(begin, end) > 0 && end < m_line.size() && m_line[end].sign == u')' ? end + 1 : end;
    }

    const std::vector<Unit>& m_line;
    bool m_isArabic;
};

// Units of a stretch that runs to the left, in the order they are read.
void readLeftward(const std::vector<Unit>& line, BracketSigns brackets, std::vector<Unit>& read)
{
    const bool isArabic = std::any_of(line.begin(), line.end(), [](const Unit& u) { return u.sign.direction() == QChar::DirAL; });
    const RightwardStretch stretches(line, isArabic);
    std::vector<std::pair<std::size_t, std::size_t>> parts; // from left to right
    for (std::size_t i = 0; i < line.size(); i = parts.back().second) {
        const bool beforeDigit = i + 1 < line.size() && line[i + 1].kind == Kind::Digit;
        const bool isPrefix = !isArabic && line[i].sign.direction() == QChar::DirET && beforeDigit;
        parts.emplace_back(i, isToRight(line[i].kind) || isPrefix ? stretches.endOf(i) : i + 1);
    }
    std::reverse(parts.begin(), parts.end());
    for (const auto& [begin, end] : parts) {
        for (std::size_t i = begin; i < end; ++i)
            read.push_back(line[i]);
        if (end == begin + 1 && line[begin].kind == Kind::Neutral && brackets == BracketSigns::Drawn)
            read.back().sign = read.back().sign.mirroredChar();
    }
}

// Words of the other direction, with what stands between them, are one stretch in a line that runs to the right.
void readRightward(const std::vector<Unit>& line, BracketSigns brackets, std::vector<Unit>& read)
{
    for (std::size_t i = 0; i < line.size();) {
        if (line[i].kind != Kind::Right) {
            read.push_back(line[i++]);
            continue;
        }
        std::size_t end = i + 1;
        for (std::size_t k = end; k < line.size() && line[k].kind != Kind::Left; ++k)
            end = line[k].kind == Kind::Right ? k + 1 : end;
        readLeftward({line.begin() + std::ptrdiff_t(i), line.begin() + std::ptrdiff_t(end)}, brackets, read);
        i = end;
    }
}

bool hasVowelSigns(QStringView line)
{
    return std::any_of(line.begin(), line.end(), [](QChar c) { return c.direction() == QChar::DirNSM; });
}

struct Letters
{
    std::size_t right = 0, left = 0;
};

Letters lettersOf(QStringView text)
{
    Letters count;
    for (const QChar c : text) {
        const Kind kind = kindOf(c);
        count.right += kind == Kind::Right ? 1 : 0;
        count.left += kind == Kind::Left && c.isLetter() ? 1 : 0;
    }
    return count;
}

bool isOrdered(QStringView line)
{
    return lettersOf(line).right > 0 && !hasVowelSigns(line);
}

// How many brackets open behind a space and close before one, less those that do the opposite.
int bracketsInPlace(QStringView line)
{
    int right = 0;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const bool opens = line[i] == u'(' || line[i] == u'[', closes = line[i] == u')' || line[i] == u']';
        if (!opens && !closes)
            continue;
        const bool behindSpace = i == 0 || line[i - 1].isSpace();
        const bool beforeLetter = i + 1 < line.size() && line[i + 1].isLetterOrNumber();
        const bool behindLetter = i > 0 && line[i - 1].isLetterOrNumber();
        if (behindSpace && beforeLetter)
            right += opens ? 1 : -1;
        else if (behindLetter && !beforeLetter)
            right += closes ? 1 : -1;
    }
    return right;
}

class LineOrder
{
public:
    explicit LineOrder(std::vector<PdfPage>& pages) : m_pages(pages)
    {
        Letters all;
        for (const PdfPage& page : pages) {
            const Letters here = lettersOf(page.text);
            all.right += here.right;
            all.left += here.left;
        }
        m_any = all.right > 0;
        m_toLeft = all.right > all.left;
    }

    void run()
    {
        if (!m_any)
            return;
        const BracketSigns brackets = bracketSigns();
        for (PdfPage& page : m_pages)
            for (const PdfLine& line : splitLines(page)) {
                const QString text = lineText(page, line).toString();
                if (isOrdered(text))
                    put(page, line.begin, orderedLine(text, runsToLeft(text), brackets));
            }
        for (PdfPage& page : m_pages)
            unite(page.moved);
    }

private:
    bool runsToLeft(QStringView line) const
    {
        const Letters letters = lettersOf(line);
        return m_toLeft || letters.right > letters.left;
    }

    BracketSigns bracketSigns() const
    {
        int drawn = 0, meant = 0;
        for (const PdfPage& page : m_pages)
            for (const PdfLine& line : splitLines(page)) {
                const QStringView text = lineText(page, line);
                if (!isOrdered(text))
                    continue;
                drawn += bracketsInPlace(orderedLine(text, runsToLeft(text), BracketSigns::Drawn).text);
                meant += bracketsInPlace(orderedLine(text, runsToLeft(text), BracketSigns::Meant).text);
            }
        return meant > drawn ? BracketSigns::Meant : BracketSigns::Drawn;
    }

    // What moved is noted in stretches that are as short as can be: each holds all units that come from it.
    static void put(PdfPage& page, qsizetype at, const OrderedLine& line)
    {
        qsizetype begin = 0, farthest = -1;
        for (qsizetype i = 0; i < line.text.size(); ++i) {
            farthest = std::max(farthest, line.from[std::size_t(i)]);
            if (farthest > i)
                continue;
            if (i > begin || page.text[at + i] != line.text[i])
                page.moved.emplace_back(at + begin, at + i + 1);
            begin = i + 1;
        }
        page.text.replace(at, line.text.size(), line.text);
    }

    // Stretches that lie in each other become one.
    static void unite(std::vector<std::pair<qsizetype, qsizetype>>& moved)
    {
        std::sort(moved.begin(), moved.end());
        std::size_t kept = 0;
        for (std::size_t i = 1; i < moved.size(); ++i) {
            if (moved[i].first < moved[kept].second)
                moved[kept].second = std::max(moved[kept].second, moved[i].second);
            else
                moved[++kept] = moved[i];
        }
        moved.resize(std::min(moved.size(), kept + 1));
    }

    std::vector<PdfPage>& m_pages;
    bool m_any = false, m_toLeft = false;
};

} // namespace

OrderedLine orderedLine(QStringView line, bool toLeft, BracketSigns brackets)
{
    const std::vector<Unit> drawn = drawnLine(line);
    std::vector<Unit> read;
    if (toLeft)
        readLeftward(drawn, brackets, read);
    else
        readRightward(drawn, brackets, read);
    OrderedLine ordered;
    for (const Unit& unit : read) {
        ordered.text += unit.sign;
        ordered.from.push_back(unit.from);
    }
    return ordered;
}

void orderLines(std::vector<PdfPage>& pages)
{
    LineOrder(pages).run();
}

} // namespace cairn
