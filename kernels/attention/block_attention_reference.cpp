// Plain loops, one query at a time: truth for the other levels, and fallback. Letters as in the header.
#include "kernels/attention/block_attention.h"

#include <cmath>
#include <limits>
#include <vector>

namespace cairn::kernels
{
namespace
{

constexpr float kNone = -std::numeric_limits<float>::infinity();

// Entries of one softmax; an empty one, or one of -inf only, has no weights.
struct Softmax
{
    float max = kNone;
    float sum = 0;

    void add(float score)
    {
        if (score == kNone)
            return;
        const float top = score > max ? score : max;
        sum = sum * std::exp(max - top) + std::exp(score - top);   // exp(-inf) = 0 at the first entry
        max = top;
    }
    float weight(float score) const { return sum == 0 ? 0 : std::exp(score - max) / sum; }
};

struct Group   // a retrieved block, or a local section before the query's own
{
    std::vector<float> scores;     // [F] member scores
    std::vector<float> values;     // [F][d]
    float gateScore = kNone;       // of its landmark; grouped only
    std::int32_t place = -1;       // of a retrieved block
    std::int32_t localStart = -1;  // of a local section
    float gate = 0;
};

class Query
{
public:
    Query(const BlockAttention& work, std::int32_t row, std::int32_t head)
        : m_work(work), m_row(row), m_head(head), m_kvHead(head / (work.heads / work.kvHeads)), m_index(work.openTokens + row),
          m_keys(static_cast<std::size_t>(work.blockTokens) * work.headDim)
    {
    }

    void run()
    {
        gatherMemory();
        gatherLocal();
        if (m_work.grouped)
            weighGrouped();
        else
            weighExact();
        write();
    }

private:
    std::vector<float> rotated(std::int32_t position) const
    {
        const std::int32_t d = m_work.headDim, half = d / 2;
        const float* q = m_work.queries + (static_cast<std::size_t>(m_row) * m_work.heads + m_head) * d;
        const float* cosine = m_work.cosines + static_cast<std::size_t>(position) * half;
        const float* sine = m_work.sines + static_cast<std::size_t>(position) * half;
        std::vector<float> result(d);
        for (std::int32_t j = 0; j < half; ++j) {
            result[j] = q[j] * cosine[j] - q[j + half] * sine[j];
            result[j + half] = q[j + half] * cosine[j] + q[j] * sine[j];
        }
        return result;
    }

    float score(const std::vector<float>& query, const float* key) const
    {
        float sum = 0;
        for (std::int32_t j = 0; j < m_work.headDim; ++j)
            sum += query[j] * key[j];
        return sum * m_work.scale;
    }

    void gatherMemory()
    {
        const KvRowShape shape{m_work.kvHeads, m_work.blockTokens, m_work.headDim, m_work.rowType};
        const std::size_t at = (static_cast<std::size_t>(m_row) * m_work.heads + m_head) * m_work.places;
        for (std::int32_t place = 0; place < m_work.places; ++place) {
            const std::int32_t block = m_work.selected[at + place];
            if (block < 0)
                continue;
            const std::vector<float> query = rotated(m_work.distances[at + place] * m_work.blockLength + m_index);
            Group group;
            group.place = place;
            group.values.resize(m_keys.size());
            decodeKeys(shape, m_work.blocks[block], m_kvHead, m_keys.data(), CpuLevel::Reference);
            decodeValues(shape, m_work.blocks[block], m_kvHead, group.values.data(), CpuLevel::Reference);
            for (std::int32_t t = 0; t < m_work.blockTokens; ++t)
                group.scores.push_back(score(query, &m_keys[static_cast<std::size_t>(t) * m_work.headDim]));
            if (m_work.grouped)
                group.gateScore = score(query, m_work.landmarkKeys[block] + static_cast<std::size_t>(m_kvHead) * m_work.headDim);
            m_groups.push_back(std::move(group));
        }
    }

    const float* local(const float* base, std::int32_t index) const
    {
        const std::size_t length = static_cast<std::size_t>(m_work.openTokens) + m_work.rows;
        const std::size_t rows = m_work.localRows > 0 ? static_cast<std::size_t>(m_work.localRows) : length;
        return base + (m_kvHead * rows + index) * m_work.headDim;
    }

    void gatherLocal()
    {
        const std::int32_t F = m_work.blockTokens, B = m_work.blockLength, own = m_index / B * B;
        const std::vector<float> query = rotated(m_index);
        for (std::int32_t start = 0; start < own; start += B) {
            Group group;
            group.localStart = start;
            for (std::int32_t t = 0; t < F; ++t)
                group.scores.push_back(score(query, local(m_work.localKeys, start + t)));
            group.values.assign(local(m_work.localValues, start), local(m_work.localValues, start + F));
            if (m_work.grouped)
                group.gateScore = score(query, local(m_work.localKeys, start + F));
            m_groups.push_back(std::move(group));
        }
        for (std::int32_t i = own; i <= m_index && i < own + F; ++i)   // a landmark row stands at own + F
            m_ownScores.push_back(score(query, local(m_work.localKeys, i)));
        m_ownStart = own;
    }

