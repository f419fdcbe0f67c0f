#include "kernels/vectors/simd_avx2.h"

#include "kernels/retrieval/block_selection_levels.h"

namespace
{

using cairn::kernels::SharedBy;
using cairn::kernels::SharedValues;

constexpr float kNone = -__builtin_inff();
constexpr int kMostHeads = cairn::kernels::kMostSharedHeads;

// ln x for x in [1, 2^20): x = m 2^e, ln m = 2 atanh((m - 1) / (m + 1)), to the 9th power
Vec logarithm(Vec x)
{
    Vec m;
    const Vec e = splitPower(x, m);
    const Vec s = div(sub(m, broadcast(1)), add(m, broadcast(1))), s2 = mul(s, s);
    Vec y = fma(s2, broadcast(2.0f / 9), broadcast(2.0f / 7));
    y = fma(y, s2, broadcast(2.0f / 5));
    y = fma(y, s2, broadcast(2.0f / 3));
    y = fma(y, s2, broadcast(2.0f));
    return fma(e, broadcast(0.693147181f), mul(y, s));
}

// Calls work(begin, end) for the stretches of blocks between barred ones
template <typename Work>
void openStretches(const SharedValues& w, const Work& work)
{
    int begin = 0;
    for (int i = 0; i <= w.barredCount; ++i) {
        const int end = i < w.barredCount ? w.barred[i] : w.memoryBlocks;
        if (begin < end)
            work(begin, end);
        begin = end + 1;
    }
}

struct Normalizer   // log softmax of s = (s - max) - logSum
{
    float max;      // -inf: everything is barred
    float logSum;
};

Normalizer normalizer(const SharedValues& w, const float* scores)
{
    Vec top = broadcast(kNone);
    openStretches(w, [&](int begin, int end) {
        for (int i = begin; i < end; i += 8)
            top = vmax(i + 8 <= end ? load(scores + i) : keepFirst(loadPart(scores + i, end - i), end - i, broadcast(kNone)), top);
    });
    const float max = largest(top);
    if (max == kNone)
        return {max, 0};
    Vec total = zero();
    openStretches(w, [&](int begin, int end) {
        for (int i = begin; i < end; i += 8) {
            const Vec p = exponential(sub(i + 8 <= end ? load(scores + i) : loadPart(scores + i, end - i), broadcast(max)));
            total = add(total, i + 8 <= end ? p : keepFirst(p, end - i, zero()));
        }
    });
    return {max, __builtin_logf(sum(total))};
}

Vec logProbability(const float* scores, int count, const Normalizer& n)
{
    return sub(sub(loadPart(scores, count), broadcast(n.max)), broadcast(n.logSum));
}

void keepLargest(const SharedValues& w, int row, int head, float* values)
{
    const float* scores = w.scores + (int64_t{row} * w.heads + head) * w.memoryBlocks;
    const Normalizer n = normalizer(w, scores);
    if (n.max == kNone)
        return;
    openStretches(w, [&](int begin, int end) {
        for (int i = begin; i < end; i += 8) {
            const int count = end - i < 8 ? end - i : 8;
            storePart(values + i, vmax(loadPart(values + i, count), logProbability(scores + i, count, n)), count);
        }
    });
}

void groupVote(const SharedValues& w, int row, int kvHead, float* values)
{
    const int group = w.heads / w.kvHeads;
    const float* scores = w.scores + (int64_t{row} * w.heads + int64_t{kvHead} * group) * w.memoryBlocks;
    Normalizer normalizers[kMostHeads];
    for (int head = 0; head < group; ++head)
        normalizers[head] = normalizer(w, scores + int64_t{head} * w.memoryBlocks);
    if (normalizers[0].max == kNone)
        return;
    openStretches(w, [&](int begin, int end) {
        for (int i = begin; i < end; i += 8) {
            const int count = end - i < 8 ? end - i : 8;
            Vec logs[kMostHeads], top = broadcast(-3.0e38f), total = zero();
            for (int head = 0; head < group; ++head) {
                logs[head] = logProbability(scores + int64_t{head} * w.memoryBlocks + i, count, normalizers[head]);
                top = vmax(logs[head], top);
            }
            for (int head = 0; head < group; ++head)
                total = add(total, exponential(sub(logs[head], top)));
            storePart(values + i, add(top, logarithm(total)), count);
        }
    });
}

}  // namespace

