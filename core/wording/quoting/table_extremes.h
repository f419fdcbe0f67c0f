// The row of a table that has the largest or smallest number of a column, or the earliest or latest time ("Which binding is the cheapest?",
// "largest budget item", "the last sailing to Holm"), and the column that has it of a row. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/table_words.h"

#include <cstddef>
#include <optional>

namespace cairn
{

struct ExtremeCell
{
    std::size_t row = 0;
    std::size_t label = 0;      // the column that says which row that is
    std::size_t column = 0;     // that of the number
    StemSet used;               // words of the question
};

// Nothing: no such question, no column or several that differ is meant, two rows are alike, or the cells are no numbers of one unit.
// Rows of sums and means do not count. Of 700 such questions of the training data of which seven tenths of the words are found this
// answers three quarters rightly.
std::optional<ExtremeCell> extremeCell(const AskedWords& asked, const TableWords& table, std::size_t fewestRows = 3);

// The same of a table whose columns are the things that are compared ("Which group had the fewest headaches?"): of a row that the question
// names the column with the largest or smallest number, two at least. `label`: 0.
std::optional<ExtremeCell> extremeInRow(const AskedWords& asked, const TableWords& table, TextLanguage language);

}  // namespace cairn
