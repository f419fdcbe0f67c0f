#include "core/documents/markup/markdown_reader.h"

#include "core/documents/html/html_text.h"
#include "core/documents/markup/front_matter.h"
#include "core/documents/markup/markdown_notes.h"
#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_checks.h"
#include "core/formats/html_entities.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <md4c.h>

namespace cairn
{

namespace
{


// Receives md4c's events. Texts are views into the notes' text, so their offsets are differences of pointers; texts of md4c's own
// (line ends, expanded tabs) lie elsewhere.
class MarkdownEvents
{
public:
    MarkdownEvents(const MarkdownNotes& notes, std::uint64_t base, TextBuilder& builder)
        : m_notes(notes), m_copy(std::string(notes.text()) + '\n'), m_source(std::string_view(m_copy).substr(0, notes.text().size())),
          m_base(base), m_builder(builder)
    {
    }
    bool parse(bool formulas);

private:
    struct List
    {
        bool numbered = false;
        unsigned number = 0;
    };

    static MarkdownEvents& self(void* data) { return *static_cast<MarkdownEvents*>(data); }
    int enterBlock(MD_BLOCKTYPE type, void* detail);
    int leaveBlock(MD_BLOCKTYPE type);
    int enterSpan(MD_SPANTYPE type);
    int leaveSpan(MD_SPANTYPE type);
    int text(MD_TEXTTYPE type, std::string_view text);
    void inlineHtml(std::string_view tag);
    void openFormula(const char* begin);
    void codeText(std::string_view text);
    void normalText(std::string_view text);
    void markedText(std::string_view text);
    void flow(std::string_view text);
    std::string_view withoutPipes(std::string_view text);
    std::string_view withoutAttributes(std::string_view text) const;
    void entity(std::string_view text);
    void beginItem(const MD_BLOCK_LI_DETAIL& item);
    void beginParagraph();
    void addHtmlBlock();
    void marker();
    bool fromSource(std::string_view text) const;
    std::size_t placeOf(std::string_view text) const { return static_cast<std::size_t>(text.data() - m_source.data()); }
    std::uint64_t offsetOf(std::string_view text) const { return m_base + m_notes.sourceOf(placeOf(text)); }

    const MarkdownNotes& m_notes;
    std::string m_copy;                  // md4c 0.4.8 looks at the byte behind a text that ends in "[a]("
    std::string_view m_source;
    std::uint64_t m_base;
    TextBuilder& m_builder;
    std::vector<List> m_lists;
    unsigned m_quotes = 0;
    std::string m_marker;
    const char* m_htmlBegin = nullptr;   // of the HTML block being collected
    const char* m_htmlEnd = nullptr;
    std::size_t m_dollars = 0;           // of the formula that is open
    const char* m_formulaEnd = nullptr;  // of its text so far; null pointer: none came yet
    bool m_raised = false;               // "<sup>", and no text since
};

// "$" and "$$" also stand for money and the like: formulas are looked for only where some hold what TeX alone has.
bool hasFormulas(std::string_view text)
{
    for (std::size_t open = text.find('$'), at = open; at != text.npos; open = at) {
        at = text.find('$', open + 1);
        const std::string_view inside = text.substr(open + 1, at == text.npos ? 0 : at - open - 1);
        if (inside.empty() || inside.find('\n') != inside.npos) {
            if (at == open + 1 && text.substr(0, open).ends_with('\n'))
                return true;   // "$$" at the start of a line
            continue;
        }
        const std::size_t command = inside.find('\\');
        if (command != inside.npos && command + 1 < inside.size() && isAsciiLetter(inside[command + 1]))
            return true;
        if (inside.find('^') != inside.npos || inside.find("_{") != inside.npos)
            return true;
    }
    return false;
}

// Place of the mark that ends what the one at `at` raises, or `at` itself.
std::size_t raisedEnd(std::string_view text, std::size_t at)
{
    constexpr std::size_t kLongest = 12;
    const std::size_t end = text.substr(0, at + kLongest + 2).find_first_of("^ []", at + 1);
    const bool closes = end != text.npos && end > at + 1 && text[end] == '^';
    const bool goesOn = closes && end + 1 < text.size() && (isAsciiAlphanumeric(text[end + 1]) || text[end + 1] == '^');
    return closes && !goesOn ? end : at;
}

bool MarkdownEvents::parse(bool formulas)
{
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS | (formulas ? MD_FLAG_LATEXMATHSPANS : 0u);
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) { return self(data).enterBlock(type, detail); };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) { return self(data).leaveBlock(type); };
    parser.enter_span = [](MD_SPANTYPE type, void*, void* data) { return self(data).enterSpan(type); };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* data) { return self(data).leaveSpan(type); };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) { return self(data).text(type, {text, size}); };
    return md_parse(m_source.data(), static_cast<MD_SIZE>(m_source.size()), &parser, this) == 0;
}

