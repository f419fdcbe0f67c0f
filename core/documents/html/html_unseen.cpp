// What is in the source of a page but not seen as it is: controls, fallbacks, marks of printed pages, pictures and their words.
#include "core/documents/html/html_text.h"

#include "core/documents/text/element_names.h"
#include "core/formats/utf8.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestSign = 16;       // bytes
constexpr std::size_t kLongestPageMark = 24;   // bytes: "[Pg 123]", "Page xviii"
constexpr std::string_view kOpening = "([{\"'";

bool isSmall(const HtmlToken& token, std::string_view side)
{
    const std::string size = htmlAttribute(token.attributes, side).value_or("");
    return size == "0" || size == "1" || size == "1px" || size == "0px";
}

// Of a picture that only tells its server of the reader.
bool isPixel(const HtmlToken& token)
{
    return isSmall(token, "width") && isSmall(token, "height");
}

bool hasName(std::string_view names, std::string_view name)
{
    const std::size_t at = names.find(name);
    const auto ends = [&](std::size_t i) { return i >= names.size() || names[i] == ' '; };
    return at != names.npos && (at == 0 || names[at - 1] == ' ') && ends(at + name.size());
}

// It stands where a printed page begins.
bool marksPage(const HtmlToken& token)
{
    if (token.attributes.empty())
        return false;
    const auto value = [&](std::string_view name) { return htmlAttribute(token.attributes, name).value_or(""); };
    const std::string classes = value("class");
    return hasName(classes, "pagenum") || hasName(classes, "pageno") || hasName(value("epub:type"), "pagebreak") ||
           value("role") == "doc-pagebreak";
}

}  // namespace

// What it says is for the page's reader to press, unless it is all that a heading says, which unfolds what is below.
bool HtmlText::isButton(const HtmlToken& token) const
{
    const bool isHeading = !m_open.empty() && m_open.back().role == Role::Heading && !m_builder.inParagraph();
    return token.name == "button" && !isHeading;
}

// The sign beside a heading or a term by which others may link to it.
bool HtmlText::linksToItself(const HtmlToken& token) const
{
    if (token.name != "a" || m_open.empty() || (m_open.back().role != Role::Heading && m_open.back().role != Role::Item))
        return false;
    constexpr auto kSigns =
        std::to_array<std::string_view>({"#", "\u00B6", "\u00A7", "\U0001F517", "&para;", "&#182;", "&#xb6;", "&sect;"});
    const std::string_view behind = m_source.substr(token.end, kLongestSign);
    const std::size_t begin = behind.find_first_not_of(" \n"), end = behind.find('<');
    const bool isSign = begin < end && std::find(kSigns.begin(), kSigns.end(), behind.substr(begin, end - begin)) != kSigns.end();
    return isSign && m_source.substr(token.end + std::min(end, behind.size())).starts_with("</a") &&
           htmlAttribute(token.attributes, "href").value_or("").starts_with('#');
}

// What other programs than browsers show.
bool HtmlText::isFallback(const HtmlToken& token) const
{
    const bool inDrawing = token.name == "desc" || token.name == "metadata" || token.name == "defs" || token.name == "symbol";
    return token.name == "canvas" || (token.name == "noscript" && m_leavesNoScript) || (inDrawing && m_drawings > 0);
}

// The number of a printed page where that begins, even amid a word: "inter[Pg 6]national".
bool HtmlText::isPageMark(const HtmlToken& token) const
{
    if (!marksPage(token) || token.selfClosing)
        return false;
    return isOneOf(token.name, {"span", "a", "div", "p", "small"}) && shortWords(token).has_value();
}

// What a short element without others of its name says; nothing: it isn't one.
std::optional<std::string> HtmlText::shortWords(const HtmlToken& token) const
{
    constexpr std::size_t kSource = 400;   // bytes, with links
    const std::string_view source = m_source.substr(token.end, kSource);
    HtmlTokenizer tokens(source, m_xhtml);
    std::string words;
    for (HtmlToken next = tokens.next(); next.kind != HtmlToken::Kind::End; next = tokens.next()) {
        if (next.kind == HtmlToken::Kind::Text)
            words += oneLine(decodeHtmlText(source.substr(next.begin, next.end - next.begin)));
        if (words.size() > kLongestPageMark || (next.kind == HtmlToken::Kind::StartTag && next.name == token.name))
            return std::nullopt;
        if (next.kind == HtmlToken::Kind::EndTag && next.name == token.name)
            return words;
    }
    return std::nullopt;
}

