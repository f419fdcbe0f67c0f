// Matrices of a trace: each row is gathered in a dense line with a bitmap of the touched columns, then read off
// in order. That costs a pass over the records and no sort (figures: cairn-plot-benchmark).
#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "core/types/trace_scan.h"

#include <algorithm>
#include <span>
#include <utility>

namespace cairn
{
namespace
{

// What a cell gathers, by measure and aggregate. Slot{}: nothing yet.
struct LargestGate
{
    using Slot = std::uint16_t;   // pattern of the gate
    static constexpr bool kAnyOrder = true;
    static void put(Slot& slot, std::uint16_t gate) { slot = std::max(slot, gate); }
};

struct SummedGates
{
    struct Slot
    {
        float sum = 0;
        std::uint32_t count = 0;
    };
    static constexpr bool kAnyOrder = false;   // sums of floats are rounded: always in the order of the records
    static void put(Slot& slot, std::uint16_t gate)
    {
        slot.sum += gateValue(gate);
        ++slot.count;
    }
};

// The records of one head lie far apart, a stretch for each token: asked for this many stretches ahead of their use.
constexpr std::size_t kStretchesAhead = 12;

inline void fetch([[maybe_unused]] const void* place)
{
#if defined(__GNUC__)
    __builtin_prefetch(place);
#endif
}

// A row in the making: small enough for the first cache where the largest gates are wanted (2 bytes a column).
template <typename Gather>
class Line
{
public:
    explicit Line(const TraceScan& scan)
        : m_shown(scan.shownBits()), m_slots(std::size_t{scan.columns()} + 1), m_touched(scan.columns() + 1),
          m_blocks(scan.columns() + 1 + BlockSet::kSlack), m_taken(scan.columns() + 1 + kGateGroup), m_values(m_taken.size())
    {
    }

    void put(std::uint32_t column, std::uint16_t gate)   // column columns(): left out in the end
    {
        Gather::put(m_slots[column], gate);
        m_touched.add(column);
    }

    // All records of `count` stretches, each `stride` records behind the one before.
    void putAll(const TraceScan::Places& first, std::size_t count, std::size_t stride, std::uint16_t weakest)
    {
        typename Gather::Slot* const slots = m_slots.data();   // in registers, this loop being most of what a matrix costs
        std::uint64_t* const touched = m_touched.words();
        const auto columns = static_cast<std::uint32_t>(m_slots.size() - 1);
        const std::uint32_t limit = first.limit;
        const std::uint32_t* blocks = first.blocks;
        const std::uint16_t* gates = first.gates;
        for (std::size_t stretch = 0; stretch < count; ++stretch, blocks += stride, gates += stride) {
            fetch(blocks + (stretch + kStretchesAhead < count ? kStretchesAhead * stride : 0));
            fetch(gates + (stretch + kStretchesAhead < count ? kStretchesAhead * stride : 0));
            for (std::size_t i = 0; i < first.count; ++i) {
                const std::uint16_t gate = gates[i];
                const std::uint32_t column = (blocks[i] < limit) & (gate >= weakest) ? blocks[i] : columns;
                Gather::put(slots[column], gate);
                touched[column / 64] |= std::uint64_t{1} << (column % 64);
            }
        }
    }

