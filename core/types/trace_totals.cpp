// Totals per block: one slot per block and one past them for what doesn't count. The sum is the query behind every picture of evidence,
// so its loop is the tightest one: 1.02 million records in 0.85 ms (cairn-plot-benchmark).
#include "core/types/trace_query.h"

#include "core/types/trace_scan.h"

#include <algorithm>
#include <bit>
#include <cstddef>

namespace cairn
{
namespace
{

using Places = TraceScan::Places;

// The bits of a gate in their places of a double: its value times 2^-1008. Sums of these are exact in any order, as those of the values
// are (all are multiples of 2^-24), and a conversion with its two cases for each record is spared. They may be subnormal doubles, which
// processors add at full speed; they multiply them slowly, so `unscaled` doesn't.
double scaledGate(std::uint16_t gate) { return std::bit_cast<double>(std::uint64_t{gate & 0x7FFFu} << 42); }

double unscaled(double sum)
{
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    const double normal = std::bit_cast<double>(bits + (std::uint64_t{1008} << 52));
    const double subnormal = static_cast<double>(static_cast<std::int64_t>(bits)) * 0x1p-66;   // steps of 2^-1074 times 2^1008
    return bits >> 52 ? normal : subnormal;
}

void addAll(const Places& places, double* sums)
{
    const auto slot = [&](std::size_t i) { return std::min(places.blocks[i], places.limit); };
    std::size_t i = 0;
    for (; i + 2 <= places.count; i += 2) {   // by pairs: the second one's slot is known before the first one's sum
        const std::uint32_t first = slot(i), second = slot(i + 1);
        const double firstGate = scaledGate(places.gates[i]), secondGate = scaledGate(places.gates[i + 1]);
        sums[first] += firstGate;
        sums[second] += secondGate;
    }
    if (i < places.count)
        sums[slot(i)] += scaledGate(places.gates[i]);
}

void addStrong(const Places& places, std::uint16_t weakest, double* sums)
{
    for (std::size_t i = 0; i < places.count; ++i)
        sums[std::min(places.blocks[i], places.limit)] += scaledGate(places.gates[i] >= weakest ? places.gates[i] : std::uint16_t{0});
}

// put(slot, gate) for the slot of every record, that of `limit` for records that don't count.
template <typename Slot, typename Put>
void forEachSlot(const Places& places, std::uint16_t weakest, Slot* slots, Put&& put)
{
    for (std::size_t i = 0; i < places.count; ++i) {
        const bool counts = (places.blocks[i] < places.limit) & (places.gates[i] >= weakest);
        put(slots[counts ? places.blocks[i] : places.limit], places.gates[i]);
    }
}

void gather(const Places& places, std::uint16_t weakest, TraceAggregate aggregate, double* slots)
{
    if (aggregate == TraceAggregate::Max)
        forEachSlot(places, weakest, slots, [](double& slot, std::uint16_t gate) { slot = std::max(slot, scaledGate(gate)); });
    else if (aggregate == TraceAggregate::Count)
        forEachSlot(places, weakest, slots, [](double& slot, std::uint16_t) { slot += 1; });
    else if (weakest > 0)
        addStrong(places, weakest, slots);
    else
        addAll(places, slots);
}

}  // namespace

std::vector<double> blockTotals(const Trace& trace, const TraceFilter& filter, TraceAggregate aggregate)
{
    const TraceScan scan(trace, filter);
    std::vector<double> totals(scan.columns() + 1, 0.0);
    const auto runs = scan.headRuns(0, scan.chosenHeads().size());
    const auto gatherAll = [&](auto&& placesOf) {
        std::uint32_t beyond = scan.columns();
        for (const std::uint32_t token : scan.tokens()) {
            for (const TraceScan::HeadRun& run : runs) {
                const Places places = placesOf(token, run);
                gather(places, scan.weakest(), aggregate, totals.data());
                beyond = places.limit;
            }
        }
        totals[beyond] = 0;   // may be the slot of the open block, which only re-read words have
    };
    gatherAll([&](std::uint32_t token, TraceScan::HeadRun run) { return scan.retrieved(token, run); });
    if (scan.hasReread())
        gatherAll([&](std::uint32_t token, TraceScan::HeadRun run) { return scan.reread(token, run); });
    totals.pop_back();
    const auto cells = static_cast<double>(std::max<std::size_t>(scan.tokens().size() * scan.chosenHeads().size(), 1));
    for (std::uint32_t block = 0; block < totals.size(); ++block) {
        double& total = totals[block];
        total = scan.isHidden(block) ? 0 : aggregate == TraceAggregate::Count ? total : unscaled(total);
        if (aggregate == TraceAggregate::Mean)
            total /= cells;
    }
    return totals;
}

std::vector<float> fromBookPerToken(const Trace& trace, const TraceFilter& filter)
{
    const TraceScan scan(trace, asRecorded(filter));
    std::vector<double> sums(trace.tokens, 0.0);
    scan.forEachRecord([&](const TraceScan::Row& row, std::uint32_t, std::uint16_t gate, std::size_t, bool) {
        sums[row.token] += static_cast<double>(gateValue(gate));
    });
    const auto heads = static_cast<double>(std::max<std::size_t>(scan.chosenHeads().size(), 1));
    std::vector<float> shares;
    for (const double sum : sums)
        shares.push_back(static_cast<float>(std::clamp(sum / heads, 0.0, 1.0)));
    return shares;
}

std::optional<double> fromBook(const Trace& trace, const TraceFilter& filter)
{
    const TraceScan scan(trace, asRecorded(filter));
    const auto cells = static_cast<double>(scan.tokens().size() * scan.chosenHeads().size());
    if (cells == 0)
        return {};
    double sum = 0;
    for (const double total : blockTotals(trace, asRecorded(filter)))
        sum += total;
    return std::clamp(sum / cells, 0.0, 1.0);
}

}  // namespace cairn
