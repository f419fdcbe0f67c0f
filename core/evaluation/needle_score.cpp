#include "core/evaluation/needle_score.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace cairn
{

namespace
{

bool stands(const std::string& reply, const std::string& answer)
{
    for (std::size_t at = reply.find(answer); at != std::string::npos && !answer.empty(); at = reply.find(answer, at + 1)) {
        const std::size_t end = at + answer.size();
        const bool cutBefore = isAsciiDigit(answer.front()) && at > 0 && isAsciiDigit(reply[at - 1]);
        const bool cutBehind = isAsciiDigit(answer.back()) && end < reply.size() && isAsciiDigit(reply[end]);
        if (!cutBefore && !cutBehind)
            return true;
    }
    return false;
}

}  // namespace

bool firstNumberIs(std::string_view reply, std::string_view key)
{
    const auto begin = std::find_if(reply.begin(), reply.end(), isAsciiDigit);
    const auto end = std::find_if_not(begin, reply.end(), isAsciiDigit);
    return begin != end && std::string_view(begin, end) == key;
}

std::size_t answersIn(std::string_view reply, std::span<const std::string> answers)
{
    const std::string said = asciiLower(reply);
    return static_cast<std::size_t>(
        std::count_if(answers.begin(), answers.end(), [&](const std::string& answer) { return stands(said, asciiLower(answer)); }));
}

std::string_view name(NeedleVerdict outcome)
{
    switch (outcome) {
    case NeedleVerdict::Answered: return "answered";
    case NeedleVerdict::NotUsed: return "retrieved, not used";
    case NeedleVerdict::NotRetrieved: return "not retrieved";
    }
    return "";
}

NeedleVerdict outcomeOf(double recalled, bool retrieved)
{
    if (recalled >= 1)
        return NeedleVerdict::Answered;
    return retrieved ? NeedleVerdict::NotUsed : NeedleVerdict::NotRetrieved;
}

std::vector<NeedleCellScore> needleGrid(std::span<const NeedleRun> runs)
{
    std::map<std::tuple<std::string, std::string, std::uint64_t, double>, NeedleCellScore> cells;
    std::map<const NeedleCellScore*, std::uint32_t> ranked;
    for (const NeedleRun& run : runs) {
        NeedleCellScore& cell = cells[{run.kind, run.strategy, run.length, run.depth}];
        cell.kind = run.kind;
        cell.strategy = run.strategy;
        cell.length = run.length;
        cell.depth = run.depth;
        ++cell.trials;
        cell.answered += run.outcome == NeedleVerdict::Answered;
        cell.notUsed += run.outcome == NeedleVerdict::NotUsed;
        cell.notRetrieved += run.outcome == NeedleVerdict::NotRetrieved;
        cell.recalled += run.recalled;
        cell.seconds += run.seconds;
        if (run.rank > 0) {
            cell.meanRank += run.rank;
            ++ranked[&cell];
        }
    }
    std::vector<NeedleCellScore> grid;
    for (auto& [key, cell] : cells) {
        cell.recalled /= cell.trials;
        cell.seconds /= cell.trials;
        if (const auto found = ranked.find(&cell); found != ranked.end())
            cell.meanRank /= found->second;
        grid.push_back(cell);
    }
    return grid;
}

}  // namespace cairn
