// Asks with the whole text in ordinary attention: what retrieval is measured against, where the model's trained length allows it.
// One thread.
#pragma once

#include "app/lab/dense_pass.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

class DenseAsker
{
public:
    DenseAsker(std::string modelPath, std::uint32_t context) : m_modelPath(std::move(modelPath)), m_context(context) {}

    bool fits(std::size_t tokens, std::uint32_t reply) const { return tokens + reply < m_context; }

    // Greedy reply of at most `reply` tokens after `tokens`; ends before a token that ends texts. REQUIRES: fits(tokens.size(), reply).
    Result<std::string> ask(std::span<const TokenId> tokens, std::uint32_t reply);

    // log p of tokens[1 ..] in one pass. REQUIRES: fits.
    Result<std::vector<float>> logProbabilities(std::span<const TokenId> tokens);

private:
    Result<DensePass*> pass();

    std::string m_modelPath;
    std::uint32_t m_context;
    std::optional<DensePass> m_pass;
};

}  // namespace cairn
