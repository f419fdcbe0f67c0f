#include "core/documents/markup/rst_blocks.h"

#include <algorithm>
#include <charconv>

namespace cairn
{

namespace
{

constexpr std::size_t kProgressLines = 10'000;
constexpr std::size_t kDepth = 64;

bool isHeaderLine(std::string_view line)
{
    const std::size_t colon = line.find(':');
    return colon != std::string_view::npos && colon > 0 && colon < 40 && (colon + 1 == line.size() || line[colon + 1] == ' ') &&
           line.substr(0, colon).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-") == std::string_view::npos;
}

}  // namespace

void RstBlocks::write(const ImportContext& context)
{
    const auto parts = static_cast<std::uint32_t>(m_lines.size() / kProgressLines + 1);
    std::size_t reported = 0;
    for (std::size_t line = 0; line < m_lines.size() && !m_builder.full();) {
        if (line >= reported) {
            context.report(static_cast<std::uint32_t>(line / kProgressLines), parts);
            reported = line + kProgressLines;
        }
        line = blank(line) ? line + 1 : block(line);
    }
}

std::size_t RstBlocks::block(std::size_t line)
{
    popTo(m_lines[line].indent);
    using Step = std::size_t (RstBlocks::*)(std::size_t);
    for (const Step step : {&RstBlocks::header, &RstBlocks::section, &RstBlocks::table, &RstBlocks::explicitMarkup, &RstBlocks::tableItem,
                            &RstBlocks::item, &RstBlocks::field, &RstBlocks::option, &RstBlocks::lineBlock, &RstBlocks::doctest})
        if (const std::size_t next = (this->*step)(line); next > line) {
            if (step != &RstBlocks::item)
                endNumbers(m_lines[line].indent);
            return next;
        }
    endNumbers(m_lines[line].indent);
    return paragraph(line, m_lines[line].begin, m_lines[line].indent);
}

void RstBlocks::popTo(std::uint32_t indent)
{
    while (!m_open.empty() && m_open.back().indent > indent)
        m_open.pop_back();
}

// Something else than an item stands here: lists at this indentation or deeper have ended.
void RstBlocks::endNumbers(std::uint32_t indent)
{
    while (!m_numbers.empty() && m_numbers.back().indent >= indent)
        m_numbers.pop_back();
}

unsigned RstBlocks::listDepth() const
{
    return static_cast<unsigned>(std::count_if(m_open.begin(), m_open.end(), [](const Open& o) { return o.context == Context::List; }));
}

// First line from `line` on that is neither blank nor indented deeper than `indent`.
std::size_t RstBlocks::endOfBlock(std::size_t line, std::uint32_t indent) const
{
    while (line < m_lines.size() && (m_lines[line].blank() || m_lines[line].indent > indent))
        ++line;
    return line;
}

std::size_t RstBlocks::endOfBlanks(std::size_t line) const
{
    while (line < m_lines.size() && blank(line))
        ++line;
    return line;
}

// The "Name: value" lines that open a PEP: kept as lines; title and author are known from them.
std::size_t RstBlocks::header(std::size_t line)
{
    if (line != 0 || !isHeaderLine(text(0)) || blank(1) || !(isHeaderLine(text(1)) || m_lines[1].indent > 0))
        return line;
    m_builder.beginParagraph(ParagraphKind::Text);
    std::size_t at = line;
    for (; !blank(at); ++at) {
        if (text(at).starts_with("Title: "))
            m_builder.setTitle(text(at).substr(7));
        if (text(at).starts_with("Author: "))
            m_builder.setAuthor(text(at).substr(8, text(at).find_first_of("<,", 8) - 8));
        m_builder.lineBreak();
        if (text(at).find('`') == std::string_view::npos) {
            m_builder.flow(text(at), m_lines[at].begin);
            continue;
        }
        RstInline words(&m_names);   // links, as in "Post-History"; nothing else is markup there
        words.addLine(text(at), m_lines[at].begin);
        words.write(m_builder);
    }
    return at;
}

std::size_t RstBlocks::section(std::size_t line)
{
    const std::string_view first = text(line);
    if (isRstAdornment(first) && !isRstSimpleBorder(first)) {
        const bool title = line + 2 < m_lines.size() && !blank(line + 1) && text(line + 2) == first && !isRstAdornment(text(line + 1));
        if (title && m_lines[line].indent == 0) {
            heading(line + 1, std::string(2, first[0]));
            return line + 3;
        }
        return first.size() >= 4 && blank(line + 1) ? line + 1 : line;   // a transition
    }
    if (m_lines[line].indent > 0 || blank(line + 1) || m_lines[line + 1].indent > 0 || !isRstAdornment(text(line + 1)))
        return line;
    if (text(line + 1).size() < std::min<std::size_t>(rstColumns(first), 4))
        return line;
    heading(line, std::string(1, text(line + 1)[0]));
    return line + 2;
}

void RstBlocks::heading(std::size_t line, std::string style)
{
    const auto known = std::find(m_styles.begin(), m_styles.end(), style);
    const auto level = static_cast<unsigned>(known - m_styles.begin()) + 1;
    if (known == m_styles.end() && m_styles.size() < kDepth)
        m_styles.push_back(std::move(style));
    m_open.clear();
    m_builder.beginParagraph(ParagraphKind::Heading, std::min(level, 6u));
    RstInline words(&m_names);
    words.addLine(text(line), m_lines[line].begin);
    words.write(m_builder);
    m_builder.endParagraph();
}

std::size_t RstBlocks::item(std::size_t line)
{
    const std::string_view start = text(line);
    const std::size_t bullet = rstBulletBytes(start);
    const std::size_t marker = bullet > 0 ? bullet : rstNumberBytes(start);
    if (marker == 0)
        return line;
    const RstLine& at = m_lines[line];
    const auto indent = at.indent + static_cast<std::uint32_t>(marker);
    if (m_open.size() < kDepth)
        m_open.push_back({indent, Context::List});
    m_builder.beginParagraph(ParagraphKind::ListItem, listDepth());
    if (bullet > 0)
        m_builder.inserted("- ");
    else
        number(start.substr(0, marker), line);
    return paragraph(line, at.begin + marker, indent);
}

// The marker of a numbered item; "#" becomes the number that is next in its list.
void RstBlocks::number(std::string_view marker, std::size_t line)
{
    const RstLine& at = m_lines[line];
    while (!m_numbers.empty() && m_numbers.back().indent > at.indent)
        m_numbers.pop_back();
    if ((m_numbers.empty() || m_numbers.back().indent < at.indent) && m_numbers.size() < kDepth)
        m_numbers.push_back({at.indent, 1});
    unsigned& next = m_numbers.back().next;
    const std::size_t sign = marker.find('#');
    if (sign == std::string_view::npos) {
        const std::size_t first = marker.starts_with('(') ? 1 : 0;
        std::from_chars(marker.data() + first, marker.data() + marker.size(), next);
        ++next;
        return m_builder.verbatim(marker, at.begin);
    }
    m_builder.verbatim(marker.substr(0, sign), at.begin);
    m_builder.replaced(std::to_string(next++), at.begin + sign, 1);
    m_builder.verbatim(marker.substr(sign + 1), at.begin + sign + 1);
}

std::size_t RstBlocks::field(std::size_t line)
{
    const std::string_view start = text(line);
    const auto [name, body] = rstField(start);
    if (name == 0)
        return line;
    const RstLine& at = m_lines[line];
    const std::string_view nameText = start.substr(1, name);
    if (nameText == "Author" || nameText == "author")
        m_builder.setAuthor(start.substr(body));
    beginParagraph(at.indent);
    m_builder.flow(nameText, at.begin + 1);
    m_builder.inserted(": ");
    return paragraph(line, at.begin + body, at.indent + 1);
}

// "-o FILE, --output=FILE  what it does", each a paragraph of its own.
std::size_t RstBlocks::option(std::size_t line)
{
    const std::string_view start = text(line);
    if (!isRstOption(start))
        return line;
    const std::size_t gap = start.find("  ");
    const RstLine& at = m_lines[line];
    if (gap == std::string_view::npos && (blank(line + 1) || m_lines[line + 1].indent <= at.indent))
        return line;
    m_builder.beginParagraph(ParagraphKind::ListItem, listDepth() + 1);
    m_builder.flow(start.substr(0, gap), at.begin);
    m_builder.space();
    const std::size_t body = gap == std::string_view::npos ? start.size() : start.find_first_not_of(' ', gap);
    return paragraph(line, at.begin + body, at.indent + 1);
}

std::size_t RstBlocks::lineBlock(std::size_t line)
{
    const auto isLine = [&](std::size_t at) { return !blank(at) && (text(at) == "|" || text(at).starts_with("| ")); };
    if (!isLine(line))
        return line;
    std::size_t at = line;
    beginParagraph(m_lines[line].indent);
    for (; isLine(at); ++at) {
        m_builder.lineBreak();
        const std::size_t skip = std::min<std::size_t>(2, text(at).size());
        RstInline words(&m_names);
        words.addLine(text(at).substr(skip), m_lines[at].begin + skip);
        for (; !blank(at + 1) && !isLine(at + 1) && m_lines[at + 1].indent > m_lines[line].indent; ++at)   // it goes on
            words.addLine(text(at + 1), m_lines[at + 1].begin);
        words.write(m_builder);
    }
    return at;
}

std::size_t RstBlocks::doctest(std::size_t line)
{
    if (!text(line).starts_with(">>> "))
        return line;
    std::size_t end = line;
    while (!blank(end))
        ++end;
    code(line, end);
    return end;
}

void RstBlocks::beginParagraph(std::uint32_t indent)
{
    const Open top = m_open.empty() ? Open{} : m_open.back();
    if (std::exchange(m_caption, false))
        m_builder.beginParagraph(ParagraphKind::Caption);
    else if (!m_open.empty() && top.context == Context::List && indent <= top.indent + 1)
        m_builder.beginParagraph(ParagraphKind::ListItem, listDepth());
    else
        m_builder.beginParagraph(indent > top.indent ? ParagraphKind::Quote : ParagraphKind::Text);
    if (!m_prefix.empty())
        m_builder.inserted(std::exchange(m_prefix, {}));
}

// Running text from `begin` in `line`, then lines of the given indentation. Continues the builder's paragraph where a marker
// has begun one.
std::size_t RstBlocks::paragraph(std::size_t line, std::size_t begin, std::uint32_t indent)
{
    const bool started = begin != m_lines[line].begin;
    RstInline words(&m_names);
    if (begin < m_lines[line].end)
        words.addLine(textFrom(line, begin), begin);
    std::size_t next = line + 1;
    const bool listItem = started && inRows();
    for (; !blank(next) && m_lines[next].indent >= indent && (started || m_lines[next].indent == indent); ++next) {
        if (started && (rstBulletBytes(text(next)) > 0 || (listItem && text(next).starts_with("- "))))
            break;
        words.addLine(text(next), m_lines[next].begin);
    }
    const bool literal = words.takeLiteralMark();
    const bool term = !started && next == line + 1 && !blank(next) && m_lines[next].indent > indent && !literal;
    if (!started && !words.empty())
        beginParagraph(indent);
    words.write(m_builder);
    if (!started || !listItem)
        m_builder.endParagraph();
    if (term && m_open.size() < kDepth)
        m_open.push_back({m_lines[next].indent, Context::Body});
    return literal ? literalBlock(next, m_lines[line].indent) : next;
}

// The indented lines behind "::".
std::size_t RstBlocks::literalBlock(std::size_t line, std::uint32_t indent)
{
    const std::size_t begin = endOfBlanks(line);
    const std::size_t end = endOfBlock(begin, indent);
    code(begin, end);
    return end;
}

// Lines as they stand, without the indentation that all of them share.
void RstBlocks::code(std::size_t begin, std::size_t end)
{
    while (end > begin && blank(end - 1))
        --end;
    if (begin == end)
        return;
    std::size_t shared = std::string_view::npos;
    for (std::size_t i = begin; i < end; ++i)
        if (!blank(i))
            shared = std::min(shared, m_lines[i].begin - m_lines[i].start);
    m_builder.beginParagraph(ParagraphKind::Code);
    for (std::size_t i = begin; i < end; ++i) {
        if (i > begin)
            m_builder.lineBreak();
        if (!blank(i))
            m_builder.verbatim(textFrom(i, m_lines[i].start + shared), m_lines[i].start + shared);
    }
    m_builder.endParagraph();
}

}  // namespace cairn
