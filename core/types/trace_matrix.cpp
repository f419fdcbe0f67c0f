// Matrices of a trace: each row is gathered in a dense line with a bitmap of the touched columns, then read off
// in order. That costs a pass over the records and no sort: T 200, L 32, H 32, k 5, 16,000 blocks in about 10 ms for any rows.
#include "core/types/trace_query.h"

#include "core/types/half.h"
#include "core/types/trace_scan.h"

#include <algorithm>
#include <type_traits>

namespace cairn
{
namespace
{

// What a cell gathers, by measure and aggregate. Slot{}: nothing yet.
struct LargestGate
{
    using Slot = std::uint16_t;   // pattern of the gate plus 1
    static void put(Slot& slot, std::uint16_t gate) { slot = std::max(slot, static_cast<Slot>(gate + 1)); }
    static bool isEmpty(Slot slot) { return slot == 0; }
    static float value(Slot slot) { return gateValue(static_cast<std::uint16_t>(slot - 1)); }
};

struct SummedGates
{
    struct Slot
    {
        float sum = 0;
        std::uint32_t count = 0;
    };
    static void put(Slot& slot, std::uint16_t gate)
    {
        slot.sum += gateValue(gate);
        ++slot.count;
    }
    static bool isEmpty(const Slot& slot) { return slot.count == 0; }
    static float value(const Slot& slot) { return slot.sum; }
};

// Rows in the making: several at once, because records of neighbouring heads lie side by side while one head's lie far apart.
template <typename Gather>
class Lines
{
public:
    Lines(std::uint32_t columns, std::size_t lines) : m_columns(columns), m_slots(columns * lines), m_touched(lines, BlockSet(columns)) {}

    void put(std::size_t line, std::uint32_t block, std::uint16_t gate)
    {
        auto& slot = m_slots[line * m_columns + block];
        if (Gather::isEmpty(slot))
            m_touched[line].add(block);
        Gather::put(slot, gate);
    }

    // Appends a line as a row: result(slot) of every block that is not hidden. The line is empty then.
    template <typename Result>
    void take(std::size_t line, const TraceScan& scan, SparseMatrix& matrix, Result&& result)
    {
        m_touched[line].take([&](std::uint32_t block) {
            auto& slot = m_slots[line * m_columns + block];
            if (!scan.isHidden(block)) {
                matrix.blocks.push_back(block);
                matrix.values.push_back(result(slot));
            }
            slot = {};
        });
        matrix.offsets.push_back(static_cast<std::uint32_t>(matrix.blocks.size()));
        ++matrix.rows;
    }

private:
    std::size_t m_columns;
    std::vector<typename Gather::Slot> m_slots;
    std::vector<BlockSet> m_touched;
};

constexpr std::size_t kLinesAtOnce = 8;   // of heads: 8 x 16,000 slots stay in the second cache

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
SparseMatrix gateMatrix(const Trace& trace, const TraceScan& scan, const MatrixQuery& query)
{
    SparseMatrix matrix;
    matrix.columns = scan.columns();
    const std::vector<RowPart> rows = rowsOf(trace, scan, query);
    reserveCells(trace, scan, rows.size(), matrix);
    const std::size_t atOnce = query.rows == TraceAxis::Heads ? kLinesAtOnce : 1;
    Lines<Gather> lines(scan.columns(), atOnce);
    for (std::size_t first = 0; first < rows.size(); first += atOnce) {
        const std::size_t last = std::min(first + atOnce, rows.size());
        for (std::size_t token = rows[first].beginToken; token < rows[first].endToken; ++token) {
            for (std::size_t row = first; row < last; ++row) {
                for (std::size_t head = rows[row].beginHead; head < rows[row].endHead; ++head)
                    scan.forEachOf({scan.tokens()[token], scan.chosenHeads()[head]},
                                   [&, line = row - first](std::uint32_t block, std::uint16_t gate, std::size_t, bool) {
                                       lines.put(line, block, gate);
                                   });
            }
        }
        for (std::size_t row = first; row < last; ++row)
            lines.take(row - first, scan, matrix, [&](const typename Gather::Slot& slot) {
                if constexpr (!std::is_same_v<Gather, LargestGate>) {
                    if (query.aggregate == TraceAggregate::Count)
                        return static_cast<float>(slot.count);
                    if (query.aggregate == TraceAggregate::Mean)
                        return slot.sum / static_cast<float>(rows[row].cells());
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
        touched.take([&](std::uint32_t block) {
            matrix.blocks.push_back(block);
            matrix.values.push_back(resultOf(line[block], query, row.cells()));
        });
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
