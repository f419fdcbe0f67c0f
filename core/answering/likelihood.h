// How likely the model finds some words after a passage of a memory: the passage's stored keys and values are imposed, so only the
// tokens of the words run. Comparable between memories of one model. Work thread.
#pragma once

#include "core/answering/document_stream.h"
#include "core/engine/engine.h"
#include "core/result.h"

#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cairn
{

// "Write a question that this passage answers.", the end of the user's turn, then the words: of more than 800 bytes the last sentences, for
// what is asked stands behind what leads to it, and all of it would run once for each passage.
struct AskedTokens
{
    std::vector<TokenId> tokens;
    std::size_t frame = 0;               // of them before the words
};

Result<AskedTokens> askedTokens(std::string_view words, const Tokenizer& tokenizer, const ChatFormat& chat);

struct LikelihoodSettings
{
    std::vector<BlockId> passage;        // blocks that every row sees, and no others
    std::optional<BlockId> until;        // the memory ends before this block; nothing: its open end is seen, too
    std::vector<Head> switchedOff;
    RowWeights rows = RowWeights::Base;  // of the words
};

// Mean log-probability of the words' tokens after each passage, in one pass over the model's weights where that can be. Cancelled;
// Corruption: a row of a passage is damaged. REQUIRES: the same LikelihoodSettings::rows.
Result<std::vector<double>> likelihoodsAfter(const Memory& memory, std::span<const LikelihoodSettings> passages, const AskedTokens& asked,
                                             std::stop_token stop);
Result<double> likelihoodAfter(const Memory& memory, const LikelihoodSettings& settings, const AskedTokens& asked, std::stop_token stop);

// Block 0, which holds the chat's opening where attention rests, and `block` with its neighbours below `blocks`.
std::vector<BlockId> passageAround(std::uint32_t block, std::uint32_t blocks);

}  // namespace cairn
