#include "core/engine/step/joint_run.h"

#include "core/engine/weights/loaded_model.h"
#include "core/engine/weights/model_loading.h"
#include "core/engine/common/parallel.h"

#include <algorithm>

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

std::uint32_t rowsOf(std::span<const StreamStep> steps)
{
    std::size_t rows = 0;
    for (const StreamStep& step : steps)
        rows += step.tokens.size();
    return static_cast<std::uint32_t>(rows);
}

std::uint32_t sliceLimitOf(std::span<const StreamStep> steps)
{
    std::uint32_t limit = steps.front().wants.sliceLimit;
    for (const StreamStep& step : steps)
        limit = std::min(limit, step.wants.sliceLimit);
    return limit;
}

}  // namespace

JointRun::JointRun(std::span<const StreamStep> steps, std::stop_token stop)
    : m_model(steps.front().stream->model()), m_stop(std::move(stop)), m_rows(rowsOf(steps)),
      m_sliceRows(std::min(sliceRows(m_model, m_rows), sliceLimitOf(steps))), m_room(m_model, std::min(m_sliceRows, m_rows)),
      m_qkv(m_rows, m_model.queryWidth() + 2 * std::int64_t{m_model.keyWidth()}), m_x(m_rows, m_model.config.hidden),
      m_attended(m_rows, m_model.queryWidth())
{
    StepRun::reservePositions(steps);
    m_firstRows.push_back(0);
    for (const StreamStep& step : steps) {
        const std::uint32_t first = m_firstRows.back();
        const auto count = static_cast<std::int64_t>(step.tokens.size());
        const StepRows rows{m_x.view().part(first, count), m_qkv.view().part(first, count), m_attended.view().part(first, count)};
        m_parts.push_back(std::make_unique<StepRun>(step, rows, m_stop));
        m_firstRows.push_back(first + static_cast<std::uint32_t>(count));
    }
}

bool JointRun::isStopped() const
{
    m_model.countProgress();
    return m_stop.stop_requested();
}

Result<std::vector<StepOutput>> JointRun::run()
{
    for (const auto& part : m_parts)
        part->embed();
    for (std::uint32_t layer = 0; layer < m_model.config.layers; ++layer) {
        if (isStopped())
            return stoppedOnRequest();
        if (auto done = runLayer(layer); !done)
            return done.error();
    }
    if (isStopped())
        return stoppedOnRequest();
    std::vector<StepOutput> outputs = hidden();
    giveLogits();
    for (const auto& part : m_parts)
        part->finish();
    return outputs;
}

// Rows [first, end) with additions, counted from `first`.
AddedRows JointRun::addedRows(std::uint32_t first, std::uint32_t end) const
{
    AddedRows added{{}, {}, m_parts.front()->wants().weights};
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const std::uint32_t from = std::max(first, m_firstRows[i]), to = std::min(end, m_firstRows[i + 1]);
        if (from < to)
            m_parts[i]->addTo(added, from - m_firstRows[i], to - m_firstRows[i], from - first);
    }
    return added;
}

// Behind the last layer only rows with logits count. Of 32-bit weights, products of some rows may differ in last bits from those of all:
// there it is all rows or none, as in reading.
std::uint32_t JointRun::firstWanted(std::uint32_t layer) const
{
    const StepWants& wants = m_parts.front()->wants();
    if (layer + 1 < m_model.config.layers || m_parts.size() > 1 || wants.hidden || wants.recorder)
        return 0;
    if (wants.logitRows.empty())
        return m_rows;
    return productsOf(m_model) == Products::Packed ? wants.logitRows.front() : 0;
}

Result<void> JointRun::runLayer(std::uint32_t layer)
{
    const LayerWeights& weights = m_model.layers[layer];
    for (std::uint32_t first = 0; first < m_rows; first += m_sliceRows) {
        const std::uint32_t count = std::min(m_sliceRows, m_rows - first);
        const MatrixView normed = m_room.normed.view().part(0, count);
        normRows(m_x.view().part(first, count), weights.inputNorm, m_model.config.normEpsilon, normed);
        weights.qkv.apply(normed, m_qkv.view().part(first, count), addedRows(first, first + count), m_stop);
        if (isStopped())
            return stoppedOnRequest();
    }
    const std::uint32_t wanted = firstWanted(layer);
    auto done = runStreams(layer, wanted);
    return done ? runProducts(layer, wanted) : done;
}

