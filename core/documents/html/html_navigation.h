// What of a page is there for getting about its site, not for reading: the element `nav`, others of its role, lists of nothing but
// links in the page's own footer, menus of nothing but links, and lines like "Next: .., Up: ..". A list of the document's contents
// (role doc-toc) and the footers of articles are read.
#pragma once

#include "core/types/document.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cairn
{

struct HtmlNavigation
{
    std::vector<ByteRange> ranges;   // of the source, ascending: from a start tag to behind its end tag
    std::uint64_t textBytes = 0;     // of the words in them
};

// In one pass, linear in the source. Elements that are never closed, or that hold the page's main part, are none of these.
HtmlNavigation navigationOf(std::string_view source, bool xhtml);

}  // namespace cairn
