#include "core/engine/step/place_choice.h"

#include "core/engine/common/parallel.h"
#include "kernels/retrieval/block_selection.h"
#include "kernels/retrieval/landmark_choice.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

namespace cairn
{

namespace
{

constexpr std::size_t kTileScores = std::size_t{2} << 20;   // scores kept at once: 8 MiB stay near the cores
constexpr std::uint32_t kScanRows = 16;                     // rows a piece chooses for with a filter, which is read once for them
constexpr std::uint32_t kScoredRows = 64;                   // rows a piece scores whole: keys are decoded once for them
constexpr std::uint32_t kScoredBlocks = 512;                // blocks of such a piece, at most
constexpr std::uint32_t kFewestScored = 128;                // and at least, where one row leaves threads idle

constexpr std::size_t kSortedShare = 16;                    // blocks for each that was chosen: from here on sorting is less than marking

// Absolute ids that are in memory, as memory indices.
std::vector<std::int32_t> inMemory(const std::vector<std::uint32_t>& blocks, const StepShape& shape)
{
    std::vector<std::int32_t> columns;
    for (const std::uint32_t block : blocks) {
        if (block >= shape.firstBlock() && block < shape.completed)
            columns.push_back(static_cast<std::int32_t>(block - shape.firstBlock()));
    }
    return columns;
}

kernels::SharedBy sharedBy(SelectionMode mode)
{
    switch (mode) {
    case SelectionMode::MaxOverTokens: return kernels::SharedBy::Tokens;
    case SelectionMode::MaxOverHeads: return kernels::SharedBy::Heads;
    default: return kernels::SharedBy::Group;
    }
}

}  // namespace

PlaceChoice::PlaceChoice(const StepShape& shape, const LandmarkView& landmarks, PlaceRules rules, const StepControls& controls,
                         StepRecorder* recorder)
    : m_shape(shape), m_landmarks(landmarks), m_rules(std::move(rules)), m_pinned(inMemory(controls.pinned, shape)),
      m_barred(inMemory(controls.barred, shape)), m_source(controls.places), m_recorder(recorder), m_places(shape.places),
      m_scoresFrom(recorder ? recorder->scoresFrom(shape.rows) : shape.rows)
{
    std::vector<std::int32_t> columns;
    const bool wantsScores = recorder && (recorder->placeScores() || m_scoresFrom < shape.rows);
    if (controls.imposed) {
        columns = inMemory(*controls.imposed, shape);
        columns.resize(std::min<std::size_t>(columns.size(), shape.places));
        m_places = static_cast<std::uint32_t>(columns.size());
        m_decided = true;
    } else if (!wantsScores && !m_source && m_places == shape.memoryBlocks) {
        for (std::uint32_t column = 0; column < shape.memoryBlocks; ++column)
            columns.push_back(static_cast<std::int32_t>(column));
        m_decided = true;
    } else if (!wantsScores && !m_source && m_pinned.size() == m_places) {
        columns = m_pinned;
        m_decided = true;
    }
    const std::size_t entries = std::size_t{shape.rows} * m_rules.heads * m_places;
    m_selected.resize(entries);
    m_distances.resize(entries);
    if (m_decided)
        decideWithoutScores(columns);
}

void PlaceChoice::decideWithoutScores(const std::vector<std::int32_t>& columns)
{
    const Slots slots{m_shape.memoryBlocks, m_places};
    for (std::size_t i = 0; i < m_selected.size(); ++i) {
        const auto place = static_cast<std::uint32_t>(i % m_places);
        const std::int32_t column = columns[place];
        const bool barred = std::binary_search(m_barred.begin(), m_barred.end(), column);
        m_selected[i] = barred ? -1 : column;
        m_distances[i] = static_cast<std::int32_t>(slots.distance(place, static_cast<std::uint32_t>(column)));
    }
    collectAttended();
}

std::uint32_t PlaceChoice::tileRows() const
{
    const std::size_t perRow = std::max<std::size_t>(1, std::size_t{m_rules.heads} * m_shape.memoryBlocks);
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(kTileScores / perRow, 1, m_shape.rows));
}

