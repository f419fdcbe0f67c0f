#include "core/engine/step/step_run.h"

#include "core/engine/weights/model_loading.h"

#include <algorithm>

namespace cairn
{

namespace
{

LandmarkView landmarksOf(const MemoryShape& shape, const LandmarkIndex& base, std::uint32_t baseCount, const LandmarkIndex& own)
{
    return {&base, baseCount, &own, shape};
}

// The landmark key of layer 0 in its place and stored precision, so that scores are those of the stored keys.
std::vector<float> firstLayerKey(const LoadedModel& model, const MemoryShape& shape)
{
    std::vector<float> key = model.firstLandmarkKey;
    for (std::size_t h = 0; h < key.size() / shape.headDim; ++h)
        model.rope.rotate(key.data() + h * shape.headDim, shape.blockTokens, key.data() + h * shape.headDim);
    if (shape.landmarkType != KvType::F32 && !key.empty()) {
        std::vector<std::uint16_t> halves(key.size());
        kernels::encodeHalves(key.data(), key.size(), halves.data());
        kernels::decodeHalves(halves.data(), key.size(), key.data());
    }
    return key;
}

PlaceRules rulesOf(const LoadedModel& model, const MemoryShape& shape, const StreamSettings& settings)
{
    return {model.config.heads,        settings.mode, model.rope.cosines(),  model.rope.sines(),
            firstLayerKey(model, shape), settings.scan, settings.openedGroups};
}

}  // namespace

Error stoppedOnRequest()
{
    return {ErrorCode::Cancelled, "Stopped on request."};
}

void StepRun::reservePositions(std::span<const StreamStep> steps)
{
    for (const StreamStep& step : steps) {
        const std::uint32_t positions = step.stream->shapeOf(static_cast<std::uint32_t>(step.tokens.size())).positions();
        step.stream->m_model->rope.reserve((positions + 1023) / 1024 * 1024);
    }
}

StepRun::StepRun(const StreamStep& step, const StepRows& rows, std::stop_token stop)
    : m_stream(*step.stream), m_model(*m_stream.m_model), m_tokens(step.tokens), m_wants(step.wants), m_stop(std::move(stop)),
      m_step(m_stream.shapeOf(static_cast<std::uint32_t>(step.tokens.size()))), m_at(rows),
      m_local(m_step, m_stream.m_base->shape(), m_model.config.heads, m_model.rope),
      m_choice(m_step, landmarksOf(m_stream.m_base->shape(), m_stream.m_base->landmarks(), m_stream.m_baseCount, m_stream.m_ownLandmarks),
               rulesOf(m_model, m_stream.m_base->shape(), m_stream.settings()), step.controls, m_wants.recorder),
      m_off(step.controls.switchedOff), m_rows(m_stream.m_stepRows), m_landmarkPointers(m_stream.m_stepLandmarks),
      m_weightsFrom(m_wants.recorder ? m_wants.recorder->weightsFrom(m_step.rows) : m_step.rows)
{
    if (m_rows.size() < m_step.memoryBlocks)
        m_rows.resize(m_step.memoryBlocks);
    if (m_stream.settings().attention == AttentionWay::Grouped && m_landmarkPointers.size() < m_step.memoryBlocks)
        m_landmarkPointers.resize(m_step.memoryBlocks);
    for (std::uint32_t block = 0; block < m_step.closedBlocks(); ++block)
        m_closed.push_back(std::make_shared<FinishedBlock>(m_stream.m_base->shape()));
    if (!m_closed.empty())
        m_newTail = m_stream.emptyTail();
}

bool StepRun::isStopped() const
{
    m_model.countProgress();
    return m_stop.stop_requested();
}

void StepRun::embed()
{
    for (std::uint32_t row = 0; row < m_step.rows; ++row) {
        float* to = m_at.x.row(row);
        if (m_step.isLandmark(row) && !m_model.landmarkEmbedding.empty())
            std::copy(m_model.landmarkEmbedding.begin(), m_model.landmarkEmbedding.end(), to);
        else
            m_model.embed(m_tokens[row], to);
    }
}

void StepRun::addTo(AddedRows& added, std::uint32_t first, std::uint32_t end, std::uint32_t at) const
{
    for (std::uint32_t row = first; row < end; ++row, ++at) {
        if (m_step.isLandmark(row))
            added.landmarks.push_back(at);
        else if (m_wants.weights != RowWeights::Base)
            added.ordinary.push_back(at);
    }
}

void StepRun::takeProducts(std::uint32_t layer)
{
    const bool fixedKey = layer == 0 && !m_model.firstLandmarkKey.empty();
    m_local.fill(m_at.qkv.data, m_stream.m_tail.layers[layer], fixedKey ? m_model.firstLandmarkKey.data() : nullptr);
}

Result<void> StepRun::storeBlocks(std::uint32_t layer)
{
    for (std::uint32_t block = 0; block < m_closed.size(); ++block) {
        if (!m_local.store(block, layer, *m_closed[block])) {
            return Error{ErrorCode::Corruption, "The model computed values that are not numbers in layer " + std::to_string(layer)
                             + "; the block was not stored. The model file is probably damaged: fetch it again."};
        }
    }
    if (!m_closed.empty())   // else they are behind the tail's own, and count only once finish() says so
        m_local.keepTail(m_newTail.layers[layer]);
    return {};
}

// Nothing of the stream changes before all that may throw is done.
void StepRun::finish()
{
    m_stream.grow(m_step, m_tokens, std::move(m_closed), std::move(m_newTail));
}

}  // namespace cairn
