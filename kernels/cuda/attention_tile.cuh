// One tile of 16 queries of one kv head against the parts of its list (landmark_semantics.md 6, 14; kernels/block_attention.h).
// A part is a retrieved block or a local section. Per part: rotate the queries for its distance, score all its tokens, softmax,
// add its weighted values to the running sums. What runs between two barriers is a method.
#pragma once

#include "launch.cuh"

namespace cairn::cuda
{

constexpr int kAttendThreads = 128, kAttendWarps = kAttendThreads / 32;

// Tokens whose keys (then values) lie in shared memory at once
CAIRN_BOTH int chunkTokens(int headDim) { return headDim <= 128 ? 64 : 32; }

// Room of a thread block, in floats
struct TileRoom
{
    int columns, keys, queries, scores, sums, total;
};

CAIRN_BOTH TileRoom tileRoom(int headDim, int blockTokens)
{
    TileRoom room{};
    room.columns = (blockTokens + 1 + 3) / 4 * 4;
    room.keys = 0;
    room.queries = room.keys + chunkTokens(headDim) * (headDim + 1);
    room.scores = room.queries + kTileQueries * headDim;
    room.sums = room.scores + kTileQueries * room.columns;
    room.total = room.sums + kTileQueries * headDim + 5 * kTileQueries;
    return room;
}


class AttendTile
{
public:
    __device__ AttendTile(const AttendBlocks& work, float* shared)
        : m_work(work), m_d(work.headDim), m_F(work.blockTokens), m_columns(tileRoom(m_d, m_F).columns), m_keys(shared),
          m_queries(shared + tileRoom(m_d, m_F).queries), m_scores(shared + tileRoom(m_d, m_F).scores),
          m_sums(shared + tileRoom(m_d, m_F).sums), m_max(m_sums + kTileQueries * m_d), m_total(m_max + kTileQueries),
          m_old(m_total + kTileQueries), m_new(m_old + kTileQueries), m_visible(reinterpret_cast<int*>(m_new + kTileQueries)),
          m_thread(static_cast<int>(threadIdx.x)), m_head(static_cast<int>(blockIdx.y)), m_group(work.heads / work.kvHeads),
          m_tile(blockIdx.x), m_split(static_cast<int>(blockIdx.z)), m_local(work.openTokens + work.rows)
    {
        for (int i = m_thread; i < kTileQueries * m_d; i += kAttendThreads)
            m_sums[i] = 0;
        for (int i = m_thread; i < kTileQueries; i += kAttendThreads) {
            m_max[i] = noScore();
            m_total[i] = 0;
        }
    }

    // Retrieved blocks of this split, by rank in the tile's list
    __device__ void memoryParts()
    {
        const std::int64_t list = (m_tile * m_work.kvHeads + m_head);
        const std::int64_t entries = std::int64_t{kTileQueries} * m_work.places;
        const int first = m_split * m_work.partsPerSplit, end = min(m_work.unionCounts[list], first + m_work.partsPerSplit);
        for (int rank = first; rank < end; ++rank) {
            const std::int32_t column = m_work.unionBlocks[list * entries + rank];
            const std::int16_t* places = m_work.unionPlaces + (list * entries + rank) * kTileQueries;
            __syncthreads();   // the part before is done with
            if (m_thread < kTileQueries)
                m_visible[m_thread] = places[m_thread] >= 0 ? m_F : 0;
            rotateForPlaces(places);
            m_row = static_cast<const unsigned char*>(rowOf(m_work.blocks, column));
            m_piece = rowPieces(m_work.form, m_work.kvHeads, m_F, m_d, m_head);
            m_landmark = m_work.grouped ? landmarkOf(m_work.landmarkTable, column) : nullptr;
            scorePart(m_work.grouped != 0);
            recordMemory(places);
            weigh(m_work.grouped != 0, places);
            addValues();
        }
    }