void PlaceChoice::choose(std::uint32_t layer, const float* queries, const std::stop_token& stop)
{
    if (m_decided || m_places == 0)
        return;
    m_placeScores.resize(m_selected.size());
    m_ties.resize(std::size_t{m_shape.rows} * m_rules.heads);
    const std::size_t kept = m_shape.rows - std::min(m_scoresFrom, m_shape.rows);
    m_keptScores.resize(kept * m_rules.heads * m_shape.memoryBlocks);
    m_keptValues.clear();
    const bool isGrouped = isTwoLevel(layer), isFused = isGrouped || isFiltered(layer);
    const std::uint32_t tile = tileRows();
    for (std::uint32_t first = 0; first < m_shape.rows && !stop.stop_requested(); first += tile) {
        const std::uint32_t end = std::min(m_shape.rows, first + tile);
        if (const std::uint32_t from = isFused ? std::max(first, m_scoresFrom) : first; from < end) {
            scoreRows(layer, queries, from, end, stop);
            keepScores(first, end);
        }
        if (m_rules.mode != SelectionMode::PerTokenAndHead)
            chooseShared(first, end);
        else if (!isFused)
            chooseRows(first, end);
    }
    if (isGrouped)
        chooseInGroups(layer, queries, stop);
    else if (isFused)
        chooseFused(layer, queries, stop);
    if (!stop.stop_requested())
        finishChoice(layer);
}

void PlaceChoice::take(std::uint32_t layer, ChosenPlaces chosen)
{
    m_selected = std::move(chosen.selected);
    m_distances = std::move(chosen.distances);
    m_placeScores = std::move(chosen.placeScores);
    m_ties = std::move(chosen.ties);
    m_keptScores = std::move(chosen.keptScores);
    m_keptValues = std::move(chosen.keptValues);
    finishChoice(layer);
}

void PlaceChoice::finishChoice(std::uint32_t layer)
{
    m_scored = true;
    if (m_source)
        m_source->places(layer, m_selected.data(), m_distances.data());
    collectAttended();
}

void PlaceChoice::scoreRows(std::uint32_t layer, const float* queries, std::uint32_t first, std::uint32_t end,
                            const std::stop_token& stop)
{
    const std::uint32_t kvHeads = m_landmarks.shape.kvHeads;
    m_scores.resize(std::size_t{end - first / tileRows() * tileRows()} * m_rules.heads * m_shape.memoryBlocks);
    const std::uint32_t groups = (end - first + kScoredRows - 1) / kScoredRows;
    const std::uint32_t shares = m_shape.rows == 1 ? 1 : kvHeads;   // one row: keys of all kv heads as they lie in memory
    const auto threads = static_cast<std::uint32_t>(workerThreads());
    const std::uint32_t even = m_shape.memoryBlocks / std::clamp(m_shape.memoryBlocks / kFewestScored, 1u, threads) + 1;
    const std::uint32_t blocks = shares == 1 ? std::min(even, kScoredBlocks) : kScoredBlocks;
    const std::uint32_t cuts = (m_shape.memoryBlocks + blocks - 1) / blocks;
    parallelPieces(std::size_t{groups} * cuts * shares, stop, [&](std::size_t index) {
        ScanPiece piece{};
        piece.firstRow = first + static_cast<std::uint32_t>(index / shares / cuts) * kScoredRows;
        piece.endRow = std::min(end, piece.firstRow + kScoredRows);
        piece.firstBlock = static_cast<std::uint32_t>(index / shares % cuts) * blocks;
        piece.endBlock = std::min(m_shape.memoryBlocks, piece.firstBlock + blocks);
        piece.firstKvHead = static_cast<std::uint32_t>(index % shares);
        piece.endKvHead = shares == 1 ? kvHeads : piece.firstKvHead + 1;
        scanPiece(layer, queries, piece);
    });
}

