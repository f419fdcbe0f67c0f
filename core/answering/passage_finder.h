// Passages by meaning: which blocks the model would open for some words, by their landmarks alone. Work thread.
#pragma once

#include "core/answering/document_stream.h"
#include "core/engine/engine.h"
#include "core/result.h"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cairn
{

struct BlockScore
{
    BlockId block{};
    double score = 0;                // share of the vote of the heads, 0..1; all blocks together 1
};

// The best `count` blocks that are read, strongest first; sinks and blocks without text are left out. The words run behind the stream
// with every block barred, so that what they are compared with does not colour them; each of the last tokens votes as in
// candidates.h (landmarkVote). InvalidArgument: no words, or nothing is read. Cancelled: nothing changed.
Result<std::vector<BlockScore>> findPassages(const Engine& engine, const Memory& memory, const DocumentStream& stream, std::string_view words,
                                             std::uint32_t count, std::stop_token stop);

}  // namespace cairn
