#include "core/documents/html/html_text.h"

#include "core/formats/html_entities.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kProgressBytes = 1 << 20;

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
    m_looseCells.reset();
    m_wraps = htmlWraps(source, m_xhtml);
    m_wrap = 0;
    for (Element& element : m_open)   // of a source before: what follows is not looked at by html_tables.h
        element.isWhole = false;
    m_scriptsHeeded = false;
    HtmlTokenizer tokenizer(source, m_xhtml);
    std::size_t reported = 0;
    for (HtmlToken token = tokenizer.next(); token.kind != HtmlToken::Kind::End && !m_builder.full(); token = tokenizer.next()) {
        if (m_context && token.begin >= reported) {
            m_context->report(static_cast<std::uint32_t>(token.begin / kProgressBytes),
                              static_cast<std::uint32_t>(source.size() / kProgressBytes + 1));
            reported = token.begin + kProgressBytes;
        }
        if (isLeftOut(token) || isInWrap(token))
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
            if (token.name == "style")
                styleSheet(text, m_media);
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

// Between two printed lines of one paragraph only places to go to count.
bool HtmlText::isInWrap(const HtmlToken& token)
{
    while (m_wrap < m_wraps.size() && m_wraps[m_wrap].end <= token.begin)
        ++m_wrap;
    if (m_wrap == m_wraps.size() || token.begin < m_wraps[m_wrap].begin || m_skippedDepth > 0 || m_hidden.isOpen())
        return false;
    if (token.begin == m_wraps[m_wrap].begin && !m_wraps[m_wrap].isWord)
        m_builder.space();
    if (token.kind == HtmlToken::Kind::StartTag && m_anchors)
        anchor(token);
    if (token.kind == HtmlToken::Kind::StartTag && m_onPage)
        tellPage(token);
    return true;
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
    if (m_onPage)
        tellPage(token);
    const bool isUnseen = isButton(token) || linksToItself(token) || isFallback(token) || isPageMark(token) || isOtherOption(token);
    const HtmlHiding hiding = isUnseen ? HtmlHiding::Display : m_styles.hidingOf(token);
    if (hiding != HtmlHiding::None && !holdsFormula(token))
        return hide(token, element, hiding, closesItself || (isUnseen && token.selfClosing && m_drawings > 0));
    if (m_formula.isOpen() && element.role != Role::None && element.role != Role::Skipped)
        endFormula();
    if (element.role == Role::Block && isClauseNumber(m_builder.paragraphText()))
        m_builder.space();   // it floats beside the block
    else if (element.role == Role::Block || element.role == Role::Rule)
        breakParagraph();
    if (m_anchors)
        anchor(token);
    if (element.role == Role::None && (m_formula.isOpen() || token.name == "math"))
        return formulaTag(token);
    if (element.role == Role::Picture || token.name == "image")   // "image": in drawings, as on covers
        tellPicture(token);
    switch (element.role) {
    case Role::None: return inlineTag(token);
    case Role::Block:
    case Role::Rule: return;
    case Role::LineBreak: return lineBreak(token);
    case Role::Picture: return picture(token);
    case Role::Skipped: return isShadowRoot(token) ? breakParagraph() : skip(token, closesItself);
    default: break;
    }
    openContainer(token, element);
    if (closesItself)
        closeContainer(element.role);
}

void HtmlText::inlineTag(const HtmlToken& token)
{
    if (token.name == "sup" || token.name == "a" || (token.name == "span" && m_styles.raises(token)))
        return raise(token);
    if (token.name == "input")
        return tick(token);
    if (token.name == "svg" || token.name == "text" || token.name == "tspan")
        return drawing(token);
    if (token.name == "ins" && token.begin == m_deletedEnd)
        m_builder.space();   // words in the place of others
    if (token.name == "b" || token.name == "strong")
        m_bold += m_xhtml && token.selfClosing ? 0 : 1;
    if (token.name == "q") {
        ++m_quotes;
        marker();
        return m_builder.inserted("\u201C");
    }
    if (token.name == "style")
        m_media = htmlAttribute(token.attributes, "media").value_or("");
    if (token.name == "link" && m_readSheet)
        return linkedSheet(token);
    const auto named = token.name == "meta" && m_author.empty() ? htmlAttribute(token.attributes, "name") : std::nullopt;
    if (named && asciiLower(*named) == "author")
        m_author = oneLine(htmlAttribute(token.attributes, "content").value_or(""));
}

// An element that its attributes hide: only its edges count, so that what it stood between stays apart.
void HtmlText::hide(const HtmlToken& token, const Element& element, HtmlHiding hiding, bool closesItself)
{
    m_comments += marksComment(token) ? 1 : 0;
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
        if (token.name == "sup" || token.name == "a" || token.name == "span")
            lower(token.name);
        else if (token.name == "svg" || token.name == "text")
            endDrawing(token.name);
        else if (token.name == "b" || token.name == "strong")
            m_bold -= m_bold > 0 ? 1 : 0;
        else if (token.name == "del" || token.name == "s")
            m_deletedEnd = token.end;
        else if (token.name == "q" && std::exchange(m_quotes, m_quotes - (m_quotes > 0)) > 0)
            m_builder.inserted("\u201D");
        return;
    case Role::Picture:
    case Role::Skipped:
    case Role::Rule: return;
    case Role::LineBreak: return lineBreak(token);   // "</br>", as browsers take it
    case Role::Block: return breakParagraph();
    default: return closeContainer(element.role);
    }
}

