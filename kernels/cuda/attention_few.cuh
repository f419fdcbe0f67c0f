// Attention of up to 8 queries of one kv head, as they are while writing: a thread block takes one retrieved block (where there are very
// many, that of one place of each query), or the local sections.
// All its keys and values are on their way to registers before the first is used, since what such a step waits for is memory. A run of
// lanes holds one token, 8 numbers each; states are those of attention_tile.cuh, which takes what doesn't fit here.
#pragma once

#include "raw_piece.cuh"

namespace cairn::cuda
{

constexpr int kFewThreads = 128;

// Heads whose pieces are a power of two of lanes, at least as many as queries (each ends with one query's sum)
CAIRN_BOTH bool fewFit(int headDim, int queries)
{
    const int lanes = headDim / kPieceWidth;
    const int held = queries <= 1 ? 1 : queries <= 4 ? 4 : kFewHeadQueries;
    return queries <= kFewHeadQueries && headDim % kPieceWidth == 0 && lanes >= held && lanes <= 32 && (lanes & (lanes - 1)) == 0;
}

// Room of a thread block, in floats
struct FewRoom
{
    int columns, queries, scores, sums, places, total;
};

CAIRN_BOTH FewRoom fewRoom(int queries, int headDim, int blockTokens)
{
    FewRoom room{};
    room.columns = (blockTokens + 2 + 3) / 4 * 4;          // tokens, the landmark, a factor
    room.queries = 0;
    room.scores = room.queries + queries * headDim;
    room.sums = room.scores + queries * room.columns;      // of each token's lanes
    room.places = room.sums + queries * kPieceWidth * kFewThreads;
    room.total = room.places + 2 * queries;
    return room;
}

// kQueries: 1, 4 or 8, of which `m_count` are there. kForm: of the memory's rows.
template <int kQueries, RowForm kForm>
class FewQueries
{
public:
    __device__ FewQueries(const AttendBlocks& work, float* shared)
        : m_work(work), m_d(work.headDim), m_F(work.blockTokens), m_lanes(m_d / kPieceWidth), m_atOnce(kFewThreads / m_lanes),
          m_columns(fewRoom(kQueries, m_d, m_F).columns), m_queries(shared + fewRoom(kQueries, m_d, m_F).queries),
          m_scores(shared + fewRoom(kQueries, m_d, m_F).scores), m_parts(shared + fewRoom(kQueries, m_d, m_F).sums),
          m_places(reinterpret_cast<Place*>(shared + fewRoom(kQueries, m_d, m_F).places)),
          m_thread(static_cast<int>(threadIdx.x)), m_piece(m_thread % m_lanes * kPieceWidth), m_first(m_thread / m_lanes),
          m_head(static_cast<int>(blockIdx.y)), m_group(work.heads / work.kvHeads), m_count(work.rows * m_group),
          m_split(static_cast<int>(blockIdx.z)), m_local(work.openTokens + work.rows)
    {
        for (float& largest : m_max)
            largest = noScore();
    }

    __device__ void memoryParts()
    {
        const bool isEntry = m_work.splits == m_count * m_work.places;
        for (int query = 0; query < (isEntry ? 1 : m_count); ++query) {
            if (query > 0)
                __syncthreads();   // all have seen the places of the block before
            bool isNew = true;
            for (int other = 0; other < query; ++other)
                isNew = isNew && selectedAt(other * m_work.places + m_split) != selectedAt(query * m_work.places + m_split);
            if (isNew)   // the same for all threads
                memoryEntry(query * m_work.places + m_split);
        }
    }

    // The block of an entry of the queries' lists, where no query before has it.
    __device__ void memoryEntry(int entry)
    {
        const std::int32_t column = selectedAt(entry);
        const auto* row = column < 0 ? nullptr : static_cast<const unsigned char*>(rowOf(m_work.blocks, column));
        if (column < 0 || !findPlaces(column, entry / m_work.places))
            return;
        if (!row) {   // the same for all threads
            if (m_work.absent)
                *m_work.absent = 1;
            return;
        }
        const RowPieces piece = rowPieces(kForm, m_work.kvHeads, m_F, m_d, m_head);
        Part<kForm> part{row + piece.keys, row + piece.values, m_F, reinterpret_cast<const std::uint16_t*>(row + piece.keyScales),
                         reinterpret_cast<const std::uint16_t*>(row + piece.valueScales)};
        part.landmarkIsF32 = m_work.landmarkTable.isF32 != 0;
        if (m_work.grouped)
            part.landmark = static_cast<const unsigned char*>(landmarkOf(m_work.landmarkTable, column))
                            + std::int64_t{m_head} * m_d * (part.landmarkIsF32 ? 4 : 2);
        attendPart(part, true);
    }

