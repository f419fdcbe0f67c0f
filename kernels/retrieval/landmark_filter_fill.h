// Filling a filter over vectors: keys into the frame, rounded, with their facts. Sums have 16 lanes at every level, joined as a tree, so
// that the bits are the same. Local to the including file; landmark_filter_vectors.h comes first.
#pragma once

#include "kernels/retrieval/landmark_filter_levels.h"
#include "kernels/vectors/row_joins.h"
#include "kernels/rows/vector_products.h"

namespace
{

using cairn::kernels::FilterKey;
using cairn::kernels::kMostFilterDim;
using cairn::kernels::LandmarkFilterFill;

constexpr int kSumParts = 16 / kWidth;
constexpr int kFillAhead = 8;        // keys asked for ahead: those of a head lie apart
constexpr int kKnownHeads = 32;      // whose frame's size is computed once a call
constexpr int kFillBlocks = 64;      // of which all heads are filled before the next ones: their keys stay near

struct SixteenSums
{
    Vec part[kSumParts];
};

#if defined(__AVX512F__)

inline Vec magnitude(Vec v) { return _mm512_abs_ps(v); }
inline Vec mostBits(Vec a, Vec b)
{
    return _mm512_castsi512_ps(_mm512_max_epu32(_mm512_castps_si512(a), _mm512_castps_si512(magnitude(b))));
}
inline uint32_t largestBits(Vec v) { return _mm512_reduce_max_epu32(_mm512_castps_si512(v)); }
inline Ints nearestInts(Vec v) { return _mm512_cvtps_epi32(v); }
inline float totalOf(const SixteenSums& sums) { return sum(sums.part[0]); }
inline void writeQuads(Ints values, uint8_t* to, int quads)   // k8 + 128, four numbers a place
{
    const __m128i bytes = _mm_xor_si128(_mm512_cvtepi32_epi8(values), _mm_set1_epi8(-128));
    int32_t four[4];
    _mm_storeu_si128(reinterpret_cast<__m128i*>(four), bytes);
    for (int i = 0; i < 4 && i < quads; ++i)
        memcpy(to + i * 4 * kFilterGroup, four + i, 4);
}

#else

inline Vec magnitude(Vec v) { return _mm256_and_ps(v, _mm256_castsi256_ps(_mm256_set1_epi32(0x7FFFFFFF))); }
inline Vec mostBits(Vec a, Vec b)
{
    return _mm256_castsi256_ps(_mm256_max_epu32(_mm256_castps_si256(a), _mm256_castps_si256(magnitude(b))));
}
inline uint32_t largestBits(Vec v)
{
    uint32_t lanes[kWidth], top = 0;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(lanes), _mm256_castps_si256(v));
    for (const uint32_t lane : lanes)
        top = lane > top ? lane : top;
    return top;
}
inline Ints nearestInts(Vec v) { return _mm256_cvtps_epi32(v); }
inline float totalOf(const SixteenSums& sums) { return sum(add(sums.part[0], sums.part[1])); }
inline void writeQuads(Ints values, uint8_t* to, int quads)
{
    const __m128i sixteen = _mm_packs_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
    const __m128i eight = _mm_xor_si128(_mm_packs_epi16(sixteen, sixteen), _mm_set1_epi8(-128));
    int32_t four[4];
    _mm_storeu_si128(reinterpret_cast<__m128i*>(four), eight);
    for (int i = 0; i < 2 && i < quads; ++i)
        memcpy(to + i * 4 * kFilterGroup, four + i, 4);
}

#endif

inline uint16_t halfAbove(float value)   // filterHalf()
{
    if (!(value <= 65504.0f))
        return 0x7C00;
    const auto half = static_cast<uint16_t>(_cvtss_sh(value, _MM_FROUND_TO_NEAREST_INT));
    return _cvtsh_ss(half) < value ? static_cast<uint16_t>(half + 1) : half;
}

#if defined(__AVX512F__)

constexpr int kMostGroupNumbers = 128;   // of keys that are filled sixteen at a time

