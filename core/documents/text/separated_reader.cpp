#include "core/documents/text/separated_reader.h"

#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_builder.h"
#include "core/documents/text/text_checks.h"
#include "core/documents/text/text_reader.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <string>
#include <vector>

namespace cairn
{
namespace
{

constexpr std::size_t kLooks = 50;              // rows by which the sign between cells is told
constexpr std::size_t kProgressBytes = 1 << 20;
constexpr std::size_t kMostCells = 2000;        // of a row

struct Cell
{
    std::size_t begin = 0, end = 0;
    bool quoted = false; // begin and end are inside the quotation marks
};

// One row of cells, from `at` on, which is moved behind it.
std::vector<Cell> rowAt(std::string_view text, char separator, std::size_t& at)
{
    std::vector<Cell> cells;
    while (true) {
        Cell cell{at, at, at < text.size() && text[at] == '"'};
        if (cell.quoted) {
            cell.begin = ++at;
            while (at < text.size() && !(text[at] == '"' && (at + 1 >= text.size() || text[at + 1] != '"')))
                at += text[at] == '"' ? 2 : 1;
            cell.end = at = std::min(at, text.size());
            at += at < text.size() ? 1 : 0;
        }
        const std::size_t begin = at;
        while (at < text.size() && text[at] != separator && text[at] != '\n' && text[at] != '\r')
            ++at;
        if (!cell.quoted)
            cell.end = std::max(at, begin);
        if (cells.size() < kMostCells)
            cells.push_back(cell);
        if (at >= text.size() || text[at] != separator)
            break;
        ++at;
    }
    at += at + 1 < text.size() && text[at] == '\r' && text[at + 1] == '\n' ? 2 : at < text.size() ? 1 : 0;
    return cells;
}

bool isBlankRow(std::string_view text, const std::vector<Cell>& cells)
{
    return std::all_of(cells.begin(), cells.end(), [&](const Cell& cell) {
        const std::string_view words = text.substr(cell.begin, cell.end - cell.begin);
        return std::all_of(words.begin(), words.end(), isFlowSpace);
    });
}

// Two quotation marks in a cell stand for one. The lines of a cell stand in one.
void addCell(std::string_view text, const Cell& cell, TextBuilder& builder)
{
    builder.cell();
    std::size_t done = cell.begin;
    for (std::size_t at = done; cell.quoted && at < cell.end; ++at) {
        if (text[at] != '"')
            continue;
        builder.flow(text.substr(done, at - done), done);
        builder.replaced("\"", at, std::min<std::size_t>(2, cell.end - at));
        done = std::min(at + 2, cell.end);
        at = done - 1;
    }
    builder.flow(text.substr(done, cell.end - done), done);
}

// "sep=;": a first line that some programs write and no other shows.
bool namesSeparator(std::string_view text)
{
    return text.starts_with("sep=") && text.size() > 5 && (text[5] == '\n' || text[5] == '\r');
}

}  // namespace

bool isSeparatedName(std::string_view fileName)
{
    const std::string name = asciiLower(std::string(fileName));
    return name.ends_with(".csv") || name.ends_with(".tsv") || name.ends_with(".tab");
}

char separatorOf(std::string_view text)
{
    char best = 0;
    std::size_t bestCells = 0;
    for (const char separator : {',', ';', '\t', '|'}) {
        std::size_t columns = 0, rows = 0, alike = 0;
        for (std::size_t at = 0; at < text.size() && rows < kLooks;) {
            const std::vector<Cell> cells = rowAt(text, separator, at);
            if (isBlankRow(text, cells))
                continue;
            columns = rows == 0 ? cells.size() : columns;
            alike += cells.size() == columns ? 1 : 0;
            ++rows;
        }
        if (columns > 1 && alike * 5 >= rows * 4 && alike * columns > bestCells) {
            best = separator;
            bestCells = alike * columns;
        }
    }
    return best;
}

Result<CanonicalText> readSeparated(std::span<const std::byte> bytes, const ImportContext& context)
{
    if (auto checked = checkText(bytes); !checked)
        return checked.error();
    const auto decoded = DecodedText::decode(bytes, context.declared, context.encoding);
    if (!decoded)
        return decoded.error();
    const std::string_view text = decoded->text();
    const bool isNamed = namesSeparator(text);
    const char separator = isNamed ? text[4] : separatorOf(text);
    if (separator == 0)
        return readText(bytes, context);
    TextBuilder builder(DocumentFormat::Text);
    const auto parts = static_cast<std::uint32_t>(text.size() / kProgressBytes + 1);
    std::size_t reported = 0;
    for (std::size_t at = isNamed ? 5 : 0; at < text.size() && !builder.full();) {
        for (; at >= reported; reported += kProgressBytes)
            context.report(static_cast<std::uint32_t>(reported / kProgressBytes), parts);
        const std::vector<Cell> cells = rowAt(text, separator, at);
        if (isBlankRow(text, cells))
            continue;
        builder.beginParagraph(ParagraphKind::TableRow);
        for (const Cell& cell : cells)
            addCell(text, cell, builder);
    }
    return finishDecoded(*decoded, builder, context.fileName);
}

}  // namespace cairn
