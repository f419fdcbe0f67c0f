// What taking a document out of a session, or back into it, costs before it is done: later documents have read it and are read again
// (experience.md 10, limit 2). Plain functions, any thread.
#pragma once

#include "core/types/stream_map.h"
#include "storage/records/session_records.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace cairn
{

inline constexpr const char* kReadingRateSetting = "reading_rate";   // tokens per second of the last long reading, in session.db

// Tokens that are read again: of the documents behind it, and of its own where it is taken back. Counted in the map where it holds them,
// else estimated by bytes; an empty map: all bytes at 4 a token. The rest of a window, less than a second, is left out.
std::uint64_t tokensReadAgain(const StreamMap& map, std::span<const DocumentRecord> records, std::size_t document, bool removed);

// "Reading again takes about 3 min (12345 tokens)."; without a rate (0) only the tokens; nothing: "Nothing is read again."
std::string readingAgainSentence(std::uint64_t tokens, double tokensPerSecond);

}  // namespace cairn