    // Sections of the step's own tokens: those before the query's, then its own
    __device__ void localParts()
    {
        for (m_start = 0; m_start < m_local; m_start += m_work.blockLength) {
            const std::int64_t at = (std::int64_t{m_head} * m_local + m_start) * m_d;
            Part<RowForm::F32> part{m_work.localKeys + at, m_work.localValues + at, min(m_F, m_local - m_start), nullptr, nullptr};
            part.landmarkIsF32 = true;
            if (m_work.grouped && m_start + m_F < m_local)
                part.landmark = m_work.localKeys + at + std::int64_t{m_F} * m_d;
            attendPart(part, false);
        }
    }

    __device__ void writeState()
    {
        const std::int64_t state = (std::int64_t{m_head} * (m_work.splits + 1) + m_split) * kTileQueries;
        if (m_thread % 32 == 0)   // a warp keeps the states of its queries
            for (int turn = 0; turn < kTurns; ++turn)
                if (const int query = m_thread / 32 + turn * kWarps; query < m_count) {
                    m_work.partMax[state + query] = m_max[turn];
                    m_work.partSum[state + query] = m_total[turn];
                }
        if (!m_isWritten)   // the same for all threads
            return;
        float4* to = reinterpret_cast<float4*>(m_parts);
#pragma unroll
        for (int query = 0; query < kQueries; ++query) {   // [token of the turn][query][d]
            const int at = ((m_first * kQueries + query) * m_d + m_piece) / 4;
            to[at] = {m_sums[query][0], m_sums[query][1], m_sums[query][2], m_sums[query][3]};
            to[at + 1] = {m_sums[query][4], m_sums[query][5], m_sums[query][6], m_sums[query][7]};
        }
        __syncthreads();
        for (int i = m_thread; i < m_count * m_d; i += kFewThreads) {
            float sum = 0;
            for (int token = 0; token < m_atOnce; ++token)
                sum += m_parts[token * kQueries * m_d + i];
            m_work.partOut[state * m_d + i] = sum;
        }
    }

private:
    static constexpr int kWarps = kFewThreads / 32, kTurns = (kQueries + kWarps - 1) / kWarps;

    struct Place
    {
        std::int32_t number, distance;           // of the block in the query's list; number -1: not in it
    };

    // Pieces on their way at once; a part of more tokens takes turns.
    template <RowForm kPartForm>
    struct Held
    {
        static constexpr int kCount = kPartForm == RowForm::F32 || kQueries > 4 ? 4 : 8;
        RawPiece<kPartForm> pieces[kCount];
    };

    template <RowForm kPartForm>
    struct Part
    {
        const void* keys;
        const void* values;
        int tokens;
        const std::uint16_t* keyScales;          // Int8: [d]
        const std::uint16_t* valueScales;        // [F]
        const void* landmark = nullptr;          // of the kv head; null: not weighed
        bool landmarkIsF32 = false;
    };

    __device__ std::int32_t selectedAt(int entry) const
    {
        return m_work.selected[entryOf(entry / m_work.places) * m_work.places + entry % m_work.places];
    }

    __device__ std::int32_t distanceAt(int entry) const
    {
        return m_work.distances[entryOf(entry / m_work.places) * m_work.places + entry % m_work.places];
    }

    __device__ std::int64_t entryOf(int query) const   // in arrays [T][H]
    {
        return std::int64_t{query / m_group} * m_work.heads + m_head * m_group + query % m_group;
    }

