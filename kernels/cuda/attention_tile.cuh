// One tile of 16 queries of one kv head against the parts of its list (landmark_semantics.md 6, 14; kernels/attention/block_attention.h).
// A part is a retrieved block or a local section. Per part: rotate the queries for its distance, score all its tokens, softmax,
// add its weighted values to the running sums. What runs between two barriers is a method. Both products run on tensor cores with
// 32-bit accuracy: of retrieved halves and bytes as they are stored (half_tile.cuh), of other numbers where heads are a multiple of 8
// (tensor_product.cuh); else number by number.
#pragma once

#include "attention_part.cuh"
#include "tile_room.cuh"

namespace cairn::cuda
{

constexpr int kAttendThreads = HalfTile::kThreads, kAttendWarps = kAttendThreads / 32;

class AttendTile
{
public:
    __device__ AttendTile(const AttendBlocks& work, float* shared)
        : m_work(work), m_d(work.headDim), m_F(work.blockTokens), m_columns(tileRoom(m_d, m_F).columns),
          m_keyStride(keyStride(m_d)), m_valueStride(valueStride(m_d)), m_tiled(m_d % 8 == 0), m_keys(shared),
          m_queries(shared + tileRoom(m_d, m_F).queries), m_scores(shared + tileRoom(m_d, m_F).scores),
          m_sums(shared + tileRoom(m_d, m_F).sums), m_max(m_sums + kTileQueries * m_d), m_total(m_max + kTileQueries),
          m_old(m_total + kTileQueries), m_new(m_old + kTileQueries), m_visible(reinterpret_cast<int*>(m_new + kTileQueries)),
          m_positions(m_visible + kTileQueries),
          m_thread(static_cast<int>(threadIdx.x)), m_head(static_cast<int>(blockIdx.y)), m_group(work.heads / work.kvHeads),
          m_tile(blockIdx.x), m_split(static_cast<int>(blockIdx.z)), m_local(work.openTokens + work.rows),
          m_part{work, m_d, m_F, m_head, m_local}, m_halves(m_d, m_keys, m_queries)
    {
        for (int i = m_thread; i < kTileQueries * m_d; i += kAttendThreads)
            m_sums[i] = 0;
        for (int i = m_thread; i < kTileQueries; i += kAttendThreads) {
            m_max[i] = noScore();
            m_total[i] = 0;
        }
    }

    // A tile by itself whose splits are the entries of its queries' lists: the block of one entry, where it is the first with this block.
    // `places` [16] in shared memory.
    __device__ void memoryEntry(std::int16_t* places)
    {
        const int queries = m_work.rows * m_group, entries = queries * m_work.places;
        const auto selectedAt = [&](int entry) {
            return m_work.selected[entryOf(entry / m_work.places) * m_work.places + entry % m_work.places];
        };
        const std::int32_t column = selectedAt(m_split);
        if (column < 0)
            return;
        if (m_thread < kTileQueries)
            places[m_thread] = -1;
        __syncthreads();
        for (int entry = m_thread; entry < entries; entry += kAttendThreads)
            if (selectedAt(entry) == column)
                places[entry / m_work.places] = static_cast<std::int16_t>(entry % m_work.places);
        __syncthreads();
        for (int query = 0; query < m_split / m_work.places; ++query)
            if (places[query] >= 0)   // the same for all threads
                return;
        memoryPart(column, places);
    }

    // Retrieved blocks of this split, by rank in the tile's list
    __device__ void memoryParts()
    {
        const std::int64_t list = (m_tile * m_work.kvHeads + m_head);
        const std::int64_t entries = std::int64_t{kTileQueries} * m_work.places;
        const int first = m_split * m_work.partsPerSplit, end = min(m_work.unionCounts[list], first + m_work.partsPerSplit);
        for (int rank = first; rank < end; ++rank) {
            const std::int32_t column = m_work.unionBlocks[list * entries + rank];
            memoryPart(column, m_work.unionPlaces + (list * entries + rank) * kTileQueries);
        }
    }

