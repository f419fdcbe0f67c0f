// Scores of all blocks for new rows, written over vectors (simd_*.h and vector_products.h come first). Local to the including file.
// Old blocks share one rotated query. Few queries: keys are read in place, once for all queries of a kv group, all kv heads of a
// block one after the other as they lie in memory. Many queries: 64 keys are transposed and multiplied by register tiles.
// Recent blocks: one by one, each with a query of its own.
#pragma once

#include "kernels/retrieval/landmark_scan_levels.h"
#include "kernels/vectors/row_joins.h"

namespace
{

using cairn::kernels::kPanelBlocks;
using cairn::kernels::kSlabBlocks;
using cairn::kernels::LandmarkScan;
using cairn::kernels::LandmarkScanLayout;
using cairn::kernels::LandmarkScores;

constexpr int kUsualDim = 64;   // of a head: loops over it are unrolled

class Scan
{
public:
    Scan(const LandmarkScan& work, const LandmarkScanLayout& layout);
    void run();
    void scoreListed(const LandmarkScores& list);

private:
    template <typename Number, typename Values>
    void scoreOldListed(const LandmarkScores& list, int count);
    void scanFew(int endOld);
    template <typename Number, typename Values>
    void scanFewOf(int endOld);
    template <int N, int D = 0, typename Values>   // D: the head's dimension, where it is known: the same sums in fewer instructions
    void scoreInPlace(const Values* first, int count, int stride, const float* queries, float* const* scores);
    template <typename Number, typename Values>
    void scoreRecentOf(const LandmarkScores& list, int first) const;
    template <typename Values>
    Vec recentProducts(const LandmarkScores& list, Values key, int block) const;
    bool isUsual() const { return m_d == kUsualDim && !m_work.bounds && !m_work.sameKey; }
    void scanMany(int endOld);
    void fillPanel(int kvHead, int block, int count);
    void prefetchKey(int kvHead, int block) const;
    void scorePanel(const float* queries, int tileRow, int endRow, int kvHead, int block, int count);
    void scanRecent(int kvHead, int block);
    void scanSame(int kvHead, int endOld);
    void rotateQuery(int row, int head, int distance, float* to) const;
    void decodeKey(int kvHead, int block, float* to) const;   // [width]: landmark, or minimum and maximum
    void scoreInfinite(int row, int head, const int32_t* blocks, int first, int count, float* scores) const;
    float singleBound(int row, int head, int block) const;

    template <typename Number>
    const Number* key(int kvHead, int block) const
    {
        const int64_t place = m_work.slabOffset + block;
        const int64_t vectors = int64_t{place % kSlabBlocks} * (m_work.bounds ? 2 : 1);
        return static_cast<const Number*>(m_work.slabs[place / kSlabBlocks]) + (vectors * m_work.kvHeads + kvHead) * m_d;
    }
    float* scores(int row, int head) const { return m_work.scores + (int64_t{row} * m_work.heads + head) * m_work.memoryBlocks; }
    float* at(size_t offset) const { return reinterpret_cast<float*>(static_cast<char*>(m_work.scratch) + offset); }

