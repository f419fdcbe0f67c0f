#include "storage/records/trace_columns.h"

#include "core/types/limits.h"
#include "core/types/near_misses.h"
#include "storage/bytes/packed.h"
#include "storage/records/answer_places.h"

#include <algorithm>

namespace cairn
{

Error damagedTrace()
{
    return {ErrorCode::Corruption, "The stored trace of an answer is damaged. The answer itself can still be read."};
}

namespace
{

std::vector<std::byte> packShape(const Trace& trace)
{
    Packer out;
    for (const std::uint32_t size : {trace.tokens, trace.layers, trace.heads, trace.k, trace.blockTokens, trace.documentBlocks})
        out.number(size);
    out.number(static_cast<std::uint8_t>(trace.mode));
    out.number(static_cast<std::uint8_t>(trace.attention));
    out.varint(trace.ties.size());
    if (trace.scan != ScanWay::Flat)   // else as before there was a choice
        out.number(static_cast<std::uint8_t>(trace.scan));
    return out.take();
}

// Returns the number of ties.
std::uint64_t unpackShape(Unpacker& in, Trace& trace)
{
    for (std::uint32_t* size : {&trace.tokens, &trace.layers, &trace.heads, &trace.k, &trace.blockTokens, &trace.documentBlocks})
        *size = in.number<std::uint32_t>();
    trace.mode = static_cast<SelectionMode>(in.number<std::uint8_t>());
    trace.attention = static_cast<AttentionWay>(in.number<std::uint8_t>());
    const std::uint64_t ties = in.varint();
    if (!in.done())
        trace.scan = static_cast<ScanWay>(in.number<std::uint8_t>());
    return ties;
}

std::vector<std::byte> packBits(const std::vector<std::uint8_t>& flags)
{
    std::vector<std::byte> bytes((flags.size() + 7) / 8);
    for (std::size_t i = 0; i < flags.size(); ++i)
        bytes[i / 8] |= static_cast<std::byte>((flags[i] != 0) << (i % 8));
    return bytes;
}

std::vector<std::uint8_t> unpackBits(std::span<const std::byte> bytes, std::size_t count)
{
    std::vector<std::uint8_t> flags(count);
    for (std::size_t i = 0; i < count; ++i)
        flags[i] = static_cast<std::uint8_t>(bytes[i / 8] >> (i % 8) & std::byte{1});
    return flags;
}

template <typename T>
Column arrayColumn(AnswerColumn number, const std::vector<T>& values)
{
    const auto bytes = std::as_bytes(std::span(values));
    return {static_cast<std::uint8_t>(number), {bytes.begin(), bytes.end()}};
}

template <typename T>
Result<void> loadArray(const AnswerLoader& load, AnswerColumn column, std::vector<T>& out)
{
    const auto bytes = load(column);
    if (!bytes)
        return bytes.error();
    Unpacker in(*bytes);
    out = in.restAs<T>();
    if (!in.done())
        return damagedTrace();
    return {};
}

// Offsets of a compressed list: from 0 upwards to its size, or none at all.
bool areOffsets(const std::vector<std::uint32_t>& offsets, std::size_t rows, std::size_t size)
{
    if (offsets.empty())
        return size == 0;
    return offsets.size() == rows + 1 && offsets.front() == 0 && offsets.back() == size && std::is_sorted(offsets.begin(), offsets.end());
}

bool areNumbered(const std::vector<std::uint32_t>& blocks)
{
    return std::all_of(blocks.begin(), blocks.end(), [](std::uint32_t block) { return block < kMostStoredBlocks || block == kNoBlock; });
}

Result<void> loadTies(const AnswerLoader& load, std::uint64_t count, Trace& trace)
{
    const auto bits = load(AnswerColumn::Ties);
    if (!bits)
        return bits.error();
    if (count > bits->size() * 8 || bits->size() != (count + 7) / 8)
        return damagedTrace();
    trace.ties = unpackBits(*bits, count);
    return {};
}

}  // namespace

bool isConsistent(const Trace& trace)
{
    constexpr std::uint32_t kMostTokens = 1 << 24, kMostPlaces = 1 << 16;   // no product below can overflow
    if (trace.tokens > kMostTokens || trace.layers > limits::kLayers || trace.heads > limits::kHeads || trace.k > kMostPlaces
        || trace.blockTokens > limits::kBlockTokens || trace.documentBlocks > kMostStoredBlocks)
        return false;
    const std::size_t heads = std::size_t{trace.tokens} * trace.layers * trace.heads;
    const std::size_t places = heads * trace.k;
    return trace.blocks.size() == places && trace.gates.size() == places && trace.scores.size() == places
        && trace.memoryShare.size() == heads && (trace.ties.empty() || trace.ties.size() == heads)
        && trace.mode <= SelectionMode::PerTokenAndGroup && trace.attention <= AttentionWay::Exact && trace.scan <= ScanWay::TwoLevel
        && areOffsets(trace.rereadOffsets, heads, trace.rereadBlocks.size()) && trace.rereadShares.size() == trace.rereadBlocks.size()
        && areOffsets(trace.heatOffsets, trace.tokens, trace.heatBlocks.size()) && trace.heatScale.size() == trace.heatBlocks.size()
        && trace.heatWeights.size() == trace.heatBlocks.size() * trace.blockTokens
        && areNumbered(trace.blocks) && areNumbered(trace.rereadBlocks) && areNumbered(trace.heatBlocks) && areNumbered(trace.nearBlocks)
        && wordsFit(trace) && nearMissesFit(trace);
}

std::vector<Column> packTrace(const Trace& trace)
{
    std::vector<Column> columns{
        {static_cast<std::uint8_t>(AnswerColumn::TraceShape), packShape(trace)},
        arrayColumn(AnswerColumn::Blocks, trace.blocks),
        arrayColumn(AnswerColumn::Gates, trace.gates),
        arrayColumn(AnswerColumn::Scores, trace.scores),
        arrayColumn(AnswerColumn::MemoryShare, trace.memoryShare),
        {static_cast<std::uint8_t>(AnswerColumn::Ties), packBits(trace.ties)},
        arrayColumn(AnswerColumn::RereadOffsets, trace.rereadOffsets),
        arrayColumn(AnswerColumn::RereadBlocks, trace.rereadBlocks),
        arrayColumn(AnswerColumn::RereadShares, trace.rereadShares),
        arrayColumn(AnswerColumn::HeatOffsets, trace.heatOffsets),
        arrayColumn(AnswerColumn::HeatBlocks, trace.heatBlocks),
        arrayColumn(AnswerColumn::HeatScale, trace.heatScale),
        arrayColumn(AnswerColumn::HeatWeights, trace.heatWeights),
        arrayColumn(AnswerColumn::InnerOffsets, trace.innerOffsets),
        arrayColumn(AnswerColumn::InnerRecords, trace.innerRecords),
        arrayColumn(AnswerColumn::InnerWeights, trace.innerWeights),
        arrayColumn(AnswerColumn::LookedAt, trace.lookedAt),
    };
    if (trace.isDeep()) {   // else as before there were such traces
        columns.push_back(arrayColumn(AnswerColumn::NearOffsets, trace.nearOffsets));
        columns.push_back(arrayColumn(AnswerColumn::NearBlocks, trace.nearBlocks));
        columns.push_back(arrayColumn(AnswerColumn::NearScores, trace.nearScores));
        columns.push_back(arrayColumn(AnswerColumn::NearLimits, trace.nearLimits));
    }
    return columns;
}

Result<Trace> unpackTrace(const AnswerLoader& load)
{
    Trace trace;
    const auto shape = load(AnswerColumn::TraceShape);
    if (!shape)
        return shape.error();
    Unpacker in(*shape);
    const std::uint64_t ties = unpackShape(in, trace);
    if (!in.done())
        return damagedTrace();
    for (auto [column, values] : {std::pair{AnswerColumn::Blocks, &trace.blocks},
                                  {AnswerColumn::RereadOffsets, &trace.rereadOffsets},
                                  {AnswerColumn::RereadBlocks, &trace.rereadBlocks},
                                  {AnswerColumn::HeatOffsets, &trace.heatOffsets},
                                  {AnswerColumn::HeatBlocks, &trace.heatBlocks},
                                  {AnswerColumn::InnerOffsets, &trace.innerOffsets},   // none in traces from before them
                                  {AnswerColumn::InnerRecords, &trace.innerRecords},
                                  {AnswerColumn::LookedAt, &trace.lookedAt},
                                  {AnswerColumn::NearOffsets, &trace.nearOffsets},
                                  {AnswerColumn::NearBlocks, &trace.nearBlocks}})
        if (auto done = loadArray(load, column, *values); !done)
            return done.error();
    for (auto [column, values] : {std::pair{AnswerColumn::Gates, &trace.gates},
                                  {AnswerColumn::Scores, &trace.scores},
                                  {AnswerColumn::MemoryShare, &trace.memoryShare},
                                  {AnswerColumn::RereadShares, &trace.rereadShares},
                                  {AnswerColumn::NearScores, &trace.nearScores},
                                  {AnswerColumn::NearLimits, &trace.nearLimits}})
        if (auto done = loadArray(load, column, *values); !done)
            return done.error();
    if (auto done = loadArray(load, AnswerColumn::HeatScale, trace.heatScale); !done)
        return done.error();
    if (auto done = loadArray(load, AnswerColumn::HeatWeights, trace.heatWeights); !done)
        return done.error();
    if (auto done = loadArray(load, AnswerColumn::InnerWeights, trace.innerWeights); !done)
        return done.error();
    if (auto done = loadTies(load, ties, trace); !done)
        return done.error();
    if (!isConsistent(trace))
        return damagedTrace();
    return trace;
}

}  // namespace cairn
