// CanonicalText as columns of bytes and back. Pure functions.
#pragma once

#include "core/types/document.h"
#include "storage/piece_table.h"

#include <functional>

namespace cairn
{

// Numbers are part of the file format.
enum class DocumentColumn : std::uint8_t { Text = 0, Units = 1, Runs = 2, Paragraphs = 3, Outline = 4, Warnings = 5 };

std::vector<Column> packDocument(const CanonicalText& document);

// Fills all but format, title and author. `load` gives a column's bytes. Corruption: bytes that packDocument does not write, or
// ranges outside the text.
Result<CanonicalText> unpackDocument(const std::function<Result<std::vector<std::byte>>(DocumentColumn)>& load);

// All ranges lie in the text and all units exist: views index by these numbers.
bool isConsistent(const CanonicalText& document);

Result<std::vector<Paragraph>> unpackParagraphs(std::span<const std::byte> bytes);

}  // namespace cairn
