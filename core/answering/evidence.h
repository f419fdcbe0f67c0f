// Sums over a trace: how much of an answer's attention reached each block of the documents (experience.md 4). No state.
// Sinks (the block in which a document starts, pinned by default) draw attention whatever is asked: their gates are left out, their
// re-read words are kept, since these were fed because of the question.
#pragma once

#include "core/types/answer.h"
#include "core/types/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cairn
{

// Evidence E(b) of answer tokens [begin, end) per document block, gates of `sinks` left out.
std::vector<double> evidenceOf(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> sinks);

// The same split by head for a few blocks.
struct HeadEvidence
{
    std::vector<double> ofBlocks;   // [blocks][L*H]
    std::vector<double> ofAll;      // [L*H]: over every document block
};
HeadEvidence headEvidence(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> blocks,
                          std::span<const std::uint32_t> sinks);

// Consulted: a gate or a re-read share >= 0.05 at some (token, layer, head). Opened: retrieved by any. `sinks` count as neither
// unless their words were re-read. The open block at the end of the documents is one of the total where it was opened.
Coverage coverageOf(const Trace& trace, std::span<const std::uint32_t> sinks);

// Document blocks retrieved or re-read by answer tokens [begin, end), ascending, `sinks` left out unless re-read.
std::vector<std::uint32_t> openedBlocks(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> sinks);

// Word heat of tokens [begin, end) on one block: [F], weights summed over the tokens (experience.md 4, inner).
std::vector<double> wordHeat(const Trace& trace, std::uint32_t begin, std::uint32_t end, std::uint32_t block);

// m(t): mean over layers and heads of the share that went to memory.
float meanMemoryShare(const Trace& trace, std::uint32_t token);

// (E / sum E + 1e-4) / (E0 / sum E0 + 1e-4) per block; E0: the same for a question about nothing in particular.
std::vector<double> lift(std::span<const double> evidence, std::span<const double> neutral);

}  // namespace cairn
