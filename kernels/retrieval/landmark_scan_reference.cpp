// Plain loops: one score at a time, its query rotated for its own distance.
#include "kernels/retrieval/landmark_scan.h"

#include "kernels/vectors/half_float.h"

#include <vector>

namespace cairn::kernels
{
namespace
{

class Scan
{
public:
    explicit Scan(const LandmarkScan& work)
        : m_work(work), m_query(work.headDim), m_keys(2 * work.headDim), m_group(work.heads / work.kvHeads)
    {
    }

    void row(std::int32_t row, std::int32_t head)
    {
        float* scores = m_work.scores + (static_cast<std::size_t>(row) * m_work.heads + head) * m_work.memoryBlocks;
        for (std::int32_t c = m_work.firstBlock; c < m_work.endBlock; ++c)
            scores[c] = score(row, head, c);
    }

    float score(std::int32_t row, std::int32_t head, std::int32_t c)
    {
        const std::int32_t n = m_work.memoryBlocks, k = m_work.places, distance = c >= n - k ? n - c : k + 1;
        const std::int32_t position = distance * m_work.blockLength + m_work.openTokens + row;
        if (row != m_rotatedRow || head != m_rotatedHead || position != m_rotatedPosition)
            rotateQuery(row, head, position);
        m_rotatedRow = row, m_rotatedHead = head, m_rotatedPosition = position;
        return (m_work.bounds ? bound(c, head / m_group) : product(c, head / m_group)) * m_work.scale;
    }

private:
    void rotateQuery(std::int32_t row, std::int32_t head, std::int32_t position)
    {
        const std::int32_t d = m_work.headDim, half = d / 2;
        const float* q = m_work.queries + (static_cast<std::size_t>(row) * m_work.heads + head) * d;
        const float* cosine = m_work.cosines + static_cast<std::size_t>(position) * half;
        const float* sine = m_work.sines + static_cast<std::size_t>(position) * half;
        for (std::int32_t j = 0; j < half; ++j) {
            m_query[j] = q[j] * cosine[j] - q[j + half] * sine[j];
            m_query[j + half] = q[j + half] * cosine[j] + q[j] * sine[j];
        }
    }

    // Vector `part` (0 landmark or minimum, 1 maximum) of block c in 32 bits
    const float* key(std::int32_t c, std::int32_t part, std::int32_t kvHead)
    {
        const std::int32_t d = m_work.headDim;
        if (m_work.sameKey)
            return m_work.sameKey + kvHead * d;
        const std::int64_t block = m_work.slabOffset + c;
        const std::int64_t vectors = m_work.bounds ? 2 : 1;
        const std::int64_t at = (((block % kSlabBlocks) * vectors + part) * m_work.kvHeads + kvHead) * d;
        const void* slab = m_work.slabs[block / kSlabBlocks];
        if (m_work.keyType == RowType::F32)
            return static_cast<const float*>(slab) + at;
        float* decoded = &m_keys[part * d];
        for (std::int32_t j = 0; j < d; ++j)
            decoded[j] = fromHalf(static_cast<const std::uint16_t*>(slab)[at + j]);
        return decoded;
    }

    float product(std::int32_t c, std::int32_t kvHead)
    {
        const float* landmark = key(c, 0, kvHead);
        float sum = 0;
        for (std::int32_t j = 0; j < m_work.headDim; ++j)
            sum += m_query[j] * landmark[j];
        return sum;
    }

    float bound(std::int32_t c, std::int32_t kvHead)
    {
        const float *minimum = key(c, 0, kvHead), *maximum = key(c, 1, kvHead);
        float sum = 0;
        for (std::int32_t j = 0; j < m_work.headDim; ++j)
            sum += m_query[j] * (m_query[j] < 0 ? minimum[j] : maximum[j]);
        return sum;
    }

    const LandmarkScan& m_work;
    std::vector<float> m_query;   // [d] rotated for:
    std::int32_t m_rotatedRow = -1, m_rotatedHead = -1, m_rotatedPosition = -1;
    std::vector<float> m_keys;    // [2][d]
    std::int32_t m_group;         // query heads of a kv head
};

}  // namespace

void landmarkScanReference(const LandmarkScan& work)
{
    Scan scan(work);
    const std::int32_t group = work.heads / work.kvHeads;
    for (std::int32_t row = work.firstRow; row < work.endRow; ++row)
        for (std::int32_t head = work.firstKvHead * group; head < work.endKvHead * group; ++head)
            scan.row(row, head);
}

void landmarkScoresReference(const LandmarkScan& work, const LandmarkScores& list)
{
    Scan scan(work);
    for (std::int32_t i = 0; i < list.count; ++i)
        list.scores[i] = scan.score(list.row, list.head, list.blocks[i]);
}

}  // namespace cairn::kernels
