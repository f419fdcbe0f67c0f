// The attention part of CudaStep: scores, places, rows of the memory, context miss token, records.
#include "core/engine/cuda_step_run.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::size_t kTileScores = std::size_t{64} << 20;   // scores on the device at once: 256 MiB

cuda::Sharing sharingOf(SelectionMode mode)
{
    return static_cast<cuda::Sharing>(mode);
}

}  // namespace

void CudaStep::choose(std::uint32_t layer)
{
    if (m_choice.isDecided())
        return;
    const std::size_t entries = queries() * m_choice.places(), perRow = std::size_t{m_model.config.heads} * m_step.memoryBlocks;
    m_room.selected.reserve(entries);
    m_room.distances.reserve(entries);
    m_room.placeScores.reserve(entries);
    m_room.ties.reserve(queries());
    ChosenPlaces chosen;
    const auto tile = static_cast<std::uint32_t>(std::clamp<std::size_t>(kTileScores / perRow, 1, rows()));
    for (std::uint32_t first = 0; first < m_step.rows; first += tile) {
        const std::uint32_t end = std::min(m_step.rows, first + tile);
        scoreTile(layer, first, end, chosen);
        if (m_stream.settings().mode == SelectionMode::PerTokenAndHead)
            m_device.check(m_device->choose(choiceOf(m_room.scores, first, end - first)));
        else
            chooseShared(first, end, chosen);
    }
    chosen.selected = m_room.selected.get(entries);
    chosen.distances = m_room.distances.get(entries);
    if (m_wants.recorder) {
        chosen.placeScores = m_room.placeScores.get(entries);
        chosen.ties = m_room.ties.get(queries());
    }
    m_choice.take(layer, std::move(chosen));
    if (!m_placesAreImposed)
        return;
    m_room.selected.put({m_choice.selected(), entries});
    m_room.distances.put({m_choice.distances(), entries});
}

void CudaStep::scoreTile(std::uint32_t layer, std::uint32_t first, std::uint32_t end, ChosenPlaces& chosen)
{
    const ModelConfig& c = m_model.config;
    const std::size_t perRow = std::size_t{c.heads} * m_step.memoryBlocks;
    cuda::ScanBlocks scan;
    scan.rows = static_cast<std::int32_t>(end - first);
    scan.heads = static_cast<std::int32_t>(c.heads);
    scan.kvHeads = static_cast<std::int32_t>(c.kvHeads);
    scan.headDim = static_cast<std::int32_t>(c.headDim);
    scan.blockLength = static_cast<std::int32_t>(m_step.blockLength);
    scan.places = static_cast<std::int32_t>(m_choice.places());
    scan.memoryBlocks = static_cast<std::int32_t>(m_step.memoryBlocks);
    scan.openTokens = static_cast<std::int32_t>(m_step.openTokens + first);
    scan.queries = m_room.qkv.data() + first * width();
    scan.queryStride = static_cast<std::int64_t>(width());
    scan.cosines = m_model.cosines;
    scan.sines = m_model.sines;
    scan.scale = scale();
    scan.landmarks = m_memory.landmarks(layer, m_step.firstBlock());
    if (layer == 0 && m_model.hasFirstKey)   // every landmark of layer 0, as it is stored
        scan.sameKey = m_shape.landmarkType == KvType::F32 ? m_model.firstKeyScoredF32.data() : m_model.firstKeyScoredF16.data();
    scan.scores = m_room.scores.reserve((end - first) * perRow);
    m_device.check(m_device->scan(scan));
    const std::uint32_t from = std::max(first, m_choice.scoresFrom());
    if (from >= end)
        return;
    const std::size_t before = chosen.keptScores.size(), count = (end - from) * perRow;
    chosen.keptScores.resize(before + count);
    m_room.scores.get(chosen.keptScores.data() + before, (from - first) * perRow, count);
}

