#include "app/lab/dense_pass.h"

#include "core/engine/step/stream_step.h"
#include "core/engine/weights/model_loading.h"

namespace cairn
{

DensePass::DensePass(ModelConfig config, std::shared_ptr<const Tokenizer> tokenizer, std::shared_ptr<const LoadedModel> model,
                     std::shared_ptr<MemoryBlocks> blocks)
    : m_config(std::move(config)), m_tokenizer(std::move(tokenizer)), m_model(std::move(model)), m_blocks(std::move(blocks))
{
    restart();
}

Result<DensePass> DensePass::open(const std::string& modelPath, std::uint32_t tokens)
{
    auto model = openModel(modelPath);
    if (!model)
        return model.error();
    // One open block that never completes: everything is local, ordinary attention.
    auto loaded = loadModel(*model, {{tokens + 1, false}, nullptr, nullptr});
    if (!loaded)
        return loaded.error();
    auto blocks = MemoryBlocks::open(nullptr, memoryShapeOf(**loaded, KvType::F32), nullptr);
    if (!blocks)
        return blocks.error();
    return DensePass(model->config, model->tokenizer, *loaded, *blocks);
}

void DensePass::restart()
{
    StreamSettings settings;
    settings.attention = AttentionWay::Exact;
    m_stream = std::make_unique<Stream>(m_model, m_blocks, settings);
}

Result<void> DensePass::run(std::span<const TokenId> tokens, const std::vector<std::uint32_t>& rows,
                            const std::function<void(std::uint32_t row, std::span<const float> logits)>& onLogits)
{
    StepWants wants;
    wants.logitRows = rows;
    wants.onLogits = onLogits;
    auto done = runStep({m_stream.get(), tokens, {}, wants}, {});
    if (!done)
        return done.error();
    return {};
}

}  // namespace cairn
