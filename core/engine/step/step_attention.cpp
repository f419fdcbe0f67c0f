// The attention part of StepRun: places, rows of the memory, context miss token, kernel calls, records.
#include "core/engine/weights/model_loading.h"
#include "core/engine/common/parallel.h"
#include "core/engine/step/step_run.h"
#include "kernels/attention/block_attention.h"

#include <algorithm>
#include <cmath>

namespace cairn
{

namespace
{

constexpr std::uint32_t kPieceRows = 32;   // at least so many rows of one kv head a piece, in whole tiles

struct RowShare
{
    std::uint32_t firstRow, endRow, kvHead;
    std::uint32_t firstHead, endHead;   // of the kv head's group
};

// Into how many parts the heads of `pieces` groups are cut for so many idle threads: each part reads blocks once more, so only where that
// saves two fifths of the time.
std::uint32_t headCuts(std::uint32_t pieces, std::uint32_t group, std::uint32_t threads)
{
    std::uint32_t best = 1, least = group * 3 / 5 + 1;
    for (std::uint32_t cuts = 2; cuts <= group; ++cuts) {
        const std::uint32_t heads = (group + cuts - 1) / cuts, time = (pieces * cuts + threads - 1) / threads * heads;
        if (time < least) {
            best = cuts;
            least = time;
        }
    }
    return best;
}

// Pieces of `pieceRows` rows of one kv head. What is left for a last round with idle threads is cut among them, by rows, else by query
// heads: each cut decodes blocks once more, so no others are cut.
std::vector<RowShare> evenShares(std::uint32_t firstRow, std::uint32_t rows, std::uint32_t pieceRows, const ModelConfig& config,
                                 std::uint32_t threads)
{
    const std::uint32_t group = config.heads / config.kvHeads;
    std::vector<RowShare> whole, shares;
    for (std::uint32_t row = firstRow; row < rows; row += pieceRows)
        for (std::uint32_t kvHead = 0; kvHead < config.kvHeads; ++kvHead)
            whole.push_back({row, std::min(rows, row + pieceRows), kvHead, 0, group});
    const std::size_t full = whole.size() / threads * threads;
    shares.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(full));
    const auto left = static_cast<std::uint32_t>(whole.size() - full);
    const std::uint32_t cuts = rows - firstRow == 1 ? headCuts(left, group, threads) : 1, heads = (group + cuts - 1) / cuts;
    for (std::size_t i = full; i < whole.size(); ++i) {
        const RowShare& share = whole[i];
        const std::uint32_t cut = (share.endRow - share.firstRow + threads - 1) / threads;
        for (std::uint32_t row = share.firstRow; row < share.endRow; row += cut)
            for (std::uint32_t head = 0; head < group; head += heads)
                shares.push_back({row, std::min(share.endRow, row + cut), share.kvHead, head, std::min(group, head + heads)});
    }
    return shares;
}

float scaleOf(const ModelConfig& config)
{
    return 1.0f / std::sqrt(static_cast<float>(config.headDim));
}

}  // namespace

Result<void> StepRun::attend(std::uint32_t layer, std::uint32_t firstRow)
{
    m_choice.choose(layer, m_local.queries(), m_stop);
    if (isStopped())
        return stoppedOnRequest();
    if (auto done = gatherMemory(layer); !done) {
        m_stream.m_base->releaseRows();
        return done.error();
    }
    if (m_stream.settings().attention == AttentionWay::Grouped)
        gatherLandmarkKeys(layer);
    if (!m_model.missKeys.empty())
        scoreMissToken(layer);
    runAttentionPieces(firstRow);
    m_off.clear(layer, {m_at.attended.data, std::size_t{m_step.rows} * m_model.queryWidth()}, m_model.config.heads,
                m_model.config.headDim);
    m_stream.m_base->releaseRows();
    if (m_wants.recorder)
        reportLayer(layer);
    return {};
}

