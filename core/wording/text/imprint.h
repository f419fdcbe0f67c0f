// Who wrote a document and when it appeared, as its opening says: "Author: ..", "By ..", the names below a paper's title, "Published: ..".
// A small model takes a name or a date from anywhere in the text instead. Rules on words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/text/document_texts.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

// "Jane Roe", "J. A. Roe 1,2, Ada de Vries* and Bo Lund (2)": two words or more each, capitals but for particles, marks of affiliations
// behind. `listed`: at least two of them, or such a mark.
bool areNames(std::string_view text, bool listed);

// The names of those who wrote it, of the first document whose opening tells and that `allowed` lets through. In this order: a line that
// says so ("Author:", "Written by", "By Jane Roe, our reporter. 22 May 2025"), names below the title (each in a paragraph of its own, where
// one of them stands there again), the author of the file's metadata (`documents`, may be empty) where the text has it, whom a sentence
// near the beginning or the end names ("This guide was written by ..", whatever its opening is). An editor's line is given whole.
std::optional<DocumentPlace> authorsOf(const DocumentTexts& texts, std::span<const CanonicalText* const> documents,
                                       const Allowed& allowed);

// What the opening says of the date to the end of the line, "Published: 23 June 2024" before "Date:", "Created:" and the like; else a date
// that is one of its first five lines, or stands behind names there.
std::optional<DocumentPlace> dateOf(const DocumentTexts& texts, const Allowed& allowed);

// It has a year.
bool mayBeDate(std::string_view answer);

// Where a document tells who wrote, made and published it, if it does anywhere: its opening, of a book its last pages too.
std::vector<DocumentPlace> imprintParts(const DocumentTexts& texts);

}  // namespace cairn