void HtmlText::tellPage(const HtmlToken& token) const
{
    if (!marksPage(token))
        return;
    for (const char* name : {"title", "aria-label"})
        if (const auto words = htmlAttribute(token.attributes, name); words && !words->empty())
            return m_onPage(*words);
    if (const auto words = token.selfClosing ? std::nullopt : shortWords(token); words && !words->empty())
        m_onPage(*words);
}

// A list to choose from shows one of its options: the chosen one, else the first.
bool HtmlText::isOtherOption(const HtmlToken& token)
{
    if (token.name == "select")
        m_option = htmlAttribute(token.attributes, "multiple") || htmlAttribute(token.attributes, "size") ? 0 : chosenOption(token);
    return token.name == "option" && m_option > 0 && token.begin != m_option - 1;
}

// One more than where it begins; 0: none.
std::size_t HtmlText::chosenOption(const HtmlToken& select) const
{
    HtmlTokenizer tokens(m_source.substr(select.end), m_xhtml);
    std::size_t first = 0;
    for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End && token.name != "select"; token = tokens.next()) {
        if (token.kind != HtmlToken::Kind::StartTag || token.name != "option")
            continue;
        const std::size_t place = select.end + token.begin + 1;
        first = first == 0 ? place : first;
        if (htmlAttribute(token.attributes, "selected"))
            return place;
    }
    return first;
}

// Hidden where a picture of the formula stands beside it.
bool HtmlText::holdsFormula(const HtmlToken& token) const
{
    const std::string_view behind = m_source.substr(token.end, kLongestSign);
    const std::size_t begin = behind.find_first_not_of(" \n");
    return token.name == "span" && begin != behind.npos && behind.substr(begin).starts_with("<math");
}

// Contents of an element of the page's own, in place.
bool HtmlText::isShadowRoot(const HtmlToken& token)
{
    return token.name == "template" && htmlAttribute(token.attributes, "shadowrootmode").value_or("") != "";
}

// Words in a drawing stand apart.
void HtmlText::drawing(const HtmlToken& token)
{
    if (token.name == "svg")
        m_drawings += token.selfClosing ? 0 : 1;
    else if (token.name == "text" || htmlAttribute(token.attributes, "x") || htmlAttribute(token.attributes, "dy"))
        if (m_drawings > 0)
            m_builder.space();
}

void HtmlText::endDrawing(std::string_view name)
{
    if (name == "svg")
        m_drawings -= m_drawings > 0 ? 1 : 0;
    else if (m_drawings > 0)
        m_builder.space();
}

void HtmlText::tellPicture(const HtmlToken& token)
{
    m_builder.notePicture();
    if (!m_onPicture)
        return;
    for (const char* name : {"src", "xlink:href", "href"}) {
        if (const auto address = htmlAttribute(token.attributes, name))
            return m_onPicture(*address);
    }
}

void HtmlText::picture(const HtmlToken& token)
{
    const auto alternative = htmlAttribute(token.attributes, "alt");
    const std::string text = alternative ? alternativeText(*alternative) : std::string();
    if (text.empty() || isPixel(token) || (m_builder.size() == m_formulaEnd && *alternative == m_formulaWords))
        return;
    marker();
    const std::string_view before = m_builder.paragraphText();
    const bool isSign = countCharacters(text) <= 2;   // a letter of the word that it begins
    if (!isSign && !before.empty() && kOpening.find(before.back()) == kOpening.npos)
        m_builder.space();
    m_builder.replaced(text, m_base + token.begin, token.end - token.begin);
    m_gap = !isSign;
}

// Before text behind the words of a picture.
void HtmlText::gap(std::string_view text)
{
    if (text.empty() || !std::exchange(m_gap, false))
        return;
    const auto first = static_cast<unsigned char>(text.front());
    if (isAsciiAlphanumeric(text.front()) || first >= 0x80)
        m_builder.space();
}

}  // namespace cairn
