#include "core/documents/html/html_navigation.h"

#include "core/documents/html/html_tokenizer.h"
#include "core/documents/text/element_names.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>

namespace cairn
{

namespace
{

// A letter or digit: separators between links are no words.
bool hasWords(std::string_view text)
{
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return isAsciiAlphanumeric(c) || (byte >= 0xC3 && byte != 0xE2);   // U+00C0 on, without general punctuation and symbols
    });
}

bool isNavigation(const HtmlToken& token)
{
    if (token.selfClosing || htmlAttribute(token.attributes, "epub:type"))
        return false;
    const std::string role = asciiLower(htmlAttribute(token.attributes, "role").value_or(""));
    return role == "navigation" || (token.name == "nav" && role.empty());
}

bool hasClass(const HtmlToken& token, std::span<const std::string_view> names)
{
    const std::string classes = asciiLower(htmlAttribute(token.attributes, "class").value_or(""));
    for (std::size_t at = 0; at < classes.size();) {
        const std::size_t end = std::min(classes.find_first_of(" \t\r\n", at), classes.size());
        if (isOneOf(std::string_view(classes).substr(at, end - at), names))
            return true;
        at = end + 1;
    }
    return false;
}

// "Next:", "[", ", Up": what stands before the links of a line that leads from page to page.
bool areWayWords(std::string_view text)
{
    static constexpr auto kWords = std::to_array<std::string_view>(
        {"next", "previous", "prev", "up", "home", "top", "contents", "index", "back", "weiter", "nächste", "nächstes", "vor", "zurück",
         "vorherige", "vorheriges", "nach", "oben", "hoch", "anfang", "inhalt", "suivant", "précédent", "sommaire", "siguiente", "anterior"});
    const std::string lower = asciiLower(text);
    for (std::size_t at = 0; at < lower.size();) {
        std::size_t end = at;
        const auto continues = [&] { return end > at && (static_cast<unsigned char>(lower[end]) & 0xC0) == 0x80; };
        while (end < lower.size() && (hasWords(std::string_view(lower).substr(end, 1)) || continues()))
            ++end;
        if (end > at && !isOneOf(std::string_view(lower).substr(at, end - at), kWords))
            return false;
        at = end + 1;
    }
    return true;
}

class Finder
{
public:
    HtmlNavigation find(std::string_view source, bool xhtml)
    {
        HtmlTokenizer tokenizer(source, xhtml);
        for (HtmlToken token = tokenizer.next(); token.kind != HtmlToken::Kind::End; token = tokenizer.next()) {
            switch (token.kind) {
            case HtmlToken::Kind::StartTag: startTag(token); break;
            case HtmlToken::Kind::EndTag: endTag(token); break;
            case HtmlToken::Kind::Text:
            case HtmlToken::Kind::Literal: words(decodeHtmlText(source.substr(token.begin, token.end - token.begin))); break;
            default: break;
            }
        }
        return std::move(m_found);
    }

private:
    static constexpr std::array<std::string_view, 5> kParts{"article", "aside", "blockquote", "main", "section"};
    static constexpr std::array<std::string_view, 3> kWays{"navheader", "navfooter", "docnav"};  // as DocBook writes them
    static constexpr std::array<std::string_view, 4> kMenus{"menu", "navbar", "navigation", "nav-panel"};
    static constexpr std::array<std::string_view, 11> kInLine{"a", "b", "br", "code", "em", "i", "img", "small", "span", "strong", "tt"};
    static constexpr std::array<std::string_view, 4> kRelations{"next", "prev", "previous", "up"};

    // What counts only if it is found to hold links alone, and gives way to what begins in it else.
    enum class Kind { Certain, List, Menu, Way };

    void startTag(const HtmlToken& token)
    {
        if (token.selfClosing)
            return;
        if (m_root == "p" && !isOneOf(token.name, kInLine))
            m_root.clear();   // its end tag is left out
        const bool isPart = isOneOf(token.name, kParts);
        if (!m_root.empty()) {
            m_depth += token.name == m_root ? 1 : 0;
            const bool isLink = token.name == "a" && htmlAttribute(token.attributes, "href");
            m_linkDepth += isLink ? 1 : 0;
            const bool leadsOn = isLink && isOneOf(asciiLower(htmlAttribute(token.attributes, "rel").value_or("")), kRelations);
            m_isLinks = m_isLinks || (m_kind == Kind::Way && leadsOn);
            if (token.name != "main" && token.name != "article")
                return;
            m_root.clear();   // closed too late
        } else if (isNavigation(token)) {
            return begin(token, Kind::Certain);
        } else if (m_footerDepth > 0 && (token.name == "ul" || token.name == "menu")) {
            return begin(token, Kind::List);
        } else if ((token.name == "div" || token.name == "ul") && hasClass(token, kWays)) {
            return begin(token, Kind::Certain);
        } else if (token.name == "div" && hasClass(token, kMenus)) {
            return begin(token, Kind::Menu);
        } else if (token.name == "p") {
            return begin(token, Kind::Way);
        }
        m_partDepth += isPart ? 1 : 0;
        if (token.name == "footer" && (m_partDepth == 0 || m_footerDepth > 0))
            ++m_footerDepth;
    }

    void begin(const HtmlToken& token, Kind kind)
    {
        m_root = token.name;
        m_begin = token.begin;
        m_depth = 1;
        m_linkDepth = m_textBytes = 0;
        m_kind = kind;
        m_linksOnly = kind == Kind::List || kind == Kind::Menu;
        m_isLinks = kind == Kind::Certain;
    }

    void endTag(const HtmlToken& token)
    {
        if (m_root.empty()) {
            m_partDepth -= m_partDepth > 0 && isOneOf(token.name, kParts) ? 1 : 0;
            m_footerDepth -= m_footerDepth > 0 && token.name == "footer" ? 1 : 0;
            return;
        }
        m_linkDepth -= m_linkDepth > 0 && token.name == "a" ? 1 : 0;
        if (token.name != m_root || --m_depth > 0)
            return;
        m_root.clear();
        if (!m_isLinks)
            return;
        m_found.ranges.push_back({m_begin, token.end});
        m_found.textBytes += m_textBytes;
    }

    void words(const std::string& text)
    {
        if (m_root.empty() || !hasWords(text))
            return;
        m_textBytes += text.size();
        if (m_linkDepth == 0 && (m_kind == Kind::Menu || (m_kind == Kind::Way && !areWayWords(text))))
            return m_root.clear();   // what is in it may be one itself
        if (m_linksOnly && m_linkDepth == 0)
            m_isLinks = m_linksOnly = false;   // the list says something
        else
            m_isLinks = m_isLinks || m_linksOnly;
    }

    HtmlNavigation m_found;
    std::string m_root;              // the element that is open; empty: none
    std::uint64_t m_begin = 0, m_textBytes = 0;
    std::size_t m_depth = 0;         // of elements of its name
    std::size_t m_linkDepth = 0, m_partDepth = 0, m_footerDepth = 0;
    Kind m_kind = Kind::Certain;
    bool m_linksOnly = false;        // it counts if all its words are links
    bool m_isLinks = false;
};

}  // namespace

HtmlNavigation navigationOf(std::string_view source, bool xhtml) { return Finder().find(source, xhtml); }

}  // namespace cairn
