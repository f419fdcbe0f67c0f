// `evaluate scan`: the two-level scan (kernels/retrieval/landmark_groups.h) against the flat one over the memory of a session, both asked the same
// queries: how many of the flat choice's blocks it finds, and how much weight they hold. Work thread.
#pragma once

#include "app/lab/evaluation/lab.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

struct ScanPlan
{
    std::string session;                         // folder; read by the lab's model and adapter
    std::vector<std::uint32_t> groups = {kOpenedGroups};
    std::uint32_t topK = 16;
    std::uint32_t samples = 2;                   // blocks at the end of the memory that ask, each over all that stand before it
    std::uint32_t queries = 2;                   // rows of each, evenly spread
    bool dense = false;                          // weights of dense attention, for which every row of the memory is read
    double sameBlocksLimit = 0.97;               // performance.md 4
};

// Of one layer.
struct ScanAgreement
{
    std::uint64_t places = 0, shared = 0;        // of the flat choice; of them in the other one
    std::uint64_t queries = 0;                   // (row, head)
    double flatMass = 0, mass = 0;               // sums over queries: weight on the chosen blocks, in a softmax over all landmarks or dense

    void merge(const ScanAgreement& other);
    double share() const { return places == 0 ? 1.0 : static_cast<double>(shared) / static_cast<double>(places); }
};

// [layers] of one case. Errors: of the session's memory, or one that was read with another model.
Result<std::vector<ScanAgreement>> scanAgreement(Lab& lab, const ScanPlan& plan, std::uint32_t groups);

Result<void> runScan(Lab& lab, const ScanPlan& plan);

}  // namespace cairn
