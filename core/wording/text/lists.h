// Lists as texts have them: a line that introduces them and two items at least, each with a mark ("- ", "3) ", "(iv) ").
// No state, any thread.
#pragma once

#include "core/types/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct TextList
{
    ByteRange introduction;    // its last sentence, with a colon or that of a heading
    std::uint64_t items = 0;   // where they begin
    ByteRange whole;           // introduction and items as far as 2,000 bytes reach
};

// In the text's order; none with quotation marks.
std::vector<TextList> listsOf(std::string_view text);

// The words that all items have, each behind a space: "- The Penguin dataset", "- The Weather dataset".
std::string commonToItems(std::string_view text, const TextList& list);

// "in the following order:" says nothing without what follows.
bool announcesList(std::string_view answer);

// The list that words at the end of its introduction stand before, colon or not ("in the following order"): that sentence with its items,
// as far as 2,000 bytes reach. `words`: within `text`. Nothing: no list follows them, or it has quotation marks that aren't kept.
enum class Quotes { Refused, Kept };
std::optional<ByteRange> listBehind(std::string_view text, ByteRange words, Quotes quotes = Quotes::Refused);

// An introduction with the items that the next lines begin with, as far as listBehind() does. Nothing: other lines follow, or it is one of
// them.
std::optional<ByteRange> listBelow(std::string_view text, ByteRange introduction);

// A sentence cut before each line in it that begins an item: splitSentences() leaves "(a) ..; (b) .." in one piece.
std::vector<ByteRange> itemsOf(std::string_view text, ByteRange sentence);

// The sentence with a colon that introduces the list in which an item of one line stands that is none itself: "The guest shall not:" of
// "(b) smoke;". Nothing: it is no item, or lines of other kind stand between.
std::optional<ByteRange> introductionOf(std::string_view text, ByteRange item);

}  // namespace cairn
