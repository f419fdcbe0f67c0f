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

namespace
{

bool mayHavePages(const CanonicalText& document)
{
    return document.format == DocumentFormat::Pdf || document.format == DocumentFormat::Epub;
}

// REQUIRES: mayHavePages().
std::string_view pageOfUnit(const CanonicalText& document, const SourceUnit& unit)
{
    return document.format == DocumentFormat::Pdf ? std::string_view(unit.label) : pageOfPart(unit.label);
}

}  // namespace

std::string pageLabel(const CanonicalText& document, std::uint64_t offset)
{
    const std::size_t unit = mayHavePages(document) ? unitNumber(document, offset) : 0;
    return unit == 0 ? std::string() : std::string(pageOfUnit(document, document.units[unit - 1]));
}

std::vector<LabelledPage> labelledPages(const CanonicalText& document)
{
    std::vector<LabelledPage> pages;
    if (!mayHavePages(document))
        return pages;
    const bool isBook = document.format == DocumentFormat::Epub;
    for (const SourceUnit& unit : document.units) {
        const std::string_view label = pageOfUnit(document, unit);
        if (isBook && label.empty())
            continue;
        if (isBook && !pages.empty() && pages.back().label == label && pages.back().text.end == unit.text.begin)
            pages.back().text.end = unit.text.end;
        else
            pages.push_back({label, unit.text});
    }
    return pages;
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
