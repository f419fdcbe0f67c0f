#include "core/documents/html/html_tables.h"

#include "core/documents/html/hidden_html.h"
#include "core/documents/html/html_tokenizer.h"
#include "core/documents/text/text_lines.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::size_t kDepth = 64;               // of tables
constexpr std::uint64_t kLong = 1000;            // bytes of a cell with several blocks
constexpr std::uint64_t kLongest = 4000;         // in a table with head cells
constexpr unsigned kBlocks = 2;
constexpr unsigned kBlocksBelow = 3;             // a heading and what is below it
constexpr unsigned kHighest = 65'534;            // rows

constexpr auto kBlockNames =
    std::to_array<std::string_view>({"p", "ul", "ol", "dl", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "table", "section",
                                     "article", "figure", "form"});

class Finder
{
public:
    Finder(std::string_view source, std::size_t from, bool xhtml) : m_source(source.substr(from)), m_from(from), m_xhtml(xhtml) {}

    std::vector<std::size_t> find()
    {
        HtmlTokenizer tokens(m_source, m_xhtml);
        for (HtmlToken token = tokens.next(); token.kind != HtmlToken::Kind::End; token = tokens.next()) {
            switch (token.kind) {
            case HtmlToken::Kind::StartTag: startTag(token); break;
            case HtmlToken::Kind::EndTag: endTag(token.name); break;
            case HtmlToken::Kind::Text:
            case HtmlToken::Kind::Literal: words(m_source.substr(token.begin, token.end - token.begin)); break;
            default: break;
            }
        }
        while (!m_tables.empty())
            endTable();
        std::sort(m_found.begin(), m_found.end());
        return std::move(m_found);
    }

private:
    struct Cell
    {
        std::size_t begin = 0;
        std::uint64_t bytes = 0;
        unsigned rows = 1;
        unsigned blocks = 0;
        bool hasHeading = false, hasTable = false, hasCode = false;
    };
    struct Table
    {
        std::vector<Cell> cells;        // whose rows have others
        std::vector<Cell> row;
        bool inCell = false;            // the last of the row is open
        bool hasHead = false;
        bool isLayout = false;
        unsigned reaches = 0;           // rows into which words above reach
        std::uint64_t bytes = 0;
    };

    bool inCell() const { return !m_tables.empty() && m_tables.back().inCell; }

    void startTag(const HtmlToken& token)
    {
        if (std::find(kBlockNames.begin(), kBlockNames.end(), token.name) != kBlockNames.end() && inCell())
            block(token.name);
        if (token.name == "table")
            return beginTable(token);
        if (m_tooDeep > 0 || m_tables.empty())
            return;
        if (token.name == "tr")
            endRow();
        else if ((token.name == "td" || token.name == "th") && hidingOf(token) == HtmlHiding::None)
            beginCell(token);
        m_inCode = m_inCode || token.name == "pre";
    }

    void endTag(std::string_view name)
    {
        if (name == "table" && m_tooDeep > 0)
            --m_tooDeep;
        else if (name == "table" && !m_tables.empty())
            endTable();
        else if (m_tooDeep == 0 && !m_tables.empty() && name == "tr")
            endRow();
        else if (m_tooDeep == 0 && !m_tables.empty() && (name == "td" || name == "th"))
            m_tables.back().inCell = false;
        if (name == "pre")
            m_inCode = false;
    }

    void block(std::string_view name)
    {
        Cell& cell = m_tables.back().row.back();
        ++cell.blocks;
        cell.hasHeading = cell.hasHeading || name.front() == 'h';
        cell.hasTable = cell.hasTable || name == "table";
    }

    // White space is of no account. Lines of code: a line end between words in `pre`.
    void words(std::string_view text)
    {
        if (!inCell())
            return;
        const auto spaces = static_cast<std::uint64_t>(std::count_if(text.begin(), text.end(), isFlowSpace));
        Cell& cell = m_tables.back().row.back();
        cell.bytes += text.size() - spaces;
        m_tables.back().bytes += text.size() - spaces;
        cell.hasCode = cell.hasCode || (m_inCode && trimmedLine(text).find('\n') != text.npos);
    }

    void beginTable(const HtmlToken& token)
    {
        if (m_tables.size() >= kDepth) {
            ++m_tooDeep;
            return;
        }
        const std::string role = htmlAttribute(token.attributes, "role").value_or("");
        m_tables.emplace_back();
        m_tables.back().isLayout = role == "presentation" || role == "none";
    }

    void beginCell(const HtmlToken& token)
    {
        Table& table = m_tables.back();
        Cell cell{m_from + token.begin};
        table.inCell = true;
        table.hasHead = table.hasHead || token.name == "th";
        if (const auto text = htmlAttribute(token.attributes, "rowspan"))
            std::from_chars(text->data(), text->data() + text->size(), cell.rows);
        table.row.push_back(cell);
    }

    void endRow()
    {
        Table& table = m_tables.back();
        const auto filled = std::count_if(table.row.begin(), table.row.end(), [](const Cell& cell) { return cell.bytes > 0; });
        const bool hasOthers = table.row.size() > 1 && (filled > 1 || table.hasHead);
        if (!hasOthers && table.reaches == 0)
            for (const Cell& cell : table.row)
                m_found.push_back(cell.begin);
        else
            table.cells.insert(table.cells.end(), table.row.begin(), table.row.end());
        table.reaches -= table.row.empty() || table.reaches == 0 ? 0 : 1;
        for (const Cell& cell : table.row)
            if (cell.bytes > 0 && cell.rows > 1)
                table.reaches = std::max(table.reaches, std::min(cell.rows, kHighest) - 1);
        table.row.clear();
        table.inCell = false;
    }

    // What is in it counts for the cell around it, too.
    void endTable()
    {
        endRow();
        const Table table = std::move(m_tables.back());
        m_tables.pop_back();
        for (const Cell& cell : table.cells)
            if (isLoose(cell, table))
                m_found.push_back(cell.begin);
        if (inCell())
            m_tables.back().row.back().bytes += table.bytes;
        if (!m_tables.empty())
            m_tables.back().bytes += table.bytes;
    }

    static bool isLoose(const Cell& cell, const Table& table)
    {
        if (cell.hasCode || table.isLayout || (cell.hasTable && !table.hasHead))
            return true;
        if (cell.hasHeading && cell.blocks >= kBlocksBelow && !table.hasHead)
            return true;
        return cell.bytes > (table.hasHead ? kLongest : kLong) && cell.blocks >= kBlocks;
    }

    std::string_view m_source;
    std::size_t m_from;
    bool m_xhtml;
    std::vector<Table> m_tables;
    std::size_t m_tooDeep = 0;
    bool m_inCode = false;
    std::vector<std::size_t> m_found;
};

}  // namespace

std::vector<std::size_t> looseCells(std::string_view source, std::size_t from, bool xhtml)
{
    return Finder(source, from, xhtml).find();
}

}  // namespace cairn
