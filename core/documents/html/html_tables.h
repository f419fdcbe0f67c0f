// Which cells of a page's tables are pieces of the page rather than values: alone in their row, or long and made of several blocks, or
// with lines of code. What is inside those stands in paragraphs of its own; any other cell stays one piece of its row.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cairn
{

// Where their start tags begin, ascending. One pass over the source from `from` on; tables that are nested too deep count as text.
std::vector<std::size_t> looseCells(std::string_view source, std::size_t from, bool xhtml);

}  // namespace cairn