    // Which queries have the block, in which place of their lists and how far away; false: one before `first` has it.
    __device__ bool findPlaces(std::int32_t column, int first)
    {
        const int entries = m_count * m_work.places, own = min(m_thread, entries - 1);
        std::int32_t selected = selectedAt(own), distance = distanceAt(own);   // on their way before the wait
        if (m_thread < kQueries)
            m_places[m_thread] = {-1, 0};
        __syncthreads();
        for (int entry = m_thread; entry < entries; entry += kFewThreads) {
            if (entry != m_thread)
                selected = selectedAt(entry), distance = distanceAt(entry);
            if (selected == column)
                m_places[entry / m_work.places] = {entry % m_work.places, distance};
        }
        __syncthreads();
        for (int query = 0; query < first; ++query)
            if (m_places[query].number >= 0)
                return false;
        return true;
    }

    template <RowForm kPartForm>
    __device__ void load(const void* from, int tokens, int first, Held<kPartForm>& into) const
    {
#pragma unroll
        for (int i = 0; i < Held<kPartForm>::kCount; ++i) {
            const int token = first + m_first + i * m_atOnce;
            if (first + i * m_atOnce < tokens)   // the same for all threads
                into.pieces[i].load(from, std::int64_t{min(token, tokens - 1)} * m_d + m_piece);
        }
    }

    template <RowForm kPartForm>
    __device__ void attendPart(const Part<kPartForm>& part, bool isMemory)
    {
        Held<kPartForm> keys, values;
        load(part.keys, part.tokens, 0, keys);
        load(part.values, part.tokens, 0, values);
        __syncthreads();   // the part before is done with
        rotateQueries(isMemory);
        __syncthreads();
        score(part, keys);
        __syncthreads();
        record(part, isMemory);
        weigh(part, isMemory);
        __syncthreads();
        addValues(part, values);
        m_isWritten = true;
    }

    __device__ void rotateQueries(bool isMemory) const
    {
        const int half = m_d / 2;
        for (int item = m_thread; item < kQueries * half; item += kFewThreads) {
            const int query = item / half, j = item % half;
            RotatedPair pair{0, 0};
            if (query < m_count && (!isMemory || m_places[query].number >= 0)) {
                const int row = query / m_group;
                std::int64_t position = m_work.openTokens + row;
                if (isMemory)
                    position += std::int64_t{m_places[query].distance} * m_work.blockLength;
                const float* from = m_work.queries + row * m_work.queryStride + (m_head * m_group + query % m_group) * m_d;
                pair = rotatedPair(from, m_work.cosines, m_work.sines, position, m_d, j);
            }
            m_queries[query * m_d + j] = pair.low;
            m_queries[query * m_d + j + half] = pair.high;
        }
    }

    // The lane's numbers of all queries
    __device__ void queryPieces(float (&to)[kQueries][kPieceWidth]) const
    {
#pragma unroll
        for (int query = 0; query < kQueries; ++query) {
            const float4 low = fourOf(m_queries + query * m_d + m_piece), high = fourOf(m_queries + query * m_d + m_piece + 4);
            to[query][0] = low.x, to[query][1] = low.y, to[query][2] = low.z, to[query][3] = low.w;
            to[query][4] = high.x, to[query][5] = high.y, to[query][6] = high.z, to[query][7] = high.w;
        }
    }

    // Sums of kQueries numbers over a token's lanes: each step halves what a lane still carries. Returns the sum of query ownQuery().
    __device__ float sumOverLanes(float (&numbers)[kQueries]) const
    {
        int distance = 1;
#pragma unroll
        for (int kept = kQueries / 2; kept >= 1; kept /= 2, distance *= 2) {
            const bool upper = (m_thread & distance) != 0;
#pragma unroll
            for (int i = 0; i < kept; ++i) {
                const float given = upper ? numbers[i] : numbers[i + kept];
                const float own = upper ? numbers[i + kept] : numbers[i];
                numbers[i] = own + __shfl_xor_sync(CAIRN_ALL_LANES, given, distance);
            }
        }
        float sum = numbers[0];
        for (; distance < m_lanes; distance *= 2)
            sum += __shfl_xor_sync(CAIRN_ALL_LANES, sum, distance);
        return sum;
    }

