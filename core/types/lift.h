// What stands out against a question about nothing in particular (experience.md 4): lift, and blocks that draw attention whatever is
// asked. E0 is the evidence of a fixed neutral question, run once per memory and kept with the session. Plain functions; any thread.
#pragma once

#include "core/types/trace.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cairn
{

inline constexpr std::string_view kNeutralQuestion = "What is this text about?";
inline constexpr std::uint32_t kNeutralTokens = 8;      // of its answer, strategy memory

struct NeutralEvidence
{
    std::vector<double> evidence;                       // E0(b), per block of the document
    std::vector<std::uint32_t> steady;                  // steadyBlocks() of its trace
    bool operator==(const NeutralEvidence&) const = default;
};

NeutralEvidence neutralEvidenceOf(const Trace& trace);

// Blocks among the top 1 % (at least one block) by evidence for more than 90 % of the answer's tokens, ascending. What is equal to the
// last of them counts too; nothing does where no gate is above zero.
std::vector<std::uint32_t> steadyBlocks(const Trace& trace);

// Sinks: where documents start, and what is steady in the run and in the neutral run, so that a needle is never taken for one. Ascending.
std::vector<std::uint32_t> sinksOf(std::span<const std::uint32_t> starts, const Trace& run, const NeutralEvidence& neutral);

// (E / sum E + 1e-4) / (E0 / sum E0 + 1e-4) per block of E, sinks left out of both sums; 1 for a sink: nothing is said about it.
std::vector<double> liftOf(std::span<const double> evidence, std::span<const double> neutral, std::span<const std::uint32_t> sinks);

}  // namespace cairn
