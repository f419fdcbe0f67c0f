#include "core/engine/trace_recorder.h"

#include "core/engine/common/parallel.h"
#include "core/types/half.h"
#include "kernels/rows/elementwise.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace cairn
{

namespace
{

// Of weights, none below 0. Four at a time: one waits for none of the others.
float largestOf(const float* weights, std::size_t count)
{
    float largest[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (std::size_t lane = 0; lane < 4; ++lane)
            largest[lane] = std::max(largest[lane], weights[i + lane]);
    for (; i < count; ++i)
        largest[0] = std::max(largest[0], weights[i]);
    return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

}  // namespace

TraceRecorder::TraceRecorder(TracePlan plan) : m_plan(std::move(plan))
{
    if (m_plan.rows.empty() || !m_plan.into)
        return;
    Trace& trace = *m_plan.into;
    if (trace.tokens == 0) {
        trace.layers = m_plan.layers;
        trace.heads = m_plan.heads;
        trace.k = m_plan.k;
        trace.blockTokens = m_plan.blockTokens;
        trace.documentBlocks = m_plan.documentBlocks;
        trace.mode = m_plan.mode;
        trace.attention = m_plan.attention;
        trace.scan = m_plan.scan;
        trace.heatOffsets.assign(1, 0);
        trace.innerOffsets.assign(1, 0);
        trace.nearOffsets.assign(m_plan.deep ? 1 : 0, 0);
    }
    m_firstToken = trace.tokens;
    trace.tokens += static_cast<std::uint32_t>(m_plan.rows.size());
    const std::size_t heads = std::size_t{trace.tokens} * trace.layers * trace.heads;
    trace.blocks.resize(heads * trace.k, kNoBlock);
    trace.gates.resize(heads * trace.k);
    trace.scores.resize(heads * trace.k);
    trace.memoryShare.resize(heads);
    trace.ties.resize(heads);
    trace.lookedAt.resize(heads, kNoToken);
    m_heat.resize(m_plan.rows.size());
    m_words.resize(m_plan.rows.size());
    m_reread.resize(m_plan.rows.size() * trace.layers * trace.heads);
    m_near.resize(m_plan.deep ? m_reread.size() : 0);
}

std::uint32_t TraceRecorder::scoresFrom(std::uint32_t rows) const
{
    const std::uint32_t near = m_plan.deep && m_plan.into && !m_plan.rows.empty() ? m_plan.rows.front() : rows;
    return m_plan.blockScores ? std::min(near, m_plan.scoreRow) : near;
}

void TraceRecorder::record(const LayerRecord& layer)
{
    if (m_plan.blockScores && layer.rawScores) {
        const std::size_t count = std::size_t{layer.heads} * layer.memoryBlocks;
        const float* row = layer.rawScores + (m_plan.scoreRow - layer.scoredFrom) * count;
        m_plan.blockScores->insert(m_plan.blockScores->end(), row, row + count);
        const auto scores = m_plan.blockScores->end() - static_cast<std::ptrdiff_t>(count);
        for (const std::uint32_t head : layer.off)
            std::fill_n(scores + std::ptrdiff_t{head} * layer.memoryBlocks, layer.memoryBlocks, -std::numeric_limits<float>::infinity());
    }
    for (std::size_t index = 0; m_plan.into && index < m_plan.rows.size(); ++index) {
        for (std::uint32_t head = 0; head < layer.heads; ++head) {
            if (std::binary_search(layer.off.begin(), layer.off.end(), head))
                continue;   // its row stays empty
            recordHead(layer, index, head);
            recordWeights(layer, index, head);
        }
    }
    if (m_near.empty())
        return;
    parallelPieces(m_plan.rows.size() * layer.heads, [&](std::size_t piece) {
        const auto head = static_cast<std::uint32_t>(piece % layer.heads);
        if (!std::binary_search(layer.off.begin(), layer.off.end(), head))
            recordNearMisses(layer, piece / layer.heads, head);
    });
}

void TraceRecorder::recordHead(const LayerRecord& layer, std::size_t index, std::uint32_t head)
{
    Trace& trace = *m_plan.into;
    const std::size_t row = m_plan.rows[index], from = (row * layer.heads + head) * layer.places;
    const std::size_t to = trace.place(m_firstToken + index, layer.layer, head);
    float share = 0;
    for (std::uint32_t place = 0; place < std::min(layer.places, trace.k); ++place) {
        const std::int32_t column = layer.selected[from + place];
        if (column < 0)
            continue;
        trace.blocks[to + place] = layer.firstBlock + static_cast<std::uint32_t>(column);
        trace.gates[to + place] = floatToHalf(layer.gates[from + place]);
        trace.scores[to + place] = layer.placeScores ? floatToHalf(layer.placeScores[from + place]) : std::uint16_t{0};
        share += layer.gates[from + place];
    }
    const std::size_t at = ((m_firstToken + index) * trace.layers + layer.layer) * trace.heads + head;
    trace.memoryShare[at] = floatToHalf(share);
    trace.ties[at] = layer.ties ? layer.ties[row * layer.heads + head] : std::uint8_t{0};
}

// What a head compared: its raw scores, or the values of the unit that it shares its blocks with. Null: nothing was scored.
static const float* comparedValues(const LayerRecord& layer, std::size_t row, std::uint32_t head)
{
    if (!layer.rawScores)
        return nullptr;
    const std::size_t kept = row - layer.scoredFrom, n = layer.memoryBlocks;
    switch (layer.mode) {
    case SelectionMode::MaxOverTokens: return layer.unitValues + head * n;
    case SelectionMode::MaxOverHeads: return layer.unitValues + kept * n;
    case SelectionMode::PerTokenAndGroup:
        return layer.unitValues + (kept * layer.kvHeads + head / (layer.heads / layer.kvHeads)) * n;
    case SelectionMode::PerTokenAndHead: break;
    }
    return layer.rawScores + (kept * layer.heads + head) * n;
}

// The best kNearMisses of the memory's blocks that are neither opened nor barred.
void TraceRecorder::recordNearMisses(const LayerRecord& layer, std::size_t index, std::uint32_t head)
{
    const std::size_t row = m_plan.rows[index], from = (row * layer.heads + head) * layer.places;
    const float* values = comparedValues(layer, row, head);
    if (!values || !layer.placeScores)
        return;
    NearMisses& near = m_near[(index * m_plan.layers + layer.layer) * m_plan.heads + head];
    float limit = std::numeric_limits<float>::infinity();
    std::vector<std::int32_t> apart(layer.barred.begin(), layer.barred.end());
    for (std::uint32_t place = 0; place < layer.places; ++place) {
        const std::int32_t column = layer.selected[from + place];
        if (column < 0)
            continue;
        apart.push_back(column);
        if (!std::binary_search(layer.pinned.begin(), layer.pinned.end(), column))
            limit = std::min(limit, layer.placeScores[from + place]);
    }
    if (limit < std::numeric_limits<float>::infinity())
        near.limit = floatToHalf(limit);
    std::sort(apart.begin(), apart.end());
    using Scored = std::pair<float, std::int32_t>;
    const auto better = [](const Scored& a, const Scored& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; };
    std::vector<Scored> best;   // a heap with the worst in front
    best.reserve(kNearMisses + 1);
    auto next = apart.begin();
    float least = -std::numeric_limits<float>::infinity();   // what is no better has no room; NaN is never better
    for (std::int32_t column = 0; column < static_cast<std::int32_t>(layer.memoryBlocks); ++column) {
        if (next != apart.end() && *next == column) {
            while (next != apart.end() && *next == column)
                ++next;
            continue;
        }
        if (!(values[column] > least))
            continue;
        best.emplace_back(values[column], column);
        std::push_heap(best.begin(), best.end(), better);
        if (best.size() > kNearMisses) {
            std::pop_heap(best.begin(), best.end(), better);
            best.pop_back();
        }
        if (best.size() == kNearMisses)
            least = best.front().first;
    }
    std::sort(best.begin(), best.end(), better);
    const bool raw = layer.mode == SelectionMode::PerTokenAndHead;
    near.misses.clear();
    for (const auto& [value, column] : best)
        near.misses.emplace_back(floatToHalf(raw ? value : std::exp(value)), layer.firstBlock + static_cast<std::uint32_t>(column));
}

float* TraceRecorder::heatOf(std::size_t index, std::uint32_t block)
{
    std::vector<float>& heat = m_heat[index][block];
    heat.resize(m_plan.blockTokens);
    return heat.data();
}

void TraceRecorder::addSource(std::size_t index, RereadSource source, float weight)
{
    if (source.block == kNoBlock)
        return;
    if (source.block != m_last.block) { // neighbours mostly lie in one block
        const auto there = std::find_if(m_shares.begin(), m_shares.end(), [&](const auto& share) { return share.first == source.block; });
        m_last = {source.block, static_cast<std::size_t>(there - m_shares.begin()), nullptr};
        if (there == m_shares.end())
            m_shares.emplace_back(source.block, 0.0f);
    }
    m_shares[m_last.share].second += weight;
    if (source.offset < 0)
        return;
    m_local.push_back({source, weight});
    if (!m_last.heat)
        m_last.heat = heatOf(index, source.block);
    m_last.heat[source.offset] += weight;
}

// Document blocks give heat; the fork's own blocks and local tokens give re-read shares where they repeat document words.
void TraceRecorder::recordWeights(const LayerRecord& layer, std::size_t index, std::uint32_t head)
{
    Largest largest;
    m_local.clear();
    m_shares.clear();
    m_last = {};
    float strength = recordMemory(layer, index, head, largest);
    recordLocal(layer, index, head, largest);
    for (const LocalToken& token : m_local) { // the largest was one of these: it has a name after all
        if (token.weight > 0 && token.weight >= largest.weight)
            largest = {token.weight, token.source.block * layer.blockTokens + static_cast<std::uint32_t>(token.source.offset)};
    }
    std::sort(m_shares.begin(), m_shares.end());   // no block twice
    for (const auto& [block, share] : m_shares)
        strength += block > 0 ? share : 0.0f;
    Trace& trace = *m_plan.into;
    trace.lookedAt[((m_firstToken + index) * trace.layers + layer.layer) * trace.heads + head] = largest.token;
    keepWords(layer, index, head, strength);
    m_reread[(index * m_plan.layers + layer.layer) * m_plan.heads + head] = m_shares;
}

// The share of document blocks but the first, which is a sink.
float TraceRecorder::recordMemory(const LayerRecord& layer, std::size_t index, std::uint32_t head, Largest& largest)
{
    const std::size_t row = m_plan.rows[index], F = layer.blockTokens, places = (row * layer.heads + head) * layer.places;
    const std::size_t weightPlaces = ((row - layer.weightsFrom) * layer.heads + head) * layer.places;
    const bool reread = rereads();
    float strength = 0;
    for (std::uint32_t place = 0; place < layer.places && layer.memoryWeights; ++place) {
        const std::int32_t column = layer.selected[places + place];
        if (column < 0)
            continue;
        const std::uint32_t block = layer.firstBlock + static_cast<std::uint32_t>(column);
        const float* weights = layer.memoryWeights + (weightPlaces + place) * F;
        const float most = largestOf(weights, F);
        if (block < m_plan.documentBlocks) {
            kernels::addInto(weights, F, heatOf(index, block));
            if (most > largest.weight)
                largest = {most, block * layer.blockTokens + static_cast<std::uint32_t>(std::find(weights, weights + F, most) - weights)};
            strength += block > 0 ? layer.gates[places + place] : 0.0f;
            continue;
        }
        largest.see(most, kNoToken);
        for (std::size_t t = 0; reread && t < F; ++t)
            addSource(index, m_plan.sources->at(std::uint64_t{block} * F + t), weights[t]);
    }
    return strength;
}

void TraceRecorder::recordLocal(const LayerRecord& layer, std::size_t index, std::uint32_t head, Largest& largest)
{
    if (!layer.localWeights)
        return;
    const std::size_t row = m_plan.rows[index], local = layer.openTokens + layer.rows, end = layer.openTokens + row + 1;
    if (m_localSources.empty() && rereads()) {   // the same in every layer
        for (std::size_t i = 0; i < local; ++i) {
            const std::size_t offset = i % layer.blockLength, first = i / layer.blockLength * layer.blockTokens;
            const bool isLandmark = offset >= layer.blockTokens;
            m_localSources.push_back(isLandmark ? RereadSource() : m_plan.sources->at(m_plan.localFirst + first + offset));
        }
    }
    const float* weights = layer.localWeights + ((row - layer.weightsFrom) * layer.heads + head) * local;
    largest.see(largestOf(weights, end), kNoToken);
    for (std::size_t i = 0; i < end && !m_localSources.empty(); ++i)
        addSource(index, m_localSources[i], weights[i]);
}

void TraceRecorder::keepWords(const LayerRecord& layer, std::size_t index, std::uint32_t head, float strength)
{
    const auto stronger = [](const HeadWords& a, const HeadWords& b) { return a.strength > b.strength; };
    std::vector<HeadWords>& heap = m_words[index];
    const std::size_t most = m_plan.deep ? std::size_t{m_plan.layers} * m_plan.heads : kInnerHeads;
    if (!(strength > 0 || m_plan.deep) || !layer.memoryWeights || (heap.size() == most && strength <= heap.front().strength))
        return;
    if (heap.size() == most)
        std::pop_heap(heap.begin(), heap.end(), stronger);
    else
        heap.emplace_back();
    HeadWords& words = heap.back(); // the weakest one's room is used again
    const std::size_t size = std::size_t{layer.places} * layer.blockTokens;
    const float* weights = layer.memoryWeights + ((m_plan.rows[index] - layer.weightsFrom) * layer.heads + head) * size;
    words.strength = strength;
    words.head = layer.layer * m_plan.heads + head;
    words.places.assign(weights, weights + size);
    words.reread = m_local;
    std::push_heap(heap.begin(), heap.end(), stronger);
}

void TraceRecorder::finish()
{
    if (m_plan.rows.empty() || !m_plan.into)
        return;
    finishHeat();
    finishReread();
    finishWords();
    finishNearMisses();
}

void TraceRecorder::finishNearMisses()
{
    Trace& trace = *m_plan.into;
    for (const NearMisses& near : m_near) {
        for (const auto& [score, block] : near.misses) {
            trace.nearScores.push_back(score);
            trace.nearBlocks.push_back(block);
        }
        trace.nearOffsets.push_back(static_cast<std::uint32_t>(trace.nearBlocks.size()));
        trace.nearLimits.push_back(near.limit);
    }
}

void TraceRecorder::finishHeat()
{
    Trace& trace = *m_plan.into;
    for (const Weights& heat : m_heat) {
        std::vector<std::uint32_t> blocks;
        for (const auto& [block, weights] : heat)
            blocks.push_back(block);
        std::sort(blocks.begin(), blocks.end());
        for (const std::uint32_t block : blocks) {
            const std::vector<float>& weights = heat.at(block);
            const float largest = largestOf(weights.data(), weights.size());
            if (!(largest > 0))
                continue;
            trace.heatBlocks.push_back(block);
            trace.heatScale.push_back(largest);
            for (const float weight : weights)
                trace.heatWeights.push_back(static_cast<std::uint8_t>(std::lround(weight / largest * 255.0f)));
        }
        trace.heatOffsets.push_back(static_cast<std::uint32_t>(trace.heatBlocks.size()));
    }
}

void TraceRecorder::finishReread()
{
    Trace& trace = *m_plan.into;
    const bool now = rereads();
    if (trace.rereadOffsets.empty() && !now)
        return;
    const std::size_t before = m_firstToken * trace.layers * trace.heads;
    trace.rereadOffsets.resize(std::max<std::size_t>(trace.rereadOffsets.size(), before + 1));   // earlier rows re-read nothing
    for (const Shares& shares : m_reread) {
        for (const auto& [block, share] : shares) {
            trace.rereadBlocks.push_back(block);
            trace.rereadShares.push_back(floatToHalf(share));
        }
        trace.rereadOffsets.push_back(static_cast<std::uint32_t>(trace.rereadBlocks.size()));
    }
}

void TraceRecorder::finishWords()
{
    Trace& trace = *m_plan.into;
    for (std::size_t index = 0; index < m_words.size(); ++index) {
        std::sort(m_words[index].begin(), m_words[index].end(), [](const HeadWords& a, const HeadWords& b) { return a.head < b.head; });
        writeWords(index, m_words[index]);
        trace.innerOffsets.push_back(static_cast<std::uint32_t>(trace.innerRecords.size()));
    }
}

void TraceRecorder::writeWords(std::size_t index, std::vector<HeadWords>& heads)
{
    const Trace& trace = *m_plan.into;
    const std::size_t F = trace.blockTokens, perToken = std::size_t{trace.layers} * trace.heads;
    for (const HeadWords& words : heads) {
        for (std::uint32_t place = 0; place < std::min<std::size_t>(trace.k, words.places.size() / F); ++place) {
            const std::uint32_t record = words.head * trace.k + place;
            if (trace.blocks[(m_firstToken + index) * perToken * trace.k + record] < trace.documentBlocks)
                addWords(record, std::span(words.places).subspan(place * F, F));
        }
    }
    std::size_t entry = perToken * trace.k; // re-read ones stand in the order of finishReread()
    auto words = heads.begin();
    std::vector<float> own(F);
    for (std::uint32_t head = 0; head < perToken; ++head) {
        const Shares& shares = m_reread[index * perToken + head];
        while (words != heads.end() && words->head < head)
            ++words;
        for (std::size_t i = 0; i < shares.size() && words != heads.end() && words->head == head; ++i) {
            std::fill(own.begin(), own.end(), 0.0f);
            for (const LocalToken& token : words->reread)
                if (token.source.block == shares[i].first)
                    own[static_cast<std::size_t>(token.source.offset)] += token.weight;
            addWords(static_cast<std::uint32_t>(entry + i), own);
        }
        entry += shares.size();
    }
}

// As parts of 255, steps of the rounded running sum: they add up to 255, each lies within one of its own value. Without any weight there is
// no row.
void TraceRecorder::addWords(std::uint32_t record, std::span<const float> weights)
{
    float sum = 0;
    for (const float weight : weights)
        sum += std::max(weight, 0.0f);
    if (!(sum > 1e-12f) || !std::isfinite(sum))
        return;
    Trace& trace = *m_plan.into;
    float running = 0;
    std::uint32_t given = 0;
    for (const float weight : weights) {
        running += std::max(weight, 0.0f);
        const auto upTo = std::min(static_cast<std::uint32_t>(running / sum * 255.0f + 0.5f), 255u);
        trace.innerWeights.push_back(static_cast<std::uint8_t>(upTo - given));
        given = upTo;
    }
    trace.innerRecords.push_back(record);
}

void keepRows(Trace& trace, std::uint32_t tokens)
{
    trace.tokens = tokens;
    const std::size_t heads = std::size_t{trace.tokens} * trace.layers * trace.heads;
    trace.blocks.resize(heads * trace.k);
    trace.gates.resize(heads * trace.k);
    trace.scores.resize(heads * trace.k);
    trace.memoryShare.resize(heads);
    trace.ties.resize(heads);
    if (!trace.rereadOffsets.empty()) {
        trace.rereadOffsets.resize(heads + 1);
        trace.rereadBlocks.resize(trace.rereadOffsets.back());
        trace.rereadShares.resize(trace.rereadOffsets.back());
    }
    trace.heatOffsets.resize(trace.tokens + std::size_t{1});
    trace.heatBlocks.resize(trace.heatOffsets.back());
    trace.heatScale.resize(trace.heatOffsets.back());
    trace.heatWeights.resize(std::size_t{trace.heatOffsets.back()} * trace.blockTokens);
    trace.innerOffsets.resize(trace.tokens + std::size_t{1});
    trace.innerRecords.resize(trace.innerOffsets.back());
    trace.innerWeights.resize(std::size_t{trace.innerOffsets.back()} * trace.blockTokens);
    trace.lookedAt.resize(heads, kNoToken);
    if (trace.isDeep()) {
        trace.nearOffsets.resize(heads + 1);
        trace.nearBlocks.resize(trace.nearOffsets.back());
        trace.nearScores.resize(trace.nearOffsets.back());
        trace.nearLimits.resize(heads);
    }
}

}  // namespace cairn