void CudaStep::chooseShared(std::uint32_t first, std::uint32_t end, ChosenPlaces& chosen)
{
    const ModelConfig& c = m_model.config;
    const SelectionMode mode = m_stream.settings().mode;
    const std::size_t count = end - first, n = m_step.memoryBlocks;
    const std::size_t perRow = mode == SelectionMode::MaxOverHeads ? 1 : c.kvHeads;   // units of a row
    const std::size_t units = mode == SelectionMode::MaxOverTokens ? c.heads : count * perRow;
    cuda::ShareValues share;
    share.sharing = sharingOf(mode);
    share.rows = static_cast<std::int32_t>(count);
    share.heads = static_cast<std::int32_t>(c.heads);
    share.kvHeads = static_cast<std::int32_t>(c.kvHeads);
    share.memoryBlocks = static_cast<std::int32_t>(n);
    share.continues = mode == SelectionMode::MaxOverTokens && first > 0;
    share.scores = m_room.scores;
    share.flags = m_room.flags;
    share.normalizers = m_room.normalizers.reserve(count * c.heads);
    share.values = m_room.unitValues.reserve(units * n);
    m_device.check(m_device->share(share));
    if (mode == SelectionMode::MaxOverTokens) {   // the maximum is over the rows of all tiles
        if (end < m_step.rows)
            return;
        m_device.check(m_device->choose(choiceOf(m_room.unitValues, 0, m_step.rows)));
        if (m_choice.scoresFrom() < m_step.rows)
            chosen.keptValues = m_room.unitValues.get(units * n);
        return;
    }
    m_device.check(m_device->choose(choiceOf(m_room.unitValues, first, static_cast<std::uint32_t>(count))));
    const std::uint32_t from = std::max(first, m_choice.scoresFrom());
    if (from >= end)
        return;
    const std::size_t before = chosen.keptValues.size(), kept = (end - from) * perRow * n;
    chosen.keptValues.resize(before + kept);
    m_room.unitValues.get(chosen.keptValues.data() + before, (from - first) * perRow * n, kept);
}

cuda::ChoosePlaces CudaStep::choiceOf(const float* values, std::uint32_t first, std::uint32_t count) const
{
    cuda::ChoosePlaces work;
    work.sharing = sharingOf(m_stream.settings().mode);
    work.rows = static_cast<std::int32_t>(count);
    work.heads = static_cast<std::int32_t>(m_model.config.heads);
    work.kvHeads = static_cast<std::int32_t>(m_model.config.kvHeads);
    work.memoryBlocks = static_cast<std::int32_t>(m_step.memoryBlocks);
    work.places = static_cast<std::int32_t>(m_choice.places());
    work.firstRow = static_cast<std::int32_t>(first);
    work.pinnedCount = static_cast<std::int32_t>(m_choice.pinned().size());
    work.values = values;
    work.flags = m_room.flags;
    work.selected = m_room.selected;
    work.distances = m_room.distances;
    work.placeScores = m_room.placeScores;
    work.ties = m_room.ties;
    return work;
}

Result<void> CudaStep::attend(std::uint32_t layer)
{
    std::vector<std::uint32_t> blocks;
    for (const std::int32_t column : m_choice.attended())
        blocks.push_back(m_step.firstBlock() + static_cast<std::uint32_t>(column));
    if (auto done = m_memory.hold(layer, blocks); !done)
        return done.error();
    if (m_model.hasMissToken)
        scoreMissToken(layer);
    m_device.check(m_device->attend(attentionOf(layer)));
    const std::size_t headDim = m_model.config.headDim;
    for (const std::uint32_t head : m_off.of(layer)) {
        for (std::size_t row = 0; row < rows(); ++row) {
            float* output = m_room.attended.data() + (row * m_model.config.heads + head) * headDim;
            m_device.check(m_device->fill(output, 0, headDim * sizeof(float)));
        }
    }
    if (m_wants.recorder)
        reportLayer(layer);
    return {};
}

// rho = < R(min(N, k+1) * B + 1 + i) q, key > / sqrt(d), landmark_semantics.md 7
void CudaStep::scoreMissToken(std::uint32_t layer)
{
    const ModelConfig& c = m_model.config;
    cuda::MissScores work;
    work.rows = static_cast<std::int32_t>(rows());
    work.heads = static_cast<std::int32_t>(c.heads);
    work.kvHeads = static_cast<std::int32_t>(c.kvHeads);
    work.headDim = static_cast<std::int32_t>(c.headDim);
    work.openTokens = static_cast<std::int32_t>(m_step.openTokens);
    work.back = static_cast<std::int32_t>(std::min(m_step.completed, m_choice.places() + 1) * m_step.blockLength + 1);
    work.queries = m_room.qkv;
    work.queryStride = static_cast<std::int64_t>(width());
    work.key = m_model.missKeys.data() + std::size_t{layer} * c.kvHeads * c.headDim;
    work.cosines = m_model.cosines;
    work.sines = m_model.sines;
    work.scale = scale();
    work.scores = m_room.missScores.reserve(queries());
    m_device.check(m_device->missScores(work));
}

