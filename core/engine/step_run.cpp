#include "core/engine/step_run.h"

#include "core/engine/model_loading.h"
#include "core/engine/parallel.h"
#include "kernels/block_attention.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

// Bounds the room that a slice takes; its products are left in their middle when a stop is requested. A window of 1,024 rows of the
// default model is one slice: each slice packs 32-bit weights again.
constexpr double kSliceFlops = 7.5e9;

// Packed weights stay as they are: what a product gives is better read again before it has left the near caches. Reading with the default
// model, one thread: 1014, 1120, 1098 tokens/s with 1008, 336, 144 rows. Whole tiles of the products.
constexpr std::uint32_t kPackedSliceRows = 336, kPackedSliceStep = 48;

// Slices of about the same size
std::uint32_t packedSliceRows(std::uint32_t rows)
{
    const std::uint32_t slices = std::max((rows + kPackedSliceRows - 1) / kPackedSliceRows, 1u), each = (rows + slices - 1) / slices;
    return std::min(rows, (each + kPackedSliceStep - 1) / kPackedSliceStep * kPackedSliceStep);
}

std::uint32_t sliceRows(const LoadedModel& model, std::uint32_t rows)
{
    if (productsOf(model) == Products::Packed)
        return packedSliceRows(rows);
    const ModelConfig& c = model.config;
    const double perRow = 2.0 * c.hidden * (2.0 * model.queryWidth() + 2.0 * model.keyWidth() + 3.0 * c.feedForward);
    return std::min(rows, static_cast<std::uint32_t>(std::clamp(kSliceFlops / perRow, 16.0, static_cast<double>(std::max(rows, 16u)))));
}

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

PlaceRules rulesOf(const LoadedModel& model, const StepShape& step, const MemoryShape& shape, const StreamSettings& settings)
{
    model.rope.reserve((step.positions() + 1023) / 1024 * 1024);
    return {model.config.heads,        settings.mode, model.rope.cosines(),  model.rope.sines(),
            firstLayerKey(model, shape), settings.scan, settings.openedGroups};
}

Error stopped()
{
    return {ErrorCode::Cancelled, "Stopped on request."};
}

}  // namespace

StepRun::StepRun(Stream& stream, std::span<const TokenId> tokens, const StepControls& controls, const StepWants& wants,
                 std::stop_token stop)
    : m_stream(stream), m_model(*stream.m_model), m_tokens(tokens), m_wants(wants), m_stop(std::move(stop)),
      m_step(stream.shapeOf(static_cast<std::uint32_t>(tokens.size()))),
      m_sliceRows(std::min(sliceRows(m_model, m_step.rows), wants.sliceLimit)),
      m_room(m_model, std::min(m_sliceRows, m_step.rows)),
      m_qkv(m_step.rows, m_model.queryWidth() + 2 * std::int64_t{m_model.keyWidth()}), m_x(m_step.rows, m_model.config.hidden),
      m_attended(m_step.rows, m_model.queryWidth()),
      m_local(m_step, stream.m_base->shape(), m_model.config.heads, m_model.rope),
      m_choice(m_step, landmarksOf(stream.m_base->shape(), stream.m_base->landmarks(), stream.m_baseCount, stream.m_ownLandmarks),
               rulesOf(m_model, m_step, stream.m_base->shape(), stream.settings()), controls, wants.recorder),
      m_off(controls.switchedOff), m_rows(stream.m_stepRows), m_landmarkPointers(stream.m_stepLandmarks),
      m_weightsFrom(wants.recorder ? wants.recorder->weightsFrom(m_step.rows) : m_step.rows)
{
    if (m_rows.size() < m_step.memoryBlocks)
        m_rows.resize(m_step.memoryBlocks);
    if (stream.settings().attention == AttentionWay::Grouped && m_landmarkPointers.size() < m_step.memoryBlocks)
        m_landmarkPointers.resize(m_step.memoryBlocks);
    for (std::uint32_t block = 0; block < m_step.closedBlocks(); ++block)
        m_closed.push_back(std::make_shared<FinishedBlock>(stream.m_base->shape()));
    if (!m_closed.empty())
        m_newTail = stream.emptyTail();
}

bool StepRun::isStopped() const
{
    m_model.countProgress();
    return m_stop.stop_requested();
}

Result<StepOutput> StepRun::run()
{
    embed();
    for (std::uint32_t layer = 0; layer < m_model.config.layers; ++layer) {
        if (isStopped())
            return stopped();
        if (auto done = runLayer(layer); !done)
            return done.error();
    }
    if (isStopped())
        return stopped();
    StepOutput output;
    giveLogits(output);
    finish();
    return output;
}

void StepRun::embed()
{
    for (std::uint32_t row = 0; row < m_step.rows; ++row) {
        float* to = m_x.view().row(row);
        if (m_step.isLandmark(row) && !m_model.landmarkEmbedding.empty())
            std::copy(m_model.landmarkEmbedding.begin(), m_model.landmarkEmbedding.end(), to);
        else
            m_model.embed(m_tokens[row], to);
    }
}

// Rows [first, end) with additions, counted from `first`.
AddedRows StepRun::addedRows(std::uint32_t first, std::uint32_t end) const
{
    AddedRows added{{}, {}, m_wants.weights};
    for (std::uint32_t row = first; row < end; ++row) {
        if (m_step.isLandmark(row))
            added.landmarks.push_back(row - first);
        else if (m_wants.weights != RowWeights::Base)
            added.ordinary.push_back(row - first);
    }
    return added;
}