namespace cairn::kernels::avx2
{

std::int32_t groupMaxima(const float* values, std::int32_t n, std::int32_t size, float* maxima)
{
    std::int32_t count = 0;
    for (int begin = 0; begin < n; begin += kMaximumLanes * size, count += kMaximumLanes) {
        const int end = n - begin < kMaximumLanes * size ? n : begin + kMaximumLanes * size;
        Vec top = broadcast(kNone);   // max gives its second operand where the first is NaN
        int i = begin;
        for (; i + 8 <= end; i += 8)
            top = vmax(load(values + i), top);
        if (i < end)
            top = vmax(keepFirst(loadPart(values + i, end - i), end - i, broadcast(kNone)), top);
        store(maxima + count, top);
    }
    return count;
}

float placesthLargest(const float* values, std::int32_t count, std::int32_t places)
{
    constexpr int kHalvings = 30;
    const Vec most = broadcast(-kNone);
    float low = reachedBy(values, count, places), high = -kNone;
    for (int i = 0; low > kNone && i < kHalvings; ++i) {
        int reached = 0;
        const float tried = i == 0 ? low : high == -kNone ? low + (low < 0 ? -low : low) * 0.01f + 1e-6f : low + (high - low) / 2;
        Vec least = most;
        for (int j = 0; j < count; j += 8) {
            const Vec v = load(values + j);
            const __m256 reaches = _mm256_cmp_ps(v, broadcast(tried), _CMP_GE_OQ);
            reached += __builtin_popcount(static_cast<unsigned>(_mm256_movemask_ps(reaches)));
            least = vmin(_mm256_blendv_ps(most, v, reaches), least);
        }
        if (reached == places)
            return -largest(sub(zero(), least));
        (reached > places ? low : high) = tried;
    }
    return __builtin_nanf("");
}

float reachedBy(const float* maxima, std::int32_t count, std::int32_t places)
{
    constexpr int kHalvings = 8;
    const Vec none = broadcast(kNone), most = broadcast(-kNone);
    Vec top = none, bottom = most;
    for (int i = 0; i < count; i += 8) {
        const Vec v = load(maxima + i);
        top = vmax(v, top);
        bottom = vmin(_mm256_blendv_ps(v, most, _mm256_cmp_ps(v, none, _CMP_EQ_OQ)), bottom);
    }
    const auto reaching = [&](float value) {
        int reached = 0;
        for (int i = 0; i < count; i += 8)
            reached += __builtin_popcount(atLeast(load(maxima + i), broadcast(value)));
        return reached;
    };
    float low = -largest(sub(zero(), bottom)), high = largest(top);
    if (reaching(low) < places)
        return kNone;
    for (int i = 0; i < kHalvings; ++i) {
        const float middle = low + (high - low) / 2;
        (reaching(middle) >= places ? low : high) = middle;
    }
    return low;
}

std::int32_t collectAtLeast(const float* values, std::int32_t n, float threshold, std::int32_t* indices)
{
    const Vec limit = broadcast(threshold);
    std::int32_t count = 0;
    for (int i = 0; i < n; i += 8) {
        const int part = n - i < 8 ? n - i : 8;
        unsigned mask = atLeast(part == 8 ? load(values + i) : keepFirst(loadPart(values + i, part), part, broadcast(kNone)), limit);
        for (; mask; mask &= mask - 1)
            indices[count++] = i + __builtin_ctz(mask);
    }
    return count;
}

void sharedValues(const SharedValues& w)
{
    for (int unit = w.firstUnit; unit < w.endUnit; ++unit) {
        float* values = w.values + int64_t{unit} * w.memoryBlocks;
        for (int i = 0; i < w.memoryBlocks; ++i)
            values[i] = kNone;
        if (w.mode == SharedBy::Tokens)
            for (int row = 0; row < w.rows; ++row)
                keepLargest(w, row, unit, values);
        else if (w.mode == SharedBy::Heads)
            for (int head = 0; head < w.heads; ++head)
                keepLargest(w, unit, head, values);
        else
            groupVote(w, unit / w.kvHeads, unit % w.kvHeads, values);
    }
}

}  // namespace cairn::kernels::avx2
