// The attention part of CudaStep: scores, places, rows of the memory, context miss token, records.
#include "core/engine/step/cuda_step_run.h"

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
    const std::size_t perRow = std::size_t{m_model.config.heads} * m_step.memoryBlocks, kept = keptLayers();
    m_room.selected.reserve(kept * entries());
    m_room.distances.reserve(kept * entries());
    m_room.placeScores.reserve(kept * entries());
    m_room.ties.reserve(kept * queries());
    ChosenPlaces chosen;
    const auto tile = static_cast<std::uint32_t>(std::clamp<std::size_t>(kTileScores / perRow, 1, rows()));
    for (std::uint32_t first = 0; first < m_step.rows; first += tile) {
        const std::uint32_t end = std::min(m_step.rows, first + tile);
        scoreTile(layer, first, end, chosen);
        if (m_stream.settings().mode == SelectionMode::PerTokenAndHead)
            m_device.check(m_device->choose(choiceOf(layer, m_room.scores, first, end - first)));
        else
            chooseShared(layer, first, end, chosen);
    }
    if (m_trusts)
        return;
    chosen.selected = m_room.selected.get(entries());
    chosen.distances = m_room.distances.get(entries());
    if (wantsScores()) {
        chosen.placeScores = m_room.placeScores.get(entries());
        chosen.ties = m_room.ties.get(queries());
    }
    m_choice.take(layer, std::move(chosen));
    if (!m_placesAreImposed)
        return;
    m_room.selected.put({m_choice.selected(), entries()});
    m_room.distances.put({m_choice.distances(), entries()});
}

// What the layers chose and recorded, in their order, as if the host had waited for each.
Result<bool> CudaStep::collectChoices()
{
    std::int32_t absent = 0;
    m_room.absent.get(&absent, 0, 1);
    if (absent != 0)
        return false;
    const std::size_t layers = m_model.config.layers, count = entries();
    const bool isScored = !m_choice.isDecided();
    const bool isRecorded = m_wants.recorder != nullptr;
    const std::vector<std::int32_t> selected = m_room.selected.get(isScored ? layers * count : 0);
    const std::vector<std::int32_t> distances = m_room.distances.get(isScored ? layers * count : 0);
    const std::vector<float> scores = m_room.placeScores.get(isScored && wantsScores() ? layers * count : 0);
    const std::vector<std::uint8_t> ties = m_room.ties.get(isScored && wantsScores() ? layers * queries() : 0);
    const Records records = isRecorded ? recordsOf(layers) : Records();
    const auto part = [](const auto& all, std::size_t layer, std::size_t size) {
        using Numbers = std::decay_t<decltype(all)>;
        return all.empty() ? Numbers() : Numbers(all.begin() + static_cast<std::ptrdiff_t>(layer * size),
                                                 all.begin() + static_cast<std::ptrdiff_t>((layer + 1) * size));
    };
    for (std::uint32_t layer = 0; layer < layers; ++layer) {
        if (isScored) {
            m_choice.take(layer, {part(selected, layer, count), part(distances, layer, count), part(scores, layer, count),
                                  part(ties, layer, queries()), {}, {}});
            if (auto done = holdAttended(layer); !done)
                return done.error();
        }
        if (isRecorded)
            reportLayer(layer, records, layer);
    }
    return true;
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
    scan.queries = qkv(layer) + first * width();
    scan.queryStride = static_cast<std::int64_t>(width());
    scan.cosines = m_model.cosines;
    scan.sines = m_model.sines;
    scan.scale = scale();
    scan.landmarks = m_memory.landmarks(layer, m_step.firstBlock());
    if (layer == 0 && m_model.hasFirstKey)   // every landmark of layer 0, as it is stored
        scan.sameKey = m_shape.landmarkType == KvType::F32 ? m_model.firstKeyScoredF32.data() : m_model.firstKeyScoredF16.data();
    scan.rotated = m_room.rotated.reserve(cuda::rotatedNumbers(scan));
    scan.scores = m_room.scores.reserve((end - first) * perRow);
    m_device.check(m_device->scan(scan));
    const std::uint32_t from = std::max(first, m_choice.scoresFrom());
    if (from >= end)
        return;
    const std::size_t before = chosen.keptScores.size(), count = (end - from) * perRow;
    chosen.keptScores.resize(before + count);
    m_room.scores.get(chosen.keptScores.data() + before, (from - first) * perRow, count);
}

