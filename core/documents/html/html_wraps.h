// Paragraphs of a page that are one each printed line, as converters of PDFs and scans write them: "<p>the age of</p><p>wisdom</p>".
// Found where most of the page's paragraphs are about as long as the longest and end amid a sentence. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cairn
{

struct HtmlWrap
{
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::size_t begin = 0;        // of the end tag of a line; by bytes of the source
    std::size_t end = 0;          // behind the start tag of the line that goes on with it
    std::size_t hyphen = kNone;   // of the line's end, where it divides a word
    bool isWord = false;          // a word goes on, with its hyphen or without
};

// Ascending; empty: the page's paragraphs are paragraphs. One pass over the source.
std::vector<HtmlWrap> htmlWraps(std::string_view source, bool xhtml);

}  // namespace cairn
