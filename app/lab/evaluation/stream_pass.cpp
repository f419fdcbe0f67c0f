#include "app/lab/evaluation/stream_pass.h"

#include "core/engine/step/stream_step.h"
#include "core/engine/weights/model_loading.h"
#include "core/engine/pins.h"
#include "core/formats/file.h"
#include "core/model/adapter.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::uint32_t kBoundsBlockTokens = 64;   // landmark_semantics.md 12
constexpr std::uint64_t kTextBytes = 256ull << 20;

}  // namespace

Result<StreamPass> StreamPass::open(const std::string& modelPath, const std::string& adapterPath, KvType type)
{
    auto model = openModel(modelPath);
    if (!model)
        return model.error();
    StreamPass pass;
    std::optional<LandmarkAdapter> adapter;
    if (!adapterPath.empty() && !model->config.landmark) {
        auto read = readLandmarkAdapter(adapterPath, *model);
        if (!read)
            return read.error();
        adapter = *std::move(read);
    }
    const auto& own = model->config.landmark;
    pass.m_layout = {own ? own->blockTokens : adapter ? adapter->blockTokens : kBoundsBlockTokens, own || adapter};
    pass.m_landmarkId = own ? own->id : static_cast<TokenId>(model->config.vocabulary);
    auto loaded = loadModel(*model, {pass.m_layout, adapter ? &*adapter : nullptr, nullptr});
    if (!loaded)
        return loaded.error();
    pass.m_model = *std::move(loaded);
    pass.m_shape = memoryShapeOf(*pass.m_model, type);
    auto blocks = MemoryBlocks::open(nullptr, pass.m_shape, nullptr);
    if (!blocks)
        return blocks.error();
    pass.m_blocks = *std::move(blocks);
    pass.m_config = model->config;
    pass.m_tokenizer = model->tokenizer;
    return pass;
}

std::uint32_t StreamPass::trainedContext() const
{
    return m_config.landmark ? m_config.landmark->trainContext : m_config.context;
}

Result<void> StreamPass::read(Stream& stream, std::span<const TokenId> tokens, std::uint32_t window, std::uint32_t pinNewest,
                              const std::function<void(std::uint64_t, std::span<const float>)>& onLogits, StepRecorder* recorder) const
{
    const std::vector<TokenId> all = toStream(m_layout, stream.regularTokens(), tokens, m_landmarkId);
    std::size_t at = 0;
    std::uint64_t row = 0;
    for (const std::uint32_t length : cutSteps(m_layout, stream.streamTokens(), all.size(), window)) {
        const std::uint32_t open = stream.openTokens(), blocks = stream.blocks();
        StepControls controls;
        controls.pinned = automaticPins(1, blocks - std::min(pinNewest, blocks), blocks, stream.settings().topK);
        StepWants wants;
        for (std::uint32_t i = 0; i < length && onLogits; ++i) {
            if (!m_layout.landmarks || (open + i) % m_layout.blockLength() != m_layout.blockTokens)
                wants.logitRows.push_back(i);
        }
        wants.onLogits = [&](std::uint32_t, std::span<const float> logits) { onLogits(row++, logits); };
        wants.recorder = at + length == all.size() ? recorder : nullptr;
        auto done = runStep({&stream, {all.data() + at, length}, controls, wants}, {});
        if (!done)
            return done.error();
        at += length;
    }
    return {};
}

Result<std::vector<TokenId>> firstTokens(const Tokenizer& tokenizer, const std::string& file, std::uint64_t count)
{
    auto text = readWholeFile(file, kTextBytes);
    if (!text)
        return text.error();
    const auto encoded = tokenizer.encode(*text);
    if (!encoded)
        return Error{encoded.error().code, file + ": " + encoded.error().message};
    std::vector<TokenId> tokens;
    if (tokenizer.addsBos() && tokenizer.bos())
        tokens.push_back(*tokenizer.bos());
    for (const Token& token : *encoded)
        tokens.push_back(token.id);
    if (tokens.size() < count)
        return Error{ErrorCode::InvalidArgument, file + " has only " + std::to_string(tokens.size()) + " tokens; "
                                                     + std::to_string(count) + " are needed."};
    tokens.resize(count);
    return tokens;
}

}  // namespace cairn