// Behind the last layer only rows with logits count. Of 32-bit weights, products of some rows may differ in last bits from those of all:
// there it is all rows or none, as in reading.
std::uint32_t StepRun::firstWanted(std::uint32_t layer) const
{
    if (layer + 1 < m_model.config.layers || m_wants.hidden || m_wants.recorder)
        return 0;
    if (m_wants.logitRows.empty())
        return m_step.rows;
    return productsOf(m_model) == Products::Packed ? m_wants.logitRows.front() : 0;
}

Result<void> StepRun::runLayer(std::uint32_t layer)
{
    const LayerWeights& weights = m_model.layers[layer];
    for (std::uint32_t first = 0; first < m_step.rows; first += m_sliceRows) {
        const std::uint32_t count = std::min(m_sliceRows, m_step.rows - first);
        const MatrixView normed = m_room.normed.view().part(0, count);
        normRows(m_x.view().part(first, count), weights.inputNorm, m_model.config.normEpsilon, normed);
        weights.qkv.apply(normed, m_qkv.view().part(first, count), addedRows(first, first + count), m_stop);
        if (isStopped())
            return stopped();
    }
    const bool fixedKey = layer == 0 && !m_model.firstLandmarkKey.empty();
    m_local.fill(m_qkv.data(), m_stream.m_tail.layers[layer], fixedKey ? m_model.firstLandmarkKey.data() : nullptr);
    const std::uint32_t wanted = firstWanted(layer);
    if (wanted < m_step.rows)
        if (auto done = attend(layer); !done)
            return done.error();
    if (auto done = storeBlocks(layer); !done)
        return done.error();
    for (std::uint32_t first = wanted; first < m_step.rows; first += m_sliceRows) {
        if (isStopped())
            return stopped();
        const std::uint32_t count = std::min(m_sliceRows, m_step.rows - first);
        const AddedRows added = addedRows(first, first + count);
        const MatrixView x = m_x.view().part(first, count), projected = m_room.added.view().part(0, count);
        weights.output.apply(m_attended.view().part(first, count), projected, added, m_stop);
        if (isStopped())
            return stopped();
        addRows(projected, x);
        expand(m_model, weights, x, added, m_room, m_stop);
        if (isStopped())
            return stopped();
        contract(weights, x, added, m_room, m_stop);
    }
    return {};
}

Result<void> StepRun::storeBlocks(std::uint32_t layer)
{
    for (std::uint32_t block = 0; block < m_closed.size(); ++block) {
        if (!m_local.store(block, layer, *m_closed[block])) {
            return Error{ErrorCode::Corruption, "The model computed values that are not numbers in layer " + std::to_string(layer)
                             + "; the block was not stored. The model file is probably damaged: fetch it again."};
        }
    }
    // In place rows past the tail's end are written: they count only once finish() says so.
    m_local.keepTail(m_closed.empty() ? m_stream.m_tail.layers[layer] : m_newTail.layers[layer]);
    return {};
}

void StepRun::giveLogits(StepOutput& output)
{
    const std::int64_t hidden = m_model.config.hidden, vocabulary = m_model.config.vocabulary;
    if (m_wants.hidden) {
        output.hidden.resize(m_step.rows * static_cast<std::size_t>(hidden));
        normRows(m_x.view(), m_model.finalNorm, m_model.config.normEpsilon, {output.hidden.data(), m_step.rows, hidden});
    }
    constexpr std::size_t kLogitRows = 32;   // computed at once: bounds the room for large vocabularies
    for (std::size_t first = 0; first < m_wants.logitRows.size() && m_wants.onLogits; first += kLogitRows) {
        const std::size_t count = std::min(kLogitRows, m_wants.logitRows.size() - first);
        Matrix rows(static_cast<std::int64_t>(count), hidden), logits(static_cast<std::int64_t>(count), vocabulary);
        for (std::size_t i = 0; i < count; ++i)
            std::copy_n(m_x.view().row(m_wants.logitRows[first + i]), hidden, rows.view().row(static_cast<std::int64_t>(i)));
        normRows(rows.view(), m_model.finalNorm, m_model.config.normEpsilon, rows.view());
        m_model.head.apply(rows.view(), logits.view(), {});
        const auto give = [&](std::size_t i) {
            m_wants.onLogits(m_wants.logitRows[first + i],
                             {logits.view().row(static_cast<std::int64_t>(i)), static_cast<std::size_t>(vocabulary)});
        };
        if (m_wants.logitsAtOnce) {
            parallelPieces(count, give);
        } else {
            for (std::size_t i = 0; i < count; ++i)
                give(i);
        }
    }
}

LadderWork StepRun::sizeOf(const LoadedModel& model, const MemoryShape& memory, std::uint32_t rows, std::uint32_t sliceLimit)
{
    const std::uint32_t slice = std::min(sliceRows(model, rows), sliceLimit);
    const std::uint64_t queries = model.queryWidth(), keys = model.keyWidth(), hidden = model.config.hidden;
    const std::uint64_t perRow = 2 * (queries + 2 * keys) + queries + hidden;                       // products and local rows, attended, x
    const std::uint64_t perSliceRow = 2 * hidden + queries + 2 * keys + 3ull * model.config.feedForward;
    return {slice, sizeof(float) * (rows * perRow + slice * perSliceRow)
                       + rows / memory.blockTokens * memory.layers * (memory.rowBytes() + memory.landmarkBytes())};
}

// Nothing of the stream changes before all that may throw is done.
void StepRun::finish()
{
    m_stream.grow(m_step, m_tokens, std::move(m_closed), std::move(m_newTail));
}

}  // namespace cairn
