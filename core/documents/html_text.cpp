#include "core/documents/html_text.h"

#include "core/formats/html_entities.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kProgressBytes = 1 << 20;
constexpr std::uint64_t kLongCell = 400;          // bytes; the table of a page layout rather than of data
constexpr unsigned kWidestCell = 1000;            // columns, as browsers limit it
constexpr unsigned kHighestCell = 65'534;         // rows
constexpr std::size_t kColumns = 100;             // whose cells may reach into rows below
constexpr int kFarthestNumber = 1'000'000'000;    // of list items

NumberForm formOf(std::string_view type)
{
    return type == "a"   ? NumberForm::LowerLetter
           : type == "A" ? NumberForm::UpperLetter
           : type == "i" ? NumberForm::LowerRoman
           : type == "I" ? NumberForm::UpperRoman
                         : NumberForm::Decimal;
}

template <typename Number>
void readNumber(const HtmlToken& token, std::string_view name, Number& number)
{
    if (const auto text = htmlAttribute(token.attributes, name))
        std::from_chars(text->data(), text->data() + text->size(), number);
}

}  // namespace

HtmlText::Element HtmlText::elementOf(std::string_view name)
{
    struct Row
    {
        std::string_view name;
        Role role;
    };
    // Sorted by name.
    // clang-format off
    static constexpr std::array kElements = {
        Row{"address", Role::Block}, Row{"annotation", Role::Skipped}, Row{"annotation-xml", Role::Skipped},
        Row{"article", Role::Block}, Row{"aside", Role::Block}, Row{"audio", Role::Skipped},
        Row{"blockquote", Role::Quote}, Row{"body", Role::Block},
        Row{"br", Role::LineBreak}, Row{"caption", Role::Caption}, Row{"center", Role::Block}, Row{"dd", Role::Item},
        Row{"details", Role::Block}, Row{"dialog", Role::Block}, Row{"dir", Role::List}, Row{"div", Role::Block},
        Row{"dl", Role::TermList}, Row{"dt", Role::Item}, Row{"fieldset", Role::Block}, Row{"figcaption", Role::Caption},
        Row{"figure", Role::Block}, Row{"footer", Role::Block}, Row{"form", Role::Block}, Row{"header", Role::Block},
        Row{"hgroup", Role::Block}, Row{"hr", Role::Rule}, Row{"img", Role::Picture}, Row{"legend", Role::Block},
        Row{"li", Role::Item}, Row{"main", Role::Block}, Row{"menu", Role::List}, Row{"nav", Role::Block},
        Row{"ol", Role::NumberedList}, Row{"option", Role::Block}, Row{"p", Role::Block}, Row{"plaintext", Role::Code},
        Row{"pre", Role::Code}, Row{"rp", Role::Skipped}, Row{"section", Role::Block}, Row{"select", Role::Block},
        Row{"summary", Role::Block}, Row{"table", Role::Table}, Row{"td", Role::Cell}, Row{"template", Role::Skipped},
        Row{"th", Role::Cell}, Row{"tr", Role::Row}, Row{"ul", Role::List}, Row{"video", Role::Skipped}};
    // clang-format on
    if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6')
        return {Role::Heading, static_cast<unsigned>(name[1] - '0'), 0};
    const auto found =
        std::lower_bound(kElements.begin(), kElements.end(), name, [](const Row& row, std::string_view n) { return row.name < n; });
    return {found != kElements.end() && found->name == name ? found->role : Role::None, 0, 0};
}

Result<void> HtmlText::add(std::string_view source, std::uint64_t base)
{
    m_base = base;
    m_source = source;
    m_itemCounts.reset();
    HtmlTokenizer tokenizer(source, m_xhtml);
    std::size_t reported = 0;
    for (HtmlToken token = tokenizer.next(); token.kind != HtmlToken::Kind::End && !m_builder.full(); token = tokenizer.next()) {
        if (m_context && token.begin >= reported) {
            m_context->report(static_cast<std::uint32_t>(token.begin / kProgressBytes),
                              static_cast<std::uint32_t>(source.size() / kProgressBytes + 1));
            reported = token.begin + kProgressBytes;
        }
        if (isLeftOut(token))
            continue;
        const std::string_view text = source.substr(token.begin, token.end - token.begin);
        switch (token.kind) {
        case HtmlToken::Kind::StartTag: startTag(token); break;
        case HtmlToken::Kind::EndTag: endTag(token); break;
        case HtmlToken::Kind::Text: characters(text, base + token.begin, true); break;
        case HtmlToken::Kind::Literal: characters(text, base + token.begin, false); break;
        case HtmlToken::Kind::RawText:
            if (token.name == "title" && m_title.empty())
                m_title = oneLine(decodeHtmlText(text));
            break;
        case HtmlToken::Kind::Doctype:
            if (token.attributes.find('[') != std::string_view::npos)
                return Error{
                    ErrorCode::Unsupported,
                    "The document declares entities of its own, which Cairn refuses for safety; save it again with another program.",
                    base + token.begin};
            break;
        case HtmlToken::Kind::End: break;
        }
    }
    if (m_formula.isOpen())
        endFormula();
    return {};
}

