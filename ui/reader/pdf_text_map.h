// From bytes of a PDF's canonical text to characters of its pages and back (CanonicalText::runs, core/types/document.h). Characters
// of a page are counted in UTF-16 units of its text, as PageGlyphs does. What the text leaves out (headers, hyphens at line ends)
// leads to what stands next to it. Plain values; borrows the document.
#pragma once

#include "core/types/document.h"

#include <optional>
#include <vector>

namespace cairn
{

struct PagePlace
{
    int page = 0;
    std::uint32_t offset = 0;
    bool operator==(const PagePlace&) const = default;
};

struct PageStretch
{
    int page = 0;
    std::uint32_t begin = 0, end = 0;
    bool operator==(const PageStretch&) const = default;
};

class PdfTextMap
{
public:
    PdfTextMap() = default;
    explicit PdfTextMap(const CanonicalText* document) : m_document(document) {}

    int pages() const { return m_document ? int(m_document->units.size()) : 0; }
    int pageOf(std::uint64_t byte) const;                          // the last page for bytes past the end; -1: there are no pages
    ByteRange textOf(int page) const;                              // the page's part of the canonical text
    std::uint32_t unitsOf(int page) const;                         // one past its last character with a run; 0: none

    std::optional<PagePlace> placeOf(std::uint64_t byte) const;    // nullopt: its page has no text
    std::optional<std::uint64_t> byteOf(PagePlace place) const;    // first byte at or after it; of the page's last character at the end

    // Ascending; neighbours on a page are joined over small gaps (a hyphen and the line's end), so that words stay whole.
    std::vector<PageStretch> stretchesOf(ByteRange range) const;
    std::vector<PageStretch> stretchesOn(int page, ByteRange range) const;

private:
    using Runs = std::vector<PositionRun>;
    Runs::const_iterator runAfter(std::uint64_t byte) const;       // first run that ends after it

    const CanonicalText* m_document = nullptr;
};

}  // namespace cairn
