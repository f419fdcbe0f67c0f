#include "core/engine/stream.h"

#include "core/engine/loaded_model.h"
#include "core/engine/step_run.h"

#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cassert>

namespace cairn
{

Stream::Stream(std::shared_ptr<const LoadedModel> model, std::shared_ptr<MemoryBlocks> base, const StreamSettings& settings)
    : m_model(std::move(model)), m_base(std::move(base)), m_baseCount(m_base->count()), m_ownLandmarks(m_base->shape()),
      m_tail(emptyTail()), m_settings(settings)
{
}

Stream::Stream(const Stream& other)
    : m_model(other.m_model), m_base(other.m_base), m_baseCount(other.m_baseCount), m_own(other.m_own),
      m_ownLandmarks(other.m_ownLandmarks.copy()), m_tail(other.m_tail), m_settings(other.m_settings)
{
}

Stream::~Stream() = default;

const StreamLayout& Stream::layout() const
{
    return m_model->layout;
}

TailRows Stream::emptyTail() const
{
    const MemoryShape& shape = m_base->shape();
    TailRows tail;
    tail.layers.assign(shape.layers, std::vector<float>(std::size_t{2} * shape.kvHeads * shape.blockTokens * shape.headDim));
    return tail;
}

Result<StepOutput> Stream::step(std::span<const TokenId> streamTokens, const StepControls& controls, const StepWants& wants,
                                std::stop_token stop)
{
    assert(!streamTokens.empty());
    if (m_settings.attention == AttentionWay::Grouped && !layout().landmarks)
        return Error{ErrorCode::InvalidArgument,
                     "Grouped attention needs landmarks; this model's blocks are found by bounds: use exact attention."};
    if (m_settings.attention == AttentionWay::Exact && !m_model->missKeys.empty())
        return Error{ErrorCode::InvalidArgument, "A model with a context miss token needs grouped attention."};
    const c10::InferenceMode inference;
    return StepRun(*this, streamTokens, controls, wants, std::move(stop)).run();
}

LadderWork Stream::stepSize(std::size_t rows, std::uint32_t sliceLimit) const
{
    return StepRun::sizeOf(*m_model, m_base->shape(), static_cast<std::uint32_t>(rows), sliceLimit);
}

std::uint32_t Stream::predictingRow(std::span<const TokenId> streamTokens) const
{
    const auto last = static_cast<std::uint32_t>(streamTokens.size() - 1);
    const bool landmark = layout().landmarks && streamTokens.back() == m_model->landmarkId;
    return landmark && !m_model->landmarkPredicts ? last - 1 : last;
}

std::vector<TokenId> Stream::blockTokens(std::uint32_t block) const
{
    if (block < m_baseCount)
        return m_base->tokens(block);
    return block < blocks() ? m_own[block - m_baseCount]->tokens : std::vector<TokenId>();
}

void Stream::truncate(std::uint32_t blocks)
{
    assert(blocks <= this->blocks());
    const std::uint32_t own = blocks > m_baseCount ? blocks - m_baseCount : 0;
    m_baseCount = std::min(m_baseCount, blocks);
    m_own.resize(own);
    m_ownLandmarks.truncate(own);
    m_tail.tokens.clear();
}

void Stream::ownBlocksCommitted()
{
    m_baseCount += static_cast<std::uint32_t>(m_own.size());
    assert(m_baseCount <= m_base->count());
    m_own.clear();
    m_ownLandmarks.truncate(0);
}

}  // namespace cairn
