// Formulas in HTML; marks of notes and powers: what only its place above the line keeps from the word before; how many items the lists
// have that count downward.
#include "core/documents/html/html_text.h"

#include "core/documents/html/hidden_html.h"

#include <algorithm>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kLongestMark = 8;           // of a note, as "12", "*" or "note 3"

}  // namespace

void HtmlText::formulaTag(const HtmlToken& token)
{
    if (token.name == "math")
        m_formulaWords = htmlAttribute(token.attributes, "alttext").value_or("");
    m_formula.open(token.name);
    if (token.selfClosing)
        m_formula.close(token.name);
}

void HtmlText::endFormula()
{
    marker();
    m_formula.write(m_builder);
    m_formulaEnd = m_builder.size();
}

// A box at the start of an item that is ticked, or isn't.
void HtmlText::tick(const HtmlToken& token)
{
    if (!m_marker.empty() && htmlAttribute(token.attributes, "type") == "checkbox")
        m_marker += htmlAttribute(token.attributes, "checked") ? "[x] " : "[ ] ";
}

// "1847[2]", "10^6".
void HtmlText::raise(const HtmlToken& token)
{
    if (m_builder.kind() == ParagraphKind::Code || !m_noteElement.empty())
        return;
    const bool link = token.name == "a";
    const auto address = link ? htmlAttribute(token.attributes, "href") : std::nullopt;
    const bool toPlace = address && address->find('#') != std::string::npos;
    const auto kindOf = [&](const char* attribute) { return link ? htmlAttribute(token.attributes, attribute).value_or("") : ""; };
    const std::string kinds = kindOf("class");
    const bool isOwnMark = kinds == "sdfootnotesym" || kinds == "sdendnotesym";   // at the note's beginning, as LibreOffice writes
    const bool isClass = isOwnMark || kinds.find("footnote-ref") != std::string::npos || kinds.find("noteref") != std::string::npos;
    const bool note = kindOf("epub:type") == "noteref" || kindOf("role") == "doc-noteref" || (isClass && toPlace);
    if (note || (link && toPlace && m_raised == "^") || (!link && m_linkBegins && m_raised.empty())) {
        m_raised = "[";
        m_noteElement = token.name;
    } else if (!link) {
        m_raised = "^";
        m_raisedElement = token.name;
    }
    m_linkBegins = toPlace;
}

void HtmlText::lower(std::string_view name)
{
    m_linkBegins = m_linkBegins && name != "a";
    if (m_noteElement != name) {
        if (name == m_raisedElement && m_noteElement.empty())
            m_raised.clear();
        return;
    }
    m_noteElement.clear();
    if (!std::exchange(m_raised, {}).empty())   // nothing stood in it, or no mark
        return;
    m_builder.inserted("]");
    if (m_isNoteMark)
        m_builder.space();
}

int HtmlText::itemsOf(const HtmlToken& list)
{
    if (!m_itemCounts)
        countItems(list.begin);
    const auto found = m_itemCounts->find(list.begin);
    return found == m_itemCounts->end() ? 1 : found->second;
}

// One pass over the rest of the source, whatever its lists are.
void HtmlText::countItems(std::size_t from)
{
    struct List
    {
        std::string name;
        std::size_t begin = 0;
        int items = 0;
    };
    m_itemCounts.emplace();
    std::vector<List> open;
    std::size_t tooDeep = 0;
    const auto close = [&](std::size_t depth) {
        for (; open.size() > depth; open.pop_back())
            if (open.back().name == "ol")
                m_itemCounts->emplace(open.back().begin, open.back().items);
    };
    HtmlTokenizer tokens(m_source.substr(from), m_xhtml);
    for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End; token = tokens.next()) {
        const bool isList = token.name == "ol" || token.name == "ul" || token.name == "menu" || token.name == "dir";
        if (token.kind == HtmlToken::Kind::StartTag && isList) {
            if (open.size() < kDepth)
                open.push_back({std::string(token.name), from + token.begin, 0});
            else
                ++tooDeep;
        } else if (token.kind == HtmlToken::Kind::StartTag && token.name == "li" && !open.empty() && tooDeep == 0) {
            open.back().items += m_styles.hidingOf(token) == HtmlHiding::Display ? 0 : 1;
        } else if (token.kind == HtmlToken::Kind::EndTag && isList && tooDeep > 0) {
            --tooDeep;
        } else if (token.kind == HtmlToken::Kind::EndTag && isList) {
            for (std::size_t i = open.size(); i-- > 0;)
                if (open[i].name == token.name) {
                    close(i);
                    break;
                }
        }
    }
    close(0);
}

// Called before each stretch of text.
void HtmlText::raised(std::string_view text)
{
    if ((m_raised.empty() && !m_linkBegins) || std::all_of(text.begin(), text.end(), isFlowSpace))
        return;
    m_linkBegins = false;
    const std::string before = std::exchange(m_raised, {});
    const bool isMark = text.size() <= kLongestMark && text.front() != '[' && text.front() != '(';
    m_isNoteMark = before == "[" && m_builder.paragraphBytes() == 0;
    if (before == "[" && !isMark)
        m_noteElement.clear();
    else if (before == "[" || (before == "^" && isPower(text) && m_builder.paragraphBytes() > 0))
        m_builder.inserted(before);
}

}  // namespace cairn
