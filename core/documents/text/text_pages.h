// Where a plain text that is parted by form feeds turns a page: feet and heads that recur there ("Mockapetris [Page 2]", "RFC 1035 ...")
// belong to no sentence, and a paragraph may go on behind them. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cairn
{

struct PageTurn
{
    std::size_t begin = 0;   // behind the last line before it, with its line end; 0: the text begins with it
    std::size_t end = 0;     // of what is left out: the next line begins here, or the text ends
    bool joins = false;      // the paragraph goes on
};

// Ascending; only those at which a head or foot is left out.
std::vector<PageTurn> pageTurns(std::string_view text);

}  // namespace cairn
