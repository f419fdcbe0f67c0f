#include "core/documents/pdf/pdf_numbered_headings.h"

#include "core/documents/pdf/pdf_ligatures.h"
#include "core/documents/pdf/pdf_notes.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <optional>

namespace cairn
{
namespace
{

constexpr double kWordRoom = 6;          // of a line's height: what a full line may leave free for want of room for the next word
constexpr std::size_t kMostLines = 3;    // of one heading
constexpr double kCloseBelow = 0.7;      // of its size

// "3 Method", "2.1 Data", "3.4. /bin", "Chapter 4", "Appendix B Tables": short, no sentence. Level = numbers in it. A single number before
// small letters, or those of a script without capitals, tells a heading only where its type `isLarge`.
std::optional<std::uint8_t> numberedLevel(QStringView text, bool isLarge)
{
    static const QRegularExpression pattern(QStringLiteral(
        "^(?:([\\d\u0660-\u0669]{1,2}(?:\\.\\d{1,2}){0,4})\\.?\\s+(?:\\p{Lu}|(/?[\\p{Ll}\\p{Lo}]))"
        "|(?:Chapter|Appendix|Part|Kapitel|Anhang|Chapitre|Annexe|Capítulo|Apéndice|Capitolo|Appendice|Глава|Приложение)"
        "\\s+[\\dA-Z]{1,3}\\b"
        "|(?:§|Artikel)\\s+\\d{1,3}[a-z]?(?=\\s+\\p{Lu}|$))"));
    static const QRegularExpression date(QStringLiteral("^\\d{1,2}\\.? \\p{Lu}\\p{Ll}+ \\d{4}$"
                                                        "|^[\u0660-\u0669]{1,2} .* [\u0660-\u0669]{4}$"));
    static constexpr QStringView kEnds = u".,;\u3002\u3001\u060C\u061B";
    if (text.size() > kMaxNumberedHeading || kEnds.contains(text.back()) || text.count(u'.') > 6 || date.match(text.toString()).hasMatch())
        return std::nullopt;
    const QRegularExpressionMatch match = pattern.match(text.toString());
    const QString number = match.captured(1);
    if (!match.hasMatch() || (match.capturedLength(2) > 0 && !isLarge && !number.contains(u'.')))
        return std::nullopt;
    return std::uint8_t(std::min<qsizetype>(1 + number.count(u'.'), kDeepestLevel));
}

// "2.3 Either party may end this agreement by giving", "2.4 The tenant shall:", "3 Minor fault 1 hour 2 days": a clause or a row of a
// table whose type is that of the text. A clause goes on: its line is full, and the next one stands close below in the same type.
bool isClauseOrRow(const PdfPage& page, const std::vector<PdfLine>& lines, std::size_t i, const UsualType& usual)
{
    const PdfLine& own = lines[i];
    if (!own.placed || typeSize(page, own) > kLargerType * usual.size)
        return false;
    if (own.gaps > 1 || lineText(page, own).endsWith(u':'))
        return true;
    double right = 0;
    for (const PdfLine& line : lines)
        right = line.dropped ? right : std::max(right, line.box.right());
    std::size_t next = i + 1;
    while (next < lines.size() && lines[next].dropped)
        ++next;
    if (own.box.right() < right - kWordRoom * own.box.height())
        return false;
    if (next == lines.size() || !lines[next].placed)
        return next == lines.size();   // it goes on overleaf
    const double size = typeSize(page, own), gap = lines[next].box.top() - own.box.bottom();
    const bool isAlike = std::fabs(typeSize(page, lines[next]) - size) < 3 * kSameSize * size;
    return isAlike && gap < 0.7 * size && lines[next].box.bottom() > own.box.bottom();
}

// The next line goes on with a heading in larger type. Where the letters of the two tell their sizes apart, their boxes may be alike.
bool goesOnIn(const PdfPage& page, const PdfLine& line, const PdfLine& next, const UsualType& usual)
{
    if (next.dropped || !next.placed || numberedLevel(lineText(page, next), true))
        return false;
    const double size = typeSize(page, line), gap = next.box.top() - line.box.bottom(), height = line.box.height();
    const double nextSize = typeSize(page, next);
    const bool isAlike = std::fabs(nextSize - size) < 2 * kSameSize * size ||
                         (nextSize > kLargerType * usual.size && std::fabs(next.box.height() - height) < kSameSize * height);
    return isAlike && gap > -0.5 * size && gap < kCloseBelow * size;
}

HeadingLines headingAt(const PdfPage& page, const std::vector<PdfLine>& lines, HeadingLines heading, const UsualType& usual)
{
    std::size_t end = heading.firstLine + 1;
    const bool isLarge = typeSize(page, lines[heading.firstLine]) > kLargerType * usual.size;
    while (isLarge && end < lines.size() && end < heading.firstLine + kMostLines && goesOnIn(page, lines[end - 1], lines[end], usual))
        ++end;
    heading.lineCount = end - heading.firstLine;
    for (std::size_t i = heading.firstLine; i < end; ++i)
        heading.title += spelled(lineText(page, lines[i])) + u' ';
    heading.title = heading.title.simplified();
    return heading;
}

} // namespace

std::vector<HeadingLines> numberedHeadings(const PdfSource& source, const PageLines& lines)
{
    const UsualType usual = usualType(source, lines);
    const auto isNote = [&](std::size_t page, std::size_t i) { return bool(noteLines(source.pages[page], lines[page])[i]); };
    std::vector<HeadingLines> headings;
    for (std::size_t page = 0; page < lines.size(); ++page) {
        for (std::size_t i = 0; i < lines[page].size(); ++i) {
            const PdfLine& line = lines[page][i];
            const QStringView text = lineText(source.pages[page], line);
            const bool isRow = text.back().isDigit() && line.box.width() > 0.8 * typeSize(source.pages[page], line) * double(text.size());
            const bool isLarge = typeSize(source.pages[page], line) > kLargerType * usual.size;
            const auto level = line.dropped || isRow ? std::nullopt : numberedLevel(text, isLarge); // a row: of a table of contents
            if (level && standsApart(lines[page], i, isLarge) && !isNote(page, i) &&
                !isClauseOrRow(source.pages[page], lines[page], i, usual))
                headings.push_back(headingAt(source.pages[page], lines[page], {page, i, 1, *level, {}}, usual));
        }
    }
    return headings;
}

} // namespace cairn
