#include "core/documents/pdf_notes.h"

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

} // namespace

bool startsNote(QStringView line)
{
    static const QRegularExpression pattern(
        QStringLiteral("^(?:\\d{1,3}(?=[\\p{L}\"\u201C(]|$)|[*\u2217\u2020\u2021\u00A7\u00B6] ?(?=\\S|$))"));
    return pattern.match(line.left(8).toString()).hasMatch() && !line.startsWith(u"**");
}

std::size_t notesBegin(const PdfPage& page, const std::vector<PdfLine>& lines)
{
    const UsualType usual(page, lines);
    std::size_t begin = lines.size(), count = 0;
    for (std::size_t i = lines.size(); i-- > 0 && count < kMostLines;) {
        if (lines[i].dropped)
            continue;
        if (!lines[i].placed || !usual.isSmall(lines[i]))
            break;
        ++count;
        begin = startsNote(lineText(page, lines[i])) ? i : begin;
    }
    return begin;
}

} // namespace cairn
