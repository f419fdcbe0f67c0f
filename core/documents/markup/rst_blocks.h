// The block structure of a reStructuredText source, written into a TextBuilder in one pass over its lines. The nesting of
// lists, directives and definitions is a stack of indentations. Borrows the source.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/documents/markup/rst_inline.h"
#include "core/documents/markup/rst_lines.h"
#include "core/documents/markup/rst_names.h"
#include "core/documents/text/text_builder.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cairn
{

class RstBlocks
{
public:
    RstBlocks(std::string_view source, TextBuilder& builder)
        : m_source(source), m_lines(splitRstLines(source)), m_names(source, m_lines), m_builder(builder)
    {
    }
    void write(const ImportContext& context);

private:
    enum class Context { List, Body, Rows };   // Body: of a directive or definition; Rows: of a list-table
    struct Open
    {
        std::uint32_t indent = 0;   // of its content
        Context context = Context::Body;
    };

    struct Numbered
    {
        std::uint32_t indent = 0;
        unsigned next = 1;
    };

    std::string_view text(std::size_t line) const { return textFrom(line, m_lines[line].begin); }
    std::string_view textFrom(std::size_t line, std::size_t begin) const { return m_source.substr(begin, m_lines[line].end - begin); }
    bool blank(std::size_t line) const { return line >= m_lines.size() || m_lines[line].blank(); }
    std::size_t endOfBlock(std::size_t line, std::uint32_t indent) const;
    std::size_t endOfBlanks(std::size_t line) const;

    // Each handles what starts at `line` and returns the first line behind it, or `line`: not one of these.
    std::size_t block(std::size_t line);
    std::size_t section(std::size_t line);
    std::size_t header(std::size_t line);
    std::size_t explicitMarkup(std::size_t line);
    std::size_t note(std::size_t line, std::size_t at, std::size_t bracket);
    std::size_t directive(std::size_t line, std::string_view name, std::size_t arguments);
    std::size_t directiveOptions(std::size_t line, std::uint32_t indent) const;
    std::size_t admonition(std::size_t line, std::size_t begin);
    std::size_t item(std::size_t line);
    std::size_t tableItem(std::size_t line);
    std::size_t field(std::size_t line);
    std::size_t option(std::size_t line);
    std::size_t lineBlock(std::size_t line);
    std::size_t doctest(std::size_t line);
    std::size_t table(std::size_t line);
    std::size_t paragraph(std::size_t line, std::size_t begin, std::uint32_t indent);

    void alternative(std::size_t line, std::size_t end);
    void number(std::string_view marker, std::size_t line);
    void heading(std::size_t line, std::string style);
    void code(std::size_t begin, std::size_t end);
    std::size_t literalBlock(std::size_t line, std::uint32_t indent);
    void tableRow(std::size_t line, const std::vector<std::size_t>& columns, bool grid);
    void writeCsvCell(std::string_view cell, bool quoted, std::size_t source);
    void csvRows(std::size_t begin, std::size_t end);
    void csvTable(std::size_t options, std::size_t body, std::size_t end);
    void beginParagraph(std::uint32_t indent);
    void popTo(std::uint32_t indent);
    void endNumbers(std::uint32_t indent);
    bool inRows() const { return !m_open.empty() && m_open.back().context == Context::Rows; }
    unsigned listDepth() const;

    std::string_view m_source;
    std::vector<RstLine> m_lines;
    RstNames m_names;
    TextBuilder& m_builder;
    std::vector<Open> m_open;
    std::vector<Numbered> m_numbers;     // lists whose next item may have "#" for its number; inner ones last
    std::vector<std::string> m_styles;   // of section titles, in the order of their first use = levels
    std::string m_prefix;                // goes before the next paragraph: "Note: "
    bool m_caption = false;              // the next paragraph is one
};

}  // namespace cairn
