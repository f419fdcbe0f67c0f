// A model with its landmark rows as bare streams of the engine: for measurements that look inside a step or cut a text otherwise than
// reading does. No archive: all blocks stay in the stream. Work thread.
#pragma once

#include "core/engine/step/stream.h"
#include "core/model/model.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

class StreamPass
{
public:
    // `adapterPath` empty: bounds (landmark models: their own landmarks). Errors of the model or the adapter.
    static Result<StreamPass> open(const std::string& modelPath, const std::string& adapterPath, KvType type);

    const ModelConfig& config() const { return m_config; }
    const Tokenizer& tokenizer() const { return *m_tokenizer; }
    const StreamLayout& layout() const { return m_layout; }
    const MemoryShape& shape() const { return m_shape; }
    std::uint32_t trainedContext() const;

    // An empty stream.
    Stream stream(const StreamSettings& settings) const { return Stream(m_model, m_blocks, settings); }

    // One over all blocks of a memory of this shape.
    Stream streamOn(std::shared_ptr<MemoryBlocks> blocks, const StreamSettings& settings) const
    {
        return Stream(m_model, std::move(blocks), settings);
    }

    // Regular tokens read in steps of at most `window` stream tokens; block 0 and the newest `pinNewest` blocks get places.
    // `onLogits`: of every regular row, row counted from the first of `tokens`; may be empty. `recorder`: of the last step; may be null.
    Result<void> read(Stream& stream, std::span<const TokenId> tokens, std::uint32_t window, std::uint32_t pinNewest,
                      const std::function<void(std::uint64_t row, std::span<const float> logits)>& onLogits = {},
                      StepRecorder* recorder = nullptr) const;

private:
    StreamPass() = default;

    ModelConfig m_config;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::shared_ptr<const LoadedModel> m_model;
    std::shared_ptr<MemoryBlocks> m_blocks;
    StreamLayout m_layout;
    MemoryShape m_shape;
    TokenId m_landmarkId = 0;
};

// Tokens of a text from its start, with BOS where the model wants one. InvalidArgument: fewer than `count`.
Result<std::vector<TokenId>> firstTokens(const Tokenizer& tokenizer, const std::string& file, std::uint64_t count);

}  // namespace cairn
