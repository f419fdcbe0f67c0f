// Styles of word processors' documents, whatever file they come from: which paragraphs are headings, code, quotations, captions or the
// title, which text is hidden. Plain values.
#pragma once

#include "core/types/document.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace cairn
{

struct OfficeStyle
{
    std::string name;                       // as people see it; empty: made for a few places, of the kind of what it is based on
    std::string basedOn;                    // id of a style
    std::optional<unsigned> outlineLevel;   // from 0; beyond the levels of lists: no heading
    std::optional<bool> hidden;
    std::optional<bool> bold;
    std::optional<bool> raised;             // above the line
    bool lowered = false;                   // below it, where raised says no
    std::string font;
    std::string numberId;                   // of the list that its paragraphs belong to
    std::optional<unsigned> numberLevel;
};

class OfficeStyles
{
public:
    OfficeStyle& add(const std::string& id) { return m_styles[id]; }
    const OfficeStyle* find(const std::string& id) const;

    // All of a style or those it is based on.
    unsigned headingLevel(const std::string& style) const;       // 1.. for headings (the title of the document is 1), 0 for others
    bool isTitle(const std::string& style) const;
    ParagraphKind kindOf(const std::string& style) const;        // Code, Caption or Quote by its name; else Text
    bool isHidden(const std::string& style) const;               // of paragraphs or characters
    const OfficeStyle* numbered(const std::string& style) const; // the one that names a list; null pointer: none does
    const OfficeStyle* firstOf(const std::string& style, const std::function<bool(const OfficeStyle&)>& wanted) const;

private:
    bool isNamed(const std::string& style, std::span<const std::string_view> names) const;
    bool isCode(const std::string& style) const;                 // "Source Code", "HTML Preformatted"
    std::string ownName(const std::string& style) const;         // in capital letters

    std::unordered_map<std::string, OfficeStyle> m_styles;
};

}  // namespace cairn