// The scan's parts that don't depend on the share: `rows` rows of the step from row `first` on.
kernels::LandmarkScan PlaceChoice::scanOf(std::uint32_t layer, const float* queries, std::uint32_t first, std::uint32_t rows) const
{
    const MemoryShape& memory = m_landmarks.shape;
    kernels::LandmarkScan scan;
    scan.rows = scan.endRow = static_cast<std::int32_t>(rows);
    scan.heads = static_cast<std::int32_t>(m_rules.heads);
    scan.kvHeads = static_cast<std::int32_t>(memory.kvHeads);
    scan.headDim = static_cast<std::int32_t>(memory.headDim);
    scan.blockLength = static_cast<std::int32_t>(m_shape.blockLength);
    scan.places = static_cast<std::int32_t>(m_places);
    scan.openTokens = static_cast<std::int32_t>(m_shape.openTokens + first);
    scan.memoryBlocks = static_cast<std::int32_t>(m_shape.memoryBlocks);
    scan.queries = queries + std::size_t{first} * m_rules.heads * memory.headDim;
    scan.cosines = m_rules.cosines;
    scan.sines = m_rules.sines;
    scan.scale = 1.0f / std::sqrt(static_cast<float>(memory.headDim));
    scan.bounds = memory.key == SelectionKey::Bounds;
    scan.keyType = keyTypeOf(memory);
    scan.sameKey = layer == 0 && !m_rules.firstLayerKey.empty() ? m_rules.firstLayerKey.data() : nullptr;
    return scan;
}

std::uint32_t PlaceChoice::baseBlocks() const   // memory blocks that `base` holds
{
    const std::uint32_t end = std::min(m_landmarks.baseCount, m_shape.completed);
    return end > m_shape.firstBlock() ? end - m_shape.firstBlock() : 0;
}

// Scores a piece into m_scores, which begins at the tile's first row.
void PlaceChoice::scanPiece(std::uint32_t layer, const float* queries, const ScanPiece& piece)
{
    const std::uint32_t tile = tileRows(), tileFirst = piece.firstRow / tile * tile;
    kernels::LandmarkScan scan = scanOf(layer, queries, tileFirst, piece.endRow - tileFirst);
    scan.firstRow = static_cast<std::int32_t>(piece.firstRow - tileFirst);
    scan.firstKvHead = static_cast<std::int32_t>(piece.firstKvHead);
    scan.endKvHead = static_cast<std::int32_t>(piece.endKvHead);
    scan.scores = m_scores.data();
    const auto share = [&](std::uint32_t firstBlock, std::uint32_t endBlock, const LandmarkIndex* index, std::int64_t offset) {
        if (firstBlock >= endBlock)
            return;
        scan.firstBlock = static_cast<std::int32_t>(firstBlock);
        scan.endBlock = static_cast<std::int32_t>(endBlock);
        scan.slabs = index->slabs(layer);
        scan.slabOffset = offset;
        scan.scratch = threadScratch(kernels::landmarkScanScratch(scan));
        kernels::landmarkScan(scan);
    };
    share(piece.firstBlock, std::min(piece.endBlock, baseBlocks()), m_landmarks.base, m_shape.firstBlock());
    share(std::max(piece.firstBlock, baseBlocks()), piece.endBlock, m_landmarks.own,
          std::int64_t{m_shape.firstBlock()} - std::int64_t{m_landmarks.baseCount});
}

// Whether the landmarks' filter chooses, without keeping scores. In short memories all are scored.
bool PlaceChoice::isFiltered(std::uint32_t layer) const
{
    if (m_rules.mode != SelectionMode::PerTokenAndHead)
        return false;
    if (layer == 0 && !m_rules.firstLayerKey.empty())   // one score for all
        return true;
    return m_shape.memoryBlocks >= LandmarkIndex::kFilteredBlocks;   // however many of them are committed: the same bits
}

