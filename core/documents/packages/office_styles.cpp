#include "core/documents/packages/office_styles.h"

#include "core/documents/packages/list_marks.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>

namespace cairn
{

namespace
{

constexpr int kStyleChain = 16;   // styles based on each other; a circle ends here

// Word processors name their own styles in English in every language ("heading 1"); publishers' templates say "HeadA", "ChapterTitle".
unsigned headingLevelOfName(std::string_view name)
{
    if (name == "TITLE" || name == "CHAPTERTITLE" || name == "CHAPTER TITLE")
        return 1;
    if (!name.starts_with("HEAD"))
        return 0;
    name.remove_prefix(name.starts_with("HEADING") ? 7 : 4);
    while (name.starts_with(' ') || name.starts_with('-') || name.starts_with('_'))
        name.remove_prefix(1);
    if (name.size() != 1)
        return 0;
    if (name[0] >= '1' && name[0] <= '9')
        return static_cast<unsigned>(name[0] - '0');
    return name[0] >= 'A' && name[0] <= 'E' ? static_cast<unsigned>(name[0] - 'A') + 2 : 0;
}

}  // namespace

const OfficeStyle* OfficeStyles::find(const std::string& id) const
{
    const auto found = m_styles.find(id);
    return found == m_styles.end() ? nullptr : &found->second;
}

const OfficeStyle* OfficeStyles::firstOf(const std::string& style, const std::function<bool(const OfficeStyle&)>& wanted) const
{
    const OfficeStyle* at = find(style);
    for (int i = 0; at && i < kStyleChain; ++i, at = find(at->basedOn))
        if (wanted(*at))
            return at;
    return nullptr;
}

std::string OfficeStyles::ownName(const std::string& style) const
{
    const OfficeStyle* found = firstOf(style, [](const OfficeStyle& one) { return !one.name.empty(); });
    return found ? asciiUpper(found->name) : std::string();
}

bool OfficeStyles::isCode(const std::string& style) const
{
    const std::string name = ownName(style);
    return name.starts_with("CODE") ? name.find("LABEL") == std::string::npos && name.find("CAPTION") == std::string::npos
                                    : name == "SOURCE CODE" || name.ends_with("PREFORMATTED") || name == "PREFORMATTED TEXT";
}

bool OfficeStyles::isNamed(const std::string& style, std::span<const std::string_view> names) const
{
    return firstOf(style, [names](const OfficeStyle& one) {
        return std::find(names.begin(), names.end(), asciiUpper(one.name)) != names.end();
    });
}

ParagraphKind OfficeStyles::kindOf(const std::string& style) const
{
    constexpr auto kCaptions = std::to_array<std::string_view>({"CAPTION", "IMAGE CAPTION", "TABLE CAPTION", "FIGURE CAPTION"});
    constexpr auto kQuotations =
        std::to_array<std::string_view>({"QUOTE", "INTENSE QUOTE", "QUOTATIONS", "BLOCK TEXT", "BLOCK QUOTATION"});
    if (isCode(style))
        return ParagraphKind::Code;
    if (isNamed(style, kCaptions))
        return ParagraphKind::Caption;
    return isNamed(style, kQuotations) ? ParagraphKind::Quote : ParagraphKind::Text;
}

bool OfficeStyles::isHidden(const std::string& style) const
{
    const OfficeStyle* found = firstOf(style, [](const OfficeStyle& one) { return one.hidden.has_value(); });
    return found && *found->hidden;
}

bool OfficeStyles::isTitle(const std::string& style) const
{
    return ownName(style) == "TITLE";
}

unsigned OfficeStyles::headingLevel(const std::string& style) const
{
    const auto levelOf = [](const OfficeStyle& one) {
        return one.outlineLevel ? *one.outlineLevel + 1 : headingLevelOfName(asciiUpper(one.name));
    };
    const OfficeStyle* found = firstOf(style, [&](const OfficeStyle& one) { return levelOf(one) > 0; });
    const unsigned level = found ? levelOf(*found) : 0;
    return level <= kListLevels ? level : 0;
}

const OfficeStyle* OfficeStyles::numbered(const std::string& style) const
{
    return firstOf(style, [](const OfficeStyle& one) { return !one.numberId.empty(); });
}

}  // namespace cairn