    // Sections of the step's own tokens: those before the query's, then its own
    __device__ void localParts()
    {
        rotateLocally();
        m_row = nullptr;
        const std::int64_t lastQuery = min((m_tile + 1) * kTileQueries, std::int64_t{m_work.rows} * m_group) - 1;
        const int last = m_work.openTokens + static_cast<int>(lastQuery / m_group);
        for (m_start = 0; m_start <= last; m_start += m_work.blockLength) {
            __syncthreads();
            if (m_thread < kTileQueries)
                m_visible[m_thread] = visibleTokens(m_thread);
            const bool hasLandmark = m_work.grouped != 0 && m_start + m_F < m_local;
            scorePart(hasLandmark);
            recordLocal();
            weigh(m_work.grouped != 0, nullptr);
            addValues();
        }
    }

    __device__ void writeState()
    {
        __syncthreads();
        const std::int64_t state = ((m_tile * m_work.kvHeads + m_head) * (m_work.splits + 1) + m_split) * kTileQueries;
        if (m_thread < kTileQueries) {
            m_work.partMax[state + m_thread] = m_max[m_thread];
            m_work.partSum[state + m_thread] = m_total[m_thread];
        }
        for (int i = m_thread; i < kTileQueries * m_d; i += kAttendThreads)
            m_work.partOut[state * m_d + i] = m_sums[i];
    }

private:
    __device__ std::int64_t numberOf(int query) const { return m_tile * kTileQueries + query; }
    __device__ bool exists(int query) const { return numberOf(query) < std::int64_t{m_work.rows} * m_group; }
    __device__ std::int64_t rowOfQuery(int query) const { return numberOf(query) / m_group; }
    __device__ std::int64_t entryOf(int query) const   // in arrays [T][H]
    {
        return rowOfQuery(query) * m_work.heads + m_head * m_group + numberOf(query) % m_group;
    }

    __device__ void rotateTo(int item, std::int64_t position)
    {
        const int query = item / m_d;
        const float* from = m_work.queries + rowOfQuery(query) * m_work.queryStride + (m_head * m_group + numberOf(query) % m_group) * m_d;
        m_queries[item] = rotated(from, m_work.cosines, m_work.sines, position, m_d, item % m_d);
    }

    __device__ void rotateForPlaces(const std::int16_t* places)
    {
        for (int item = m_thread; item < kTileQueries * m_d; item += kAttendThreads) {
            const int query = item / m_d;
            m_queries[item] = 0;
            if (places[query] >= 0) {
                const std::int64_t distance = m_work.distances[entryOf(query) * m_work.places + places[query]];
                rotateTo(item, distance * m_work.blockLength + m_work.openTokens + rowOfQuery(query));
            }
        }
    }

    __device__ void rotateLocally()
    {
        for (int item = m_thread; item < kTileQueries * m_d; item += kAttendThreads) {
            m_queries[item] = 0;
            if (exists(item / m_d))
                rotateTo(item, m_work.openTokens + rowOfQuery(item / m_d));
        }
    }

    // Tokens of the section at m_start that a query sees; negative: they are its own section's
    __device__ int visibleTokens(int query) const
    {
        if (!exists(query))
            return 0;
        const int index = m_work.openTokens + static_cast<int>(rowOfQuery(query)), own = index / m_work.blockLength * m_work.blockLength;
        if (m_start < own)
            return m_F;
        return m_start > own ? 0 : -min(index - own + 1, m_F);
    }

    __device__ float keyAt(int token, int j) const   // token F: the landmark
    {
        const std::int64_t at = std::int64_t{token} * m_d + j;
        if (!m_row)
            return m_start + token < m_local ? m_work.localKeys[(std::int64_t{m_head} * m_local + m_start) * m_d + at] : 0.0f;
        if (token == m_F) {
            const std::int64_t landmark = std::int64_t{m_head} * m_d + j;
            return m_work.landmarkTable.isF32 ? static_cast<const float*>(m_landmark)[landmark]
                                              : fromHalfBits(static_cast<const std::uint16_t*>(m_landmark)[landmark]);
        }
        const unsigned char* keys = m_row + m_piece.keys;
        if (m_work.form == RowForm::F32)
            return reinterpret_cast<const float*>(keys)[at];
        if (m_work.form == RowForm::F16)
            return fromHalfBits(reinterpret_cast<const std::uint16_t*>(keys)[at]);
        return static_cast<float>(reinterpret_cast<const signed char*>(keys)[at])
               * fromHalfBits(reinterpret_cast<const std::uint16_t*>(m_row + m_piece.keyScales)[j]);
    }

