// One step over a session's blocks by the two-level scan, its choice beside the flat one of the same queries and beside dense attention.
#include "app/lab/evaluation/scan_run.h"
#include "app/lab/evaluation/stream_pass.h"
#include "core/engine/common/parallel.h"
#include "core/engine/weights/rope_table.h"
#include "kernels/retrieval/block_selection.h"
#include "kernels/rows/kv_row.h"
#include "storage/blocks/block_store.h"
#include "storage/folders/session_folder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::uint32_t kRowsAtOnce = 64;               // blocks read together
constexpr std::uint64_t kRowBytes = 256ull << 20;       // kept by the memory

float dot(const float* a, const float* b, std::uint32_t d)
{
    float sums[8] = {};
    for (std::uint32_t j = 0; j < d; ++j)
        sums[j % 8] += a[j] * b[j];
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

float logSumExp(const float* scores, std::uint32_t count)
{
    const float most = *std::max_element(scores, scores + count);
    float sum = 0;
    for (std::uint32_t i = 0; i < count; ++i)
        sum += std::exp(scores[i] - most);
    return most + std::log(sum);
}

// Compares as the layers come; a step of one block.
class Comparison final : public StepRecorder
{
public:
    Comparison(const StreamPass& pass, BlockStore& store, const ScanPlan& plan)
        : m_pass(pass), m_store(store), m_queries(plan.queries), m_dense(plan.dense), m_layers(pass.config().layers),
          m_rope(ropeFrequencies(pass.config().headDim, pass.config().ropeTheta, pass.config().ropeScaling, pass.trainedContext()))
    {
    }

    std::uint32_t scoresFrom(std::uint32_t) const override { return 0; }
    bool placeScores() const override { return true; }

    void record(const LayerRecord& layer) override
    {
        if (layer.layer == 0 && m_pass.layout().landmarks)   // one score for all
            return;
        if (layer.rawScores && m_problem)
            if (auto done = compare(layer); !done)
                m_problem = done.error();
    }

    Result<void> problem() const { return m_problem; }
    std::vector<ScanAgreement> take() { return std::move(m_layers); }

private:
    struct Unit   // a row and head
    {
        std::uint32_t row = 0, head = 0;
    };

    Result<void> compare(const LayerRecord& layer)
    {
        std::vector<Unit> units;
        for (std::uint32_t i = 0; i < m_queries; ++i)
            for (std::uint32_t head = 0; head < layer.heads; ++head)
                units.push_back({(2 * i + 1) * layer.rows / (2 * m_queries), head});
        const auto masses = m_dense ? denseMasses(layer, units) : landmarkMasses(layer, units);
        if (!masses)
            return masses.error();
        for (std::size_t u = 0; u < units.size(); ++u)
            add(layer, units[u], masses->data() + u * layer.memoryBlocks);
        return {};
    }

    void add(const LayerRecord& layer, const Unit& unit, const float* masses)
    {
        ScanAgreement& sum = m_layers[layer.layer];
        const std::uint32_t n = layer.memoryBlocks, k = layer.places;
        const std::size_t at = std::size_t{unit.row} * layer.heads + unit.head;
        std::vector<float> values(layer.rawScores + at * n, layer.rawScores + (at + 1) * n);
        std::vector<std::int32_t> flat(k), distances(k);
        std::vector<std::byte> scratch(kernels::blockSelectionScratch(static_cast<std::int32_t>(n)));
        const std::int32_t pinned[] = {0};
        kernels::BlockSelection selection;
        selection.values = values.data();
        selection.memoryBlocks = static_cast<std::int32_t>(n), selection.places = static_cast<std::int32_t>(k);
        selection.pinned = pinned, selection.pinnedCount = 1;
        selection.selected = flat.data(), selection.distances = distances.data();
        selection.scratch = scratch.data();
        kernels::selectBlocks(selection);
        const std::int32_t* grouped = layer.selected + at * k;
        sum.places += k;
        ++sum.queries;
        for (const std::int32_t block : flat) {
            sum.shared += std::find(grouped, grouped + k, block) != grouped + k;
            sum.flatMass += static_cast<double>(masses[block]);
        }
        for (std::uint32_t i = 0; i < k; ++i)
            sum.mass += static_cast<double>(masses[grouped[i]]);
    }

    // [units][n] softmax over the landmarks' scores
    static Result<std::vector<float>> landmarkMasses(const LayerRecord& layer, const std::vector<Unit>& units)
    {
        const std::uint32_t n = layer.memoryBlocks;
        std::vector<float> weights;
        for (const Unit& unit : units) {
            const float* scores = layer.rawScores + (std::size_t{unit.row} * layer.heads + unit.head) * n;
            const float all = logSumExp(scores, n);
            for (std::uint32_t block = 0; block < n; ++block)
                weights.push_back(std::exp(scores[block] - all));
        }
        return weights;
    }

    // [units][n] dense attention's weight over the blocks in memory, old ones where they are scored (landmark_semantics.md 4)
    Result<std::vector<float>> denseMasses(const LayerRecord& layer, const std::vector<Unit>& units)
    {
        const std::uint32_t n = layer.memoryBlocks;
        const std::size_t bytes = m_store.identity().shape.rowBytes();
        std::vector<float> weights(units.size() * n);
        std::vector<std::byte> rows(kRowsAtOnce * bytes);
        m_rope.reserve((layer.places + 2) * layer.blockLength + layer.openTokens + layer.rows);
        for (std::uint32_t first = 0; first < n; first += kRowsAtOnce) {
            const std::uint32_t count = std::min(kRowsAtOnce, n - first);
            for (std::uint32_t i = 0; i < count; ++i) {
                const BlockId block(layer.firstBlock + first + i);
                auto done = m_store.readRow(LayerIndex(layer.layer), block, {rows.data() + i * bytes, bytes});
                if (!done)
                    return done.error();
            }
            parallelPieces(count, [&](std::size_t i) {
                const auto block = first + static_cast<std::uint32_t>(i);
                scoreBlock(layer, units, block, rows.data() + i * bytes, weights.data() + block);
            });
        }
        for (std::size_t u = 0; u < units.size(); ++u) {
            const float all = logSumExp(weights.data() + u * n, n);
            for (std::uint32_t block = 0; block < n; ++block)
                weights[u * n + block] = std::exp(weights[u * n + block] - all);
        }
        return weights;
    }

    // to[unit * n]: log-sum-exp over the block's tokens
    void scoreBlock(const LayerRecord& layer, const std::vector<Unit>& units, std::uint32_t block, const std::byte* row, float* to) const
    {
        const MemoryShape& shape = m_store.identity().shape;
        const std::uint32_t F = shape.blockTokens, d = shape.headDim, group = layer.heads / shape.kvHeads;
        const kernels::KvRowShape of{static_cast<std::int32_t>(shape.kvHeads), static_cast<std::int32_t>(F), static_cast<std::int32_t>(d),
                                     static_cast<kernels::RowType>(shape.type)};
        const Slots slots{layer.memoryBlocks, layer.places};
        const float scale = 1 / std::sqrt(static_cast<float>(d));
        std::vector<float> keys(std::size_t{F} * d), turned(d), scores(F);
        for (std::uint32_t kvHead = 0; kvHead < shape.kvHeads; ++kvHead) {
            kernels::decodeKeys(of, row, static_cast<std::int32_t>(kvHead), keys.data());
            for (std::size_t u = 0; u < units.size(); ++u) {
                if (units[u].head / group != kvHead)
                    continue;
                m_rope.rotate(layer.queries + (std::size_t{units[u].row} * layer.heads + units[u].head) * d,
                              slots.scoringDistance(block) * layer.blockLength + layer.openTokens + units[u].row, turned.data());
                for (std::uint32_t t = 0; t < F; ++t)
                    scores[t] = scale * dot(turned.data(), keys.data() + std::size_t{t} * d, d);
                to[u * layer.memoryBlocks] = logSumExp(scores.data(), F);
            }
        }
    }

    const StreamPass& m_pass;
    BlockStore& m_store;
    const std::uint32_t m_queries;
    const bool m_dense;
    std::vector<ScanAgreement> m_layers;
    RopeTable m_rope;
    Result<void> m_problem;
};

}  // namespace