cuda::AttendBlocks CudaStep::attentionOf(std::uint32_t layer)
{
    const ModelConfig& c = m_model.config;
    const std::size_t k = m_choice.places(), weightQueries = (rows() - m_weightsFrom) * c.heads;
    const cuda::AttentionRoom room = cuda::attentionRoom(static_cast<std::int32_t>(rows()), static_cast<std::int32_t>(c.heads),
                                                         static_cast<std::int32_t>(c.kvHeads), static_cast<std::int32_t>(k));
    const auto states = static_cast<std::size_t>(room.states), entries = static_cast<std::size_t>(room.unionEntries);
    cuda::AttendBlocks work;
    work.rows = static_cast<std::int32_t>(rows());
    work.heads = static_cast<std::int32_t>(c.heads);
    work.kvHeads = static_cast<std::int32_t>(c.kvHeads);
    work.headDim = static_cast<std::int32_t>(c.headDim);
    work.blockTokens = static_cast<std::int32_t>(m_step.blockTokens);
    work.blockLength = static_cast<std::int32_t>(m_step.blockLength);
    work.places = static_cast<std::int32_t>(k);
    work.openTokens = static_cast<std::int32_t>(m_step.openTokens);
    work.grouped = m_stream.settings().attention == AttentionWay::Grouped;
    work.landmarks = m_step.landmarks;
    work.form = static_cast<cuda::RowForm>(m_shape.type);
    work.queries = m_room.qkv;
    work.queryStride = static_cast<std::int64_t>(width());
    work.cosines = m_model.cosines;
    work.sines = m_model.sines;
    work.scale = scale();
    work.localKeys = m_room.keys;
    work.localValues = m_room.values;
    work.blocks = m_memory.rows(layer, m_step.firstBlock());
    work.landmarkTable = m_memory.landmarks(layer, m_step.firstBlock());
    work.selected = m_room.selected;
    work.distances = m_room.distances;
    work.missScores = m_model.hasMissToken ? m_room.missScores.data() : nullptr;
    work.missCutoff = m_stream.settings().missCutoff;
    work.splits = room.splits;
    work.partsPerSplit = room.partsPerSplit;
    work.unionCounts = m_room.unionCounts.reserve(static_cast<std::size_t>(room.tiles) * c.kvHeads);
    work.unionBlocks = m_room.unionBlocks.reserve(entries);
    work.unionPlaces = m_room.unionPlaces.reserve(entries * cuda::kTileQueries);
    work.partMax = m_room.partMax.reserve(states);
    work.partSum = m_room.partSum.reserve(states);
    work.partOut = m_room.partOut.reserve(states * c.headDim);
    work.placeMax = m_room.placeMax.reserve(queries() * k);
    work.placeSum = m_room.placeSum.reserve(queries() * k);
    work.output = m_room.attended;
    work.weightsFrom = static_cast<std::int32_t>(m_weightsFrom);
    if (m_wants.recorder) {
        work.gates = m_room.gates.reserve(queries() * k);
        work.miss = m_model.hasMissToken ? m_room.miss.reserve(queries()) : nullptr;
    }
    if (weightQueries > 0) {
        work.memoryWeights = m_room.memoryWeights.reserve(weightQueries * k * m_step.blockTokens);
        work.localWeights = m_room.localWeights.reserve(weightQueries * m_step.localTokens());
    }
    return work;
}

void CudaStep::reportLayer(std::uint32_t layer)
{
    const ModelConfig& c = m_model.config;
    const std::size_t k = m_choice.places(), weightQueries = (rows() - m_weightsFrom) * c.heads,
                      queryWidth = std::size_t{c.heads} * c.headDim;
    const std::vector<float> qkv = m_room.qkv.get(rows() * width()), gates = m_room.gates.get(queries() * k);
    const std::vector<float> miss = m_model.hasMissToken ? m_room.miss.get(queries()) : std::vector<float>();
    const std::vector<float> memoryWeights = m_room.memoryWeights.get(weightQueries * k * m_step.blockTokens);
    const std::vector<float> localWeights = m_room.localWeights.get(weightQueries * m_step.localTokens());
    std::vector<float> unrotated(rows() * queryWidth);
    for (std::size_t row = 0; row < rows(); ++row)
        std::copy_n(&qkv[row * width()], queryWidth, &unrotated[row * queryWidth]);
    LayerRecord record = m_choice.recordOf(layer);
    record.kvHeads = c.kvHeads;
    record.queries = unrotated.data();
    record.gates = gates.data();
    record.miss = miss.empty() ? nullptr : miss.data();
    record.weightsFrom = m_weightsFrom;
    record.memoryWeights = memoryWeights.empty() ? nullptr : memoryWeights.data();
    record.localWeights = localWeights.empty() ? nullptr : localWeights.data();
    m_wants.recorder->record(m_off.without(record));
}

}  // namespace cairn