    __device__ float valueAt(int token, int j) const
    {
        const std::int64_t at = std::int64_t{token} * m_d + j;
        if (!m_row)
            return m_start + token < m_local ? m_work.localValues[(std::int64_t{m_head} * m_local + m_start) * m_d + at] : 0.0f;
        const unsigned char* values = m_row + m_piece.values;
        if (m_work.form == RowForm::F32)
            return reinterpret_cast<const float*>(values)[at];
        if (m_work.form == RowForm::F16)
            return fromHalfBits(reinterpret_cast<const std::uint16_t*>(values)[at]);
        return static_cast<float>(reinterpret_cast<const signed char*>(values)[at])
               * fromHalfBits(reinterpret_cast<const std::uint16_t*>(m_row + m_piece.valueScales)[token]);
    }

    // All scores of the part, its landmark's in column F
    __device__ void scorePart(bool hasLandmark)
    {
        const int tokens = m_F + (hasLandmark ? 1 : 0), chunk = chunkTokens(m_d);
        for (int first = 0; first < tokens; first += chunk) {
            const int count = min(chunk, tokens - first);
            if (first > 0)
                __syncthreads();
            for (int item = m_thread; item < count * m_d; item += kAttendThreads)
                m_keys[item / m_d * (m_d + 1) + item % m_d] = keyAt(first + item / m_d, item % m_d);
            __syncthreads();
            for (int item = m_thread; item < count * (kTileQueries / 4); item += kAttendThreads)
                scoreItem(item % count, item / count * 4, first);
        }
        __syncthreads();
    }

    // One token, four queries
    __device__ void scoreItem(int token, int query, int first)
    {
        const float* key = m_keys + token * (m_d + 1);
        const float* q = m_queries + query * m_d;
        float sums[4] = {};
        for (int j = 0; j < m_d; ++j) {
            const float k = key[j];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                sums[i] += q[i * m_d + j] * k;
        }
        for (int i = 0; i < 4; ++i)
            m_scores[(query + i) * m_columns + first + token] = sums[i] * m_work.scale;
    }

    // Raw scores for the rows whose weights are wanted; finishing makes weights of them.
    __device__ void recordMemory(const std::int16_t* places) const
    {
        if (!m_work.memoryWeights)
            return;
        for (int item = m_thread; item < kTileQueries * m_F; item += kAttendThreads) {
            const int query = item / m_F, t = item % m_F;
            if (places[query] < 0 || rowOfQuery(query) < m_work.weightsFrom)
                continue;
            const std::int64_t entry = entryOf(query) - std::int64_t{m_work.weightsFrom} * m_work.heads;
            m_work.memoryWeights[(entry * m_work.places + places[query]) * m_F + t] = m_scores[query * m_columns + t];
        }
        __syncthreads();   // weigh() overwrites the scores
    }

    __device__ void recordLocal() const
    {
        if (!m_work.localWeights)
            return;
        const int tokens = min(m_F + 1, m_local - m_start);
        for (int item = m_thread; item < kTileQueries * tokens; item += kAttendThreads) {
            const int query = item / tokens, t = item % tokens;
            if (m_visible[query] == 0 || rowOfQuery(query) < m_work.weightsFrom)
                continue;
            if (t < abs(m_visible[query]) || (t == m_F && m_visible[query] > 0 && m_work.grouped)) {
                const std::int64_t entry = entryOf(query) - std::int64_t{m_work.weightsFrom} * m_work.heads;
                m_work.localWeights[entry * m_local + m_start + t] = m_scores[query * m_columns + t];
            }
        }
        __syncthreads();
    }

