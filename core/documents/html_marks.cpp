// Formulas in HTML, and marks of notes and powers: what only its place above the line keeps from the word before.
#include "core/documents/html_text.h"

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
    m_formula.open(token.name);
    if (token.selfClosing)
        m_formula.close(token.name);
}

void HtmlText::endFormula()
{
    marker();
    m_formula.write(m_builder);
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
    const bool note = kindOf("epub:type") == "noteref" || kindOf("role") == "doc-noteref";
    if (note || (link && toPlace && m_raised == "^") || (!link && m_linkBegins && m_raised.empty())) {
        m_raised = "[";
        m_noteElement = token.name;
    } else if (!link) {
        m_raised = "^";
    }
    m_linkBegins = toPlace;
}

void HtmlText::lower(std::string_view name)
{
    m_linkBegins = m_linkBegins && name != "a";
    if (m_noteElement != name) {
        if (name == "sup" && m_noteElement.empty())
            m_raised.clear();
        return;
    }
    m_noteElement.clear();
    if (!std::exchange(m_raised, {}).empty())   // nothing stood in it, or no mark
        return;
    m_builder.inserted("]");
}

// Called before each stretch of text.
void HtmlText::raised(std::string_view text)
{
    if ((m_raised.empty() && !m_linkBegins) || std::all_of(text.begin(), text.end(), isFlowSpace))
        return;
    m_linkBegins = false;
    const std::string before = std::exchange(m_raised, {});
    const bool isMark = text.size() <= kLongestMark && text.front() != '[' && text.front() != '(';
    if (before == "[" && !isMark)
        m_noteElement.clear();
    else if (before == "[" || (before == "^" && isPower(text) && m_builder.paragraphBytes() > 0))
        m_builder.inserted(before);
}

}  // namespace cairn