// Of a stretch that is left out only its edges count.
bool HtmlText::isLeftOut(const HtmlToken& token)
{
    while (!m_leftOut.empty() && m_leftOut.front().end <= token.begin)
        m_leftOut = m_leftOut.subspan(1);
    if (m_leftOut.empty() || token.begin < m_leftOut.front().begin)
        return false;
    if (token.begin == m_leftOut.front().begin && m_skippedDepth == 0 && !m_hidden.isOpen())
        breakParagraph();
    return true;
}

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

// The edge of a block. Inside the cell of a table it parts lines of the row, unless the cell is long.
void HtmlText::breakParagraph()
{
    const bool inCell = !m_open.empty() && m_open.back().role == Role::Cell && m_builder.kind() == ParagraphKind::TableRow;
    if (inCell && m_builder.paragraphBytes() < kLongCell)
        return m_builder.space();
    beginInnermost();
}

void HtmlText::startTag(const HtmlToken& token)
{
    if (m_skippedDepth > 0) {
        m_skippedDepth += token.name == m_skipped && !token.selfClosing ? 1 : 0;
        return;
    }
    const Element element = elementOf(token.name);
    const bool closesItself = m_xhtml && token.selfClosing;
    if (m_hidden.isOpen() && m_hidden.startTag(token, closesItself)) {
        if (m_anchors)   // a place to go to all the same
            anchor(token);
        return;
    }
    if (const HtmlHiding hiding = hidingOf(token); hiding != HtmlHiding::None)
        return hide(token, element, hiding, closesItself);
    if (m_formula.isOpen() && element.role != Role::None && element.role != Role::Skipped)
        endFormula();
    if (element.role == Role::Block || element.role == Role::Rule)
        breakParagraph();
    if (m_anchors)
        anchor(token);
    if (element.role == Role::None && (m_formula.isOpen() || token.name == "math"))
        return formulaTag(token);
    if (m_onPicture && (element.role == Role::Picture || token.name == "image"))   // "image": in drawings, as on covers
        tellPicture(token);
    switch (element.role) {
    case Role::None: return inlineTag(token);
    case Role::Block:
    case Role::Rule: return;
    case Role::LineBreak: return lineBreak();
    case Role::Picture: return picture(token);
    case Role::Skipped: return skip(token, closesItself);
    default: break;
    }
    openContainer(token, element);
    if (closesItself)
        closeContainer(element.role);
}

void HtmlText::inlineTag(const HtmlToken& token)
{
    if (token.name == "sup" || token.name == "a")
        return raise(token);
    if (token.name == "input")
        return tick(token);
    if (token.name == "q") {
        ++m_quotes;
        marker();
        return m_builder.inserted("\u201C");
    }
    const auto named = token.name == "meta" && m_author.empty() ? htmlAttribute(token.attributes, "name") : std::nullopt;
    if (named && asciiLower(*named) == "author")
        m_author = oneLine(htmlAttribute(token.attributes, "content").value_or(""));
}

// An element that its attributes hide: only its edges count, so that what it stood between stays apart.
void HtmlText::hide(const HtmlToken& token, const Element& element, HtmlHiding hiding, bool closesItself)
{
    if (element.role == Role::Block)
        breakParagraph();
    if (m_anchors)
        anchor(token);
    if (element.role == Role::Skipped)   // its contents are no elements of the page
        return skip(token, closesItself);
    m_hidden.begin(token, hiding, closesItself);
}

void HtmlText::skip(const HtmlToken& token, bool closesItself)
{
    if (closesItself)
        return;
    m_skipped = token.name;
    m_skippedDepth = 1;
}

