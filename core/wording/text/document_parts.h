// Parts of a document as people name them: sections, chapters and appendices by number or by name, pages, captions, the beginning and the
// end (asked_place.h says which words). Rules on English words; no state, any thread.
#pragma once

#include "core/types/document.h"
#include "core/wording/words/words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// What a part is called. `kind`: partKind(), or one of these where it is not counted.
inline constexpr std::string_view kByName = "name", kByTopic = "topic", kStretch = "stretch";
// `number`: partNumber(), the name or topic itself, or
inline constexpr std::string_view kLast = "last", kBeginning = "beginning", kEnd = "end";

// "section" of "sections" and "sec", "page" of "pp."; empty: not a word for a part. `text`: that the word was taken from.
std::string partKind(std::string_view text, const Word& word);

// The number that a word is, in one form: "6.2", "12" of "XII" and "twelve", "b" of "B". Empty: none.
std::string partNumber(std::string_view text, const Word& word);

// "titlepage", "contents": a heading of what stands before a text.
bool isFrontMatter(std::string_view folded);

bool isDigits(std::string_view folded);                             // "12", "6.2"
std::optional<std::uint64_t> digitsValue(std::string_view digits);  // nothing: not one

// Where the parts of that kind and number stand, in the text's order; none: it has none.
std::vector<ByteRange> partsOf(const CanonicalText& text, const std::string& kind, const std::string& number);

}  // namespace cairn
