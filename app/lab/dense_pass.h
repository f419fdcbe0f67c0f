// A plain dense pass over given tokens: no landmarks, no memory, every token sees all before it. For comparison with other
// programs and as the baseline of measurements.
#pragma once

#include "core/engine/step/stream.h"
#include "core/model/model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace cairn
{

class DensePass
{
public:
    // Room for at most `tokens` tokens.
    static Result<DensePass> open(const std::string& modelPath, std::uint32_t tokens);

    // Continues by `tokens` in one step; logits of the rows asked for. REQUIRES: the total stays within the room.
    Result<void> run(std::span<const TokenId> tokens, const std::vector<std::uint32_t>& rows,
                     const std::function<void(std::uint32_t row, std::span<const float> logits)>& onLogits);

    void restart();   // forgets what was read
    const ModelConfig& config() const { return m_config; }
    const std::shared_ptr<const Tokenizer>& tokenizer() const { return m_tokenizer; }

private:
    DensePass(ModelConfig config, std::shared_ptr<const Tokenizer> tokenizer, std::shared_ptr<const LoadedModel> model,
              std::shared_ptr<MemoryBlocks> blocks);

    ModelConfig m_config;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::shared_ptr<const LoadedModel> m_model;
    std::shared_ptr<MemoryBlocks> m_blocks;
    std::unique_ptr<Stream> m_stream;
};

}  // namespace cairn
