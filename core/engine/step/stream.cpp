#include "core/engine/step/stream.h"

#include "core/engine/weights/loaded_model.h"
#include "core/engine/step/step_shape.h"

#include <algorithm>
#include <cassert>

namespace cairn
{

Stream::Stream(std::shared_ptr<const LoadedModel> model, std::shared_ptr<MemoryBlocks> base, const StreamSettings& settings)
    : m_model(std::move(model)), m_base(std::move(base)), m_baseCount(m_base->count()), m_ownLandmarks(m_base->shape()),
      m_tail(emptyTail())
{
    setSettings(settings);
}

Stream::Stream(const Stream& other)
    : m_model(other.m_model), m_base(other.m_base), m_baseCount(other.m_baseCount), m_own(other.m_own),
      m_ownLandmarks(other.m_ownLandmarks.copy()), m_tail(other.m_tail), m_settings(other.m_settings), m_tailState(other.m_tailState),
      m_ownState(other.m_ownState)
{
}

Stream::~Stream() = default;

void Stream::setSettings(const StreamSettings& settings)
{
    if (settings.scan == ScanWay::TwoLevel)
        m_base->keepBoxes();
    m_settings = settings;
}

Result<void> Stream::checkScan(const LoadedModel& model, const StreamSettings& settings)
{
    if (settings.scan == ScanWay::Flat)
        return {};
    if (settings.mode != SelectionMode::PerTokenAndHead)
        return Error{ErrorCode::InvalidArgument, "The two-level scan finds blocks per token and head; other selections compare all blocks: "
                                                 "use the flat scan with them."};
    if (model.cuda)
        return Error{ErrorCode::Unsupported, "The two-level scan runs on the CPU only; use the flat scan, or the CPU."};
    return {};
}

std::uint64_t Stream::nextState()
{
    static std::uint64_t last = 0;   // work thread only, as all streams
    return ++last;
}

StepShape Stream::shapeOf(std::uint32_t rows) const
{
    StepShape step;
    step.rows = rows;
    step.openTokens = openTokens();
    step.completed = blocks();
    step.memoryBlocks = std::min(step.completed, m_settings.memoryLimit.value_or(step.completed));
    step.places = std::min(m_settings.topK, step.memoryBlocks);
    step.blockTokens = layout().blockTokens;
    step.blockLength = layout().blockLength();
    step.landmarks = layout().landmarks;
    return step;
}

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

Result<void> Stream::checkSettings() const
{
    if (m_settings.attention == AttentionWay::Grouped && !layout().landmarks)
        return Error{ErrorCode::InvalidArgument,
                     "Grouped attention needs landmarks; this model's blocks are found by bounds: use exact attention."};
    if (m_settings.attention == AttentionWay::Exact && !m_model->missKeys.empty())
        return Error{ErrorCode::InvalidArgument, "A model with a context miss token needs grouped attention."};
    return checkScan(*m_model, m_settings);
}

void Stream::grow(const StepShape& step, std::span<const TokenId> tokens, std::vector<std::shared_ptr<FinishedBlock>> closed, TailRows tail)
{
    std::vector<TokenId> regular = m_tail.tokens;
    for (std::uint32_t row = 0; row < step.rows; ++row) {
        if (!step.isLandmark(row))
            regular.push_back(tokens[row]);
    }
    auto from = regular.begin();
    for (auto& block : closed) {
        block->tokens.assign(from, from + step.blockTokens);
        from += step.blockTokens;
    }
    std::vector<TokenId> open(from, regular.end());
    m_own.reserve(m_own.size() + closed.size());
    m_ownLandmarks.reserve(static_cast<std::uint32_t>(closed.size()));
    if (!closed.empty())
        m_ownState = nextState();
    for (auto& block : closed) {
        m_ownLandmarks.append(*block);
        m_own.push_back(std::move(block));
    }
    if (!tail.layers.empty())
        m_tail = std::move(tail);
    m_tail.tokens = std::move(open);
    m_tailState = nextState();
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
    m_tailState = nextState();
    m_ownState = nextState();
}

void Stream::ownBlocksCommitted()
{
    m_baseCount += static_cast<std::uint32_t>(m_own.size());
    assert(m_baseCount <= m_base->count());
    m_own.clear();
    m_ownLandmarks.truncate(0);
    m_ownState = nextState();
}

}  // namespace cairn
