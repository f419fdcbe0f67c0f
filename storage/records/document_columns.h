// CanonicalText as columns of bytes and back. Pure functions.
#pragma once

#include "core/types/document.h"
#include "storage/records/column.h"

#include <span>
#include <string_view>

namespace cairn
{

std::vector<Column> packDocument(const CanonicalText& document);

// Fills all but format, title and author. `load` gives a column's bytes. Corruption: bytes that packDocument does not write, or
// ranges outside the text.
Result<CanonicalText> unpackDocument(const DocumentLoader& load);

// Of bytes with zeros where pieces are lost: spaces there and where a character is cut, one unit and one paragraph an empty line where
// the maps are lost or don't fit.
CanonicalText rescueDocument(std::span<const std::byte> text, const DocumentLoader& load);

// All ranges lie in the text and all units exist: views index by these numbers.
bool isConsistent(const CanonicalText& document);

// Bytes of the character that begins here; 0: none does. Follows RFC 3629, without surrogates, overlong forms and NUL.
std::size_t characterBytes(std::string_view text, std::size_t at);

Result<std::vector<Paragraph>> unpackParagraphs(std::span<const std::byte> bytes);

}  // namespace cairn
