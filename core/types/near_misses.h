// What a deep trace adds (trace.h): blocks that were nearly opened, for a head, for a block, as rows. Plain functions; any thread.
// A near miss of (token, layer, head) is a block that came next by score behind those that were opened. Document blocks only; conversation,
// hidden and filtered blocks are passed over, the ranks stay.
#pragma once

#include "core/types/trace_query.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace cairn
{

// Sizes, at most kNearMisses a record, descending scores that are numbers, no block twice or opened, limits. For traces that came from a
// file or another process. REQUIRES: the other columns have their sizes.
bool nearMissesFit(const Trace& trace);

struct NearMiss
{
    std::uint32_t token = 0, layer = 0, head = 0, block = 0;
    std::uint32_t rank = 0;       // in the queue for places: 1 + blocks opened + near misses before it
    std::uint32_t opened = 0;     // blocks that this (token, layer, head) opened
    float score = 0;
    std::optional<float> gap{};   // limit - score: what was missing. Below 0: of a group that a two-level scan left closed
    bool tied = false;            // as good as the limit: only its number kept it out
    bool operator==(const NearMiss&) const = default;
};

// The first `perRecord` that the filter lets through of every (token, layer, head), in the trace's order.
std::vector<NearMiss> nearMisses(const Trace& trace, const TraceFilter& filter, std::uint32_t perRecord = kNearMisses);

// Blocks that no record of the filter opened, each by the near miss of best rank (then smallest gap, then first token); best first, at most
// `count`. Ties tell nothing and are left out.
std::vector<NearMiss> nearlyOpened(const Trace& trace, const TraceFilter& filter, std::uint32_t count);

// Heads in which the block came closest: the best near miss of each (layer, head) of the filter that did not open it, best first, at most
// `count`. `heads` (may be null): how many there are in all. Ties are left out.
std::vector<NearMiss> nearestHeads(const Trace& trace, const TraceFilter& filter, std::uint32_t block, std::uint32_t count,
                                   std::uint32_t* heads = nullptr);

}  // namespace cairn