void CudaStep::chooseShared(std::uint32_t layer, std::uint32_t first, std::uint32_t end, ChosenPlaces& chosen)
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
        m_device.check(m_device->choose(choiceOf(layer, m_room.unitValues, 0, m_step.rows)));
        if (m_choice.scoresFrom() < m_step.rows)
            chosen.keptValues = m_room.unitValues.get(units * n);
        return;
    }
    m_device.check(m_device->choose(choiceOf(layer, m_room.unitValues, first, static_cast<std::uint32_t>(count))));
    const std::uint32_t from = std::max(first, m_choice.scoresFrom());
    if (from >= end)
        return;
    const std::size_t before = chosen.keptValues.size(), kept = (end - from) * perRow * n;
    chosen.keptValues.resize(before + kept);
    m_room.unitValues.get(chosen.keptValues.data() + before, (from - first) * perRow * n, kept);
}

cuda::ChoosePlaces CudaStep::choiceOf(std::uint32_t layer, const float* values, std::uint32_t first, std::uint32_t count)
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
    work.selected = m_room.selected.data() + entriesAt(layer);
    work.distances = m_room.distances.data() + entriesAt(layer);
    work.placeScores = m_room.placeScores.data() + entriesAt(layer);
    work.ties = m_room.ties.data() + keptAt(layer) * queries();
    work.room = m_room.choice.reserve(static_cast<std::size_t>(cuda::choiceRoomBytes(work)));
    return work;
}

Result<void> CudaStep::holdAttended(std::uint32_t layer)
{
    std::vector<std::uint32_t> blocks;
    for (const std::int32_t column : m_choice.attended())
        blocks.push_back(m_step.firstBlock() + static_cast<std::uint32_t>(column));
    return m_memory.hold(layer, blocks);
}

Result<void> CudaStep::attend(std::uint32_t layer)
{
    if (!m_trusts || m_choice.isDecided()) {
        if (auto done = holdAttended(layer); !done)
            return done.error();
    }
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
    if (m_wants.recorder && !m_trusts)
        reportLayer(layer, recordsOf(1), 0);
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
    work.queries = qkv(layer);
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
    const std::size_t k = m_choice.places(), layers = keptLayers(), at = keptAt(layer);
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
    work.queries = qkv(layer);
    work.queryStride = static_cast<std::int64_t>(width());
    work.cosines = m_model.cosines;
    work.sines = m_model.sines;
    work.scale = scale();
    work.localKeys = m_room.keys;
    work.localValues = m_room.values;
    work.blocks = m_memory.rows(layer, m_step.firstBlock());
    work.absent = m_room.absent;
    work.landmarkTable = m_memory.landmarks(layer, m_step.firstBlock());
    work.selected = m_room.selected.data() + entriesAt(layer);
    work.distances = m_room.distances.data() + entriesAt(layer);
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
        work.gates = m_room.gates.reserve(layers * queries() * k) + at * queries() * k;
        work.miss = m_model.hasMissToken ? m_room.miss.reserve(layers * queries()) + at * queries() : nullptr;
    }
    if (const std::size_t memory = weightQueries() * k * m_step.blockTokens, local = weightQueries() * m_step.localTokens(); local > 0) {
        work.memoryWeights = m_room.memoryWeights.reserve(layers * memory) + at * memory;
        work.localWeights = m_room.localWeights.reserve(layers * local) + at * local;
    }
    return work;
}

CudaStep::Records CudaStep::recordsOf(std::size_t layers) const
{
    return {m_room.qkv.get(m_wants.recorder->queries() ? layers * rows() * width() : 0), m_room.gates.get(layers * entries()),
            m_model.hasMissToken ? m_room.miss.get(layers * queries()) : std::vector<float>(),
            m_room.memoryWeights.get(layers * weightQueries() * m_choice.places() * m_step.blockTokens),
            m_room.localWeights.get(layers * weightQueries() * m_step.localTokens())};
}

// `at`: which of the layers in `records`.
void CudaStep::reportLayer(std::uint32_t layer, const Records& records, std::size_t at)
{
    const ModelConfig& c = m_model.config;
    const std::size_t queryWidth = std::size_t{c.heads} * c.headDim;
    std::vector<float> unrotated(records.qkv.empty() ? 0 : rows() * queryWidth);
    for (std::size_t row = 0; row < rows() && !unrotated.empty(); ++row)
        std::copy_n(&records.qkv[(at * rows() + row) * width()], queryWidth, &unrotated[row * queryWidth]);
    const auto from = [at](const std::vector<float>& all, std::size_t size) { return all.empty() ? nullptr : all.data() + at * size; };
    LayerRecord record = m_choice.recordOf(layer);
    record.kvHeads = c.kvHeads;
    record.queries = unrotated.empty() ? nullptr : unrotated.data();
    record.gates = from(records.gates, entries());
    record.miss = from(records.miss, queries());
    record.weightsFrom = m_weightsFrom;
    record.memoryWeights = from(records.memoryWeights, weightQueries() * m_choice.places() * m_step.blockTokens);
    record.localWeights = from(records.localWeights, weightQueries() * m_step.localTokens());
    m_wants.recorder->record(m_off.without(record));
}

}  // namespace cairn
