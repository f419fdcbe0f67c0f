#include "core/types/chapters.h"

#include <algorithm>
#include <string_view>

namespace cairn
{
namespace
{

// The highest level with at least two headings among [begin, end); 0: none has.
std::uint8_t commonLevel(const std::vector<Heading>& outline, std::size_t begin, std::size_t end)
{
    for (std::uint8_t level = 1; level <= 6; ++level) {
        if (std::count_if(outline.begin() + std::ptrdiff_t(begin), outline.begin() + std::ptrdiff_t(end),
                          [=](const Heading& h) { return h.level == level; }) >= 2)
            return level;
    }
    return 0;
}

}  // namespace

std::vector<const Heading*> chapterHeadings(const CanonicalText& document)
{
    const auto& outline = document.outline;
    std::vector<const Heading*> chapters;
    const std::uint8_t level = commonLevel(outline, 0, outline.size());
    for (std::size_t i = 0; i < outline.size(); ++i) {
        if (outline[i].level != level)
            continue;
        chapters.push_back(&outline[i]);
        std::size_t next = i + 1;
        while (next < outline.size() && outline[next].level > level)
            ++next;
        const std::uint64_t end = next < outline.size() ? outline[next].begin : document.text.size();
        const std::uint8_t inside = end - outline[i].begin > document.text.size() / 2 ? commonLevel(outline, i + 1, next) : 0;
        for (std::size_t part = i + 1; part < next && inside > 0; ++part) {
            if (outline[part].level == inside)
                chapters.push_back(&outline[part]);
        }
    }
    return chapters;
}

const Heading* chapterAt(const CanonicalText& document, std::uint64_t byte)
{
    const Heading* chapter = nullptr;
    for (const Heading* heading : chapterHeadings(document)) {
        if (heading->begin > byte)
            break;
        chapter = heading;
    }
    return chapter;
}

std::size_t paragraphNumber(const CanonicalText& document, std::uint64_t byte)
{
    const Heading* chapter = chapterAt(document, byte);
    const auto startsBehind = [](std::uint64_t at, const Paragraph& paragraph) { return at < paragraph.text.begin; };
    const auto& paragraphs = document.paragraphs;
    const auto first = std::lower_bound(paragraphs.begin(), paragraphs.end(), chapter ? chapter->begin : 0,
                                        [](const Paragraph& paragraph, std::uint64_t at) { return paragraph.text.begin < at; });
    const auto last = std::upper_bound(first, paragraphs.end(), byte, startsBehind);
    const auto count = std::count_if(first, last, [](const Paragraph& p) { return p.kind != ParagraphKind::Heading; });
    return std::max<std::size_t>(1, static_cast<std::size_t>(count));
}

std::string sectionBelow(const std::string& title, const std::string& section)
{
    constexpr std::string_view kBelow = " > ";
    if (title.empty() || !section.starts_with(title))
        return section;
    const std::string_view rest = std::string_view(section).substr(title.size());
    if (rest.empty())
        return {};
    return rest.starts_with(kBelow) ? std::string(rest.substr(kBelow.size())) : section;
}

}  // namespace cairn
