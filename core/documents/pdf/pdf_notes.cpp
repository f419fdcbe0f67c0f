#include "core/documents/pdf/pdf_notes.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr double kSmall = 0.93;          // of the usual size
constexpr double kNarrow = 0.88;         // of the usual width of a character: a raised mark hides the size of a line
constexpr qsizetype kSizedLine = 20;     // characters; shorter lines tell no usual size
constexpr std::size_t kMostLines = 40;
constexpr double kColumnLines = 5;       // the next column begins at least so much higher

// Type of a page's text.
class UsualType
{
public:
    UsualType(const PdfPage& page, const std::vector<PdfLine>& lines) : m_page(page)
    {
        std::vector<double> sizes, widths;
        for (const PdfLine& line : lines)
            if (isSized(line) && !line.dropped) {
                sizes.push_back(typeSize(page, line));
                widths.push_back(characterWidth(line));
            }
        m_size = median(std::move(sizes));
        m_width = median(std::move(widths));
    }
    bool isSmall(const PdfLine& line) const
    {
        return typeSize(m_page, line) < kSmall * m_size || (isSized(line) && characterWidth(line) < kNarrow * m_width);
    }

private:
    static bool isSized(const PdfLine& line) { return line.placed && line.end - line.begin >= kSizedLine; }

    const PdfPage& m_page;
    double m_size = 0;
    double m_width = 0;
};

// Of the column whose lines end before `end`: where they begin far above the line before them, to the right of it.
std::size_t columnBegin(const std::vector<PdfLine>& lines, std::size_t end)
{
    for (std::size_t i = end - 1; i > 0; --i) {
        const PdfLine &before = lines[i - 1], &own = lines[i];
        if (before.placed && own.placed && own.box.left() > before.box.left()
            && own.box.bottom() < before.box.top() - kColumnLines * own.box.height())
            return i;
    }
    return 0;
}

// Behind words outside notes where that number stands.
NoteMarks placesOf(const QString& number, const PdfPage& page, const std::vector<PdfLine>& lines, const std::vector<bool>& notes)
{
    const QRegularExpression mark(
        QStringLiteral("(?:(?<=\\p{L}{3})|(?<=\\p{L}{2}[.,;:!?)\"\u201C\u201D\u00AB\u00BB]))%1(?![\\p{L}\\d]|[.,]\\d)").arg(number));
    NoteMarks places;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (notes[i] || lines[i].dropped)
            continue;
        const QString text = lineText(page, lines[i]).toString();
        for (auto all = mark.globalMatch(text); all.hasNext();) {
            const auto found = all.next();
            places.emplace_back(lines[i].begin + found.capturedStart(), lines[i].begin + found.capturedEnd());
        }
    }
    return places;
}

} // namespace

bool startsNote(QStringView line)
{
    static const QRegularExpression pattern(
        QStringLiteral("^(?:\\d{1,3}(?=[\\p{L}\"\u201C(]|$)|[*\u2217\u2020\u2021\u00A7\u00B6] ?(?=\\S|$))"));
    return pattern.match(line.left(8).toString()).hasMatch() && !line.startsWith(u"**");
}

bool startsNote(const PdfPage& page, QStringView line)
{
    static const QRegularExpression spaced(QStringLiteral("^(\\d{1,3}) (?=[\\p{L}\"\u201C\u201E\u00BB(])"));
    if (startsNote(line))
        return true;
    const auto found = spaced.match(line.left(8).toString());
    if (!found.hasMatch())
        return false;
    const QRegularExpression mark(QStringLiteral("\\p{L}[.,;:!?)\"\u201C\u201D\u00AB\u00BB]?%1(?![\\p{L}\\d.])").arg(found.captured(1)));
    return mark.match(page.text).hasMatch();
}

std::vector<bool> noteLines(const PdfPage& page, const std::vector<PdfLine>& lines)
{
    const UsualType usual(page, lines);
    std::vector<bool> notes(lines.size(), false);
    for (std::size_t end = lines.size(), begin = 0; end > 0; end = begin) {
        begin = columnBegin(lines, end);
        std::size_t first = end, count = 0;
        for (std::size_t i = end; i-- > begin && count < kMostLines;) {
            if (lines[i].dropped)
                continue;
            if (!lines[i].placed || !usual.isSmall(lines[i]))
                break;
            ++count;
            first = startsNote(page, lineText(page, lines[i])) ? i : first;
        }
        std::fill(notes.begin() + std::ptrdiff_t(first), notes.begin() + std::ptrdiff_t(end), true);
    }
    return notes;
}

NoteMarks noteMarks(const PdfPage& page, const std::vector<PdfLine>& lines, const std::vector<bool>& notes)
{
    static const QRegularExpression number(QStringLiteral("^\\d{1,3}(?= ?[\\p{L}\"\u201C\u201E\u00BB(])"));
    NoteMarks marks;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const QStringView text = lineText(page, lines[i]);
        if (!notes[i] || lines[i].dropped || !startsNote(page, text))
            continue;
        const auto own = number.match(text.left(8).toString());
        if (!own.hasMatch())
            continue;
        const NoteMarks places = placesOf(own.captured(0), page, lines, notes);
        if (places.size() != 1) // a name may end in it, too
            continue;
        marks.push_back(places.front());
        marks.emplace_back(lines[i].begin, lines[i].begin + own.capturedLength(0));
    }
    std::sort(marks.begin(), marks.end());
    return marks;
}

} // namespace cairn
