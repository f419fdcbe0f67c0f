// Passages to read again: stretches of a document cut where sentences end. No state, any thread.
#pragma once

#include "core/answering/document_stream.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

// The sentences that meet `core`, and neighbouring whole sentences on both sides in turn while the passage stays within `bytes`;
// sentences of the same paragraph come first. A single longer sentence is cut at words to `bytes` around `core`.
DocumentPlace passageAround(const DocumentStream& stream, const DocumentPlace& core, std::uint64_t bytes);

// `cut` of `whole` without the pieces of words at its ends and white space before it. The begin moves to `latestBegin` at most, the end by
// `mostAtEnd` bytes: where no white space is so near, as in scripts without any, it is cut between characters.
ByteRange withoutCutWords(std::string_view text, ByteRange cut, ByteRange whole, std::uint64_t latestBegin, std::uint64_t mostAtEnd);

// The part of a block that has most text, in whole characters; a block of prefix or separators alone gives an empty place.
DocumentPlace mainPlace(const DocumentStream& stream, BlockId block);

// What is left of a place without the words of some blocks, in order, in whole characters.
std::vector<DocumentPlace> withoutBlocks(const DocumentStream& stream, const DocumentPlace& place, std::span<const BlockId> blocks);

// The place without halves of characters at its ends (tokens, and so blocks, may end inside a character).
DocumentPlace wholeCharacters(const DocumentStream& stream, DocumentPlace place);

// Bytes that two places share.
std::uint64_t sharedBytes(const DocumentPlace& a, const DocumentPlace& b);

// More than half of the place stands in one of the passages.
bool isMostlyIn(std::span<const DocumentPlace> passages, const DocumentPlace& place);

// One of the passages has all of the place and more.
bool isPartOf(std::span<const DocumentPlace> passages, const DocumentPlace& place);

}  // namespace cairn
