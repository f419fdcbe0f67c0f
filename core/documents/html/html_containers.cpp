// Containers of HTML: headings, lists and their numbers, tables with cells that reach over rows and columns.
#include "core/documents/html/html_tables.h"
#include "core/documents/html/html_text.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::uint64_t kLongCell = 400;          // bytes; the table of a page layout rather than of data
constexpr unsigned kWidestCell = 1000;            // columns, as browsers limit it
constexpr unsigned kHighestCell = 65'534;         // rows
constexpr std::size_t kColumns = 100;             // whose cells may reach into rows below
constexpr int kFarthestNumber = 1'000'000'000;    // of list items

// By its attribute, else by its own style or a class of the style's name ("lower-alpha", "loweralpha").
NumberForm formOf(const HtmlToken& list)
{
    if (const auto type = htmlAttribute(list.attributes, "type"))
        return *type == "a"   ? NumberForm::LowerLetter
               : *type == "A" ? NumberForm::UpperLetter
               : *type == "i" ? NumberForm::LowerRoman
               : *type == "I" ? NumberForm::UpperRoman
                              : NumberForm::Decimal;
    std::string named;
    for (const char* name : {"style", "class"})
        for (const char c : htmlAttribute(list.attributes, name).value_or(""))
            if (c != '-')
                named += asciiLower(c);
    const auto has = [&named](std::string_view style) { return named.find(style) != std::string::npos; };
    return has("loweralpha") || has("lowerlatin")   ? NumberForm::LowerLetter
           : has("upperalpha") || has("upperlatin") ? NumberForm::UpperLetter
           : has("lowerroman")                      ? NumberForm::LowerRoman
           : has("upperroman")                      ? NumberForm::UpperRoman
                                                    : NumberForm::Decimal;
}

bool hasNoNumbers(const HtmlToken& list)
{
    std::string style;
    for (const char c : htmlAttribute(list.attributes, "style").value_or(""))
        if (c != ' ')
            style += asciiLower(c);
    return style.find("list-style:none") != style.npos || style.find("list-style-type:none") != style.npos;
}

template <typename Number>
void readNumber(const HtmlToken& token, std::string_view name, Number& number)
{
    if (const auto text = htmlAttribute(token.attributes, name))
        std::from_chars(text->data(), text->data() + text->size(), number);
}

}  // namespace

bool HtmlText::isOpen(Role role) const
{
    return std::any_of(m_open.begin(), m_open.end(), [role](const Element& e) { return e.role == role; });
}

std::size_t HtmlText::count(Role role) const
{
    return static_cast<std::size_t>(std::count_if(m_open.begin(), m_open.end(), [role](const Element& e) { return e.role == role; }));
}

// A new paragraph of the kind that the innermost container asks for.
void HtmlText::beginInnermost()
{
    m_raised.clear();
    m_noteElement.clear();
    if (inWholeCell())
        return cellLimit();
    const auto depth = static_cast<unsigned>(count(Role::List) + count(Role::NumberedList) + count(Role::TermList));
    for (auto at = m_open.rbegin(); at != m_open.rend(); ++at)
        switch (at->role) {
        case Role::Heading: return m_builder.beginParagraph(ParagraphKind::Heading, at->level);
        case Role::Code: return m_builder.beginParagraph(ParagraphKind::Code);
        case Role::Item: return m_builder.beginParagraph(ParagraphKind::ListItem, depth);
        case Role::Quote: return m_builder.beginParagraph(ParagraphKind::Quote);
        case Role::Caption: return m_builder.beginParagraph(ParagraphKind::Caption);
        case Role::Row: return m_builder.beginParagraph(ParagraphKind::TableRow);
        case Role::Cell: return m_builder.beginParagraph(ParagraphKind::TableRow), m_builder.cell();
        default: break;
        }
    m_builder.beginParagraph(ParagraphKind::Text);
}

// What begins here goes on with the row of a table.
bool HtmlText::inWholeCell() const
{
    const auto cell = std::find_if(m_open.rbegin(), m_open.rend(), [](const Element& e) { return e.role == Role::Cell; });
    return cell != m_open.rend() && cell->isWhole && m_builder.kind() == ParagraphKind::TableRow;
}

