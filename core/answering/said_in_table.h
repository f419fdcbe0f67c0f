// What a table of the documents says to a question that names a cell of it (table_lookup.h): that cell with its row and column, quoted.
// Any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/wording/quoting/quoting.h"

#include <optional>

namespace cairn
{

// Only what the question may look at. RereadTuning::quoteDefinitions off: nothing.
std::optional<SaidWords> saidInTable(const Question& question, const AskingContext& context);

}  // namespace cairn
