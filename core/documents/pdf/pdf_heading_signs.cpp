#include "core/documents/pdf/pdf_heading_signs.h"

#include <algorithm>
#include <utility>

namespace cairn
{

UsualType usualType(const PdfSource& source, const PageLines& lines)
{
    constexpr qsizetype kSizedLine = 30; // characters
    std::vector<double> sizes, widths;
    for (std::size_t page = 0; page < lines.size(); ++page)
        for (const PdfLine& line : lines[page])
            if (line.placed && !line.dropped && line.end - line.begin >= kSizedLine) {
                sizes.push_back(typeSize(source.pages[page], line));
                widths.push_back(characterWidth(line));
            }
    return sizes.empty() ? UsualType() : UsualType{median(std::move(sizes)), median(std::move(widths))};
}

bool standsApart(const std::vector<PdfLine>& lines, std::size_t i, bool byLineAbove)
{
    const PdfLine* before = nullptr;
    for (std::size_t j = 0; j < i; ++j)
        if (!lines[j].dropped)
            before = &lines[j];
    if (!before)
        return true;
    if (!before->placed || !lines[i].placed)
        return false;
    constexpr qsizetype kWord = 4;   // characters; a sign alone may be small
    const double own = lines[i].box.height();
    const double height = byLineAbove && before->end - before->begin >= kWord ? std::min(own, before->box.height()) : own;
    return lines[i].box.top() - before->box.bottom() > 0.7 * height;
}

} // namespace cairn
