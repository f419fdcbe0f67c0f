#include "kernels/vectors/simd_avx512.h"

#include "kernels/retrieval/block_selection_levels.h"

namespace
{

constexpr float kNone = -__builtin_inff();
constexpr int kMostVectors = cairn::kernels::kMostListed / kWidth;

// Lanes of V vectors as bits
template <int V, typename Lanes>
uint64_t bitsOf(int first, const Lanes& lanes)
{
    uint64_t bits = 0;
    for (int i = first; i < first + 4 && i < V; ++i)
        bits |= uint64_t{lanes(i)} << ((i - first) * kWidth);
    return bits;
}

template <int V>
bool clearBest(const float* values, int places, uint64_t* best)
{
    constexpr int kHalvings = 40;
    Vec kept[V], top = broadcast(kNone), bottom = broadcast(-kNone);
    for (int i = 0; i < V; ++i) {
        kept[i] = vmax(load(values + i * kWidth), broadcast(kNone));   // NaN: -infinite
        top = vmax(kept[i], top);
        bottom = vmin(keepLanes(atLeast(kept[i], broadcast(-3.0e38f)), kept[i], broadcast(-kNone)), bottom);
    }
    const auto reaching = [&](float value) {
        int reached = 0;
        for (int i = 0; i < V; ++i)
            reached += __builtin_popcount(atLeast(kept[i], broadcast(value)));
        return reached;
    };
    float low = -largest(sub(zero(), bottom)), high = largest(top);   // as many reach low, or more
    int reached = low < -kNone && high < -kNone ? reaching(low) : 0;
    if (reached < places)
        return false;
    for (int i = 0; i < kHalvings && reached != places; ++i) {
        const float middle = low + (high - low) / 2;
        const int there = reaching(middle);
        if (there >= places)
            low = middle, reached = there;
        else
            high = middle;
    }
    if (reached != places)
        return false;
    Vec least = broadcast(-kNone);
    for (int i = 0; i < V; ++i)
        least = vmin(keepLanes(atLeast(kept[i], broadcast(low)), kept[i], broadcast(-kNone)), least);
    const Vec level = broadcast(-largest(sub(zero(), least)) - cairn::kernels::kTieTolerance);
    const auto lanes = [&](int i) { return atLeast(kept[i], level); };
    best[0] = bitsOf<V>(0, lanes);
    best[1] = bitsOf<V>(4, lanes);
    return __builtin_popcountll(best[0]) + __builtin_popcountll(best[1]) == places;
}

}  // namespace

namespace cairn::kernels::avx512
{

bool clearBest(const float* values, std::int32_t count, std::int32_t places, std::uint64_t* best)
{
    static_assert(kMostVectors == 8);
    switch ((count + kWidth - 1) / kWidth) {
    case 1:
    case 2: return ::clearBest<2>(values, places, best);
    case 3: return ::clearBest<3>(values, places, best);
    case 4: return ::clearBest<4>(values, places, best);
    case 5: return ::clearBest<5>(values, places, best);
    case 6: return ::clearBest<6>(values, places, best);
    default: return ::clearBest<8>(values, places, best);
    }
}

}  // namespace cairn::kernels::avx512