// Between blocks or lines of a cell. Those of head cells are broken for their width only.
void HtmlText::cellLimit()
{
    const auto cell = std::find_if(m_open.rbegin(), m_open.rend(), [](const Element& e) { return e.role == Role::Cell; });
    if (cell == m_open.rend() || cell->isHead)
        m_builder.space();
    else
        m_builder.cellLimit();
}

// The edge of a block. Inside the cell of a table it parts lines of the row, unless the cell is long.
void HtmlText::breakParagraph()
{
    if (inWholeCell())
        return cellLimit();
    const bool inCell = !m_open.empty() && m_open.back().role == Role::Cell && m_builder.kind() == ParagraphKind::TableRow;
    if (inCell && m_builder.paragraphBytes() < kLongCell)
        return m_builder.space();
    beginInnermost();
}

void HtmlText::openContainer(const HtmlToken& token, Element element)
{
    if (element.role == Role::Table && !m_looseCells)
        m_looseCells = looseCells(m_source, token.begin, m_xhtml);
    const bool hasClauses = element.role == Role::Table && !isOpen(Role::Table) && holdsClauses(token);
    if (element.role == Role::Table && (hasClauses || m_flatTables > 0 || count(Role::Table) >= kTables || inWholeCell())) {
        ++m_flatTables;
        m_clauseTables = m_clauseTables << 1 | (hasClauses ? 1u : 0u);
        return hasClauses || inWholeCell() ? breakParagraph() : m_builder.space();
    }
    if (m_flatTables > 0 && (element.role == Role::Row || element.role == Role::Cell)) {
        const bool ends = inWholeCell() || (element.role == Role::Row && (m_clauseTables & 1) != 0);
        return ends ? breakParagraph() : m_builder.space();
    }
    if (element.role == Role::Item)
        closeTo(Role::Item, Role::List);
    if (element.role == Role::Cell || element.role == Role::Row)
        closeTo(Role::Cell, Role::Table);
    if (element.role == Role::Row)
        closeTo(Role::Row, Role::Table);
    if (element.role == Role::Heading && isOpen(Role::Heading))
        closeTo(Role::Heading, Role::Table);
    if (m_open.size() >= kDepth) {
        ++m_tooDeep;
        return breakParagraph();
    }
    if (element.role == Role::NumberedList) {
        element.step = htmlAttribute(token.attributes, "reversed") ? -1 : 1;
        element.number = element.step > 0 ? 1 : itemsOf(token);
        readNumber(token, "start", element.number);
        element.form = formOf(token);
        element.isPlain = hasNoNumbers(token);
    }
    if (element.role == Role::Cell) {
        element.isWhole = openTable() && m_looseCells && !std::binary_search(m_looseCells->begin(), m_looseCells->end(), token.begin);
        element.isHead = token.name == "th";
    }
    m_open.push_back(element);
    if (element.role == Role::Item)
        return beginItem(token);
    if (element.role == Role::Cell)
        return beginCell(token);
    if (element.role == Role::Row)
        beginRow();
    beginInnermost();
}

void HtmlText::beginItem(const HtmlToken& token)
{
    m_marker.clear();
    for (auto at = m_open.rbegin(); at != m_open.rend(); ++at) {
        if (at->role == Role::NumberedList && at->isPlain)
            break;
        if (at->role == Role::NumberedList) {
            readNumber(token, "value", at->number);
            m_marker = at->number < 1 ? std::to_string(at->number) : listNumber(static_cast<unsigned>(at->number), at->form);
            m_marker += ". ";
            at->number = std::clamp(at->number, -kFarthestNumber, kFarthestNumber) + at->step;
            break;
        }
        if (at->role == Role::List || at->role == Role::Table) {
            m_marker = "- ";
            break;
        }
        if (at->role == Role::TermList)
            break;
    }
    if (m_marker.empty() && token.name == "li")
        m_marker = "- ";
    beginInnermost();
}

