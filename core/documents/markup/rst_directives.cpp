// Explicit markup of reStructuredText: what follows ".. ".
#include "core/documents/markup/rst_blocks.h"
#include "core/documents/text/element_names.h"

#include <algorithm>
#include <array>
#include <limits>

namespace cairn
{

namespace
{

// clang-format off
// Their contents are no text of the document.
constexpr std::array<std::string_view, 43> kSkipped = {
    "autoattribute", "autoclass", "autodata", "autoexception", "autofunction", "automethod", "automodule", "autosummary",
    "bibliography", "codeauthor", "contents", "currentmodule", "date", "default-domain", "default-role", "footer", "graphviz",
    "header", "highlight", "include", "index", "literalinclude", "mermaid", "meta", "module", "plot", "py:currentmodule",
    "py:module", "raw", "replace", "role", "sectionauthor", "sectnum", "spelling", "tabularcolumns", "target-notes",
    "testcleanup", "testsetup", "title", "toctree", "uml", "unicode", "youtube"};

constexpr std::array<std::string_view, 14> kCode = {
    "code", "code-block", "console", "doctest", "highlight-block", "ipython", "math", "parsed-literal", "productionlist",
    "prompt", "shell", "sourcecode", "testcode", "testoutput"};
// clang-format on

// Their argument is no text, their contents are.
constexpr std::array<std::string_view, 12> kContainers = {"class", "compound", "container", "cssclass", "epigraph", "highlights",
                                                          "ifconfig", "only", "pull-quote", "tab-set", "tabs", "line-block"};

struct Label
{
    std::string_view name;
    std::string_view words;
};

constexpr std::array<Label, 15> kLabels = {{{"attention", "Attention: "}, {"caution", "Caution: "}, {"danger", "Danger: "},
    {"deprecated", "Deprecated since version "}, {"error", "Error: "}, {"hint", "Hint: "}, {"important", "Important: "}, {"note", "Note: "},
    {"seealso", "See also: "}, {"tip", "Tip: "}, {"todo", "To do: "}, {"versionadded", "New in version "},
    {"versionchanged", "Changed in version "}, {"versionremoved", "Removed in version "}, {"warning", "Warning: "}}};

constexpr std::string_view kAlternative = ":alt:";

bool isDirectiveName(std::string_view name)
{
    constexpr std::string_view kAllowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+.:";
    return !name.empty() && name.size() <= 64 && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

}  // namespace

std::size_t RstBlocks::explicitMarkup(std::size_t line)
{
    const std::string_view start = text(line);
    const std::uint32_t indent = m_lines[line].indent;
    if (start.starts_with("__ "))
        return line + 1;   // an anonymous target
    if (start != ".." && !start.starts_with(".. "))
        return line;
    std::size_t at = std::min(start.find_first_not_of(' ', 2), start.size());
    const std::string_view rest = start.substr(at);
    if (rest.starts_with('['))
        if (const std::size_t bracket = std::min(rest.find("] "), rest.size() - 1); bracket > 1 && rest[bracket] == ']')
            return note(line, at, bracket);
    const std::size_t colons = rest.find("::");
    if (colons != std::string_view::npos && isDirectiveName(rest.substr(0, colons)))
        return directive(line, rest.substr(0, colons), at + colons + 2);
    return endOfBlock(line + 1, indent);   // comments, targets, substitutions
}

// A footnote or citation, with its text behind the label or in the lines below.
std::size_t RstBlocks::note(std::size_t line, std::size_t at, std::size_t bracket)
{
    const std::string_view rest = text(line).substr(at);
    const std::uint64_t source = m_lines[line].begin + at;
    const std::size_t label = rest[1] == '#' ? 2 : 1;   // "[#name]", RstInline::footnoteLabel()
    m_builder.beginParagraph(ParagraphKind::Text);
    m_builder.flow(rest.substr(0, 1), source);
    if (rest.starts_with("[#]"))
        m_builder.replaced(m_names.numberOfNote(), source + 1, 1);
    m_builder.flow(rest.substr(label, bracket + 1 - label), source + label);
    m_builder.space();
    const std::size_t body = std::min(bracket + 2, rest.size());
    const std::size_t end = paragraph(line, source + body, m_lines[line].indent + 1), next = endOfBlanks(end);
    if (next < m_lines.size() && m_lines[next].indent > m_lines[line].indent && m_open.size() < 64)   // its other paragraphs
        m_open.push_back({m_lines[next].indent, Context::Body});
    return end;
}

// First line behind ":option: value" lines.
std::size_t RstBlocks::directiveOptions(std::size_t line, std::uint32_t indent) const
{
    std::size_t at = line;
    while (!blank(at) && m_lines[at].indent > indent && rstField(text(at)).first > 0) {
        const std::uint32_t own = m_lines[at].indent;
        for (++at; !blank(at) && m_lines[at].indent > own;)
            ++at;
    }
    return at;
}

// A picture's alternative text, in the lines of its options.
void RstBlocks::alternative(std::size_t line, std::size_t end)
{
    const std::uint32_t indent = m_lines[line].indent;
    do {
        if (++line >= end)
            return;
    } while (!text(line).starts_with(kAlternative));
    RstInline words(&m_names);
    words.addLine(text(line).substr(kAlternative.size()), m_lines[line].begin + kAlternative.size());
    for (std::size_t next = line + 1; next < end && m_lines[next].indent > m_lines[line].indent; ++next)
        words.addLine(text(next), m_lines[next].begin);
    if (words.empty())
        return;
    beginParagraph(indent);
    words.write(m_builder);
    m_builder.endParagraph();
}

// The words behind an admonition's name begin its first paragraph, which goes on in the lines below.
std::size_t RstBlocks::admonition(std::size_t line, std::size_t begin)
{
    const std::uint32_t indent = m_lines[line].indent;
    RstInline words(&m_names);
    words.addLine(text(line).substr(begin), m_lines[line].begin + begin);
    std::size_t next = line + 1;
    for (; !blank(next) && m_lines[next].indent > indent; ++next)
        words.addLine(text(next), m_lines[next].begin);
    const bool literal = words.takeLiteralMark();
    beginParagraph(indent);
    words.write(m_builder);
    m_builder.endParagraph();
    std::uint32_t inner = std::numeric_limits<std::uint32_t>::max();   // of what else it holds
    const std::size_t end = endOfBlock(next, indent);
    for (std::size_t at = next; at < end; ++at)
        inner = blank(at) ? inner : std::min(inner, m_lines[at].indent);
    const std::size_t below = endOfBlanks(next);
    if (below >= end)
        return next;
    if (m_open.size() < 64)
        m_open.push_back({inner, Context::Body});
    return literal ? literalBlock(next, m_lines[below].indent > inner ? inner : inner - 1) : next;
}

// `arguments`: their place in the line.
std::size_t RstBlocks::directive(std::size_t line, std::string_view name, std::size_t arguments)
{
    const std::uint32_t indent = m_lines[line].indent;
    const std::size_t body = directiveOptions(line + 1, indent);
    const std::size_t end = endOfBlock(body, indent);
    const std::size_t begin = std::min(text(line).find_first_not_of(' ', arguments), text(line).size());
    if (isOneOf(name, kSkipped))
        return end;
    if (isOneOf(name, kCode)) {
        if (name == "math" && begin < text(line).size()) {   // the first line of it
            m_builder.beginParagraph(ParagraphKind::Code);
            m_builder.verbatim(text(line).substr(begin), m_lines[line].begin + begin);
        }
        std::size_t first = body;
        while (first < end && blank(first))
            ++first;
        code(first, end);
        return end;
    }
    if (name == "image" || (name == "figure" && endOfBlanks(body) >= end))
        alternative(line, body);
    if (name == "image")
        return end;
    const auto label = std::find_if(kLabels.begin(), kLabels.end(), [name](const Label& l) { return l.name == name; });
    if (label != kLabels.end())
        m_prefix = label->words;
    if (label != kLabels.end() && !label->words.ends_with("version ") && body == line + 1 && begin < text(line).size())
        return admonition(line, begin);
    const bool table = name == "table" || name == "csv-table" || name == "list-table";
    m_caption = table && begin < text(line).size();
    const bool shown = begin < text(line).size() && name != "figure" && !isOneOf(name, kContainers);
    if (shown) {
        beginParagraph(indent);
        RstInline words(&m_names);
        words.addLine(text(line).substr(begin), m_lines[line].begin + begin);
        words.write(m_builder);
        m_builder.endParagraph();
    }
    if (name == "csv-table") {
        m_caption = false;
        csvTable(line + 1, body, end);
        return end;
    }
    std::size_t first = body;
    while (first < end && blank(first))
        ++first;
    m_caption = name == "figure" && first < end;
    if (first < end && m_open.size() < 64)
        m_open.push_back({m_lines[first].indent, name == "list-table" ? Context::Rows : Context::Body});
    else if (first == end)
        m_prefix.clear();
    return body;
}

}  // namespace cairn
