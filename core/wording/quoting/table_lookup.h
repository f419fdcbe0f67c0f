// What a table says to a question that names a row and a column of it ("How much is an A3 colour copy?", "When does WP4 begin?"), a row
// alone, or the largest or smallest of a column. A small model takes any cell of the table. Rules on words; no state, any thread.
//
// A row is named where all words of one of its cells are asked for, or half of those of its first or of a name; of several the one with the
// rarest words among the rows. A column is named by words of its header that no other header has; or, where the whole cell of the row is
// asked for, it is the only one whose cells are of the kind that is asked for: a time to "when", money to "how much". Nothing is answered
// where two fit alike, or where three tenths of the question's words stand neither there nor in the heading and the paragraph above the
// table. Of 10,510 questions about tables of the training data this answers few, mostly those of one cell: seven of ten rightly, nine of
// ten where all words are found.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct TableAnswer
{
    std::vector<DocumentPlace> rows;    // that say it, in their order; one or more
    std::vector<DocumentPlace> words;   // of each of them: a cell, or the whole row; before the cell the header above it where that is
                                        // what is asked for
    std::string label;                  // which cell that is: "A3, Colour"; empty: whole rows, or the label of a row
    std::string number;                 // the largest or smallest that it has been chosen by: "Price: 3.20"; empty: by none
};

// Nothing: no table says it, two differ, or `allowed` lets the rows not through.
std::optional<TableAnswer> tableAnswer(std::string_view question, std::span<const CanonicalText* const> documents, const Bm25& index,
                                       const Allowed& allowed);

}  // namespace cairn
