#include "app/lab/golden_softmax.h"

#include "core/engine/blocks/finished_block.h"
#include "kernels/attention/block_attention.h"

#include <algorithm>
#include <vector>

namespace cairn
{

namespace
{

constexpr double kWeightTolerance = 2e-6;   // landmark_semantics.md 16, softmax tables
constexpr std::size_t kHeadDim = 64;        // one dimension a token: 23 rows fit

struct Table
{
    std::size_t rows = 0, blockTokens = 0, blockLength = 0;
    std::vector<float> scores;       // [rows][rows]
    std::vector<float> missScores;   // [rows], with a context miss token
    std::size_t controlled = 0;      // blocks that are memory once they are complete
};

struct Weights
{
    std::vector<float> weights;   // [rows][rows]
    std::vector<float> miss;      // [rows]
};

// Rows [first, end) as one step whose memory is the complete controlled blocks before `first`.
void runStep(const Table& table, std::size_t first, std::size_t end, float cutoff, Weights& out)
{
    const std::size_t F = table.blockTokens, B = table.blockLength, k = table.missScores.empty() ? 0 : first / B, T = end - first,
                      d = kHeadDim;
    std::vector<float> queries(T * d), keys(T * d), values(T * d), cosines((k + 2) * B * d + T * d, 1.0f), sines(cosines.size());
    for (std::size_t x = 0; x < T; ++x) {
        std::copy_n(table.scores.begin() + static_cast<std::ptrdiff_t>((first + x) * table.rows), table.rows,
                    queries.begin() + static_cast<std::ptrdiff_t>(x * d));
        keys[x * d + first + x] = 1;
    }
    std::vector<std::vector<float>> images(k, std::vector<float>(2 * F * d)), landmarkKeys(k, std::vector<float>(d));
    std::vector<const void*> blocks;
    std::vector<const float*> landmarks;
    std::vector<std::int32_t> selected, distances;
    for (std::size_t b = 0; b < k; ++b) {
        for (std::size_t t = 0; t < F; ++t)
            images[b][t * d + b * B + t] = 1;
        landmarkKeys[b][b * B + F] = 1;
        blocks.push_back(images[b].data());
        landmarks.push_back(landmarkKeys[b].data());
    }
    for (std::size_t i = 0; i < T * k; ++i) {
        selected.push_back(static_cast<std::int32_t>(i % k));
        distances.push_back(static_cast<std::int32_t>(k - i % k));
    }
    std::vector<float> output(T * d), gates(T * k), miss(T), memoryWeights(T * k * F), localWeights(T * T);
    kernels::BlockAttention work;
    work.rows = static_cast<std::int32_t>(T);
    work.heads = work.kvHeads = 1;
    work.headDim = static_cast<std::int32_t>(d);
    work.blockTokens = static_cast<std::int32_t>(F);
    work.blockLength = static_cast<std::int32_t>(B);
    work.places = static_cast<std::int32_t>(k);
    work.endRow = work.rows;
    work.endKvHead = 1;
    work.grouped = true;
    work.queries = queries.data();
    work.cosines = cosines.data();
    work.sines = sines.data();
    work.localKeys = keys.data();
    work.localValues = values.data();
    work.blocks = blocks.data();
    work.landmarkKeys = landmarks.data();
    work.selected = selected.data();
    work.distances = distances.data();
    work.missScores = table.missScores.empty() ? nullptr : table.missScores.data() + first;
    work.missCutoff = cutoff;
    work.output = output.data();
    work.gates = gates.data();
    work.miss = table.missScores.empty() ? nullptr : miss.data();
    work.memoryWeights = memoryWeights.data();
    work.localWeights = localWeights.data();
    const AlignedBytes scratch = alignedBytes(kernels::blockAttentionScratch(work) + 64);
    work.scratch = scratch.get();
    kernels::blockAttention(work);
    for (std::size_t x = 0; x < T; ++x) {
        float* row = out.weights.data() + (first + x) * table.rows;
        for (std::size_t b = 0; b < k; ++b)
            std::copy_n(memoryWeights.begin() + static_cast<std::ptrdiff_t>((x * k + b) * F), F, row + b * B);
        std::copy_n(localWeights.begin() + static_cast<std::ptrdiff_t>(x * T), T, row + first);
        out.miss[first + x] = miss[x];
    }
}

Weights run(const Table& table, float cutoff)
{
    Weights out{std::vector<float>(table.rows * table.rows), std::vector<float>(table.rows)};
    std::size_t first = 0;
    for (std::size_t block = 0; block < table.controlled; ++block, first += table.blockLength)
        runStep(table, first, first + table.blockLength, cutoff, out);
    runStep(table, first, table.rows, cutoff, out);
    return out;
}

void compare(const GoldenCase& golden, const std::string& tensor, const std::vector<float>& got, GoldenResult& result)
{
    if (!golden.has(tensor))
        return;
    const auto wanted = golden.expected.readFloats(tensor).value();
    for (std::size_t i = 0; i < got.size(); ++i)
        result.difference(tensor, tensor, got[i], wanted[i], kWeightTolerance);
    ++result.compared;
}

}  // namespace

void replaySoftmax(const GoldenCase& golden, GoldenResult& result)
{
    Table table;
    table.rows = golden.shape("scores").front();
    table.blockTokens = golden.blockTokens.value_or(4);
    table.blockLength = table.blockTokens + 1;
    table.scores = golden.expected.readFloats("scores").value();
    if (table.rows > kHeadDim) {
        result.error = golden.folder + ": more than 64 rows can't be replayed.";
        return;
    }
    if (golden.has("miss_scores")) {
        table.missScores = golden.expected.readFloats("miss_scores").value();
        const JsonValue* controlled = golden.json.find("controlled_blocks");
        table.controlled = static_cast<std::size_t>(controlled ? controlled->integer().value_or(0) : 0);
    }
    const Weights plain = run(table, -1);
    compare(golden, "weights", plain.weights, result);
    if (table.missScores.empty())
        return;
    compare(golden, "miss", plain.miss, result);
    const JsonValue* cutoff = golden.json.find("cutoff");
    compare(golden, "weights_cutoff", run(table, static_cast<float>(cutoff ? cutoff->number().value_or(-1) : -1)).weights, result);
}

}  // namespace cairn
