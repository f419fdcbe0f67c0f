// What the style sheets of a page hide (`display: none`) on a screen, and what they set above the line: rules with one element, its
// classes or id, outside conditions. Those for print alone don't count. What another rule shows under conditions, or a script of the
// page could, is shown. One pass over each sheet; reads no files.
#pragma once

#include "core/documents/html/hidden_html.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace cairn
{

class HtmlStyles
{
public:
    static constexpr std::size_t kRules = 4096;         // that set `display`; later ones are left out
    static constexpr std::size_t kRulesOfName = 32;

    // A sheet behind those before, for media as in `@media`; empty: all.
    void add(std::string_view sheet, std::string_view media = {});

    bool hides() const { return m_hides && !m_loadsScripts; }   // some rule may hide something

    // Shows what the scripts of the page name; everything if it loads some.
    void heedScripts(std::string_view page, bool xhtml);

    // By the element's own attributes (hidden_html.h), which are stronger, or by a rule.
    HtmlHiding hidingOf(const HtmlToken& token) const;

    // Above the line (`vertical-align: super`), by its own attribute or by a rule for one of its classes.
    bool raises(const HtmlToken& token) const;

private:
    struct Rule
    {
        std::string element;                        // empty: any
        std::vector<std::string> names;             // ".class" and "#id", each once
        bool hides = false;
        bool important = false;
        unsigned weight = 0;                        // its specificity
    };
    enum class Media { Screen, Conditional, Other };

    static Media mediaOf(std::string_view condition);
    std::size_t rules(std::string_view sheet, std::size_t at, Media media, unsigned depth);
    void rule(std::string_view selectors, std::string_view declarations, Media media);
    void selector(std::string_view text, bool hides, bool important, Media media);
    void showNamed(std::string_view script);
    const Rule* strongest(std::string_view element, const std::vector<std::string>& names) const;

    std::vector<Rule> m_rules;
    std::unordered_map<std::string, std::vector<std::size_t>> m_byName;     // of rules: their last name, or their element
    std::unordered_set<std::string> m_shownOwn;     // names that rules for some of their elements show
    std::unordered_set<std::string> m_shownMore;    // names that rules show together with others, which a script may add
    std::unordered_set<std::string> m_shown;        // names whose elements rules show under conditions
    std::unordered_set<std::string> m_named;        // words of scripts
    std::unordered_set<std::string> m_raising;      // classes, of whatever element
    bool m_hides = false;
    bool m_loadsScripts = false;
};

}  // namespace cairn
