#include "app/window/settings/memory_budget.h"

#include <algorithm>
#include <numeric>

namespace cairn
{

std::uint64_t memoryBytes(const std::vector<SessionSummary>& sessions)
{
    return std::accumulate(sessions.begin(), sessions.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const SessionSummary& session) { return sum + session.blocksBytes; });
}

std::vector<SessionSummary> memoriesToOffer(const std::vector<SessionSummary>& sessions, const std::string& open)
{
    std::vector<SessionSummary> offered;
    std::copy_if(sessions.begin(), sessions.end(), std::back_inserter(offered), [&](const SessionSummary& session) {
        return session.blocksBytes > 0 && session.problem.empty() && session.folder != open;
    });
    const auto before = [](const SessionSummary& a, const SessionSummary& b) { return a.changedAt < b.changedAt; };
    std::stable_sort(offered.begin(), offered.end(), before);
    return offered;
}

std::size_t memoriesToFree(const std::vector<SessionSummary>& offered, std::uint64_t excess)
{
    std::size_t count = 0;
    for (std::uint64_t freed = 0; freed < excess && count < offered.size(); ++count)
        freed += offered[count].blocksBytes;
    return count;
}

}  // namespace cairn
