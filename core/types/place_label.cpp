#include "core/types/place_label.h"

#include "core/types/page_of_part.h"

#include <algorithm>
#include <vector>

namespace cairn
{

std::size_t unitNumber(const CanonicalText& document, std::uint64_t offset)
{
    const auto after = std::upper_bound(document.units.begin(), document.units.end(), offset,
                                        [](std::uint64_t at, const SourceUnit& unit) { return at < unit.text.begin; });
    return static_cast<std::size_t>(after - document.units.begin());
}

std::string pageLabel(const CanonicalText& document, std::uint64_t offset)
{
    const bool mayHavePages = document.format == DocumentFormat::Pdf || document.format == DocumentFormat::Epub;
    const std::size_t unit = mayHavePages ? unitNumber(document, offset) : 0;
    if (unit == 0)
        return {};
    const std::string& label = document.units[unit - 1].label;
    return document.format == DocumentFormat::Pdf ? label : std::string(pageOfPart(label));
}

std::string sectionPath(const CanonicalText& document, std::uint64_t offset)
{
    std::vector<const Heading*> path;
    for (const Heading& heading : document.outline) {
        if (heading.begin > offset)
            break;
        while (!path.empty() && path.back()->level >= heading.level)
            path.pop_back();
        path.push_back(&heading);
    }
    std::string joined;
    for (const Heading* heading : path)
        joined += (joined.empty() ? "" : " > ") + heading->text;
    return joined;
}

void describePlace(Citation& citation, const DocumentPlace& place, const CanonicalText& document)
{
    citation.document = place.document;
    citation.range = place.range;
    citation.page = pageLabel(document, place.range.begin);
    citation.section = sectionPath(document, place.range.begin);
    citation.text = document.text.substr(place.range.begin, place.range.size());
}

}  // namespace cairn