void HtmlText::openContainer(const HtmlToken& token, Element element)
{
    if (element.role == Role::Table && (m_flatTables > 0 || count(Role::Table) >= kTables)) {
        ++m_flatTables;
        return m_builder.space();
    }
    if (m_flatTables > 0 && (element.role == Role::Row || element.role == Role::Cell))
        return m_builder.space();
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
        element.form = formOf(htmlAttribute(token.attributes, "type").value_or(""));
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

HtmlText::Element* HtmlText::openTable()
{
    const auto table = std::find_if(m_open.rbegin(), m_open.rend(), [](const Element& e) { return e.role == Role::Table; });
    return table == m_open.rend() ? nullptr : &*table;
}

// A column into which a cell above reaches is an empty cell.
void HtmlText::beginCell(const HtmlToken& token)
{
    if (m_builder.kind() != ParagraphKind::TableRow)
        m_builder.beginParagraph(ParagraphKind::TableRow);
    if (Element* table = openTable()) {
        std::vector<unsigned>& covered = table->covered;
        for (; table->column < covered.size() && covered[table->column] > 0; ++table->column) {
            --covered[table->column];
            m_builder.cell();
        }
        unsigned rows = 1, columns = 1;
        readNumber(token, "rowspan", rows);
        readNumber(token, "colspan", columns);
        const std::size_t end = std::min(table->column + std::clamp(columns, 1u, kWidestCell), kColumns);
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

void HtmlText::endTag(const HtmlToken& token)
{
    if (m_skippedDepth > 0) {
        if (token.name == m_skipped)
            --m_skippedDepth;
        return;
    }
    const Element element = elementOf(token.name);
    if (m_hidden.isOpen() && m_hidden.endTag(token, element.role == Role::None))
        return;
    if (m_formula.isOpen() && element.role != Role::Skipped) {
        if (element.role == Role::None)
            m_formula.close(token.name);
        if (element.role != Role::None || !m_formula.isOpen())
            endFormula();
        if (element.role == Role::None)
            return;
    }
    switch (element.role) {
    case Role::None:
        if (token.name == "sup" || token.name == "a")
            lower(token.name);
        else if (token.name == "q" && std::exchange(m_quotes, m_quotes - (m_quotes > 0)) > 0)
            m_builder.inserted("\u201D");
        return;
    case Role::Picture:
    case Role::Skipped:
    case Role::Rule: return;
    case Role::LineBreak: return lineBreak();   // "</br>", as browsers take it
    case Role::Block: return breakParagraph();
    default: return closeContainer(element.role);
    }
}

void HtmlText::closeContainer(Role role)
{
    if (m_flatTables > 0 && (role == Role::Table || role == Role::Row || role == Role::Cell)) {
        m_flatTables -= role == Role::Table ? 1 : 0;
        return m_builder.space();
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

void HtmlText::lineBreak()
{
    if (m_builder.kind() == ParagraphKind::Heading || m_builder.kind() == ParagraphKind::TableRow)
        m_builder.space();
    else
        m_builder.lineBreak();
}

void HtmlText::tellPicture(const HtmlToken& token)
{
    for (const char* name : {"src", "xlink:href", "href"}) {
        if (const auto address = htmlAttribute(token.attributes, name))
            return m_onPicture(*address);
    }
}

void HtmlText::picture(const HtmlToken& token)
{
    const auto alternative = htmlAttribute(token.attributes, "alt");
    const std::string text = alternative ? oneLine(*alternative, kLongestAlternative) : std::string();
    if (text.empty())
        return;
    marker();
    m_builder.replaced(text, m_base + token.begin, token.end - token.begin);
}

void HtmlText::anchor(const HtmlToken& token)
{
    auto id = htmlAttribute(token.attributes, "id");
    if (!id && token.name == "a")
        id = htmlAttribute(token.attributes, "name");
    if (!id)
        return;
    if (const auto found = m_anchors->find(*id); found != m_anchors->end())
        m_builder.anchor(found->second);
}

void HtmlText::marker()
{
    if (!m_marker.empty())
        m_builder.inserted(std::exchange(m_marker, {}));
}

void HtmlText::plain(std::string_view text, std::uint64_t source)
{
    if (m_formula.isOpen())
        return m_formula.text(text, source, text.size());
    if (m_builder.kind() == ParagraphKind::Code)
        return m_builder.verbatim(text, source);
    if (!m_marker.empty() && !std::all_of(text.begin(), text.end(), isFlowSpace))
        marker();
    raised(text);
    m_builder.flow(text, source);
}

void HtmlText::reference(const std::string& text, std::uint64_t source, std::size_t length)
{
    const bool code = m_builder.kind() == ParagraphKind::Code;
    if (text == "\xC2\xAD")
        return;
    if (m_formula.isOpen())
        return m_formula.text(text, source, length);
    if (!code && (text == "\xC2\xA0" || (text.size() == 1 && isFlowSpace(text[0]))))
        return m_builder.space();
    marker();
    raised(text);
    m_builder.replaced(text == "\r" ? "\n" : text, source, length);
}

void HtmlText::characters(std::string_view text, std::uint64_t source, bool references)
{
    if (m_skippedDepth > 0 || m_hidden.isOpen())
        return;
    if (!references)
        return plain(text, source);
    std::size_t done = 0;
    for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at)) {
        const auto found = parseCharacterReference(text.substr(at));
        if (!found) {
            ++at;
            continue;
        }
        plain(text.substr(done, at - done), source + done);
        reference(found->text, source + at, found->length);
        done = at = at + found->length;
    }
    plain(text.substr(done), source + done);
}

}  // namespace cairn