// Its first cell holds the number of a clause, "(a)" or "2.1": a page layout, whose rows are paragraphs.
bool HtmlText::holdsClauses(const HtmlToken& table) const
{
    constexpr std::size_t kFirstCell = 1000;   // bytes in which it is looked for
    const std::string_view source = m_source.substr(table.end, kFirstCell);
    HtmlTokenizer tokens(source, m_xhtml);
    std::string words;
    bool inCell = false;
    for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End; token = tokens.next()) {
        if (token.kind == HtmlToken::Kind::Text && inCell)
            words += decodeHtmlText(source.substr(token.begin, token.end - token.begin));
        if (token.kind == HtmlToken::Kind::StartTag && (token.name == "th" || token.name == "caption" || (inCell && token.name == "table")))
            return false;
        if (token.name == "td" && inCell && (token.kind == HtmlToken::Kind::StartTag || token.kind == HtmlToken::Kind::EndTag))
            return isClauseNumber(oneLine(words));
        inCell = inCell || (token.kind == HtmlToken::Kind::StartTag && token.name == "td");
    }
    return false;
}

HtmlText::Element* HtmlText::openTable()
{
    const auto table = std::find_if(m_open.rbegin(), m_open.rend(), [](const Element& e) { return e.role == Role::Table; });
    return table == m_open.rend() ? nullptr : &*table;
}

// A column into which a cell above reaches is an empty cell, as is one that a cell before is merged with.
void HtmlText::beginCell(const HtmlToken& token)
{
    if (m_builder.kind() != ParagraphKind::TableRow)
        m_builder.beginParagraph(ParagraphKind::TableRow);
    if (Element* table = openTable()) {
        std::vector<unsigned>& covered = table->covered;
        for (; table->merged > 0; --table->merged)
            m_builder.cell();
        for (; table->column < covered.size() && covered[table->column] > 0; ++table->column) {
            --covered[table->column];
            m_builder.cell();
        }
        unsigned rows = 1, columns = 1;
        readNumber(token, "rowspan", rows);
        readNumber(token, "colspan", columns);
        const std::size_t end = std::max(std::min(table->column + std::clamp(columns, 1u, kWidestCell), kColumns), table->column);
        table->merged = end > table->column ? end - table->column - 1 : 0;
        if (rows > 1 && end > covered.size())
            covered.resize(end);
        for (std::size_t i = table->column; rows > 1 && i < end; ++i)
            covered[i] = std::min(rows, kHighestCell) - 1;
        table->column = end;
    }
    m_builder.cell();
}

// What cells above reach into behind the last cell of the row before counts as passed.
void HtmlText::beginRow()
{
    Element* table = openTable();
    if (!table)
        return;
    table->merged = 0;
    for (std::size_t i = std::exchange(table->column, 0); i < table->covered.size(); ++i)
        table->covered[i] -= table->covered[i] > 0 ? 1 : 0;
}

// Closes the innermost container of a role and all inside it. False: none is open within `barrier`.
bool HtmlText::closeTo(Role role, Role barrier)
{
    const auto isBarrier = [barrier](Role r) {
        return r == barrier || (barrier == Role::List && (r == Role::NumberedList || r == Role::TermList || r == Role::Table));
    };
    for (std::size_t i = m_open.size(); i-- > 0;) {
        if (m_open[i].role == role) {
            m_open.resize(i);
            return true;
        }
        if (isBarrier(m_open[i].role))
            return false;
    }
    return false;
}

void HtmlText::closeContainer(Role role)
{
    if (m_flatTables > 0 && (role == Role::Table || role == Role::Row || role == Role::Cell)) {
        const bool ends = inWholeCell() || (role == Role::Table && (m_clauseTables & 1) != 0);
        m_flatTables -= role == Role::Table ? 1 : 0;
        m_clauseTables >>= role == Role::Table ? 1 : 0;
        return ends ? breakParagraph() : m_builder.space();
    }
    if (m_tooDeep > 0) {
        --m_tooDeep;
        return breakParagraph();
    }
    const bool inTable = role == Role::Row || role == Role::Cell || role == Role::Caption;
    const bool ownTable = inTable || role == Role::Heading || role == Role::Code;
    const bool closed = closeTo(role, role == Role::Item ? Role::List : ownTable ? Role::Table : Role::None);
    m_marker.clear();
    if (closed && role == Role::Cell)
        return;   // the row goes on
    beginInnermost();
}

}  // namespace cairn