    __device__ int ownQuery() const
    {
        int query = 0;
        for (int kept = kQueries / 2, distance = 1; kept >= 1; kept /= 2, distance *= 2)
            query += (m_thread & distance) != 0 ? kept : 0;
        return query;
    }

    template <RowForm kPartForm>
    __device__ void score(const Part<kPartForm>& part, Held<kPartForm>& keys)
    {
        float queries[kQueries][kPieceWidth];
        queryPieces(queries);
        const bool gives = m_thread % m_lanes < kQueries;
        float* to = m_scores + ownQuery() * m_columns;
        const auto product = [&](const float (&numbers)[kPieceWidth], const float (&with)[kQueries][kPieceWidth]) {
            float sums[kQueries];
#pragma unroll
            for (int query = 0; query < kQueries; ++query) {
                sums[query] = 0;
#pragma unroll
                for (int j = 0; j < kPieceWidth; ++j)
                    sums[query] += with[query][j] * numbers[j];
            }
            return sumOverLanes(sums) * m_work.scale;
        };
        float numbers[kPieceWidth];
        if (part.landmark) {   // a token's lanes of every turn compute it; the first give it
            for (int j = 0; j < kPieceWidth; ++j)
                numbers[j] = part.landmarkIsF32 ? static_cast<const float*>(part.landmark)[m_piece + j]
                                                : fromHalfBits(static_cast<const std::uint16_t*>(part.landmark)[m_piece + j]);
            const float sum = product(numbers, queries);
            if (gives && m_first == 0)
                to[m_F] = sum;
        }
        if constexpr (kPartForm == RowForm::Int8) {
#pragma unroll
            for (int j = 0; j < kPieceWidth; ++j) {
                const float scale = fromHalfBits(part.keyScales[m_piece + j]);
#pragma unroll
                for (int query = 0; query < kQueries; ++query)
                    queries[query][j] *= scale;
            }
        }
        constexpr int kHeld = Held<kPartForm>::kCount;
        for (int first = 0; first < part.tokens; first += kHeld * m_atOnce) {
            if (first > 0)
                load(part.keys, part.tokens, first, keys);
#pragma unroll
            for (int i = 0; i < kHeld; ++i) {
                if (first + i * m_atOnce < part.tokens) {   // the same for all threads
                    keys.pieces[i].numbers(numbers);
                    const float sum = product(numbers, queries);
                    const int token = first + m_first + i * m_atOnce;
                    if (gives && token < part.tokens)
                        to[token] = sum;
                }
            }
        }
    }

    // Tokens of the part that a query sees; negative: they are its own section's
    __device__ int visible(int query, bool isMemory) const
    {
        if (query >= m_count)
            return 0;
        if (isMemory)
            return m_places[query].number >= 0 ? m_F : 0;
        const int index = m_work.openTokens + query / m_group, own = index / m_work.blockLength * m_work.blockLength;
        if (m_start < own)
            return m_F;
        return m_start > own ? 0 : -min(index - own + 1, m_F);
    }

    // Raw scores for the rows whose weights are wanted; finishing makes weights of them.
    template <RowForm kPartForm>
    __device__ void record(const Part<kPartForm>& part, bool isMemory) const
    {
        float* weights = isMemory ? m_work.memoryWeights : m_work.localWeights;
        if (!weights)
            return;
        for (int query = m_work.weightsFrom * m_group; query < m_count; ++query) {
            const int seen = visible(query, isMemory), tokens = abs(seen);
            const std::int64_t entry = entryOf(query) - std::int64_t{m_work.weightsFrom} * m_work.heads;
            float* to = isMemory ? weights + (entry * m_work.places + m_places[query].number) * m_F : weights + entry * m_local + m_start;
            for (int t = m_thread; t < tokens; t += kFewThreads)
                to[t] = m_scores[query * m_columns + t];
            if (!isMemory && seen > 0 && part.landmark && m_thread == 0)
                to[m_F] = m_scores[query * m_columns + m_F];
        }
        __syncthreads();   // weigh() overwrites the scores
    }

