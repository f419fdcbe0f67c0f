// The rules one by one, on copies; nothing clever.
#include "kernels/retrieval/block_selection.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace cairn::kernels
{
namespace
{

constexpr float kNone = -std::numeric_limits<float>::infinity();

struct Candidate
{
    std::int32_t block;
    float value;
};

// Rule 4 for `places` of the candidates, which come in ascending order of blocks. True: a tie at the last place.
bool takeBest(const std::vector<Candidate>& candidates, std::int32_t places, std::vector<std::int32_t>& taken)
{
    if (places <= 0)
        return false;
    std::vector<float> values;
    for (const Candidate& candidate : candidates)
        values.push_back(candidate.value);
    std::nth_element(values.begin(), values.begin() + (places - 1), values.end(), std::greater<>());
    const float v = values[places - 1];
    const float above = v + kTieTolerance, level = v - kTieTolerance;   // -inf stays -inf: all barred blocks are equal
    std::int32_t left = places, equals = 0;
    for (const Candidate& candidate : candidates) {
        if (candidate.value > above) {
            taken.push_back(candidate.block);
            --left;
        } else if (candidate.value >= level) {
            ++equals;
        }
    }
    const bool tie = equals > left && v != kNone;
    for (const Candidate& candidate : candidates) {
        if (left > 0 && candidate.value >= level && !(candidate.value > above)) {
            taken.push_back(candidate.block);
            --left;
        }
    }
    return tie;
}

}  // namespace

void selectBlocksReference(BlockSelection& work)
{
    const std::int32_t n = work.memoryBlocks, k = work.places;
    work.tie = false;
    std::vector<Candidate> pinned, free;
    for (std::int32_t block = 0; block < n; ++block) {
        const bool isBarred = std::binary_search(work.barred, work.barred + work.barredCount, block);
        const bool isPinned = std::binary_search(work.pinned, work.pinned + work.pinnedCount, block);
        const float value = isBarred || std::isnan(work.values[block]) ? kNone : work.values[block];
        (isPinned ? pinned : free).push_back({block, value});
    }
    const std::int32_t first = std::min(k, work.pinnedCount);
    std::vector<std::int32_t> taken;
    const bool pinnedTie = takeBest(pinned, first, taken);
    const bool freeTie = takeBest(free, k - first, taken);
    work.tie = k > first ? freeTie : pinnedTie;

    std::sort(taken.begin(), taken.end());
    for (std::int32_t j = 0; j < k; ++j) {
        const std::int32_t block = taken[j];
        const std::int32_t slot = j + (block >= n - k ? 1 : 0);
        if (work.placesTaken)
            work.placesTaken[j] = block;
        work.selected[j] = std::binary_search(work.barred, work.barred + work.barredCount, block) ? -1 : block;
        work.distances[j] = k + 1 - slot;
    }
}

namespace
{

class Shared
{
public:
    explicit Shared(const SharedValues& work) : m_work(work) {}

    // log softmax of one row and head over the blocks that aren't barred
    std::vector<float> logProbabilities(std::int32_t row, std::int32_t head) const
    {
        const std::size_t n = static_cast<std::size_t>(m_work.memoryBlocks);
        const float* scores = m_work.scores + (static_cast<std::size_t>(row) * m_work.heads + head) * n;
        std::vector<float> result(scores, scores + n);
        for (std::int32_t i = 0; i < m_work.barredCount; ++i)
            result[m_work.barred[i]] = kNone;
        float max = kNone;
        for (const float s : result)
            max = std::max(max, s);
        if (max == kNone)
            return result;
        double sum = 0;
        for (const float s : result)
            sum += std::exp(static_cast<double>(s) - max);
        const double normalizer = max + std::log(sum);
        for (float& s : result)
            s = static_cast<float>(s - normalizer);
        return result;
    }

    void unit(std::int32_t unit) const
    {
        const std::int32_t n = m_work.memoryBlocks, group = m_work.heads / m_work.kvHeads;
        float* values = m_work.values + static_cast<std::size_t>(unit) * n;
        std::fill(values, values + n, kNone);
        switch (m_work.mode) {
        case SharedBy::Tokens:
            for (std::int32_t row = 0; row < m_work.rows; ++row)
                keepLargest(logProbabilities(row, unit), values);
            break;
        case SharedBy::Heads:
            for (std::int32_t head = 0; head < m_work.heads; ++head)
                keepLargest(logProbabilities(unit, head), values);
            break;
        case SharedBy::Group:
            for (std::int32_t head = 0; head < group; ++head)
                addProbabilities(logProbabilities(unit / m_work.kvHeads, unit % m_work.kvHeads * group + head), values);
            break;
        }
    }

private:
    static void keepLargest(const std::vector<float>& from, float* values)
    {
        for (std::size_t i = 0; i < from.size(); ++i)
            values[i] = std::max(values[i], from[i]);
    }
    static void addProbabilities(const std::vector<float>& from, float* values)   // log(exp a + exp b)
    {
        for (std::size_t i = 0; i < from.size(); ++i) {
            const float top = std::max(values[i], from[i]), low = std::min(values[i], from[i]);
            values[i] = low == kNone ? top : top + std::log1p(std::exp(low - top));
        }
    }

    const SharedValues& m_work;
};

}  // namespace

void sharedValuesReference(const SharedValues& work)
{
    const Shared shared(work);
    for (std::int32_t unit = work.firstUnit; unit < work.endUnit; ++unit)
        shared.unit(unit);
}

}  // namespace cairn::kernels