bool MarkdownEvents::fromSource(std::string_view text) const
{
    const std::less_equal<const char*> notAfter;
    return notAfter(m_source.data(), text.data()) && notAfter(text.data() + text.size(), m_source.data() + m_source.size());
}

void MarkdownEvents::beginParagraph()
{
    if (!m_lists.empty())
        m_builder.beginParagraph(ParagraphKind::ListItem, static_cast<unsigned>(m_lists.size()));
    else
        m_builder.beginParagraph(m_quotes > 0 ? ParagraphKind::Quote : ParagraphKind::Text);
}

void MarkdownEvents::beginItem(const MD_BLOCK_LI_DETAIL& item)
{
    m_marker = "- ";
    if (!m_lists.empty() && m_lists.back().numbered)
        m_marker = std::to_string(m_lists.back().number++) + ". ";
    if (item.is_task)
        m_marker += item.task_mark == ' ' ? "[ ] " : "[x] ";
    beginParagraph();
}

int MarkdownEvents::enterBlock(MD_BLOCKTYPE type, void* detail)
{
    switch (type) {
    case MD_BLOCK_QUOTE: ++m_quotes; break;
    case MD_BLOCK_UL: m_lists.push_back({}); break;
    case MD_BLOCK_OL: m_lists.push_back({true, static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start}); break;
    case MD_BLOCK_LI: beginItem(*static_cast<const MD_BLOCK_LI_DETAIL*>(detail)); break;
    case MD_BLOCK_P: beginParagraph(); break;
    case MD_BLOCK_H: m_builder.beginParagraph(ParagraphKind::Heading, static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level); break;
    case MD_BLOCK_CODE: m_builder.beginParagraph(ParagraphKind::Code); break;
    case MD_BLOCK_TR: m_builder.beginParagraph(ParagraphKind::TableRow); break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: m_builder.cell(); break;
    case MD_BLOCK_HTML: m_htmlBegin = m_htmlEnd = nullptr; break;
    case MD_BLOCK_DOC:
    case MD_BLOCK_HR:
    case MD_BLOCK_TABLE:
    case MD_BLOCK_THEAD:
    case MD_BLOCK_TBODY: break;
    }
    return m_builder.full() ? 1 : 0;
}

int MarkdownEvents::leaveBlock(MD_BLOCKTYPE type)
{
    switch (type) {
    case MD_BLOCK_QUOTE: --m_quotes; break;
    case MD_BLOCK_UL:
    case MD_BLOCK_OL: m_lists.pop_back(); break;
    case MD_BLOCK_HTML: addHtmlBlock(); break;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: return 0;
    default: break;
    }
    m_builder.endParagraph();
    if (type == MD_BLOCK_LI || type == MD_BLOCK_UL || type == MD_BLOCK_OL)
        m_marker.clear();
    return 0;
}

void MarkdownEvents::marker()
{
    if (!m_marker.empty())
        m_builder.inserted(std::exchange(m_marker, {}));
}

int MarkdownEvents::enterSpan(MD_SPANTYPE type)
{
    m_dollars = type == MD_SPAN_LATEXMATH ? 1 : type == MD_SPAN_LATEXMATH_DISPLAY ? 2 : 0;
    m_formulaEnd = nullptr;
    return 0;
}

// Formulas stay as they are typed, with their signs.
void MarkdownEvents::openFormula(const char* begin)
{
    const auto at = static_cast<std::size_t>(begin - m_source.data());
    const std::size_t last = at == 0 ? m_source.npos : m_source.rfind('$', at - 1);
    if (last == m_source.npos || last + 1 < m_dollars)
        return;
    marker();
    const std::size_t first = last + 1 - m_dollars;
    flow(m_source.substr(first, m_dollars));
    if (last + 1 < at)
        m_builder.space();
}

