#include "core/training/measure_meaning.h"

#include <algorithm>
#include <iterator>

namespace cairn
{

namespace
{

struct Meaning
{
    std::string_view name, text;
};

constexpr Meaning kMeanings[] = {
    // train adapter
    {"KL", "how far the shares that landmarks give the blocks are from those of ordinary attention, in nats; 0: the same"},
    {"found", "share of ordinary attention's weight that lies in the blocks chosen by landmarks, every head choosing for itself; 1: all"},
    {"found by group", "the same where the heads that share keys choose together"},
    // train answers
    {"loss", "mean of minus the natural logarithm of the probability of a right answer's token; lower is better"},
    {"exact paragraph", "share of questions answered word for word from the whole paragraph that they are about"},
    {"exact attached", "share of questions answered word for word from a passage behind the memory of its document"},
    {"exact joint", "share of questions answered word for word from three passages together"},
    {"refused missing", "share of questions that are refused where no passage answers them; higher is better"},
    {"refused there", "share of questions that are refused though the passage answers them; lower is better"},
    {"text ratio", "perplexity of ordinary text with the weights, as a multiple of that without; 1: nothing was unlearned"},
    {"text distance", "mean distance (KL, in nats) of what comes next in ordinary text with the weights from that without"},
    // train ranking
    {"words_1", "share of questions whose right block has the most words of the question (BM25)"},
    {"words_3", "the same, among the first 3"},
    {"ranked_1", "share of questions whose right block is first when the candidates are ranked with the weights"},
    {"ranked_3", "the same, among the first 3"},
    {"among", "share of questions whose right block is a candidate at all: what ranked_1 can reach at most"},
    {"likelihood", "mean natural logarithm of the probability of a question's token after its right block; higher is better"},
    // train question
    {"vote_1", "share of questions whose right block the question's vote over landmark keys puts first; vote_3, vote_8, vote_16: among "
               "the first 3, 8, 16"},
    {"bm25_1", "share of questions whose right block the question's words alone (BM25) put first; bm25_3, bm25_8, bm25_16: among the "
               "first 3, 8, 16"},
    {"fused_1", "share of questions whose right block vote and words together put first; fused_3, fused_8, fused_16: among the first "
                "3, 8, 16"},
    {"word_weight", "what a unit of the words' score counts for beside the vote, learned with the rest"},
};

}  // namespace

std::string_view measureMeaning(std::string_view name)
{
    const auto found = std::find_if(std::begin(kMeanings), std::end(kMeanings), [&](const Meaning& one) { return one.name == name; });
    return found == std::end(kMeanings) ? std::string_view() : found->text;
}

}  // namespace cairn