// Lane i: the sum of rows[i] in the order of sum(), so of totalOf()
inline Vec totals(const Vec* rows) { return joinRows(rows, add); }
inline Vec mostBitsOfBoth(Vec a, Vec b)
{
    return _mm512_castsi512_ps(_mm512_max_epu32(_mm512_castps_si512(a), _mm512_castps_si512(b)));
}

inline __m256i halvesAbove(Vec values)   // halfAbove() of every lane
{
    const __m256i halves = _mm512_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __mmask16 below = _mm512_cmp_ps_mask(_mm512_cvtph_ps(halves), values, _CMP_LT_OQ);
    const __mmask16 known = _mm512_cmp_ps_mask(values, broadcast(65504.0f), _CMP_LE_OQ);
    const __m256i above = _mm256_mask_add_epi16(halves, below, halves, _mm256_set1_epi16(1));
    return _mm256_mask_mov_epi16(_mm256_set1_epi16(0x7C00), known, above);
}

inline void storeHalves(uint16_t* to, __m256i halves) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), halves); }
inline bool someInfinite(__m256i halves) { return _mm256_cmpge_epu16_mask(halves, _mm256_set1_epi16(0x7C00)) != 0; }
inline Vec floatsOf(__m256i halves) { return _mm512_cvtph_ps(halves); }
inline Vec inversesOf(Vec scales)
{
    return _mm512_maskz_div_ps(_mm512_cmp_ps_mask(scales, zero(), _CMP_GT_OQ), broadcast(1), scales);
}
inline Vec roots(Vec v) { return _mm512_sqrt_ps(v); }
inline void storeBytes(int8_t* to, Ints values)
{
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), _mm_xor_si128(_mm512_cvtepi32_epi8(values), _mm_set1_epi8(-128)));
}

#endif

class FilterFill
{
public:
    FilterFill(const LandmarkFilterFill& work, const FilterLayout& layout)
        : m_work(work), m_layout(layout), m_numbers(cairn::kernels::filterNumbers(work.headDim, work.bounds))
    {
    }

    void run()
    {
        for (int head = 0; m_work.frame && head < smaller(m_work.kvHeads, kKnownHeads); ++head)
            m_frameSizes[head] = cairn::kernels::frameSize(meanOf(head), m_numbers);
        for (int first = m_work.first; first < m_work.end; first += kFillBlocks) {
            const int end = smaller(m_work.end, first + kFillBlocks);
            for (int head = 0; head < m_work.kvHeads; ++head) {
                startHead(head);
                for (int block = first; block < end;)
                    block += fillGroup(head, block, end) ? kFilterGroup : (fill(head, block), 1);
            }
        }
    }

private:
    const float* meanOf(int head) const { return m_work.frame + int64_t{2} * head * m_numbers; }

    void startHead(int head)
    {
        if (!m_work.frame)
            return;
        m_mean = meanOf(head);
        m_frameSize = head < kKnownHeads ? m_frameSizes[head] : cairn::kernels::frameSize(m_mean, m_numbers);
        for (int j = 0; j < m_numbers; j += kWidth) {
            const int count = smaller(kWidth, m_numbers - j);
            storePart(m_inverse + j, div(broadcast(1), loadPart(m_mean + m_numbers + j, count)), count);
        }
    }

