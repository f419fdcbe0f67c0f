#include "core/documents/html/hidden_html.h"

#include "core/documents/text/element_names.h"
#include "core/documents/text/text_lines.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <optional>

namespace cairn
{

namespace
{

constexpr std::size_t kDepth = 512;

constexpr std::array<std::string_view, 14> kVoid = {"area",  "base", "br",   "col",   "embed",  "hr",    "img",
                                                    "input", "link", "meta", "param", "source", "track", "wbr"};
// Start tags that end an open paragraph.
constexpr std::array<std::string_view, 37> kEndsParagraph = {
    "address",  "article",    "aside",   "blockquote", "center", "details",   "dialog", "dir", "div", "dl",
    "fieldset", "figcaption", "figure",  "footer",     "form",   "h1",        "h2",     "h3",  "h4",  "h5",
    "h6",       "header",     "hgroup",  "hr",         "main",   "menu",      "nav",    "ol",  "p",   "pre",
    "search",   "section",    "summary", "table",      "ul",     "plaintext", "xmp"};

// The last value that a style attribute gives a property, in lower case; empty: none.
std::string styleValue(std::string_view style, std::string_view property)
{
    std::string value;
    while (!style.empty()) {
        const std::string_view one = style.substr(0, style.find(';'));
        style.remove_prefix(std::min(style.size(), one.size() + 1));
        const std::size_t colon = one.find(':');
        if (colon == std::string_view::npos || asciiLower(trimmedLine(one.substr(0, colon))) != property)
            continue;
        const std::string_view given = one.substr(colon + 1);
        value = asciiLower(trimmedLine(given.substr(0, given.find('!'))));
    }
    return value;
}

// The drawn signs of a formula that stands beside them for those who listen.
bool isSecondFormula(const HtmlToken& token)
{
    if (token.attributes.find("aria-hidden") == token.attributes.npos || htmlAttribute(token.attributes, "aria-hidden") != "true")
        return false;
    const std::string classes = htmlAttribute(token.attributes, "class").value_or("");
    return classes == "katex-html" || (token.name == "span" && classes == "math");
}

// Numbers of lines beside code or in it, by the names that highlighters give them: Pygments, docutils, Rouge, Vim, rustdoc and others.
bool isLineNumber(std::string_view name, std::string_view classes)
{
    constexpr auto kNames = std::to_array<std::string_view>({"linenos", "lineno", "linenodiv", "linenos special", "hljs-ln-numbers",
        "rouge-gutter gl", "gutter gl", "LineNr", "src-line-numbers"});
    return isOneOf(classes, kNames) || (name == "small" && classes == "ln");
}

// Of pages that programs write: the way past their menus, help on keys, the word before what is unfolded already, the foot of a page.
bool isAid(const HtmlToken& token)
{
    const std::string classes = htmlAttribute(token.attributes, "class").value_or("");
    const auto is = [&](std::string_view attribute, std::string_view value) {
        return htmlAttribute(token.attributes, attribute).value_or("") == value;
    };
    if (token.name == "a")
        return classes.starts_with("skip") && htmlAttribute(token.attributes, "href").value_or("").starts_with('#');
    if (token.name == "div" && (is("id", "mdbook-help-container") || is("title", "footer") || is("title", "header")))
        return true;
    return (token.name == "summary" && classes == "hideme") || isLineNumber(token.name, classes);
}

// In pages that Word saves: words taken out while changes were tracked, heads and feet of printed pages, comments and their marks.
bool isLeftOfWord(const HtmlToken& token, std::string_view style)
{
    if (token.name == "del" || token.name == "span") {
        const std::string classes = asciiLower(htmlAttribute(token.attributes, "class").value_or(""));
        if (classes == "msodel" || marksComment(token))
            return true;
    }
    if (style.find("mso-element") == style.npos)
        return false;
    return isOneOf(styleValue(style, "mso-element"), {"comment-list", "header", "footer"});
}

} // namespace

bool marksComment(const HtmlToken& token)
{
    return token.name == "span" && asciiLower(htmlAttribute(token.attributes, "class").value_or("")) == "msocommentreference";
}

HtmlHiding hidingOf(const HtmlToken& token)
{
    if (token.name == "rt" || token.name == "rp")   // how the word that it stands in the middle of is pronounced
        return HtmlHiding::Display;
    if (token.attributes.empty() || token.name == "html" || token.name == "body")
        return HtmlHiding::None;
    if (isSecondFormula(token) || isAid(token))
        return HtmlHiding::Display;
    const std::string style = htmlAttribute(token.attributes, "style").value_or("");
    if (isLeftOfWord(token, style))
        return HtmlHiding::Display;
    const std::string display = styleValue(style, "display"), visibility = styleValue(style, "visibility");
    if (display == "none")
        return HtmlHiding::Display;
    if (display.empty()) // a given one is stronger than `hidden`
        if (const auto hidden = htmlAttribute(token.attributes, "hidden"); hidden && asciiLower(*hidden) != "until-found")
            return HtmlHiding::Display;
    return visibility == "hidden" || visibility == "collapse" ? HtmlHiding::Visibility : HtmlHiding::None;
}

bool setsDisplay(const HtmlToken& token)
{
    return !token.attributes.empty() && !styleValue(htmlAttribute(token.attributes, "style").value_or(""), "display").empty();
}

bool HiddenHtml::begin(const HtmlToken& token, HtmlHiding hiding, bool closesItself)
{
    if (closesItself || isOneOf(token.name, kVoid))
        return false;
    constexpr auto kInline = std::to_array<std::string_view>(
        {"a",     "abbr", "b", "bdi", "bdo", "cite", "code",  "em",   "font",   "i",   "kbd",
         "label", "mark", "q", "rp",  "rt",  "s",    "small", "span", "strong", "sub", "sup"});
    m_rootIsInline = isOneOf(token.name, kInline);
    m_inside.assign(1, std::string(token.name));
    m_tooDeep = 0;
    m_hiding = hiding;
    return true;
}

bool HiddenHtml::startTag(const HtmlToken& token, bool closesItself)
{
    closeImplied(token.name);
    if (m_hiding == HtmlHiding::Visibility && styleValue(htmlAttribute(token.attributes, "style").value_or(""), "visibility") == "visible")
        m_inside.clear();
    if (m_inside.empty())
        return false;
    if (closesItself || isOneOf(token.name, kVoid))
        return true;
    if (m_inside.size() < kDepth)
        m_inside.emplace_back(token.name);
    else
        ++m_tooDeep;
    return true;
}

bool HiddenHtml::endTag(const HtmlToken& token, bool isInline)
{
    if (m_tooDeep > 0) {
        --m_tooDeep;
        return true;
    }
    for (std::size_t i = m_inside.size(); i-- > 0;)
        if (m_inside[i] == token.name) {
            m_inside.resize(i);
            return true;
        }
    if (token.name == "ruby") {   // and with it a pronunciation without an end tag
        m_inside.clear();
        return false;
    }
    // It ends an element around the hidden one, or nothing: ends of words and paragraphs are often left over.
    if (isInline || token.name == "br" || (token.name == "p" && !m_rootIsInline))
        return true;
    m_inside.clear();
    return false;
}

// What a start tag ends without an end tag.
void HiddenHtml::closeImplied(std::string_view name)
{
    if (isOneOf(name, kEndsParagraph) && !m_inside.empty() && m_inside.back() == "p")
        m_inside.pop_back();
    if (name == "li")
        closeTo("li", "ul", "ol");
    if (name == "dt" || name == "dd")
        closeTo("dt", "dl"), closeTo("dd", "dl");
    if (name == "td" || name == "th" || name == "tr" || name == "tbody" || name == "thead" || name == "tfoot")
        closeTo("td", "table"), closeTo("th", "table");
    if (name == "tr" || name == "tbody" || name == "thead" || name == "tfoot")
        closeTo("tr", "table");
    if (name == "tbody" || name == "thead" || name == "tfoot")
        closeTo("tbody", "table"), closeTo("thead", "table");
    if (name == "rb" || name == "rt" || name == "rp" || name == "rtc" || isOneOf(name, kEndsParagraph))
        closeTo("rt", "ruby"), closeTo("rp", "ruby");
    if (name == "option" || name == "optgroup")
        closeTo("option", "select");
}

bool HiddenHtml::closeTo(std::string_view name, std::string_view barrier, std::string_view otherBarrier)
{
    for (std::size_t i = m_inside.size(); i-- > 0;) {
        if (m_inside[i] == name) {
            m_inside.resize(i);
            return true;
        }
        if (m_inside[i] == barrier || m_inside[i] == otherBarrier)
            return false;
    }
    return false;
}

} // namespace cairn
