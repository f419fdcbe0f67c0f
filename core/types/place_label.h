// How a place in a document is named: page label and heading path (architecture.md 4). No state, any thread.
#pragma once

#include "core/types/answer.h"
#include "core/types/document.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Which of the document's units (pages of a PDF) holds the character, the first is 1; 0: it has none.
std::size_t unitNumber(const CanonicalText& document, std::uint64_t offset);

// The printed label of the page that holds the character: of a PDF, or of an EPUB that names its pages; else empty.
std::string pageLabel(const CanonicalText& document, std::uint64_t offset);

// A page as its document names it.
struct LabelledPage
{
    std::string_view label;   // of the document's own
    ByteRange text;
};

// The pages of a PDF, and the printed ones that an EPUB tells of, in the text's order: a page that goes on in the book's next part is
// one. None: the document knows no pages.
std::vector<LabelledPage> labelledPages(const CanonicalText& document);

// "Part I > Chapter 4 > The oath"; empty before the first heading.
std::string sectionPath(const CanonicalText& document, std::uint64_t offset);

// Sets document, range, page, section and text. REQUIRES: the range lies in the document.
void describePlace(Citation& citation, const DocumentPlace& place, const CanonicalText& document);

}  // namespace cairn