int MarkdownEvents::leaveSpan(MD_SPANTYPE)
{
    if (m_dollars == 0 || !m_formulaEnd)
        return 0;
    const auto at = static_cast<std::size_t>(m_formulaEnd - m_source.data());
    const std::size_t close = m_source.find('$', at);
    if (close != m_source.npos) {
        if (close > at)
            m_builder.space();
        flow(m_source.substr(close, m_dollars));
    }
    m_dollars = 0;
    return 0;
}

void MarkdownEvents::inlineHtml(std::string_view tag)
{
    if (!fromSource(tag))
        return;
    m_htmlBegin = m_htmlBegin ? m_htmlBegin : tag.data();
    m_htmlEnd = tag.data() + tag.size();
    if (tag.starts_with("<br"))
        m_builder.lineBreak();
    m_raised = tag == "<sup>";
}

int MarkdownEvents::text(MD_TEXTTYPE type, std::string_view text)
{
    switch (type) {
    case MD_TEXT_HTML: inlineHtml(text); break;
    case MD_TEXT_BR: m_builder.lineBreak(); break;
    case MD_TEXT_SOFTBR: m_builder.space(); break;
    case MD_TEXT_NULLCHAR:
        marker();
        m_builder.inserted("\xEF\xBF\xBD");
        break;
    case MD_TEXT_ENTITY: entity(text); break;
    case MD_TEXT_CODE: codeText(withoutPipes(text)); break;
    case MD_TEXT_NORMAL: normalText(withoutAttributes(text)); break;
    default: codeText(text); break;
    }
    return 0;
}

// In a table code has its pipes as "\|", which md4c leaves so. Returns what follows the last of them, itself included.
std::string_view MarkdownEvents::withoutPipes(std::string_view text)
{
    const bool inTable = m_builder.kind() == ParagraphKind::TableRow;
    for (std::size_t at = inTable ? text.find("\\|") : text.npos; at != text.npos; at = text.find("\\|")) {
        if (at > 0)
            codeText(text.substr(0, at));
        text.remove_prefix(at + 1);
    }
    return text;
}

// Without what many programs write behind a heading for links to it: "{#installing .short}".
std::string_view MarkdownEvents::withoutAttributes(std::string_view text) const
{
    if (m_builder.kind() != ParagraphKind::Heading || !fromSource(text) || !text.ends_with('}'))
        return text;
    const std::string_view behind = m_source.substr(static_cast<std::size_t>(text.data() - m_source.data()) + text.size());
    const auto open = text.rfind('{'), next = behind.find_first_not_of(" \t\r#");
    const bool endsLine = next == behind.npos || behind[next] == '\n';
    const bool attributes = open != text.npos && open + 2 < text.size() && (text[open + 1] == '#' || text[open + 1] == '.');
    return endsLine && attributes ? text.substr(0, open) : text;
}

// "[^1]" of a note is shown as "[1]".
void MarkdownEvents::normalText(std::string_view text)
{
    for (std::size_t at = m_notes.hasNotes() ? text.find("[^") : text.npos; at != text.npos; at = text.find("[^", at)) {
        const std::size_t size = text.substr(at, MarkdownNotes::kLongestLabel).find(']');
        if (size == text.npos || !m_notes.isNote(text.substr(at + 2, size - 2))) {
            at += 2;
            continue;
        }
        markedText(text.substr(0, at + 1));
        text.remove_prefix(at + 2);
        at = 0;
    }
    markedText(text);
}

// "10\ km" has a space at which no line may end; "mc^2^" raises what stands between the marks.
void MarkdownEvents::markedText(std::string_view text)
{
    std::size_t done = 0;
    const auto write = [&](std::size_t end) {
        if (end > done)
            codeText(text.substr(done, end - done));
    };
    std::size_t slash = text.find('\\', 1), caret = text.find('^', 1);   // one search for each is faster than one for both
    const auto next = [&](std::size_t from) {
        slash = slash < from ? text.find('\\', from) : slash;
        caret = caret < from ? text.find('^', from) : caret;
        return std::min(slash, caret);
    };
    for (std::size_t at = next(1); at < text.size(); at = next(at + 1)) {
        const bool behindWord = isAsciiAlphanumeric(text[at - 1]) || static_cast<unsigned char>(text[at - 1]) >= 0x80;
        if (text[at] == '\\') {
            if ((!behindWord && text[at - 1] != '.') || !text.substr(at + 1).starts_with(' ') || text.substr(at + 2).starts_with(' '))
                continue;
            write(at);
            done = at + 1;
        } else if (const std::size_t end = behindWord ? raisedEnd(text, at) : at; end > at) {
            const std::string_view raised = text.substr(at + 1, end - at - 1);
            write(isPower(raised) ? at + 1 : at);
            done = at + 1;
            write(end);
            done = (at = end) + 1;
        }
    }
    write(text.size());
}