    // Softmax of the part into weights (still to be multiplied by m_new), and the running state. A warp per query.
    __device__ void weigh(bool grouped, const std::int16_t* places)
    {
        for (int query = m_thread / 32; query < kTileQueries; query += kAttendWarps) {
            const int count = abs(m_visible[query]);
            if (count == 0)   // the same for a whole warp
                continue;
            float* scores = m_scores + query * m_columns;
            float largest = noScore(), sum = 0;
            for (int t = m_thread % 32; t < count; t += 32)
                largest = fmaxf(largest, scores[t]);
            largest = warpMax(largest);
            for (int t = m_thread % 32; t < count; t += 32) {
                const float e = expf(scores[t] - largest);
                scores[t] = e;
                sum += e;
            }
            sum = warpSum(sum);
            if (m_thread % 32 == 0)
                enter(query, largest, sum, grouped && m_visible[query] > 0, scores[m_F], places);
        }
        __syncthreads();
    }

    // The part enters the running softmax: as its tokens (largest, sum), or as one entry, its landmark.
    __device__ void enter(int query, float largest, float sum, bool asOne, float landmark, const std::int16_t* places)
    {
        const float part = asOne ? landmark : largest, top = fmaxf(m_max[query], part), share = expf(part - top);
        m_old[query] = expf(m_max[query] - top);   // exp(-inf) = 0 at the first part
        m_new[query] = asOne ? share / sum : share;
        m_total[query] = m_total[query] * m_old[query] + (asOne ? share : share * sum);
        m_max[query] = top;
        if (!places)
            return;
        const std::int64_t place = entryOf(query) * m_work.places + places[query];
        m_work.placeMax[place] = part;
        m_work.placeSum[place] = sum;
    }

    __device__ void addValues()
    {
        const int chunk = chunkTokens(m_d);
        for (int first = 0; first < m_F; first += chunk) {
            const int count = min(chunk, m_F - first);
            if (first > 0)
                __syncthreads();
            for (int item = m_thread; item < count * m_d; item += kAttendThreads)
                m_keys[item / m_d * (m_d + 1) + item % m_d] = valueAt(first + item / m_d, item % m_d);
            __syncthreads();
            for (int item = m_thread; item < m_d * (kTileQueries / 4); item += kAttendThreads)
                addItem(item % m_d, item / m_d * 4, first, count);
        }
    }

    // One element, four queries
    __device__ void addItem(int j, int query, int first, int count)
    {
        float sums[4] = {};
        for (int i = 0; i < 4; ++i) {
            const int seen = min(abs(m_visible[query + i]) - first, count);
            const float* weights = m_scores + (query + i) * m_columns + first;
            for (int t = 0; t < seen; ++t)
                sums[i] += weights[t] * m_keys[t * (m_d + 1) + j];
        }
        for (int i = 0; i < 4; ++i) {
            if (m_visible[query + i] == 0)
                continue;
            float& to = m_sums[(query + i) * m_d + j];
            to = (first == 0 ? to * m_old[query + i] : to) + sums[i] * m_new[query + i];
        }
    }

    const AttendBlocks& m_work;
    int m_d, m_F, m_columns;
    float *m_keys, *m_queries, *m_scores, *m_sums;    // shared: [chunk][d + 1], [16][d], [16][columns], [16][d]
    float *m_max, *m_total, *m_old, *m_new;           // shared, [16]: running softmax; factors of the last part
    int* m_visible;                                   // shared, [16] tokens of the part a query sees
    int m_thread, m_head, m_group;
    std::int64_t m_tile;
    int m_split, m_local;
    const unsigned char* m_row = nullptr;             // the part: a memory row, or null: local tokens from m_start on
    const void* m_landmark = nullptr;
    RowPieces m_piece;
    int m_start = 0;
};


}  // namespace cairn::cuda
