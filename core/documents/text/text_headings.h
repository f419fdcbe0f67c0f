// Which paragraphs of a plain text are headings: "CHAPTER XII", lines with a line of signs under them, and numbered lines ("2. Terms")
// that count up through the text. Pure functions.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace cairn
{

struct TextParagraph
{
    std::size_t begin = 0;   // of its first line
    std::size_t end = 0;     // of its last line, without the line end
    unsigned level = 0;      // 1..6: a heading
};

// The same paragraphs with the levels of those that are headings. A line of signs is in none: what stood below it is a paragraph of
// its own, as is a heading right above its first clause ("2.1 The fee is"). REQUIRES: `paragraphs` ascend.
std::vector<TextParagraph> withTextHeadings(std::string_view text, const std::vector<TextParagraph>& paragraphs);

// "Table of Contents", "Inhalt": it names nothing, and has no sections.
bool isContentsHeading(std::string_view line);

// Contents, a preface and the like, or a chapter's mark ("Chapter 2"): it heads a part, so that it is not what the whole is called.
bool headsPart(std::string_view line);

}  // namespace cairn
