// The masses of one stretch of text: keys as stored, queries of the rows behind them.
#include "app/lab/evaluation/retrieval_run.h"

#include "core/engine/blocks/finished_block.h"
#include "core/engine/weights/rope_table.h"
#include "core/types/half.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::uint32_t kWindowBlocks = 16, kPinNewest = 16;   // as memories are read

// Queries of some rows of a step.
class QueryRecorder final : public StepRecorder
{
public:
    QueryRecorder(const ModelConfig& config, std::vector<std::uint32_t> rows) : m_config(config), m_rows(std::move(rows)) {}

    void record(const LayerRecord& layer) override
    {
        const std::size_t width = std::size_t{m_config.heads} * m_config.headDim;
        for (const std::uint32_t row : m_rows)
            m_queries.insert(m_queries.end(), layer.queries + row * width, layer.queries + (row + 1) * width);
    }

    const std::vector<std::uint32_t>& rows() const { return m_rows; }
    const float* query(std::uint32_t layer, std::size_t row, std::uint32_t head) const
    {
        return m_queries.data() + ((layer * m_rows.size() + row) * m_config.heads + head) * m_config.headDim;
    }

private:
    const ModelConfig& m_config;
    std::vector<std::uint32_t> m_rows;
    std::vector<float> m_queries;   // [L][rows][H][d]
};

// Everything one kv head of a layer keeps of n blocks, in 32 bits: keys rotated by the in-block offset, landmark key by F.
struct HeadKeys
{
    std::uint32_t blocks = 0, F = 0, d = 0;
    std::vector<float> keys;        // [n][F][d]
    std::vector<float> landmarks;   // [n][d]
    std::vector<float> centres, extents, means;   // [n][d]
};

float valueAt(const std::byte* from, std::size_t index, KvType type)
{
    if (type == KvType::F32)
        return reinterpret_cast<const float*>(from)[index];
    return halfToFloat(reinterpret_cast<const std::uint16_t*>(from)[index]);
}

HeadKeys keysOf(std::span<const FinishedBlockPtr> blocks, const MemoryShape& shape, std::uint32_t layer, std::uint32_t kvHead)
{
    const std::uint32_t F = shape.blockTokens, d = shape.headDim;
    HeadKeys head{static_cast<std::uint32_t>(blocks.size()), F, d, {}, {}, {}, {}, {}};
    for (const FinishedBlockPtr& block : blocks) {
        for (std::uint32_t j = 0; j < d; ++j)
            head.landmarks.push_back(valueAt(block->landmark(layer), std::size_t{kvHead} * d + j, shape.landmarkType));
        for (std::size_t i = 0; i < std::size_t{F} * d; ++i)
            head.keys.push_back(valueAt(block->row(layer), std::size_t{kvHead} * F * d + i, shape.type));
        const float* keys = head.keys.data() + head.keys.size() - std::size_t{F} * d;
        for (std::uint32_t j = 0; j < d; ++j) {
            float low = std::numeric_limits<float>::infinity(), high = -low, sum = 0;
            for (std::uint32_t t = 0; t < F; ++t) {
                low = std::min(low, keys[t * d + j]);
                high = std::max(high, keys[t * d + j]);
                sum += keys[t * d + j];
            }
            head.centres.push_back((low + high) / 2);
            head.extents.push_back((high - low) / 2);
            head.means.push_back(sum / static_cast<float>(F));
        }
    }
    return head;
}

float dot(const float* a, const float* b, std::uint32_t d)
{
    float sum = 0;
    for (std::uint32_t j = 0; j < d; ++j)
        sum += a[j] * b[j];
    return sum;
}

struct Scores
{
    std::vector<float> members, landmarks, bounds, means;
};

// One query against all blocks; `angle`: how far query and a block's first token stand apart.
void scoreBlocks(const HeadKeys& head, const RopeTable& rope, const float* query, const std::vector<std::uint32_t>& angles, Scores& scores)
{
    const float scale = 1 / std::sqrt(static_cast<float>(head.d));
    std::vector<float> turned(head.d);
    for (std::uint32_t b = 0; b < head.blocks; ++b) {
        if (b == 0 || angles[b] != angles[b - 1])
            rope.rotate(query, angles[b], turned.data());
        for (std::uint32_t t = 0; t < head.F; ++t)
            scores.members[std::size_t{b} * head.F + t] = scale * dot(turned.data(), head.keys.data() + (std::size_t{b} * head.F
                + t) * head.d, head.d);
        const std::size_t at = std::size_t{b} * head.d;
        scores.landmarks[b] = scale * dot(turned.data(), head.landmarks.data() + at, head.d);
        scores.means[b] = scale * dot(turned.data(), head.means.data() + at, head.d);
        float reach = 0;
        for (std::uint32_t j = 0; j < head.d; ++j)
            reach += std::fabs(turned[j]) * head.extents[at + j];
        scores.bounds[b] = scale * (dot(turned.data(), head.centres.data() + at, head.d) + reach);
    }
}

