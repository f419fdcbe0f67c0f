#include "core/engine/gpu_check.h"

#include "core/engine/spread_tokens.h"
#include "core/engine/weights/loaded_model.h"
#include "core/engine/step/stream_step.h"

#include <cmath>
#include <cstdio>

namespace cairn
{

namespace
{

constexpr std::size_t kTokensBehind = 4;   // the block that is retrieved

// Logits of the last row.
Result<std::vector<float>> logitsOf(const std::shared_ptr<const LoadedModel>& model)
{
    auto blocks = MemoryBlocks::open(nullptr, memoryShapeOf(*model, KvType::Int8), nullptr);
    if (!blocks)
        return blocks.error();
    StreamSettings settings;
    settings.topK = 1;
    settings.attention = model->missKeys.empty() ? AttentionWay::Exact : AttentionWay::Grouped;
    Stream stream(model, *blocks, settings);
    const StreamLayout& layout = model->layout;
    const std::vector<TokenId> tokens =
        toStream(layout, 0, spreadTokens(model->config, layout.blockTokens + kTokensBehind), model->landmarkId);
    std::vector<float> logits;
    std::size_t at = 0;
    for (const std::uint32_t length : cutSteps(layout, 0, tokens.size(), layout.blockLength())) {
        StepWants wants;
        wants.logitRows = {length - 1};
        wants.onLogits = [&](std::uint32_t, std::span<const float> values) { logits.assign(values.begin(), values.end()); };
        if (auto done = runStep({&stream, {tokens.data() + at, length}, {}, wants}, {}); !done)
            return done.error();
        at += length;
    }
    return logits;
}

double apart(const std::vector<float>& a, const std::vector<float>& b)
{
    double mean = 0, spread = 0, difference = 0;
    for (const float value : a)
        mean += static_cast<double>(value) / static_cast<double>(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        spread += std::pow(static_cast<double>(a[i]) - mean, 2);
        difference += std::pow(static_cast<double>(a[i]) - static_cast<double>(b[i]), 2);
    }
    return std::sqrt(difference / spread);
}

}  // namespace

Result<void> checkOnGpu(const std::shared_ptr<const LoadedModel>& onCpu, const std::shared_ptr<const LoadedModel>& onGpu)
{
    const auto right = logitsOf(onCpu);
    if (!right)
        return right.error();
    const auto given = logitsOf(onGpu);
    if (!given)
        return given.error();
    const double most = productsOf(*onCpu) == productsOf(*onGpu) ? kSameProductsApart : kOtherProductsApart, found = apart(*right, *given);
    if (found <= most)   // false for what is no number
        return {};
    char text[160];
    std::snprintf(text, sizeof text, "The GPU gives other numbers than the processor for the same words (%.3f apart, %.2f at most).", found,
                  most);
    return Error{ErrorCode::Device, text};
}

}  // namespace cairn