    // 6.2: one softmax over all tokens
    void weighExact()
    {
        Softmax all;
        for (const Group& group : m_groups)
            for (const float s : group.scores)
                all.add(s);
        for (const float s : m_ownScores)
            all.add(s);
        for (Group& group : m_groups) {
            for (float& s : group.scores) {
                s = all.weight(s);
                group.gate += s;
            }
        }
        for (float& s : m_ownScores)
            s = all.weight(s);
    }

    // 6.1 and 7: outer softmax over own tokens, gates, context miss token; inner ones over members
    void weighGrouped()
    {
        const bool hasMiss = m_work.missScores != nullptr;
        const float rho = hasMiss ? m_work.missScores[static_cast<std::size_t>(m_row) * m_work.heads + m_head] : kNone;
        Softmax outer, controlled;
        outer.add(rho);
        for (const Group& group : m_groups)
            (hasMiss && group.place >= 0 ? controlled : outer).add(group.gateScore);
        for (const float s : m_ownScores)
            outer.add(s);
        m_miss = hasMiss ? outer.weight(rho) : 0;
        const float through = m_work.missCutoff >= 0 && m_miss < m_work.missCutoff ? 0 : m_miss;
        for (Group& group : m_groups) {
            const bool isControlled = hasMiss && group.place >= 0;
            group.gate = isControlled ? through * controlled.weight(group.gateScore) : outer.weight(group.gateScore);
            Softmax inner;
            for (const float s : group.scores)
                inner.add(s);
            for (float& s : group.scores)
                s = group.gate * inner.weight(s);
        }
        for (float& s : m_ownScores)
            s = outer.weight(s);
    }

    void write() const
    {
        const std::int32_t F = m_work.blockTokens, d = m_work.headDim, k = m_work.places;
        const std::size_t query = static_cast<std::size_t>(m_row) * m_work.heads + m_head;
        const std::size_t length = static_cast<std::size_t>(m_work.openTokens) + m_work.rows;
        float* gates = m_work.gates ? m_work.gates + query * k : nullptr;
        float* memory = m_work.memoryWeights ? m_work.memoryWeights + query * k * F : nullptr;
        float* locals = m_work.localWeights ? m_work.localWeights + query * length : nullptr;
        for (std::int32_t p = 0; gates && p < k; ++p)
            gates[p] = 0;
        for (std::int32_t i = 0; memory && i < k * F; ++i)
            memory[i] = 0;
        for (std::size_t i = 0; locals && i < length; ++i)
            locals[i] = 0;
        if (m_work.miss)
            m_work.miss[query] = m_miss;

        std::vector<float> out(d, 0.0f);
        for (const Group& group : m_groups) {
            if (gates && group.place >= 0)
                gates[group.place] = group.gate;
            const bool retrieved = group.place >= 0;
            float* weights = retrieved ? (memory ? memory + group.place * F : nullptr) : (locals ? locals + group.localStart : nullptr);
            for (std::int32_t t = 0; t < F; ++t) {
                if (weights)
                    weights[t] = group.scores[t];
                addValue(out, group.scores[t], &group.values[static_cast<std::size_t>(t) * d]);
            }
        }
        for (std::size_t t = 0; t < m_ownScores.size(); ++t) {
            if (locals)
                locals[m_ownStart + t] = m_ownScores[t];
            addValue(out, m_ownScores[t], local(m_work.localValues, m_ownStart + static_cast<std::int32_t>(t)));
        }
        for (std::int32_t j = 0; j < d; ++j)
            m_work.output[query * d + j] = out[j];
    }

    void addValue(std::vector<float>& out, float weight, const float* value) const
    {
        for (std::int32_t j = 0; j < m_work.headDim; ++j)
            out[j] += weight * value[j];
    }

    const BlockAttention& m_work;
    std::int32_t m_row, m_head, m_kvHead, m_index;
    std::int32_t m_ownStart = 0;
    std::vector<float> m_keys;          // [F][d] of the block at hand
    std::vector<Group> m_groups;        // retrieved blocks by place, then local sections
    std::vector<float> m_ownScores;     // own tokens at or before the query
    float m_miss = 0;
};

}  // namespace

void blockAttentionReference(const BlockAttention& work)
{
    const std::int32_t group = work.heads / work.kvHeads;
    const std::int32_t firstHead = work.firstGroupHead, endHead = work.endGroupHead > 0 ? work.endGroupHead : group;
    for (std::int32_t row = work.firstRow; row < work.endRow; ++row)
        for (std::int32_t kvHead = work.firstKvHead; kvHead < work.endKvHead; ++kvHead)
            for (std::int32_t head = firstHead; head < endHead; ++head)
                Query(work, row, kvHead * group + head).run();
}

}  // namespace cairn::kernels