    void fill(int head, int block)
    {
        const int64_t vectors = int64_t{m_work.kvHeads} * (m_work.bounds ? 2 : 1);
        const int64_t at = (block * vectors + head) * m_work.headDim, high = at + int64_t{m_work.kvHeads} * m_work.headDim;
        const int64_t next = at + kFillAhead * vectors * m_work.headDim;
        if (m_work.keyType == RowType::F32) {
            const auto* keys = static_cast<const float*>(m_work.slab);
            put(F32Values{keys + at}, F32Values{keys + high});
        } else {
            const auto* keys = static_cast<const uint16_t*>(m_work.slab);
            for (int j = 0; j < m_work.headDim; j += 32)
                _mm_prefetch(reinterpret_cast<const char*>(keys + next + j), _MM_HINT_T0);
            put(F16Values{keys + at}, F16Values{keys + high});
        }
        auto* bytes = const_cast<uint8_t*>(m_layout.values(m_work.filter, head, block)) + 4 * (block % kFilterGroup);
        auto* facts = const_cast<uint16_t*>(m_layout.factsOf(m_work.filter, head, block)) + block % kFilterGroup;
        const FilterKey key = round(bytes);
        const float added = m_work.frame ? cairn::kernels::frameRounding(key, m_frameSize, m_numbers) : 0;
        facts[0] = halfAbove(key.scale);
        facts[kFilterGroup] = halfAbove(key.error + added);
        facts[2 * kFilterGroup] = halfAbove(key.norm);
    }

#if defined(__AVX512F__)
    // Sixteen keys that lie interleaved, all facts of them at once. False: fill() has to do.
    bool fillGroup(int head, int block, int end)
    {
        if (block % kFilterGroup != 0 || block + kFilterGroup > end || m_work.bounds || m_numbers % 64 != 0 ||
            m_numbers > kMostGroupNumbers || m_work.keyType != RowType::F16)
            return false;
        Vec norms[kFilterGroup], errors[kFilterGroup], most[kFilterGroup];
        float scales[kFilterGroup], inverses[kFilterGroup];
        for (int i = 0; i < kFilterGroup; ++i) {
            const int64_t at = (int64_t{block + i} * m_work.kvHeads + head) * m_numbers;
            const auto* key = static_cast<const uint16_t*>(m_work.slab) + at;
            for (int j = 0; j < m_numbers; j += 32)
                _mm_prefetch(reinterpret_cast<const char*>(key + int64_t{kFillAhead} * m_work.kvHeads * m_numbers + j), _MM_HINT_T0);
            wholeIntoFrame(key, m_group + i * m_numbers, most[i]);
        }
        const __m256i scaleHalves = halvesAbove(div(joinRows(most, mostBitsOfBoth), broadcast(127)));
        if (someInfinite(scaleHalves))
            return false;
        store(scales, floatsOf(scaleHalves));
        store(inverses, inversesOf(floatsOf(scaleHalves)));
        for (int i = 0; i < kFilterGroup; ++i)
            roundTo(m_group + i * m_numbers, scales[i], inverses[i], m_bytes + i * m_numbers, norms[i], errors[i]);
        auto* bytes = const_cast<uint8_t*>(m_layout.values(m_work.filter, head, block));
        for (int j = 0; j < m_numbers; j += 64) {
            Vec quads[kFilterGroup];
            for (int i = 0; i < kFilterGroup; ++i)
                memcpy(quads + i, m_bytes + i * m_numbers + j, 64);
            transpose(quads);
            for (int i = 0; i < kFilterGroup; ++i)
                memcpy(bytes + (j / 4 + i) * 4 * kFilterGroup, quads + i, 64);
        }
        const Vec up = broadcast(cairn::kernels::kFilterRoundUp);
        const Vec norm = mul(roots(totals(norms)), up);
        Vec error = mul(roots(totals(errors)), up);
        if (m_work.frame)   // frameRounding()
            error = add(error, mul(broadcast(cairn::kernels::filterRounding(m_numbers)), add(add(norm, error), broadcast(m_frameSize))));
        auto* facts = const_cast<uint16_t*>(m_layout.factsOf(m_work.filter, head, block));
        storeHalves(facts, scaleHalves);
        storeHalves(facts + kFilterGroup, halvesAbove(error));
        storeHalves(facts + 2 * kFilterGroup, halvesAbove(norm));
        return true;
    }

    // intoFrame() of a key of whole vectors, its maxima not joined
    void wholeIntoFrame(const uint16_t* key, float* to, Vec& maxima) const
    {
        Vec most = zero();   // not the results: what is stored might lie there, for all that the compiler knows
        for (int j = 0; j < m_numbers; j += kWidth) {
            Vec value = loadHalf(key + j);
            if (m_work.frame)
                value = mul(sub(value, load(m_mean + j)), load(m_inverse + j));
            store(to + j, value);
            most = mostBits(most, value);
        }
        maxima = most;
    }