void addQuery(const Scores& scores, std::uint32_t F, std::uint32_t k, bool withoutFirst, HeadMass& found)
{
    const std::size_t from = withoutFirst ? 1 : 0;
    const std::vector<double> masses = blockMasses(std::span(scores.members).subspan(from * F), F);
    const auto of = [&](const std::vector<float>& values) { return massFound(masses, std::span(values).subspan(from), k); };
    ++found.queries;
    found.gateErrors += gateError(masses, std::span(scores.landmarks).subspan(from));
    found.add(BlockSelector::Landmark, of(scores.landmarks));
    found.add(BlockSelector::Bounds, of(scores.bounds));
    found.add(BlockSelector::MeanKey, of(scores.means));
    found.add(BlockSelector::Random, randomMass(masses.size(), k));
    found.add(BlockSelector::Best, bestMass(masses, k));
}

std::vector<std::uint32_t> spread(std::uint32_t count, std::uint32_t of)
{
    std::vector<std::uint32_t> rows;
    count = std::min(count, of);
    for (std::uint32_t i = 0; i < count; ++i)
        rows.push_back(static_cast<std::uint32_t>((std::uint64_t{i} * 2 + 1) * of / (std::uint64_t{2} * count)));
    return rows;
}

// How far row `offset` of the block behind n blocks stands from the first token of each.
std::vector<std::uint32_t> anglesFor(const StreamLayout& layout, std::uint32_t n, std::uint32_t k, bool truePositions, std::uint32_t offset)
{
    const Slots slots{n, std::min(k, n)};
    std::vector<std::uint32_t> angles;
    for (std::uint32_t b = 0; b < n; ++b)
        angles.push_back((truePositions ? n - b : slots.scoringDistance(b)) * layout.blockLength() + offset);
    return angles;
}

}  // namespace

Result<std::vector<HeadMass>> massFoundIn(const StreamPass& pass, std::span<const TokenId> tokens, std::uint32_t k, std::uint32_t n,
                                           const RetrievalPlan& plan)
{
    const StreamLayout& layout = pass.layout();
    const ModelConfig& config = pass.config();
    const std::uint32_t B = layout.blockLength(), F = layout.blockTokens;
    const bool dense = std::uint64_t{n + 1} * B <= pass.trainedContext();
    StreamSettings settings;
    settings.topK = kPinNewest + 1;
    Stream stream = pass.stream(settings);
    const std::vector<std::uint32_t> offsets = spread(plan.queries, F);
    std::vector<std::uint32_t> rows = offsets;
    for (std::uint32_t& row : rows)
        row += dense ? n * B : 0;
    QueryRecorder recorder(config, rows);
    if (!dense) {
        if (auto done = pass.read(stream, tokens.first(std::size_t{n} * F), kWindowBlocks * B, kPinNewest); !done)
            return done.error();
    }
    const auto rest = tokens.subspan(dense ? 0 : std::size_t{n} * F, std::size_t{dense ? n + 1 : 1} * F);
    if (auto done = pass.read(stream, rest, (n + 1) * B, kPinNewest, {}, &recorder); !done)
        return done.error();

    RopeTable rope(ropeFrequencies(config.headDim, config.ropeTheta, config.ropeScaling, pass.trainedContext()));
    rope.reserve((n + 2) * B);
    const std::uint32_t group = config.heads / config.kvHeads;
    std::vector<HeadMass> result(std::size_t{config.layers} * config.heads);
    Scores scores{std::vector<float>(std::size_t{n} * F), std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)};
    for (std::uint32_t layer = 0; layer < config.layers; ++layer) {
        for (std::uint32_t kvHead = 0; kvHead < config.kvHeads; ++kvHead) {
            const HeadKeys keys = keysOf(stream.ownBlocks().first(n), pass.shape(), layer, kvHead);
            for (std::size_t row = 0; row < offsets.size(); ++row) {
                const std::vector<std::uint32_t> angles = anglesFor(layout, n, k, dense, offsets[row]);
                for (std::uint32_t head = kvHead * group; head < (kvHead + 1) * group; ++head) {
                    scoreBlocks(keys, rope, recorder.query(layer, row, head), angles, scores);
                    addQuery(scores, F, k, plan.withoutFirst, result[std::size_t{layer} * config.heads + head]);
                }
            }
        }
    }
    return result;
}

}  // namespace cairn
