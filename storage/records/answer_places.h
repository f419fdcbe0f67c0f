// Whether everything that a stored answer or note points to is there. A session may come from someone else: hashes prove that nothing
// changed by accident, not that it is right. Views, searches and exports index with these numbers unasked. Pure functions.
#pragma once

#include "core/types/answer.h"
#include "storage/records/session_records.h"

#include <limits>
#include <span>
#include <vector>

namespace cairn
{

inline constexpr std::uint32_t kMostStoredBlocks = 1u << 24;   // all numbers are below: views keep a value for each up to the highest
inline constexpr std::uint64_t kAnyTextBytes = std::numeric_limits<std::uint64_t>::max();   // of a document whose record is damaged

// Bytes of the documents' texts, in reading order.
std::vector<std::uint64_t> textBytesOf(std::span<const DocumentRecord> documents);

// In the answer itself, but for its trace: UTF-8 and ranges of its words without a cut character, numbers of blocks.
bool isCoherent(const Answer& answer);

// A trace is of all tokens, or there is none.
inline bool traceFits(const Answer& answer) { return answer.trace.tokens == 0 || answer.trace.tokens == answer.tokens.size(); }

// In the documents: citations, verbatim quotations, passages. A document behind the last one may have been lost with its record, and what
// was cited from it can still be read: whoever looks into a document asks whether it is there.
bool placesExist(const Answer& answer, std::span<const std::uint64_t> textBytes);

// One behind the last document that it points into.
std::uint64_t documentsEnd(const Answer& answer);

// Takes the places away that do not exist. False: all do.
bool dropLostPlaces(Answer& answer, std::span<const std::uint64_t> textBytes);

// Marks notes as damaged that lie in no document or not in its text.
void markLostNotes(std::vector<NoteRecord>& notes, std::span<const DocumentRecord> documents);

}  // namespace cairn
