// Which lines are headings: those a bookmark names, and lines set larger or bolder than the text around them.
// Pure functions.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace cairn
{

struct HeadingLines
{
    std::size_t page = 0;
    std::size_t firstLine = 0; // index into the page's lines
    std::size_t lineCount = 1;
    std::uint8_t level = 1; // 1..6
    QString title;
};

// In reading order, never overlapping. A bookmark whose title is not found on its page names the line at its height, or the
// first one, with lineCount 0: an outline entry, but no heading paragraph. Without bookmarks numbered headings are looked for; with
// either, lines that look like those they name; without both, lines in larger type above text.
// Lines that a bookmark names are kept even where they had been dropped.
std::vector<HeadingLines> findHeadings(const PdfSource& source, std::vector<std::vector<PdfLine>>& lines);

} // namespace cairn