    const LandmarkScan& m_work;
    const LandmarkScanLayout& m_layout;
    const int m_d, m_dp, m_width, m_group;
};

inline Scan::Scan(const LandmarkScan& work, const LandmarkScanLayout& layout)
    : m_work(work), m_layout(layout), m_d(work.headDim), m_dp(roundUp16(work.headDim)), m_width(layout.width), m_group(layout.group)
{
}

inline void Scan::run()
{
    const int firstRecent = m_work.memoryBlocks - m_work.places;
    const int endOld = smaller(m_work.endBlock, firstRecent);
    if (m_work.sameKey)
        for (int kvHead = m_work.firstKvHead; kvHead < m_work.endKvHead; ++kvHead)
            scanSame(kvHead, endOld);
    else if (m_work.firstBlock < endOld && m_work.rows * m_group <= cairn::kernels::kFewScanQueries)
        scanFew(endOld);
    else if (m_work.firstBlock < endOld)
        scanMany(endOld);
    const int recent = firstRecent > m_work.firstBlock ? firstRecent : m_work.firstBlock;
    for (int kvHead = m_work.firstKvHead; kvHead < m_work.endKvHead; ++kvHead)
        for (int block = recent; block < m_work.endBlock; ++block)
            scanRecent(kvHead, block);
}

// Scaled; bounds: the negative part, then the positive part, so that the bound is a product with (minimum, maximum)
inline void Scan::rotateQuery(int row, int head, int distance, float* to) const
{
    const int64_t angle = (int64_t{distance} * m_work.blockLength + m_work.openTokens + row) * (m_d / 2);
    rotateScaled(m_work.queries + (int64_t{row} * m_work.heads + head) * m_d, m_work.cosines + angle, m_work.sines + angle, m_d,
                 m_work.scale, to);
    if (!m_work.bounds)
        return;
    for (int j = 0; j < m_d; j += kWidth) {
        const int count = smaller(kWidth, m_d - j);
        const Vec q = loadPart(to + j, count);
        storePart(to + m_d + j, vmax(q, zero()), count);
        storePart(to + j, vmin(q, zero()), count);
    }
}

template <typename Values>
void copyVectors(Values from, int count, float* to)
{
    int j = 0;
    for (; j + kWidth <= count; j += kWidth)
        store(to + j, from.full(j));
    if (j < count)
        storePart(to + j, from.part(j, count - j), count - j);
}

inline void Scan::decodeKey(int kvHead, int block, float* to) const
{
    if (m_work.sameKey) {
        __builtin_memcpy(to, m_work.sameKey + kvHead * m_d, sizeof(float) * m_d);
        return;
    }
    for (int part = 0; part * m_d < m_width; ++part) {
        const int offset = part * m_work.kvHeads * m_d;
        if (m_work.keyType == RowType::F32)
            copyVectors(F32Values{key<float>(kvHead, block) + offset}, m_d, to + part * m_d);
        else
            copyVectors(F16Values{key<uint16_t>(kvHead, block) + offset}, m_d, to + part * m_d);
    }
}

// The same sum for every block and row, whatever the path: ends of one kv head's vectors are zero
inline float product(const float* a, const float* b, int count)
{
    Vec total = zero();
    for (int j = 0; j < count; j += kWidth)
        total = fma(loadPart(a + j, smaller(kWidth, count - j)), loadPart(b + j, smaller(kWidth, count - j)), total);
    return sum(total);
}

// As the reference: what a query's zero part meets does not count, infinite as it may be
inline float Scan::singleBound(int row, int head, int block) const
{
    const int firstRecent = m_work.memoryBlocks - m_work.places;
    float *query = at(m_layout.single), *key = query + 2 * m_dp, sum = 0;
    rotateQuery(row, head, block < firstRecent ? m_work.places + 1 : m_work.memoryBlocks - block, query);
    decodeKey(head / m_group, block, key);
    for (int j = 0; j < m_d; ++j)
        sum += query[j] < 0 ? query[j] * key[j] : query[m_d + j] * key[m_d + j];
    return sum;
}

// Where a box reaches to infinity the two products of a bound can be zero times infinity, though only one of them counts
inline void Scan::scoreInfinite(int row, int head, const int32_t* blocks, int first, int count, float* scores) const
{
    if (!m_work.bounds)
        return;
    bool some = false;
    for (int i = 0; i < count; ++i)
        some |= scores[i] != scores[i];
    for (int i = 0; some && i < count; ++i)
        if (scores[i] != scores[i])
            scores[i] = singleBound(row, head, blocks ? blocks[i] : first + i);
}

inline void Scan::scanRecent(int kvHead, int block)
{
    float *decoded = at(m_layout.keys), *query = at(m_layout.panel);
    decodeKey(kvHead, block, decoded);
    for (int row = m_work.firstRow; row < m_work.endRow; ++row) {
        for (int head = kvHead * m_group; head < (kvHead + 1) * m_group; ++head) {
            rotateQuery(row, head, m_work.memoryBlocks - block, query);
            scores(row, head)[block] = product(query, decoded, m_width);
            scoreInfinite(row, head, nullptr, block, 1, scores(row, head) + block);
        }
    }
}

inline void Scan::scanSame(int kvHead, int endOld)
{
    float* query = at(m_layout.panel);
    for (int row = m_work.firstRow; row < m_work.endRow; ++row) {
        for (int head = kvHead * m_group; head < (kvHead + 1) * m_group; ++head) {
            rotateQuery(row, head, m_work.places + 1, query);
            const float score = product(query, m_work.sameKey + kvHead * m_d, m_d);
            float* to = scores(row, head);
            for (int block = m_work.firstBlock; block < endOld; ++block)
                to[block] = score;
        }
    }
}

inline void Scan::scanFew(int endOld)
{
    for (int kvHead = m_work.firstKvHead; kvHead < m_work.endKvHead; ++kvHead)
        for (int row = 0; row < m_work.rows; ++row)
            for (int head = 0; head < m_group; ++head)
                rotateQuery(row, kvHead * m_group + head, m_work.places + 1,
                            at(m_layout.queries) + ((kvHead * m_work.rows + row) * m_group + head) * m_width);
    if (m_work.keyType == RowType::F32)
        scanFewOf<float, F32Values>(endOld);
    else
        scanFewOf<uint16_t, F16Values>(endOld);
}

// Blocks go in groups of kWidth; a group ends with its slab
template <typename Number, typename Values>
inline void Scan::scanFewOf(int endOld)
{
    const int stride = m_work.kvHeads * m_d;   // from minimum to maximum; times vectors of a block: to the next block
    const int blockStride = stride * (m_work.bounds ? 2 : 1);
    const int queries = (m_work.endRow - m_work.firstRow) * m_group;
    for (int block = m_work.firstBlock; block < endOld;) {
        const int inSlab = static_cast<int>(kSlabBlocks - (m_work.slabOffset + block) % kSlabBlocks);
        const int count = smaller(kWidth, smaller(inSlab, endOld - block));
        for (int kvHead = m_work.firstKvHead; kvHead < m_work.endKvHead; ++kvHead) {
            const Number* base = key<Number>(kvHead, block);
            Values first[kWidth];
            for (int i = 0; i < count; ++i)
                first[i].at = base + i * blockStride;
            for (int i = 0; i < queries; i += 4) {
                float* to[4] = {};
                const int here = smaller(4, queries - i);
                for (int e = 0; e < here; ++e)
                    to[e] = scores(m_work.firstRow + (i + e) / m_group, kvHead * m_group + (i + e) % m_group) + block;
                const float* q = at(m_layout.queries) + ((kvHead * m_work.rows + m_work.firstRow) * m_group + i) * m_width;
                switch (here) {
                case 1: scoreInPlace<1>(first, count, stride, q, to); break;
                case 2: scoreInPlace<2>(first, count, stride, q, to); break;
                case 3: scoreInPlace<3>(first, count, stride, q, to); break;
                default: scoreInPlace<4>(first, count, stride, q, to); break;
                }
                for (int e = 0; e < here; ++e)
                    scoreInfinite(m_work.firstRow + (i + e) / m_group, kvHead * m_group + (i + e) % m_group, nullptr, block, count, to[e]);
            }
        }
        block += count;
    }
}

template <int N, int D, typename Values>
inline void Scan::scoreInPlace(const Values* first, int count, int stride, const float* queries, float* const* to)
{
    const int d = D > 0 ? D : m_d, width = D > 0 ? D : m_width;
    Vec rows[N][kWidth];
    for (int i = 0; i < count; ++i) {
        Vec sums[N];
        for (int e = 0; e < N; ++e)
            sums[e] = zero();
        for (int part = 0; part * d < width; ++part) {
            const float* q = queries + part * d;
            int j = 0;
            for (; j + kWidth <= d; j += kWidth) {
                const Vec k = first[i].full(part * stride + j);
                for (int e = 0; e < N; ++e)
                    sums[e] = fma(load(q + e * width + j), k, sums[e]);
            }
            if (j < d) {
                const Vec k = first[i].part(part * stride + j, d - j);
                for (int e = 0; e < N; ++e)
                    sums[e] = fma(loadPart(q + e * width + j, d - j), k, sums[e]);
            }
        }
        for (int e = 0; e < N; ++e)
            rows[e][i] = sums[e];
    }
    for (int e = 0; e < N; ++e) {
        for (int i = count; i < kWidth; ++i)
            rows[e][i] = zero();
        storePart(to[e], sumRows(rows[e]), count);
    }
}

inline void Scan::scoreListed(const LandmarkScores& list)
{
    const int firstRecent = m_work.memoryBlocks - m_work.places, kvHead = list.head / m_group;
    int old = list.count;   // ascending, and the last ones are recent
    while (old > 0 && list.blocks[old - 1] >= firstRecent)
        --old;
    if (!m_work.sameKey && m_work.keyType == RowType::F32)
        scoreOldListed<float, F32Values>(list, old);
    else if (!m_work.sameKey)
        scoreOldListed<uint16_t, F16Values>(list, old);
    if (isUsual() && m_work.keyType == RowType::F32)
        scoreRecentOf<float, F32Values>(list, old);
    else if (isUsual())
        scoreRecentOf<uint16_t, F16Values>(list, old);
    for (int i = m_work.sameKey ? 0 : old; !isUsual() && i < list.count; ++i) {
        float *decoded = at(m_layout.keys), *query = at(m_layout.panel);
        decodeKey(kvHead, list.blocks[i], decoded);
        rotateQuery(list.row, list.head, i < old ? m_work.places + 1 : m_work.memoryBlocks - list.blocks[i], query);
        list.scores[i] = product(query, decoded, m_width);
    }
    scoreInfinite(list.row, list.head, list.blocks, 0, list.count, list.scores);
}

// rotateQuery(), decodeKey() and product() of landmarks of the usual size, all in registers: the same operations in the same order
template <typename Values>
inline Vec Scan::recentProducts(const LandmarkScores& list, Values key, int block) const
{
    constexpr int kVectors = kUsualDim / kWidth, kHalf = kVectors / 2;
    const int64_t angle = (int64_t{m_work.memoryBlocks - block} * m_work.blockLength + m_work.openTokens + list.row) * (kUsualDim / 2);
    const float *x = m_work.queries + (int64_t{list.row} * m_work.heads + list.head) * kUsualDim;
    const float *cosine = m_work.cosines + angle, *sine = m_work.sines + angle;
    const Vec s = broadcast(m_work.scale);
    Vec query[kVectors], total = zero();
    for (int v = 0; v < kHalf; ++v) {
        const Vec a = load(x + v * kWidth), b = load(x + (v + kHalf) * kWidth);
        const Vec c = mul(load(cosine + v * kWidth), s), z = mul(load(sine + v * kWidth), s);
        query[v] = fnma(b, z, mul(a, c));
        query[v + kHalf] = fma(a, z, mul(b, c));
    }
    for (int v = 0; v < kVectors; ++v)
        total = fma(query[v], key.full(v * kWidth), total);
    return total;
}

// Scores of the listed blocks from `first` on, which are recent
template <typename Number, typename Values>
inline void Scan::scoreRecentOf(const LandmarkScores& list, int first) const
{
    const int kvHead = list.head / m_group;
    Vec rows[kWidth];
    for (int i = first; i < list.count; i += kWidth) {
        const int here = smaller(kWidth, list.count - i);
        for (int e = 0; e < here; ++e)
            rows[e] = recentProducts(list, Values{key<Number>(kvHead, list.blocks[i + e])}, list.blocks[i + e]);
        storePart(list.scores + i, sumOfRows(rows, here), here);
    }
}

template <typename Number, typename Values>
inline void Scan::scoreOldListed(const LandmarkScores& list, int count)
{
    if (count == 0)
        return;
    const int stride = m_work.kvHeads * m_d, kvHead = list.head / m_group;
    float* query = at(m_layout.panel);
    rotateQuery(list.row, list.head, m_work.places + 1, query);
    Values first[kWidth], next[kWidth];
    const auto find = [&](int i) {
        for (int e = 0; e < smaller(kWidth, count - i); ++e)
            next[e].at = key<Number>(kvHead, list.blocks[i + e]);
    };
    find(0);
    for (int i = 0; i < count; i += kWidth) {
        const int here = smaller(kWidth, count - i);
        __builtin_memcpy(first, next, sizeof first);
        find(i + kWidth);
        for (int e = 0; e < smaller(kWidth, count - i - kWidth); ++e)   // no reader of the processor's guesses the next ones
            for (int at = 0; at * m_d < m_width; ++at)
                for (int j = 0; j < m_d; j += 64 / int(sizeof(Number)))
                    _mm_prefetch(reinterpret_cast<const char*>(next[e].at + at * stride + j), _MM_HINT_T0);
        float* to[1] = {list.scores + i};
        if (isUsual())
            scoreInPlace<1, kUsualDim>(first, here, stride, query, to);
        else
            scoreInPlace<1>(first, here, stride, query, to);
    }
}

inline void Scan::scanMany(int endOld)
{
    for (int tileRow = m_work.firstRow; tileRow < m_work.endRow; tileRow += m_layout.tileRows) {
        const int endRow = smaller(m_work.endRow, tileRow + m_layout.tileRows);
        for (int kvHead = m_work.firstKvHead; kvHead < m_work.endKvHead; ++kvHead) {
            float* queries = at(m_layout.queries);
            for (int entry = 0; entry < (endRow - tileRow) * m_group; ++entry)
                rotateQuery(tileRow + entry / m_group, kvHead * m_group + entry % m_group, m_work.places + 1, queries + entry * m_width);
            for (int block = m_work.firstBlock; block < endOld; block += kPanelBlocks) {
                const int count = smaller(kPanelBlocks, endOld - block);
                fillPanel(kvHead, block, count);
                scorePanel(queries, tileRow, endRow, kvHead, block, count);
            }
        }
    }
}

// A kv head's keys lie too far apart for the processor's own readers
inline void Scan::prefetchKey(int kvHead, int block) const
{
    const int number = m_work.keyType == RowType::F32 ? 4 : 2;
    const char* at = m_work.keyType == RowType::F32 ? reinterpret_cast<const char*>(key<float>(kvHead, block))
                                                    : reinterpret_cast<const char*>(key<uint16_t>(kvHead, block));
    for (int part = 0; part * m_d < m_width; ++part)
        for (int byte = 0; byte < m_d * number; byte += 64)
            _mm_prefetch(at + part * m_work.kvHeads * m_d * number + byte, _MM_HINT_T0);
}

// panel [width][64]: key numbers by block
inline void Scan::fillPanel(int kvHead, int block, int count)
{
    const int wp = roundUp16(m_width);
    float* decoded = at(m_layout.keys);
    for (int i = 0; i < count; ++i) {
        if (!m_work.sameKey && block + i + kPanelBlocks < m_work.endBlock)
            prefetchKey(kvHead, block + i + kPanelBlocks);
        decodeKey(kvHead, block + i, decoded + i * wp);
        for (int j = m_width; j < wp; ++j)
            decoded[i * wp + j] = 0;
    }
    transposeRows(decoded, count, m_width, kPanelBlocks, at(m_layout.panel));
}

inline void Scan::scorePanel(const float* queries, int tileRow, int endRow, int kvHead, int block, int count)
{
    const int entries = (endRow - tileRow) * m_group;
    float* panelScores = at(m_layout.scores);
    const float* panel = at(m_layout.panel);
    for (int i = 0; i < entries; i += kTileEntries) {
        const float* q = queries + i * m_width;
        const int here = smaller(kTileEntries, entries - i);
        switch (here) {
        case 1: scoreEntries<1>(q, m_width, panel, count, kPanelBlocks, panelScores); break;
        case 2: scoreEntries<2>(q, m_width, panel, count, kPanelBlocks, panelScores); break;
        case 3: scoreEntries<3>(q, m_width, panel, count, kPanelBlocks, panelScores); break;
        case 4: scoreEntries<4>(q, m_width, panel, count, kPanelBlocks, panelScores); break;
        case 5: scoreEntries<5>(q, m_width, panel, count, kPanelBlocks, panelScores); break;
        default: scoreEntries<6>(q, m_width, panel, count, kPanelBlocks, panelScores); break;
        }
        for (int e = 0; e < here; ++e) {
            const int row = tileRow + (i + e) / m_group, head = kvHead * m_group + (i + e) % m_group;
            copyVectors(F32Values{panelScores + e * kPanelBlocks}, count, scores(row, head) + block);
            scoreInfinite(row, head, nullptr, block, count, scores(row, head) + block);
        }
    }
}

}  // namespace
