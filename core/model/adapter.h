// Small trained weights laid over a base model (architecture.md 6; landmark_semantics.md 12.2, 12.4). No torch.
#pragma once

#include "core/model/model.h"
#include "core/types/memory.h"

#include <map>
#include <string>
#include <vector>

namespace cairn
{

struct AdapterTensor
{
    std::vector<std::uint64_t> shape;
    std::vector<float> values;
};

// Acts on landmark rows only.
struct LandmarkAdapter
{
    std::uint32_t blockTokens = 63;       // F
    std::uint32_t rank = 0;
    std::optional<AttentionWay> attention;        // for asking; absent: exact
    // "landmark_embedding", "layers.L.self_attn.k_proj.delta", "layers.L.NAME.lora_A" and ".lora_B"
    std::map<std::string, AdapterTensor> tensors;
    Hash128 fingerprint{};                // of the adapter file's weights and metadata
};

// Low-rank weights of ordinary rows: y = W x + lora_B (lora_A x). NAME: all seven projections.
struct RowAdapter
{
    std::uint32_t rank = 0;
    std::map<std::string, AdapterTensor> tensors;
    Hash128 fingerprint{};
};
struct AnswerAdapter : RowAdapter {};     // while asking and answering
struct RankingAdapter : RowAdapter {};    // while a question's likelihood after a passage is asked, which ranks passages

// What the ordinary rows of a step get.
enum class RowWeights { Base, Answers, Ranking };

// Acts on the rows of a question that is run alone, to find its blocks (core/engine/question_pass.h). As AnswerAdapter, and how much
// the queries of each layer and head count: of the last row, and of the mean over the question's rows.
struct QuestionAdapter
{
    std::uint32_t rank = 0;
    std::map<std::string, AdapterTensor> tensors;     // low-rank weights only
    std::vector<float> lastWeights, meanWeights;      // [L][H]
    std::vector<TokenId> frameBefore, frameAfter;     // around the question; the last row of the second asks
    double wordWeight = 1;                // of BM25's z-scores beside the vote as it comes, as trained together
    Hash128 fingerprint{};
};

// A checkpoint with what lies over it, opened and found to fit.
struct ModelFiles
{
    Model model;
    std::optional<LandmarkAdapter> landmark;
    std::optional<AnswerAdapter> answer;
    std::optional<RankingAdapter> ranking;
    std::optional<QuestionAdapter> question;
};

// Refused with the reason: other format, version or base fingerprint; a missing, extra or misshapen tensor. A file without
// base_fingerprint counts only inside the model's own folder (golden cases).
Result<LandmarkAdapter> readLandmarkAdapter(const std::string& path, const Model& base);
Result<AnswerAdapter> readAnswerAdapter(const std::string& path, const Model& base);
Result<RankingAdapter> readRankingAdapter(const std::string& path, const Model& base);

// `landmark`: of the landmark adapter in use, zero for none. Another one made other landmark keys: refused.
Result<QuestionAdapter> readQuestionAdapter(const std::string& path, const Model& base, const Hash128& landmark);

}  // namespace cairn