void HtmlText::linkedSheet(const HtmlToken& token)
{
    const std::string kind = asciiLower(htmlAttribute(token.attributes, "rel").value_or(""));
    const auto address = htmlAttribute(token.attributes, "href");
    if (address && kind.find("stylesheet") != kind.npos && kind.find("alternate") == kind.npos)
        styleSheet(m_readSheet(*address), htmlAttribute(token.attributes, "media").value_or(""));
}

void HtmlText::styleSheet(std::string_view sheet, std::string_view media)
{
    m_styles.add(sheet, media);
    if (m_styles.hides() && !std::exchange(m_scriptsHeeded, true))
        m_styles.heedScripts(m_source, m_xhtml);
}

// In a cell a small letter behind it goes on with the same words.
void HtmlText::lineBreak(const HtmlToken& token)
{
    const std::size_t next = std::min(m_source.find_first_not_of(" \t\r\n", token.end), m_source.size());
    const bool goesOn = next < m_source.size() && m_source[next] >= 'a' && m_source[next] <= 'z';
    if (inWholeCell() && !goesOn)
        cellLimit();
    else if (m_builder.kind() == ParagraphKind::Heading || m_builder.kind() == ParagraphKind::TableRow)
        m_builder.space();
    else
        m_builder.lineBreak();
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
    gap(text);
    m_builder.flow(text, source);
    if (!std::all_of(text.begin(), text.end(), isFlowSpace))
        noteType();
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
    gap(text);
    m_builder.replaced(text == "\r" ? "\n" : text, source, length);
    noteType();
}

// Text was added to the open paragraph.
void HtmlText::noteType()
{
    if (m_builder.kind() != ParagraphKind::Text || !m_builder.inParagraph())
        return;
    const std::uint64_t begin = m_builder.size() - m_builder.paragraphBytes();
    if (!m_types.empty() && m_types.back().first == begin) {
        m_types.back().second = m_types.back().second && m_bold > 0;
        return;
    }
    if (!m_types.empty() && !m_types.back().second)
        m_types.pop_back();
    m_types.emplace_back(begin, m_bold > 0);
}

std::vector<std::uint64_t> HtmlText::boldParagraphs() const
{
    std::vector<std::uint64_t> begins;
    for (const auto& [begin, bold] : m_types)
        if (bold)
            begins.push_back(begin);
    return begins;
}

void HtmlText::characters(std::string_view text, std::uint64_t source, bool references)
{
    if (m_skippedDepth > 0 || m_hidden.isOpen())
        return;
    if (!text.empty() && m_wrap < m_wraps.size() && m_wraps[m_wrap].hyphen + 1 == source - m_base + text.size())
        text.remove_suffix(1);   // the line's hyphen
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