void MarkdownEvents::flow(std::string_view text)
{
    const bool code = m_builder.kind() == ParagraphKind::Code;
    m_notes.each(placeOf(text), text.size(), [&](std::string_view part, std::size_t source) {
        if (source != MarkdownNotes::kAdded && code)
            m_builder.verbatim(part, m_base + source);
        else if (source != MarkdownNotes::kAdded)
            m_builder.flow(part, m_base + source);
        else if (part == " ")   // other additions are none of the text
            m_builder.space();
    });
}

// Ordinary text and code: code blocks keep their lines and spaces.
void MarkdownEvents::codeText(std::string_view text)
{
    if (std::all_of(text.begin(), text.end(), isFlowSpace)) {
        if (m_builder.kind() != ParagraphKind::Code)
            return m_builder.space();
        if (m_builder.inParagraph() || text.find('\n') == std::string_view::npos)
            m_builder.inserted(text);
        return;
    }
    marker();
    if (std::exchange(m_raised, false) && isPower(text) && m_builder.paragraphBytes() > 0)
        m_builder.inserted("^");
    if (m_dollars > 0 && fromSource(text)) {
        if (!m_formulaEnd)
            openFormula(text.data());
        m_formulaEnd = text.data() + text.size();
    }
    if (!fromSource(text))
        m_builder.inserted(text);
    else
        flow(text);
}

void MarkdownEvents::entity(std::string_view text)
{
    const auto found = parseCharacterReference(text);
    if (!found)
        return codeText(text);
    if (found->text == "\xC2\xAD")
        return;
    if (found->text == "\xC2\xA0" || (found->text.size() == 1 && isFlowSpace(found->text[0])))
        return m_builder.space();
    marker();
    if (fromSource(text))
        m_builder.replaced(found->text, offsetOf(text), text.size());
    else
        m_builder.inserted(found->text);
}

void MarkdownEvents::addHtmlBlock()
{
    if (!m_htmlBegin)
        return;
    const auto placeIn = [&](const char* at) { return m_notes.sourceOf(static_cast<std::size_t>(at - m_source.data())); };
    const std::size_t begin = placeIn(m_htmlBegin), end = placeIn(m_htmlEnd - 1) + 1;
    beginParagraph();
    HtmlText html(m_builder, false);
    if (auto done = html.add(m_notes.source(begin, end), m_base + begin); !done)
        m_builder.warn("A document type inside the text was left out.");
}

// Books without front matter often open with headings "Title: ..." and "Author: ...".
void takeTitleHeadings(CanonicalText& text)
{
    constexpr std::size_t kHeadings = 4;
    for (std::size_t i = 0; i < std::min(text.outline.size(), kHeadings); ++i) {
        const std::string& heading = text.outline[i].text;
        if (heading.starts_with("Title: ") && text.title == text.outline.front().text)
            text.title = heading.substr(7);
        if (heading.starts_with("Author: ") && text.author.empty())
            text.author = heading.substr(8);
    }
}

}  // namespace

Result<CanonicalText> readMarkdown(std::span<const std::byte> bytes, const ImportContext& context)
{
    if (auto checked = checkText(bytes); !checked)
        return checked.error();
    const auto decoded = DecodedText::decode(bytes, {}, context.encoding);
    if (!decoded)
        return decoded.error();
    const std::string_view text = decoded->text();
    if (text.size() > std::numeric_limits<MD_SIZE>::max() / 2)
        return Error{ErrorCode::Unsupported, "The document holds more than 256 MiB of text; split it into parts and open them one by one."};
    context.report(0, 1);
    TextBuilder builder(DocumentFormat::Markdown);
    const FrontMatter front = frontMatterOf(text);
    builder.setTitle(front.title);
    builder.setAuthor(front.author);
    const std::string_view body = text.substr(front.end);
    const MarkdownNotes notes(body);
    if (!MarkdownEvents(notes, front.end, builder).parse(hasFormulas(body)) && !builder.full())
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to read the document; close other programs and try again."};
    auto result = finishDecoded(*decoded, builder, context.fileName);
    if (result)
        takeTitleHeadings(*result);
    return result;
}

}  // namespace cairn