    // Appends the line as a row: result(slots, values) of the blocks that are not hidden. The line is empty then; slots of hidden blocks
    // are not, which are never asked for.
    template <typename Result>
    void take(SparseMatrix& matrix, Result&& result)
    {
        const std::size_t count = m_touched.take(m_shown, m_blocks.data());
        for (std::size_t i = 0; i < count; ++i) {
            m_taken[i] = m_slots[m_blocks[i]];
            m_slots[m_blocks[i]] = {};
        }
        result(std::span<const typename Gather::Slot>(m_taken.data(), count), m_values.data());
        const auto end = static_cast<std::ptrdiff_t>(count);
        matrix.blocks.insert(matrix.blocks.end(), m_blocks.begin(), m_blocks.begin() + end);
        matrix.values.insert(matrix.values.end(), m_values.begin(), m_values.begin() + end);
        matrix.offsets.push_back(static_cast<std::uint32_t>(matrix.blocks.size()));
        ++matrix.rows;
    }

private:
    std::vector<std::uint64_t> m_shown;
    std::vector<typename Gather::Slot> m_slots;
    BlockSet m_touched;
    std::vector<std::uint32_t> m_blocks;
    std::vector<typename Gather::Slot> m_taken;
    std::vector<float> m_values;
};

// A row: some tokens x heads [firstHead, endHead) of the chosen ones.
struct RowPart
{
    std::size_t beginToken = 0, endToken = 0;   // indices into tokens()
    std::size_t beginHead = 0, endHead = 0;     // indices into chosenHeads()
    std::size_t cells() const { return (endToken - beginToken) * (endHead - beginHead); }
};

std::vector<RowPart> headRows(const Trace& trace, const TraceScan& scan, std::uint32_t headsPerRow)
{
    std::vector<RowPart> rows;
    const std::vector<std::uint32_t>& heads = scan.chosenHeads();
    std::size_t begin = 0;
    for (std::uint32_t first = 0; first < trace.layers * trace.heads; first += headsPerRow) {
        std::size_t end = begin;
        while (end < heads.size() && heads[end] < first + headsPerRow)
            ++end;
        rows.push_back({0, scan.tokens().size(), begin, end});
        begin = end;
    }
    return rows;
}

std::vector<RowPart> tokenRowParts(const Trace& trace, const TraceScan& scan, const std::vector<std::uint32_t>& rowsOfTokens)
{
    const auto rowOf = [&](std::uint32_t token) {   // tokens behind the list join its last row
        return rowsOfTokens.empty() ? token : rowsOfTokens[std::min<std::size_t>(token, rowsOfTokens.size() - 1)];
    };
    std::vector<RowPart> rows;
    const std::uint32_t count = trace.tokens == 0 ? 0 : rowOf(trace.tokens - 1) + 1;
    std::size_t next = 0;
    for (std::uint32_t row = 0; row < count; ++row) {
        const std::size_t begin = next;
        while (next < scan.tokens().size() && rowOf(scan.tokens()[next]) == row)
            ++next;
        rows.push_back({begin, next, 0, scan.chosenHeads().size()});
    }
    return rows;
}

std::vector<RowPart> rowsOf(const Trace& trace, const TraceScan& scan, const MatrixQuery& query)
{
    if (query.rows == TraceAxis::Tokens)
        return tokenRowParts(trace, scan, query.tokenRows);
    return trace.heads == 0 ? std::vector<RowPart>{} : headRows(trace, scan, query.rows == TraceAxis::Layers ? trace.heads : 1);
}

// Room for as many cells as there can be: growing would copy them several times.
void reserveCells(const Trace& trace, const TraceScan& scan, std::size_t rows, SparseMatrix& matrix)
{
    const std::size_t places = scan.tokens().size() * scan.chosenHeads().size() * trace.k + trace.rereadBlocks.size();
    const std::size_t cells = std::min(places, rows * scan.columns());
    matrix.offsets.reserve(rows + 1);
    matrix.blocks.reserve(cells);
    matrix.values.reserve(cells);
}

// Tokens that follow each other in the trace, as half-open ranges of indices into scan.tokens().
using TokenRuns = std::vector<std::pair<std::size_t, std::size_t>>;
TokenRuns tokenRuns(const TraceScan& scan, std::size_t beginToken, std::size_t endToken)
{
    TokenRuns runs;
    for (std::size_t token = beginToken; token < endToken; ++token) {
        if (runs.empty() || scan.tokens()[token] != scan.tokens()[token - 1] + 1)
            runs.emplace_back(token, token);
        ++runs.back().second;
    }
    return runs;
}

template <typename Gather>
void gather(const TraceScan& scan, const RowPart& row, const TokenRuns& tokens, Line<Gather>& line)
{
    const std::vector<TraceScan::HeadRun> runs = scan.headRuns(row.beginHead, row.endHead);
    if (!Gather::kAnyOrder && (scan.hasReread() || runs.size() > 1)) {
        for (std::size_t token = row.beginToken; token < row.endToken; ++token) {
            for (std::size_t head = row.beginHead; head < row.endHead; ++head)
                scan.forEachOf({scan.tokens()[token], scan.chosenHeads()[head]},
                               [&](std::uint32_t block, std::uint16_t gate, std::size_t, bool) { line.put(block, gate); });
        }
        return;
    }
    for (const auto& [begin, end] : tokens) {
        for (const TraceScan::HeadRun& run : runs)
            line.putAll(scan.retrieved(scan.tokens()[begin], run), end - begin, scan.recordsPerToken(), scan.weakest());
    }
    for (std::size_t token = row.beginToken; scan.hasReread() && token < row.endToken; ++token) {
        for (const TraceScan::HeadRun& run : runs)
            line.putAll(scan.reread(scan.tokens()[token], run), 1, 0, scan.weakest());
    }
}

// What the slots of a row come to; the sums by the way of the query.
void rowValues(std::span<const LargestGate::Slot> slots, const RowPart&, const MatrixQuery&, float* values)
{
    gateValues(slots, values);
}

void rowValues(std::span<const SummedGates::Slot> slots, const RowPart& row, const MatrixQuery& query, float* values)
{
    for (std::size_t i = 0; i < slots.size(); ++i) {
        values[i] = query.aggregate == TraceAggregate::Count  ? static_cast<float>(slots[i].count)
                    : query.aggregate == TraceAggregate::Mean ? slots[i].sum / static_cast<float>(row.cells())
                                                              : slots[i].sum;
    }
}

template <typename Gather>
SparseMatrix gateMatrix(const Trace& trace, const TraceScan& scan, const MatrixQuery& query)
{
    SparseMatrix matrix;
    matrix.columns = scan.columns();
    const std::vector<RowPart> rows = rowsOf(trace, scan, query);
    reserveCells(trace, scan, rows.size(), matrix);
    Line<Gather> line(scan);
    TokenRuns tokens = tokenRuns(scan, 0, scan.tokens().size());
    for (const RowPart& row : rows) {
        if (query.rows == TraceAxis::Tokens)
            tokens = tokenRuns(scan, row.beginToken, row.endToken);
        gather(scan, row, tokens, line);
        line.take(matrix, [&](std::span<const typename Gather::Slot> slots, float* values) { rowValues(slots, row, query, values); });
    }
    return matrix;
}

struct OtherCell
{
    float value = 0;
    std::uint32_t count = 0;
};

float resultOf(const OtherCell& cell, const MatrixQuery& query, std::size_t cells)
{
    if (query.aggregate == TraceAggregate::Count)
        return static_cast<float>(cell.count);
    if (query.aggregate != TraceAggregate::Mean)
        return cell.value;
    return cell.value / static_cast<float>(query.metric == TraceMetric::Score ? cell.count : cells);
}

// Scores and memory shares.
SparseMatrix otherMatrix(const Trace& trace, const TraceScan& scan, const MatrixQuery& query)
{
    SparseMatrix matrix;
    matrix.columns = scan.columns();
    BlockSet touched(scan.columns() + 1);
    const std::vector<std::uint64_t> shown = scan.shownBits();
    std::vector<OtherCell> line(scan.columns());
    std::vector<std::uint32_t> blocks(scan.columns() + BlockSet::kSlack);
    const auto put = [&](TraceScan::Row row, std::uint32_t block, std::size_t place, bool reread) {
        if (scan.isHidden(block) || (reread && query.metric == TraceMetric::Score))
            return;
        const std::size_t record = std::size_t{row.token} * trace.layers * trace.heads + row.head;
        const float value = halfToFloat(query.metric == TraceMetric::Score ? trace.scores[place] : trace.memoryShare[record]);
        OtherCell& cell = line[block];
        if (touched.add(block))
            cell = {value, 1};
        else
            cell = {query.aggregate == TraceAggregate::Max ? std::max(cell.value, value) : cell.value + value, cell.count + 1};
    };
    for (const RowPart& row : rowsOf(trace, scan, query)) {
        for (std::size_t token = row.beginToken; token < row.endToken; ++token) {
            for (std::size_t head = row.beginHead; head < row.endHead; ++head) {
                const TraceScan::Row place{scan.tokens()[token], scan.chosenHeads()[head]};
                scan.forEachOf(place,
                               [&](std::uint32_t block, std::uint16_t, std::size_t at, bool reread) { put(place, block, at, reread); });
            }
        }
        const std::size_t count = touched.take(shown, blocks.data());
        for (std::size_t i = 0; i < count; ++i) {
            matrix.blocks.push_back(blocks[i]);
            matrix.values.push_back(resultOf(line[blocks[i]], query, row.cells()));
        }
        matrix.offsets.push_back(static_cast<std::uint32_t>(matrix.blocks.size()));
        ++matrix.rows;
    }
    return matrix;
}

}  // namespace

SparseMatrix blockMatrix(const Trace& trace, const TraceFilter& filter, const MatrixQuery& query)
{
    const TraceScan scan(trace, filter);
    if (query.metric != TraceMetric::Gate)
        return otherMatrix(trace, scan, query);
    return query.aggregate == TraceAggregate::Max ? gateMatrix<LargestGate>(trace, scan, query)
                                                  : gateMatrix<SummedGates>(trace, scan, query);
}

}  // namespace cairn