// Mode per token and head: scan and choice in one, without keeping scores.
void PlaceChoice::chooseFused(std::uint32_t layer, const float* queries, const std::stop_token& stop)
{
    kernels::LandmarkChoice work = choiceOf(layer, queries);
    const auto kvHeads = static_cast<std::size_t>(work.scan.kvHeads);
    work.cuts = kernels::landmarkCuts(work, workerThreads());
    if (work.cuts > 0) {
        work.filtered = callerScratch(kernels::filteredBytes(work));
        parallelPieces(static_cast<std::size_t>(work.cuts) * kvHeads, stop, [&](std::size_t piece) {
            kernels::LandmarkChoice part = work;
            part.scan.firstKvHead = static_cast<std::int32_t>(piece % kvHeads);
            part.scan.endKvHead = part.scan.firstKvHead + 1;
            part.scratch = threadScratch(kernels::landmarkChoiceScratch(part));
            kernels::filterLandmarks(part, static_cast<std::int32_t>(piece / kvHeads));
        });
    }
    chooseInPieces(work, kScanRows, stop, [](kernels::LandmarkChoice& part) {
        part.scratch = threadScratch(kernels::landmarkChoiceScratch(part));
        kernels::chooseLandmarks(part);
    });
}

kernels::LandmarkChoice PlaceChoice::choiceOf(std::uint32_t layer, const float* queries)
{
    kernels::LandmarkChoice work;
    work.scan = scanOf(layer, queries, 0, m_shape.rows);
    work.parts[0] = {static_cast<std::int32_t>(baseBlocks()), m_landmarks.base->slabs(layer), m_landmarks.base->filters(layer),
                     m_shape.firstBlock(), m_landmarks.base->frame(layer)};
    work.parts[1] = {static_cast<std::int32_t>(m_shape.memoryBlocks), m_landmarks.own->slabs(layer), nullptr,
                     std::int64_t{m_shape.firstBlock()} - std::int64_t{m_landmarks.baseCount}, nullptr};
    work.pinned = m_pinned.data();
    work.pinnedCount = static_cast<std::int32_t>(m_pinned.size());
    work.barred = m_barred.data();
    work.barredCount = static_cast<std::int32_t>(m_barred.size());
    work.selected = m_selected.data();
    work.distances = m_distances.data();
    work.placeScores = m_placeScores.data();
    work.ties = m_ties.data();
    return work;
}

// A piece: at most so many rows, one kv head.
void PlaceChoice::chooseInPieces(const kernels::LandmarkChoice& work, std::uint32_t mostRows, const std::stop_token& stop,
                                 const std::function<void(kernels::LandmarkChoice&)>& choosePart)
{
    const std::uint32_t kvHeads = m_landmarks.shape.kvHeads, tiles = (m_shape.rows + mostRows - 1) / mostRows;
    const std::uint32_t rows = (m_shape.rows + tiles - 1) / tiles;   // alike: the last one keeps no thread waiting
    parallelPieces(std::size_t{tiles} * kvHeads, stop, [&](std::size_t piece) {
        kernels::LandmarkChoice part = work;
        part.scan.firstRow = static_cast<std::int32_t>(piece / kvHeads * rows);
        part.scan.endRow = std::min(part.scan.firstRow + static_cast<std::int32_t>(rows), part.scan.rows);
        part.scan.firstKvHead = static_cast<std::int32_t>(piece % kvHeads);
        part.scan.endKvHead = part.scan.firstKvHead + 1;
        choosePart(part);
    });
}

void PlaceChoice::chooseRows(std::uint32_t first, std::uint32_t end)
{
    parallelPieces(std::size_t{end - first} * m_rules.heads, [&](std::size_t piece) {
        const auto row = first + static_cast<std::uint32_t>(piece / m_rules.heads);
        const auto head = static_cast<std::uint32_t>(piece % m_rules.heads);
        chooseUnit(m_scores.data() + piece * m_shape.memoryBlocks, row, row + 1, head, head + 1);
    });
}