// Pointers to the images of the blocks that some row attends; the archive is asked for what is not in RAM.
Result<void> StepRun::gatherMemory(std::uint32_t layer)
{
    m_heldBlocks.clear();
    for (const std::int32_t column : m_choice.attended()) {   // ascending: the stream's own blocks come last
        const std::uint32_t block = m_step.firstBlock() + static_cast<std::uint32_t>(column);
        if (block < m_stream.m_baseCount)
            m_heldBlocks.push_back(block);
        else
            m_rows[static_cast<std::size_t>(column)] = m_stream.m_own[block - m_stream.m_baseCount]->row(layer);
    }
    m_heldRows.resize(m_heldBlocks.size());
    if (auto done = m_stream.m_base->holdRows(layer, m_heldBlocks, m_heldRows); !done)
        return done.error();
    for (std::size_t i = 0; i < m_heldBlocks.size(); ++i)
        m_rows[m_heldBlocks[i] - m_step.firstBlock()] = m_heldRows[i];
    return {};
}

void StepRun::gatherLandmarkKeys(std::uint32_t layer)
{
    const MemoryShape& shape = m_stream.m_base->shape();
    const std::size_t width = std::size_t{shape.kvHeads} * shape.headDim;
    m_landmarkKeys.resize(m_choice.attended().size() * width);
    float* to = m_landmarkKeys.data();
    for (const std::int32_t column : m_choice.attended()) {
        const std::uint32_t block = m_step.firstBlock() + static_cast<std::uint32_t>(column);
        const bool base = block < m_stream.m_baseCount;
        const std::byte* key = base ? m_stream.m_base->landmarks().at(layer, block)
                                    : m_stream.m_ownLandmarks.at(layer, block - m_stream.m_baseCount);
        if (shape.landmarkType == KvType::F32)
            std::copy_n(reinterpret_cast<const float*>(key), width, to);
        else
            kernels::decodeHalves(reinterpret_cast<const std::uint16_t*>(key), width, to);
        m_landmarkPointers[static_cast<std::size_t>(column)] = to;
        to += width;
    }
}

// rho = < R(min(N, k+1) * B + 1 + i) q, key > / sqrt(d), landmark_semantics.md 7
void StepRun::scoreMissToken(std::uint32_t layer)
{
    const ModelConfig& config = m_model.config;
    const std::uint32_t back = std::min(m_step.completed, m_choice.places() + 1) * m_step.blockLength + 1;
    const std::uint32_t group = config.heads / config.kvHeads;
    m_missScores.resize(std::size_t{m_step.rows} * config.heads);
    std::vector<float> query(config.headDim);
    for (std::uint32_t row = 0; row < m_step.rows; ++row) {
        for (std::uint32_t head = 0; head < config.heads; ++head) {
            const std::size_t at = std::size_t{row} * config.heads + head;
            m_model.rope.rotate(m_local.queries() + at * config.headDim, back + m_step.openTokens + row, query.data());
            const float* key = m_model.missKeys[layer].data() + std::size_t{head / group} * config.headDim;
            float sum = 0;
            for (std::uint32_t j = 0; j < config.headDim; ++j)
                sum += query[j] * key[j];
            m_missScores[at] = sum * scaleOf(config);
        }
    }
}