void ScanAgreement::merge(const ScanAgreement& other)
{
    places += other.places;
    shared += other.shared;
    queries += other.queries;
    flatMass += other.flatMass;
    mass += other.mass;
}

Result<std::vector<ScanAgreement>> scanAgreement(Lab& lab, const ScanPlan& plan, std::uint32_t groups)
{
    BlockStoreOptions reading;
    reading.access = Access::ReadOnly;
    auto store = BlockStore::open(blocksPath(plan.session), reading);
    if (!store)
        return Error{store.error().code, plan.session + ": " + store.error().message};
    const MemoryShape& shape = (*store)->identity().shape;
    auto pass = StreamPass::open(lab.modelPath(), lab.adapterPath(), shape.type);
    if (!pass)
        return pass.error();
    if (!(pass->shape() == shape) || (*store)->identity().model != lab.engine().info().modelFingerprint)
        return Error{ErrorCode::Unsupported, "This session was read with another model or adapter; name it with --model and --adapter."};
    auto blocks = MemoryBlocks::open(store->get(), shape, std::make_shared<RowBudget>(kRowBytes));
    if (!blocks)
        return blocks.error();
    StreamSettings settings;
    settings.topK = plan.topK;
    settings.scan = ScanWay::TwoLevel;
    settings.openedGroups = groups;
    std::vector<ScanAgreement> sum(shape.layers);
    for (std::uint32_t sample = 0; sample < plan.samples && sample + 2 < (*blocks)->count(); ++sample) {
        Stream stream = pass->streamOn(*blocks, settings);
        const std::uint32_t asking = (*blocks)->count() - 1 - sample;
        const std::vector<TokenId> tokens = stream.blockTokens(asking);
        stream.truncate(asking);
        Comparison comparison(*pass, **store, plan);
        if (auto done = pass->read(stream, tokens, pass->layout().blockLength(), 0, {}, &comparison); !done)
            return done.error();
        if (auto done = comparison.problem(); !done)
            return done.error();
        const std::vector<ScanAgreement> found = comparison.take();
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer)
            sum[layer].merge(found[layer]);
    }
    return sum;
}

}  // namespace cairn