void PlaceChoice::chooseShared(std::uint32_t first, std::uint32_t end)
{
    const std::uint32_t rows = end - first, kvHeads = m_landmarks.shape.kvHeads, n = m_shape.memoryBlocks;
    const bool byTokens = m_rules.mode == SelectionMode::MaxOverTokens, byHeads = m_rules.mode == SelectionMode::MaxOverHeads;
    const std::uint32_t units = byTokens ? m_rules.heads : byHeads ? rows : rows * kvHeads;
    m_values.resize(std::size_t{units} * n);
    kernels::SharedValues work;
    work.mode = sharedBy(m_rules.mode);
    work.scores = m_scores.data();
    work.rows = static_cast<std::int32_t>(rows);
    work.heads = static_cast<std::int32_t>(m_rules.heads);
    work.kvHeads = static_cast<std::int32_t>(kvHeads);
    work.memoryBlocks = static_cast<std::int32_t>(n);
    work.barred = m_barred.data();
    work.barredCount = static_cast<std::int32_t>(m_barred.size());
    work.values = m_values.data();
    parallelPieces(units, [&](std::size_t unit) {
        kernels::SharedValues part = work;
        part.firstUnit = static_cast<std::int32_t>(unit);
        part.endUnit = part.firstUnit + 1;
        kernels::sharedValues(part);
    });
    if (byTokens) {
        mergeTokenValues(rows, first == 0);
        if (end < m_shape.rows)
            return;
        m_keptValues = m_tokenValues;
        for (std::uint32_t head = 0; head < m_rules.heads; ++head)
            chooseUnit(m_tokenValues.data() + std::size_t{head} * n, 0, m_shape.rows, head, head + 1);
        return;
    }
    const std::uint32_t perRow = byHeads ? 1 : kvHeads, group = m_rules.heads / kvHeads;
    if (end > m_scoresFrom) {
        const std::size_t skip = m_scoresFrom > first ? std::size_t{m_scoresFrom - first} * perRow * n : 0;
        m_keptValues.insert(m_keptValues.end(), m_values.begin() + static_cast<std::ptrdiff_t>(skip), m_values.end());
    }
    parallelPieces(units, [&](std::size_t unit) {
        const auto row = first + static_cast<std::uint32_t>(unit / perRow);
        const auto head = byHeads ? 0 : static_cast<std::uint32_t>(unit % perRow) * group;
        chooseUnit(m_values.data() + unit * n, row, row + 1, head, byHeads ? m_rules.heads : head + group);
    });
}

// The maximum over the rows of all tiles.
void PlaceChoice::mergeTokenValues(std::uint32_t, bool firstTile)
{
    if (firstTile) {
        m_tokenValues = m_values;
        return;
    }
    for (std::size_t i = 0; i < m_values.size(); ++i)
        m_tokenValues[i] = std::max(m_tokenValues[i], m_values[i]);
}

