#include "core/answering/passage_finder.h"

#include "core/answering/candidates.h"

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

constexpr std::uint32_t kLeastRanked = 12, kMostRanked = 32;   // each costs a run of the words over a block

}  // namespace

Result<std::vector<BlockScore>> findPassages(const AskingContext& context, const std::string& words, std::uint32_t count,
                                             std::stop_token stop)
{
    if (words.find_first_not_of(" \t\r\n") == words.npos)
        return Error{ErrorCode::InvalidArgument, "There are no words to look for; write what the passages should be about."};
    if (context.memory.regularTokens() == 0)
        return Error{ErrorCode::InvalidArgument, "Nothing has been read yet; read the document first."};
    Question question{words, {}};
    question.options.reread.candidates = std::clamp(count, kLeastRanked, kMostRanked);
    question.options.reread.openingBlocks = 0;
    const auto ranked = CandidateRanker(context).rank(question, stop);
    if (!ranked)
        return ranked.error();
    std::vector<BlockScore> found;
    for (const Candidate& candidate : *ranked) {
        if (found.size() < count)
            found.push_back({candidate.block, std::exp(std::min(0.0, candidate.score - ranked->front().score))});
    }
    return found;
}

}  // namespace cairn