    // Sections of the step's own tokens: those before the query's, then its own
    __device__ void localParts()
    {
        if (m_thread < kTileQueries)
            m_positions[m_thread] = exists(m_thread) ? positionFrom(0) : -1;
        __syncthreads();
        rotateQueries();
        m_part.row = nullptr;
        const std::int64_t lastQuery = min((m_tile + 1) * kTileQueries, std::int64_t{m_work.rows} * m_group) - 1;
        const int last = m_work.openTokens + static_cast<int>(lastQuery / m_group);
        for (m_part.start = 0; m_part.start <= last; m_part.start += m_work.blockLength) {
            __syncthreads();
            if (m_thread < kTileQueries)
                m_visible[m_thread] = visibleTokens(m_thread);
            const bool hasLandmark = m_work.grouped != 0 && m_part.start + m_F < m_local;
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
    // `places` [16]: in which place of its list each query has the block, -1: not in it
    __device__ void memoryPart(std::int32_t column, const std::int16_t* places)
    {
        m_part.row = static_cast<const unsigned char*>(rowOf(m_work.blocks, column));
        if (!m_part.row) {   // the same for all threads
            if (m_work.absent)
                *m_work.absent = 1;
            return;
        }
        __syncthreads();   // the part before is done with
        if (m_thread < kTileQueries) {
            const int place = places[m_thread];
            m_visible[m_thread] = place >= 0 ? m_F : 0;
            m_positions[m_thread] = place < 0 ? -1 : positionFrom(m_work.distances[entryOf(m_thread) * m_work.places + place]);
        }
        m_part.piece = rowPieces(m_work.form, m_work.kvHeads, m_F, m_d, m_head);
        m_part.landmark = m_work.grouped ? landmarkOf(m_work.landmarkTable, column) : nullptr;
        if (fitsHalves()) {
            halfPart(places);
            return;
        }
        __syncthreads();
        rotateQueries();
        scorePart(m_work.grouped != 0);
        recordMemory(places);
        weigh(m_work.grouped != 0, places);
        addValues();
    }

    __device__ int positionFrom(int distance) const   // of the thread's query
    {
        return distance * m_work.blockLength + m_work.openTokens + static_cast<int>(rowOfQuery(m_thread));
    }

    __device__ bool fitsHalves() const
    {
        if (m_d % 16 != 0)
            return false;
        return m_work.form == RowForm::F16 ? !m_work.grouped || !m_work.landmarkTable.isF32
                                           : m_work.form == RowForm::Int8 && !m_work.grouped;
    }

    // memoryPart() on halves: keys, then values, are on their way while other things are done.
    __device__ void halfPart(const std::int16_t* places)
    {
        const bool areBytes = m_work.form == RowForm::Int8;
        const unsigned char *keys = m_part.row + m_part.piece.keys, *values = m_part.row + m_part.piece.values;
        const void* landmark = m_part.landmark ? static_cast<const std::uint16_t*>(m_part.landmark) + m_head * m_d : nullptr;
        const int chunk = chunkTokens(m_d), tokens = m_F + (landmark ? 1 : 0);
        m_halves.fetch(keys, areBytes, 0, min(chunk, tokens), m_F, landmark);
        __syncthreads();
        rotateHalves(areBytes);
        for (int first = 0; first < tokens; first += chunk) {
            if (first > 0) {
                m_halves.fetch(keys, areBytes, first, min(chunk, tokens - first), m_F, landmark);
                __syncthreads();
            }
            m_halves.store();
            __syncthreads();
            m_halves.score(m_scores, m_columns, first, m_work.scale);
        }
        m_halves.fetch(values, areBytes, 0, min(chunk, m_F), -1, nullptr);
        __syncthreads();
        recordMemory(places);
        weigh(m_work.grouped != 0, places);
        if (areBytes)
            scaleWeights();
        for (int first = 0; first < m_F; first += chunk) {
            if (first > 0) {
                m_halves.fetch(values, areBytes, first, min(chunk, m_F - first), -1, nullptr);
                __syncthreads();
            }
            m_halves.store();
            __syncthreads();
            m_halves.weigh(m_scores, m_columns, first, m_visible, [&](int query, int j, float sum) { addTo(query, j, first, sum); });
        }
    }

    // Scales of bytes: a key's are of its elements and go to the queries, a value's is of its token and goes to the weights.
    __device__ void rotateHalves(bool areBytes) const
    {
        const int half = m_d / 2;
        const auto* scales = reinterpret_cast<const std::uint16_t*>(m_part.row + m_part.piece.keyScales);
        for (int item = m_thread; item < kTileQueries * half; item += kAttendThreads) {
            const int query = item / half, j = item % half;
            RotatedPair pair{0, 0};
            if (m_positions[query] >= 0)
                pair = rotatedQuery(query, j, m_positions[query]);
            if (areBytes)
                pair = {pair.low * fromHalfBits(scales[j]), pair.high * fromHalfBits(scales[j + half])};
            m_halves.putQuery(query, j, pair.low);
            m_halves.putQuery(query, j + half, pair.high);
        }
    }

    __device__ void scaleWeights()
    {
        const auto* scales = reinterpret_cast<const std::uint16_t*>(m_part.row + m_part.piece.valueScales);
        for (int item = m_thread; item < kTileQueries * m_F; item += kAttendThreads)
            m_scores[item / m_F * m_columns + item % m_F] *= fromHalfBits(scales[item % m_F]);
    }

    __device__ std::int64_t numberOf(int query) const { return m_tile * kTileQueries + query; }
    __device__ bool exists(int query) const { return numberOf(query) < std::int64_t{m_work.rows} * m_group; }
    __device__ std::int64_t rowOfQuery(int query) const { return numberOf(query) / m_group; }
    __device__ std::int64_t entryOf(int query) const   // in arrays [T][H]
    {
        return rowOfQuery(query) * m_work.heads + m_head * m_group + numberOf(query) % m_group;
    }

    __device__ RotatedPair rotatedQuery(int query, int j, std::int64_t position) const
    {
        const float* from = m_work.queries + rowOfQuery(query) * m_work.queryStride + (m_head * m_group + numberOf(query) % m_group) * m_d;
        return rotatedPair(from, m_work.cosines, m_work.sines, position, m_d, j);
    }

    __device__ void rotateTo(int query, int j, std::int64_t position)
    {
        const RotatedPair pair = rotatedQuery(query, j, position);
        m_queries[query * m_keyStride + j] = pair.low;
        m_queries[query * m_keyStride + j + m_d / 2] = pair.high;
    }

    __device__ void clearQuery(int query, int j) { m_queries[query * m_keyStride + j] = m_queries[query * m_keyStride + j + m_d / 2] = 0; }

    __device__ void rotateQueries()
    {
        for (int item = m_thread; item < kTileQueries * m_d / 2; item += kAttendThreads) {
            const int query = item / (m_d / 2), j = item % (m_d / 2);
            if (m_positions[query] >= 0)
                rotateTo(query, j, m_positions[query]);
            else
                clearQuery(query, j);
        }
    }

    // Tokens of the section at m_part.start that a query sees; negative: they are its own section's
    __device__ int visibleTokens(int query) const
    {
        if (!exists(query))
            return 0;
        const int index = m_work.openTokens + static_cast<int>(rowOfQuery(query)), own = index / m_work.blockLength * m_work.blockLength;
        if (m_part.start < own)
            return m_F;
        return m_part.start > own ? 0 : -min(index - own + 1, m_F);
    }

    // four(token, j) of `count` tokens into m_keys. Eight loads are on their way before the first is stored.
    template <typename Four>
    __device__ void fillTokens(int count, int stride, const Four& four)
    {
        constexpr int kAtOnce = 8;
        const int aToken = m_d / 4, items = count * aToken;
        for (int first = m_thread; first < items; first += kAtOnce * kAttendThreads) {
            float4 held[kAtOnce];
#pragma unroll
            for (int i = 0; i < kAtOnce; ++i) {
                const int item = min(first + i * kAttendThreads, items - 1);
                held[i] = four(item / aToken, item % aToken * 4);
            }
#pragma unroll
            for (int i = 0; i < kAtOnce; ++i) {
                const int item = first + i * kAttendThreads;
                if (item < items)
                    *reinterpret_cast<float4*>(m_keys + item / aToken * stride + item % aToken * 4) = held[i];
            }
        }
    }

    // All scores of the part, its landmark's in column F
    __device__ void scorePart(bool hasLandmark)
    {
        const int tokens = m_F + (hasLandmark ? 1 : 0), chunk = chunkTokens(m_d);
        for (int first = 0; first < tokens; first += chunk) {
            const int count = min(chunk, tokens - first);
            if (first > 0)
                __syncthreads();
            if (m_tiled) {
                fillTokens(count, m_keyStride, [&](int token, int j) { return m_part.keysAt(first + token, j); });
                __syncthreads();
                scoreTokens(first, count);
                continue;
            }
            for (int item = m_thread; item < count * m_d; item += kAttendThreads)
                m_keys[item / m_d * m_keyStride + item % m_d] = m_part.keyAt(first + item / m_d, item % m_d);
            __syncthreads();
            for (int item = m_thread; item < count * (kTileQueries / 4); item += kAttendThreads)
                scoreItem(item % count, item / count * 4, first);
        }
        __syncthreads();
    }

    // All queries with the chunk's tokens, 8 of them at a time to a warp. What lies behind the last token is scored, and dropped.
    __device__ void scoreTokens(int first, int count)
    {
        const int lane = m_thread % 32, row = lane / 4, column = lane % 4;
        for (int token = m_thread / 32 * 8; token < count; token += kAttendWarps * 8) {
            float sums[4] = {};
            const float* keys = m_keys + (token + row) * m_keyStride + column;
            const float* queries = m_queries + row * m_keyStride + column;
            for (int k = 0; k < m_d; k += 8) {
                const float left[4] = {queries[k], queries[8 * m_keyStride + k], queries[k + 4], queries[8 * m_keyStride + k + 4]};
                const float right[2] = {keys[k], keys[k + 4]};
                multiplyAddWide(sums, left, right);
            }
            for (int i = 0; i < 4; ++i)
                if (token + column * 2 + i % 2 < count)
                    m_scores[(row + i / 2 * 8) * m_columns + first + token + column * 2 + i % 2] = sums[i] * m_work.scale;
        }
    }

    // One token, four queries
    __device__ void scoreItem(int token, int query, int first)
    {
        const float* key = m_keys + token * m_keyStride;
        const float* q = m_queries + query * m_keyStride;
        float sums[4] = {};
        for (int j = 0; j < m_d; ++j) {
            const float k = key[j];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                sums[i] += q[i * m_keyStride + j] * k;
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
        const int tokens = min(m_F + 1, m_local - m_part.start);
        for (int item = m_thread; item < kTileQueries * tokens; item += kAttendThreads) {
            const int query = item / tokens, t = item % tokens;
            if (m_visible[query] == 0 || rowOfQuery(query) < m_work.weightsFrom)
                continue;
            if (t < abs(m_visible[query]) || (t == m_F && m_visible[query] > 0 && m_work.grouped)) {
                const std::int64_t entry = entryOf(query) - std::int64_t{m_work.weightsFrom} * m_work.heads;
                m_work.localWeights[entry * m_local + m_part.start + t] = m_scores[query * m_columns + t];
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
            const int count = min(chunk, m_F - first), whole = (count + 7) / 8 * 8;
            if (first > 0)
                __syncthreads();
            if (m_tiled) {
                fillTokens(whole, m_valueStride, [&](int token, int j) {
                    return token < count ? m_part.valuesAt(first + token, j) : float4{0, 0, 0, 0};
                });
                __syncthreads();
                addTokens(first, whole);
                continue;
            }
            for (int item = m_thread; item < count * m_d; item += kAttendThreads)
                m_keys[item / m_d * m_valueStride + item % m_d] = m_part.valueAt(first + item / m_d, item % m_d);
            __syncthreads();
            for (int item = m_thread; item < m_d * (kTileQueries / 4); item += kAttendThreads)
                addItem(item % m_d, item / m_d * 4, first, count);
        }
    }

    // All queries' weights times the chunk's values, 8 elements at a time to a warp
    __device__ void addTokens(int first, int count)
    {
        const int lane = m_thread % 32, row = lane / 4, column = lane % 4;
        const int seen[2] = {abs(m_visible[row]) - first, abs(m_visible[row + 8]) - first};
        for (int j = m_thread / 32 * 8; j < m_d; j += kAttendWarps * 8) {
            float sums[4] = {};
            for (int k = 0; k < count; k += 8) {
                float left[4], right[2];
#pragma unroll
                for (int i = 0; i < 4; ++i) {
                    const int token = k + column + i / 2 * 4;
                    left[i] = token < seen[i % 2] ? m_scores[(row + i % 2 * 8) * m_columns + first + token] : 0.0f;
                }
#pragma unroll
                for (int i = 0; i < 2; ++i)
                    right[i] = m_keys[(k + column + i * 4) * m_valueStride + j + row];
                multiplyAddWide(sums, left, right);
            }
            for (int i = 0; i < 4; ++i)
                addTo(row + i / 2 * 8, j + column * 2 + i % 2, first, sums[i]);
        }
    }

    __device__ void addTo(int query, int j, int first, float sum)
    {
        if (m_visible[query] == 0)
            return;
        float& to = m_sums[query * m_d + j];
        to = (first == 0 ? to * m_old[query] : to) + sum * m_new[query];
    }

    // One element, four queries
    __device__ void addItem(int j, int query, int first, int count)
    {
        float sums[4] = {};
        for (int i = 0; i < 4; ++i) {
            const int seen = min(abs(m_visible[query + i]) - first, count);
            const float* weights = m_scores + (query + i) * m_columns + first;
            for (int t = 0; t < seen; ++t)
                sums[i] += weights[t] * m_keys[t * m_valueStride + j];
        }
        for (int i = 0; i < 4; ++i)
            addTo(query + i, j, first, sums[i]);
    }

    const AttendBlocks& m_work;
    int m_d, m_F, m_columns, m_keyStride, m_valueStride;
    bool m_tiled;
    float *m_keys, *m_queries, *m_scores, *m_sums;    // shared: [chunk][stride], also values; [16][stride], [16][columns], [16][d]
    float *m_max, *m_total, *m_old, *m_new;           // shared, [16]: running softmax; factors of the last part
    int* m_visible;                                   // shared, [16] tokens of the part a query sees
    int* m_positions;                                 // shared, [16] of the query from the retrieved block, -1: it does not attend it
    int m_thread, m_head, m_group;
    std::int64_t m_tile;
    int m_split, m_local;
    AttendPart m_part;
    HalfTile m_halves;
};

}  // namespace cairn::cuda
