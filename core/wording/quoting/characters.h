// Who a story is about, as far as counting tells: the names that are mentioned most often, of those that speak or are spoken of as people
// are ("said Ahab", "Alice thought", "Mr. Wilson"). No sentence of a novel says who its main character is. Rules on English words; no
// state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"

#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct NamedCharacter
{
    DocumentPlace place;        // the first mention under the name that is used most
    std::uint32_t mentions = 0; // under any name that ends alike: "Holmes" and "Sherlock Holmes"
};

// The `most` that are mentioned most often in a part of a document, the first of equals before the others. Empty: nobody speaks in it. One
// pass over the text, about 80 ms a megabyte.
std::vector<NamedCharacter> charactersOf(const DocumentTexts& texts, const DocumentPlace& part, std::size_t most);

}  // namespace cairn