Result<void> JointRun::runStreams(std::uint32_t layer, std::uint32_t wanted)
{
    for (const auto& part : m_parts) {
        part->takeProducts(layer);
        if (wanted < m_rows)
            if (auto done = part->attend(layer, wanted); !done)
                return done.error();
        if (auto done = part->storeBlocks(layer); !done)
            return done.error();
    }
    return {};
}

Result<void> JointRun::runProducts(std::uint32_t layer, std::uint32_t wanted)
{
    const LayerWeights& weights = m_model.layers[layer];
    for (std::uint32_t first = wanted; first < m_rows; first += m_sliceRows) {
        if (isStopped())
            return stoppedOnRequest();
        const std::uint32_t count = std::min(m_sliceRows, m_rows - first);
        const AddedRows added = addedRows(first, first + count);
        const MatrixView x = m_x.view().part(first, count), projected = m_room.added.view().part(0, count);
        weights.output.apply(m_attended.view().part(first, count), projected, added, m_stop);
        if (isStopped())
            return stoppedOnRequest();
        addRows(projected, x);
        expand(m_model, weights, x, added, m_room, m_stop);
        if (isStopped())
            return stoppedOnRequest();
        contract(weights, x, added, m_room, m_stop);
    }
    return {};
}

std::vector<StepOutput> JointRun::hidden()
{
    const std::int64_t width = m_model.config.hidden;
    std::vector<StepOutput> outputs(m_parts.size());
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (!m_parts[i]->wants().hidden)
            continue;
        const MatrixView x = m_parts[i]->rows().x;
        outputs[i].hidden.resize(static_cast<std::size_t>(x.rows * width));
        normRows(x, m_model.finalNorm, m_model.config.normEpsilon, {outputs[i].hidden.data(), x.rows, width});
    }
    return outputs;
}

void JointRun::giveLogits()
{
    constexpr std::size_t kLogitRows = 32;   // computed at once: bounds the room for large vocabularies
    std::vector<LogitRow> wanted;
    for (const auto& part : m_parts) {
        if (part->wants().onLogits)
            for (const std::uint32_t row : part->wants().logitRows)
                wanted.push_back({part.get(), row});
    }
    for (std::size_t first = 0; first < wanted.size(); first += kLogitRows)
        giveLogits(std::span(wanted).subspan(first, std::min(kLogitRows, wanted.size() - first)));
}

void JointRun::giveLogits(std::span<const LogitRow> some)
{
    const std::int64_t hidden = m_model.config.hidden, vocabulary = m_model.config.vocabulary;
    const auto count = static_cast<std::int64_t>(some.size());
    Matrix rows(count, hidden), logits(count, vocabulary);
    for (std::int64_t i = 0; i < count; ++i) {
        const LogitRow& from = some[static_cast<std::size_t>(i)];
        std::copy_n(from.part->rows().x.row(from.row), hidden, rows.view().row(i));
    }
    normRows(rows.view(), m_model.finalNorm, m_model.config.normEpsilon, rows.view());
    m_model.head.apply(rows.view(), logits.view(), {});
    const auto give = [&](std::size_t i) {
        some[i].part->wants().onLogits(some[i].row,
                                       {logits.view().row(static_cast<std::int64_t>(i)), static_cast<std::size_t>(vocabulary)});
    };
    if (std::all_of(some.begin(), some.end(), [](const LogitRow& one) { return one.part->wants().logitsAtOnce; })) {
        parallelPieces(some.size(), give);
    } else {
        for (std::size_t i = 0; i < some.size(); ++i)
            give(i);
    }
}

LadderWork JointRun::sizeOf(const LoadedModel& model, const MemoryShape& memory, std::uint32_t rows, std::uint32_t sliceLimit)
{
    const std::uint32_t slice = std::min(sliceRows(model, rows), sliceLimit);
    const std::uint64_t queries = model.queryWidth(), keys = model.keyWidth(), hidden = model.config.hidden;
    const std::uint64_t perRow = 2 * (queries + 2 * keys) + queries + hidden;                       // products and local rows, attended, x
    const std::uint64_t perSliceRow = 2 * hidden + queries + 2 * keys + 3ull * model.config.feedForward;
    return {slice, sizeof(float) * (rows * perRow + slice * perSliceRow)
                       + rows / memory.blockTokens * memory.layers * (memory.rowBytes() + memory.landmarkBytes())};
}

}  // namespace cairn