void StepRun::runAttentionPieces(std::uint32_t firstRow)
{
    const ModelConfig& config = m_model.config;
    const std::size_t T = m_step.rows, H = config.heads, k = m_choice.places();
    const std::size_t weightRows = T - std::min<std::size_t>(m_weightsFrom, T);
    m_gates.resize(m_wants.recorder ? T * H * k : 0);
    m_miss.resize(m_wants.recorder && !m_missScores.empty() ? T * H : 0);
    m_memoryWeights.resize(weightRows * H * k * m_step.blockTokens);
    m_localWeights.resize(weightRows * H * m_step.localTokens());

    kernels::BlockAttention work;
    work.rows = static_cast<std::int32_t>(T);
    work.heads = static_cast<std::int32_t>(H);
    work.kvHeads = static_cast<std::int32_t>(config.kvHeads);
    work.headDim = static_cast<std::int32_t>(config.headDim);
    work.blockTokens = static_cast<std::int32_t>(m_step.blockTokens);
    work.blockLength = static_cast<std::int32_t>(m_step.blockLength);
    work.places = static_cast<std::int32_t>(k);
    work.openTokens = static_cast<std::int32_t>(m_step.openTokens);
    work.grouped = m_stream.settings().attention == AttentionWay::Grouped;
    work.landmarks = m_step.landmarks;
    work.queries = m_local.queries();
    work.cosines = m_model.rope.cosines();
    work.sines = m_model.rope.sines();
    work.scale = scaleOf(config);
    work.localKeys = m_local.keys();
    work.localValues = m_local.values();
    work.localRows = static_cast<std::int32_t>(m_local.headRows());
    work.localParts = productsOf(m_model) == Products::Packed;   // 2^-16 is nothing beside rounded weights and activations
    work.rowType = static_cast<kernels::RowType>(m_stream.m_base->shape().type);
    work.blocks = m_rows.data();
    work.landmarkKeys = m_landmarkPointers.data();
    work.selected = m_choice.selected();
    work.distances = m_choice.distances();
    work.missScores = m_missScores.empty() ? nullptr : m_missScores.data();
    work.missCutoff = m_stream.settings().missCutoff;
    work.output = m_at.attended.data;
    work.gates = m_gates.empty() ? nullptr : m_gates.data();
    work.miss = m_miss.empty() ? nullptr : m_miss.data();

    const auto tile = static_cast<std::uint32_t>(kernels::blockAttentionRowTile(work));
    const std::vector<RowShare> shares = evenShares(firstRow, m_step.rows, (std::max(kPieceRows, tile) + tile - 1) / tile * tile,
                                                    config, static_cast<std::uint32_t>(workerThreads()));
    parallelPieces(shares.size(), [&](std::size_t piece) {
        if (isStopped())
            return;
        kernels::BlockAttention part = work;
        part.firstRow = static_cast<std::int32_t>(shares[piece].firstRow);
        part.endRow = static_cast<std::int32_t>(shares[piece].endRow);
        part.firstKvHead = static_cast<std::int32_t>(shares[piece].kvHead);
        part.endKvHead = part.firstKvHead + 1;
        part.firstGroupHead = static_cast<std::int32_t>(shares[piece].firstHead);
        part.endGroupHead = static_cast<std::int32_t>(shares[piece].endHead);
        attentionShare(part);
    });
}

// Cuts a share where rows with recorded weights begin: only they have room for them.
void StepRun::attentionShare(kernels::BlockAttention& part)
{
    const auto from = static_cast<std::int32_t>(std::min(m_weightsFrom, m_step.rows));
    const auto call = [&](std::int32_t first, std::int32_t end, bool weights) {
        if (first >= end)
            return;
        kernels::BlockAttention share = part;
        share.firstRow = first;
        share.endRow = end;
        if (weights) {   // the arrays are indexed by row of the step, ours begin at row `from`
            const auto skip = static_cast<std::ptrdiff_t>(from) * share.heads;
            share.memoryWeights = m_memoryWeights.empty() ? nullptr : m_memoryWeights.data() - skip * share.places * share.blockTokens;
            share.localWeights = m_localWeights.data() - skip * static_cast<std::ptrdiff_t>(m_step.localTokens());
        }
        share.scratch = threadScratch(kernels::blockAttentionScratch(share));
        kernels::blockAttention(share);
    };
    call(part.firstRow, std::min(part.endRow, from), false);
    call(std::max(part.firstRow, from), part.endRow, true);
}

void StepRun::reportLayer(std::uint32_t layer)
{
    LayerRecord record = m_choice.recordOf(layer);
    record.kvHeads = m_model.config.kvHeads;
    record.queries = m_local.queries();
    record.gates = m_gates.data();
    record.miss = m_miss.empty() ? nullptr : m_miss.data();
    record.weightsFrom = m_weightsFrom;
    record.memoryWeights = m_memoryWeights.empty() ? nullptr : m_memoryWeights.data();
    record.localWeights = m_localWeights.empty() ? nullptr : m_localWeights.data();
    m_wants.recorder->record(m_off.without(record));
}

}  // namespace cairn