    // Softmax of the part into weights, and the running state. A warp per query.
    template <RowForm kPartForm>
    __device__ void weigh(const Part<kPartForm>& part, bool isMemory)
    {
        const int lane = m_thread % 32;
#pragma unroll
        for (int turn = 0; turn < kTurns; ++turn) {
            const int query = m_thread / 32 + turn * kWarps;
            if (query >= kQueries)   // the same for a whole warp
                break;
            const int seen = visible(query, isMemory), count = abs(seen);
            float* scores = m_scores + query * m_columns;
            float largest = noScore(), sum = 0, factor = 1;
            if (count > 0) {
                for (int t = lane; t < count; t += 32)
                    largest = fmaxf(largest, scores[t]);
                largest = warpMax(largest);
                for (int t = lane; t < count; t += 32)
                    sum += expf(scores[t] - largest);
                sum = warpSum(sum);
                const bool asOne = part.landmark && seen > 0;
                const float entry = asOne ? scores[m_F] : largest, top = fmaxf(m_max[turn], entry), share = expf(entry - top);
                factor = expf(m_max[turn] - top);   // exp(-inf) = 0 at the first part
                m_total[turn] = m_total[turn] * factor + (asOne ? share : share * sum);
                m_max[turn] = top;
                const float weight = asOne ? share / sum : share;
                for (int t = lane; t < count; t += 32)
                    scores[t] = expf(scores[t] - largest) * weight;
                if (isMemory && lane == 0) {
                    const std::int64_t place = entryOf(query) * m_work.places + m_places[query].number;
                    m_work.placeMax[place] = entry;
                    m_work.placeSum[place] = sum;
                }
            }
            for (int t = count + lane; t < part.tokens; t += 32)
                scores[t] = 0;
            if (lane == 0)
                scores[m_columns - 1] = factor;
        }
    }

    template <RowForm kPartForm>
    __device__ void addValues(const Part<kPartForm>& part, Held<kPartForm>& values)
    {
#pragma unroll
        for (int query = 0; query < kQueries; ++query) {
            const float factor = m_scores[query * m_columns + m_columns - 1];
#pragma unroll
            for (int j = 0; j < kPieceWidth; ++j)
                m_sums[query][j] *= factor;
        }
        constexpr int kHeld = Held<kPartForm>::kCount;
        for (int first = 0; first < part.tokens; first += kHeld * m_atOnce) {
            if (first > 0)
                load(part.values, part.tokens, first, values);
#pragma unroll
            for (int i = 0; i < kHeld; ++i) {
                const int token = first + m_first + i * m_atOnce;
                if (token >= part.tokens)
                    continue;
                float numbers[kPieceWidth];
                values.pieces[i].numbers(numbers);
                float scale = 1;
                if constexpr (kPartForm == RowForm::Int8)
                    scale = fromHalfBits(part.valueScales[token]);
#pragma unroll
                for (int query = 0; query < kQueries; ++query) {
                    const float weight = m_scores[query * m_columns + token] * scale;
#pragma unroll
                    for (int j = 0; j < kPieceWidth; ++j)
                        m_sums[query][j] += weight * numbers[j];
                }
            }
        }
    }

    const AttendBlocks& m_work;
    int m_d, m_F, m_lanes, m_atOnce, m_columns;       // lanes of a token; tokens of a turn
    float *m_queries, *m_scores, *m_parts;            // shared: [kQueries][d], [kQueries][columns], [tokens of a turn][kQueries][d]
    Place* m_places;                                  // shared, [kQueries]
    int m_thread, m_piece, m_first;                   // the lane's first number, and its token of a turn
    int m_head, m_group, m_count, m_split, m_local;
    int m_start = 0;                                  // of a local section
    bool m_isWritten = false;
    float m_sums[kQueries][kPieceWidth] = {};
    float m_max[kTurns], m_total[kTurns] = {};        // of the warp's queries
};

template <int kQueries, RowForm kForm>
__global__ void __launch_bounds__(kFewThreads) attendFewKernel(AttendBlocks work)
{
    CAIRN_SHARED_BYTES(shared);
    FewQueries<kQueries, kForm> queries(work, reinterpret_cast<float*>(shared));
    if (static_cast<int>(blockIdx.z) >= work.splits)
        queries.localParts();
    else
        queries.memoryParts();
    queries.writeState();
}

}  // namespace cairn::cuda
