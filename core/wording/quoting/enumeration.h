// Questions that want a list ("List the steps to run the network.", "Which data sets are used?"), and the list of a document that
// answers: the line that introduces it and its items. A small model names one item or none. Rules on English words; no state, any thread.
#pragma once

#include "core/wording/text/document_texts.h"
#include "core/wording/words/bm25.h"

#include <optional>
#include <string_view>
#include <vector>

namespace cairn
{

bool asksForList(std::string_view question);

// The question without "List" or "Name" and without "used" or "mentioned" at its end, which are no words of the list.
std::string_view withoutOrder(std::string_view question);

// The list whose introduction ("The steps are as follows:", or a heading), with the words that all items have ("the Penguin dataset", "the
// Weather dataset"), has most of the question's words (without "of the project" and the like), at least four fifths of them by their
// rarity, and its items as far as 2,000 bytes reach, two at least; the first among equals that `allowed` lets through. None with quotation
// marks.
std::optional<DocumentPlace> listOf(std::string_view question, const DocumentTexts& texts, const Bm25& index,
                                    const Allowed& allowed);

// "in the following order:" says nothing without what follows.
bool announcesList(std::string_view answer);

// The list that words at the end of its introduction stand before, colon or not ("in the following order"): that sentence with its items,
// as listOf() reaches. `words`: within `text`. Nothing: no list follows them, or it has quotation marks that aren't kept.
enum class Quotes { Refused, Kept };
std::optional<ByteRange> listBehind(std::string_view text, ByteRange words, Quotes quotes = Quotes::Refused);

// An introduction with the items that the next lines begin with, as listOf() reaches. Nothing: other lines follow, or it is one of them.
std::optional<ByteRange> listBelow(std::string_view text, ByteRange introduction);

// A sentence cut before each line in it that begins an item: splitSentences() leaves "(a) ..; (b) .." in one piece.
std::vector<ByteRange> itemsOf(std::string_view text, ByteRange sentence);

// The sentence with a colon that introduces the list in which an item of one line stands that is none itself: "The guest shall not:" of
// "(b) smoke;". Nothing: it is no item, or lines of other kind stand between.
std::optional<ByteRange> introductionOf(std::string_view text, ByteRange item);

}  // namespace cairn