    void roundTo(const float* key, float scale, float inverse, int8_t* bytes, Vec& norms, Vec& errors) const
    {
        Vec norm = zero(), error = zero();
        for (int j = 0; j < m_numbers; j += kWidth) {
            const Vec x = load(key + j);
            const Ints values = nearestInts(mul(x, broadcast(inverse)));
            const Vec back = mul(toFloats(values), broadcast(scale)), off = sub(x, back);
            norm = add(norm, mul(back, back));
            error = add(error, mul(off, off));
            storeBytes(bytes + j, values);
        }
        norms = norm;
        errors = error;
    }

    alignas(64) float m_group[kFilterGroup * kMostGroupNumbers];
    alignas(64) int8_t m_bytes[kFilterGroup * kMostGroupNumbers];
#else
    bool fillGroup(int, int, int) { return false; }
#endif

    // Numbers of a key or box, in the frame
    template <typename Values>
    void put(Values key, Values high)
    {
        if (!m_work.bounds)
            return intoFrame(key, m_key);
        const int d = m_work.headDim;
        float* box = m_box;
        for (int j = 0; j < d; j += kWidth) {
            const int count = smaller(kWidth, d - j);
            const Vec half = broadcast(0.5f);
            const Vec a = mul(half, count == kWidth ? key.full(j) : key.part(j, count));
            const Vec b = mul(half, count == kWidth ? high.full(j) : high.part(j, count));
            storePart(box + j, add(a, b), count);
            storePart(box + d + j, sub(b, a), count);
        }
        intoFrame(F32Values{box}, m_key);
    }

    template <typename Values>
    void intoFrame(Values key, float* to)
    {
        Vec most = zero();
        for (int j = 0; j < m_numbers; j += 16) {
            for (int part = 0; part < kSumParts; ++part) {
                const int at = j + part * kWidth, count = smaller(kWidth, m_numbers - at);
                Vec value = count == kWidth ? key.full(at) : count > 0 ? key.part(at, count) : zero();
                if (m_work.frame && count > 0)
                    value = mul(sub(value, loadPart(m_mean + at, count)), loadPart(m_inverse + at, count));
                store(to + at, value);
                most = mostBits(most, value);
            }
        }
        const uint32_t bits = largestBits(most);
        memcpy(&m_most, &bits, sizeof m_most);
    }

    FilterKey round(uint8_t* bytes) const
    {
        const uint16_t half = halfAbove(m_most / 127);
        if (half >= 0x7C00)
            return cairn::kernels::filterKey(m_key, m_numbers, bytes);   // not finite
        const float scale = _cvtsh_ss(half);
        const Vec s = broadcast(scale), inverse = broadcast(scale > 0 ? 1 / scale : 0);
        SixteenSums norm{}, error{};
        for (int j = 0; j < m_numbers; j += 16) {
            for (int part = 0; part < kSumParts; ++part) {
                const int at = j + part * kWidth;
                const Vec x = load(m_key + at);
                const Ints values = nearestInts(mul(x, inverse));
                const Vec back = mul(toFloats(values), s), off = sub(x, back);
                norm.part[part] = add(norm.part[part], mul(back, back));
                error.part[part] = add(error.part[part], mul(off, off));
                writeQuads(values, bytes + at / 4 * (4 * kFilterGroup), m_layout.quads - at / 4);
            }
        }
        return {scale, __builtin_sqrtf(totalOf(error)) * cairn::kernels::kFilterRoundUp,
                __builtin_sqrtf(totalOf(norm)) * cairn::kernels::kFilterRoundUp};
    }

    const LandmarkFilterFill& m_work;
    const FilterLayout& m_layout;
    const int m_numbers;
    const float* m_mean = nullptr;
    float m_most = 0, m_frameSize = 0, m_frameSizes[kKnownHeads];
    float m_inverse[kMostFilterDim + 16], m_key[kMostFilterDim + 16], m_box[kMostFilterDim + 16];
};

}  // namespace
