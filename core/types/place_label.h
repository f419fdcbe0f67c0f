// How a place in a document is named: page label and heading path (architecture.md 4). No state, any thread.
#pragma once

#include "core/types/answer.h"
#include "core/types/document.h"

#include <cstdint>
#include <string>

namespace cairn
{

// The printed label of the page that holds the character; empty where the format has no pages.
std::string pageLabel(const CanonicalText& document, std::uint64_t offset);

// "Part I > Chapter 4 > The oath"; empty before the first heading.
std::string sectionPath(const CanonicalText& document, std::uint64_t offset);

// Sets document, range, page, section and text. REQUIRES: the range lies in the document.
void describePlace(Citation& citation, const DocumentPlace& place, const CanonicalText& document);

}  // namespace cairn
