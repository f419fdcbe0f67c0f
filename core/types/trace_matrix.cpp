// Matrices of a trace: each row is gathered in a dense line with a bitmap of the touched columns, then read off
// in order. That costs a pass over the records and no sort (figures: cairn-plot-benchmark).
#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "core/types/trace_scan.h"

#include <algorithm>

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
    static float value(Slot slot) { return gateValue(slot); }
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
    static float value(const Slot& slot) { return slot.sum; }
};

// A row in the making: small enough for the first cache where the largest gates are wanted (2 bytes a column).
template <typename Gather>
class Line
{
public:
    explicit Line(std::uint32_t columns)
        : m_slots(std::size_t{columns} + 1), m_touched(columns + 1), m_blocks(columns + 1 + BlockSet::kSlack)
    {
    }

    void put(std::uint32_t column, std::uint16_t gate)   // column columns(): left out in the end
    {
        Gather::put(m_slots[column], gate);
        m_touched.add(column);
    }

    // Appends the line as a row: result(slot) of every block that is not hidden. The line is empty then.
    template <typename Result>
    void take(const TraceScan& scan, SparseMatrix& matrix, Result&& result)
    {
        const std::size_t touched = m_touched.take(m_blocks.data());
        m_values.resize(touched);
        std::size_t count = 0;
        for (std::size_t i = 0; i < touched; ++i) {
            const std::uint32_t block = m_blocks[i];
            auto& slot = m_slots[block];
            m_blocks[count] = block;
            m_values[count] = result(slot);
            count += block < scan.columns() && !scan.isHidden(block);
            slot = {};
        }
        const auto end = static_cast<std::ptrdiff_t>(count);
        matrix.blocks.insert(matrix.blocks.end(), m_blocks.begin(), m_blocks.begin() + end);
        matrix.values.insert(matrix.values.end(), m_values.begin(), m_values.begin() + end);
        matrix.offsets.push_back(static_cast<std::uint32_t>(matrix.blocks.size()));
        ++matrix.rows;
    }

private:
    std::vector<typename Gather::Slot> m_slots;
    BlockSet m_touched;
    std::vector<std::uint32_t> m_blocks;
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

template <typename Gather>
void gather(const TraceScan& scan, const RowPart& row, Line<Gather>& line)
{
    const std::vector<TraceScan::HeadRun> runs = scan.headRuns(row.beginHead, row.endHead);
    for (std::size_t token = row.beginToken; token < row.endToken; ++token) {
        if constexpr (Gather::kAnyOrder) {
            scan.forEachRun(scan.tokens()[token], runs, [&](const TraceScan::Places& places) {
                for (std::size_t i = 0; i < places.count; ++i)
                    line.put(scan.columnOf(places, i), places.gates[i]);
            });
        } else {
            for (std::size_t head = row.beginHead; head < row.endHead; ++head)
                scan.forEachOf({scan.tokens()[token], scan.chosenHeads()[head]},
                               [&](std::uint32_t block, std::uint16_t gate, std::size_t, bool) { line.put(block, gate); });
        }
    }
}

template <typename Gather>
SparseMatrix gateMatrix(const Trace& trace, const TraceScan& scan, const MatrixQuery& query)
{
    SparseMatrix matrix;
    matrix.columns = scan.columns();
    const std::vector<RowPart> rows = rowsOf(trace, scan, query);
    reserveCells(trace, scan, rows.size(), matrix);
    Line<Gather> line(scan.columns());
    for (const RowPart& row : rows) {
        gather(scan, row, line);
        line.take(scan, matrix, [&](const typename Gather::Slot& slot) {
            if constexpr (!Gather::kAnyOrder) {
                if (query.aggregate == TraceAggregate::Count)
                    return static_cast<float>(slot.count);
                if (query.aggregate == TraceAggregate::Mean)
                    return slot.sum / static_cast<float>(row.cells());
            }
            return Gather::value(slot);
        });
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
    BlockSet touched(scan.columns());
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
        const std::size_t count = touched.take(blocks.data());
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