// One set for rows [row, endRow) and heads [head, endHead).
void PlaceChoice::chooseUnit(float* values, std::uint32_t row, std::uint32_t endRow, std::uint32_t head, std::uint32_t endHead)
{
    const std::size_t first = (std::size_t{row} * m_rules.heads + head) * m_places;
    const std::size_t scratchBytes = kernels::blockSelectionScratch(static_cast<std::int32_t>(m_shape.memoryBlocks));
    const std::size_t scratchRoom = (scratchBytes + 63) / 64 * 64;
    auto* memory = static_cast<std::byte*>(threadScratch(scratchRoom + m_places * sizeof(std::int32_t)));
    auto* taken = reinterpret_cast<std::int32_t*>(memory + scratchRoom);
    kernels::BlockSelection work;
    work.values = values;
    work.memoryBlocks = static_cast<std::int32_t>(m_shape.memoryBlocks);
    work.places = static_cast<std::int32_t>(m_places);
    work.pinned = m_pinned.data();
    work.pinnedCount = static_cast<std::int32_t>(m_pinned.size());
    work.barred = m_barred.data();
    work.barredCount = static_cast<std::int32_t>(m_barred.size());
    work.placesTaken = taken;
    work.selected = m_selected.data() + first;
    work.distances = m_distances.data() + first;
    work.scratch = memory;
    kernels::selectBlocks(work);
    const bool raw = m_rules.mode == SelectionMode::PerTokenAndHead;
    for (std::uint32_t place = 0; place < m_places; ++place)
        m_placeScores[first + place] = raw ? values[taken[place]] : std::exp(values[taken[place]]);
    for (std::uint32_t x = row; x < endRow; ++x) {
        for (std::uint32_t h = head; h < endHead; ++h) {
            const std::size_t at = (std::size_t{x} * m_rules.heads + h) * m_places;
            m_ties[std::size_t{x} * m_rules.heads + h] = work.tie;
            if (at == first)
                continue;
            std::copy_n(m_selected.begin() + static_cast<std::ptrdiff_t>(first), m_places,
                        m_selected.begin() + static_cast<std::ptrdiff_t>(at));
            std::copy_n(m_distances.begin() + static_cast<std::ptrdiff_t>(first), m_places,
                        m_distances.begin() + static_cast<std::ptrdiff_t>(at));
            std::copy_n(m_placeScores.begin() + static_cast<std::ptrdiff_t>(first), m_places,
                        m_placeScores.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
}

void PlaceChoice::keepScores(std::uint32_t first, std::uint32_t end)
{
    if (end <= m_scoresFrom)
        return;
    const std::size_t perRow = std::size_t{m_rules.heads} * m_shape.memoryBlocks;
    const std::uint32_t from = std::max(first, m_scoresFrom);
    std::memcpy(m_keptScores.data() + (from - m_scoresFrom) * perRow, m_scores.data() + (from - first) * perRow,
                (end - from) * perRow * sizeof(float));
}

void PlaceChoice::collectAttended()
{
    m_attended.clear();
    if (m_selected.size() * kSortedShare < m_shape.memoryBlocks) {
        std::copy_if(m_selected.begin(), m_selected.end(), std::back_inserter(m_attended), [](std::int32_t column) { return column >= 0; });
        std::sort(m_attended.begin(), m_attended.end());
        m_attended.erase(std::unique(m_attended.begin(), m_attended.end()), m_attended.end());
        return;
    }
    m_seen.resize(m_shape.memoryBlocks);
    for (const std::int32_t column : m_selected) {
        if (column >= 0 && !m_seen[static_cast<std::size_t>(column)]) {
            m_seen[static_cast<std::size_t>(column)] = 1;
            m_attended.push_back(column);
        }
    }
    for (const std::int32_t column : m_attended)
        m_seen[static_cast<std::size_t>(column)] = 0;
    std::sort(m_attended.begin(), m_attended.end());
}

LayerRecord PlaceChoice::recordOf(std::uint32_t layer) const
{
    LayerRecord record;
    record.layer = layer;
    record.rows = m_shape.rows;
    record.heads = m_rules.heads;
    record.openTokens = m_shape.openTokens;
    record.blockTokens = m_shape.blockTokens;
    record.blockLength = m_shape.blockLength;
    record.places = m_places;
    record.memoryBlocks = m_shape.memoryBlocks;
    record.firstBlock = m_shape.firstBlock();
    record.mode = m_rules.mode;
    record.selected = m_selected.data();
    record.distances = m_distances.data();
    record.scoredFrom = m_scoresFrom;
    record.pinned = m_pinned;
    record.barred = m_barred;
    if (!m_scored)
        return record;
    record.placeScores = m_placeScores.data();
    record.ties = m_ties.data();
    if (m_scoresFrom < m_shape.rows) {
        record.rawScores = m_keptScores.data();
        record.unitValues = m_rules.mode == SelectionMode::PerTokenAndHead ? nullptr : m_keptValues.data();
    }
    return record;
}

}  // namespace cairn
