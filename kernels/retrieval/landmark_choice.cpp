#include "kernels/retrieval/landmark_choice.h"

#include "kernels/retrieval/block_selection.h"
#include "kernels/retrieval/landmark_filter_levels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cairn::kernels
{
namespace
{

constexpr std::int32_t kTileQueries = 24;   // that read the filter together
constexpr std::int32_t kCutBlocks = 1024;   // of a part of the filter, at least

std::int32_t placesOf(const LandmarkChoice& work) { return work.oldPlaces > 0 ? work.oldPlaces : work.scan.places; }
std::int32_t recentOf(const LandmarkChoice& work) { return work.oldPlaces > 0 ? 0 : work.scan.places; }

// Most blocks that are looked at for a query
std::size_t roomOf(const LandmarkChoice& work)
{
    if (!work.ranges)
        return static_cast<std::size_t>(work.scan.memoryBlocks);
    std::size_t room = std::size_t(recentOf(work)) + work.pinnedCount + std::min(work.barredCount, placesOf(work));
    for (std::int32_t i = 0; i < work.rangeCount; ++i)
        room += std::size_t(work.ranges[i].end - work.ranges[i].first);
    return room;
}

struct Layout
{
    std::int32_t tileRows = 0;
    std::size_t room = 0;        // numbers of a list, with those that a vector may write behind them
    std::size_t scan = 0, query = 0, values = 0, queries = 0, lists = 0, entries = 0, best = 0, limits = 0, blocks = 0, scores = 0,
                selection = 0;
    std::size_t taken = 0, bytes = 0;
};

Layout layoutOf(const LandmarkChoice& work)
{
    const LandmarkScan& scan = work.scan;
    Layout layout;
    const auto take = [&layout](std::size_t bytes) {
        const std::size_t at = layout.bytes;
        layout.bytes += (bytes + 63) / 64 * 64;
        return at;
    };
    const std::int32_t group = scan.heads / scan.kvHeads, numbers = filterNumbers(scan.headDim, scan.bounds), f4 = (numbers + 3) / 4 * 4;
    layout.tileRows = std::clamp(kTileQueries / group, 1, std::max(1, scan.endRow - scan.firstRow));
    const std::size_t queries = std::size_t(layout.tileRows) * group;
    layout.room = roomOf(work) + kFilterGroup;
    layout.scan = take(landmarkScanScratch(scan));
    layout.query = take(sizeof(float) * numbers);
    layout.values = take(queries * f4);
    layout.queries = take(queries * sizeof(FilterQuery));
    layout.lists = take(queries * sizeof(FilterList));
    layout.entries = take(queries * layout.room * 2 * 4);
    layout.best = take(queries * placesOf(work) * 4);
    layout.limits = take(filterLimits(static_cast<std::int32_t>(queries)) * 4);
    layout.blocks = take(layout.room * 4);
    layout.scores = take(layout.room * 4);
    layout.selection = take(blockSelectionScratch(static_cast<std::int32_t>(layout.room)) + std::size_t{4} * placesOf(work));
    layout.taken = take(sizeof(std::int32_t) * placesOf(work));
    return layout;
}

std::int32_t filteredBlocks(const LandmarkChoice& work)
{
    const std::int32_t filtered = work.parts[0].filters && !work.scan.sameKey ? work.parts[0].end : 0;
    return std::min(filtered, work.scan.memoryBlocks - recentOf(work));
}

std::int32_t freePlacesOf(const LandmarkChoice& work) { return placesOf(work) - std::min(placesOf(work), work.pinnedCount); }

// What filterLandmarks() leaves of the blocks: for every query of the step a list from each part, whose entries stand where the part does
struct FilteredLists
{
    explicit FilteredLists(const LandmarkChoice& work)
        : cuts(work.cuts), blocks(filteredBlocks(work)), places(freePlacesOf(work)),
          room(std::size_t(blocks) + std::size_t(cuts) * kFilterGroup), lists(static_cast<std::byte*>(work.filtered)),
          entries(std::size_t(work.scan.rows) * work.scan.heads * cuts * sizeof(FilterList)),
          best(entries + std::size_t(work.scan.rows) * work.scan.heads * room * 2 * 4),
          bytes(best + std::size_t(work.scan.rows) * work.scan.heads * cuts * places * 4)
    {
    }

    std::int32_t firstOf(std::int32_t cut) const { return static_cast<std::int32_t>(std::int64_t{blocks} * cut / cuts); }
    FilterList& list(std::size_t query, std::int32_t cut) const   // query: row x heads + head
    {
        return reinterpret_cast<FilterList*>(lists)[query * cuts + cut];
    }
    void place(FilterList& list, std::size_t query, std::int32_t cut) const
    {
        auto* numbers = reinterpret_cast<std::int32_t*>(lists + entries) + query * room * 2 + firstOf(cut) + cut * kFilterGroup;
        list.blocks = numbers;
        list.upper = reinterpret_cast<float*>(numbers + room);
        list.best = reinterpret_cast<float*>(lists + best) + (query * cuts + cut) * places;
    }

    std::int32_t cuts, blocks, places;
    std::size_t room;            // numbers of a query's lists
    std::byte* lists;
    std::size_t entries, best, bytes;
};

class Choice
{
public:
    Choice(LandmarkChoice& work, CpuLevel level)
        : m_work(work), m_layout(layoutOf(work)), m_level(level), m_group(work.scan.heads / work.scan.kvHeads),
          m_numbers(filterNumbers(work.scan.headDim, work.scan.bounds)),
          m_places(placesOf(work)), m_firstRecent(work.scan.memoryBlocks - recentOf(work)), m_filterEnd(filteredBlocks(work)),
          m_freePlaces(freePlacesOf(work))
    {
    }

    void run()
    {
        const LandmarkScan& scan = m_work.scan;
        for (std::int32_t kvHead = scan.firstKvHead; kvHead < scan.endKvHead; ++kvHead) {
            for (std::int32_t row = scan.firstRow; row < scan.endRow; row += m_layout.tileRows) {
                const std::int32_t rows = std::min(m_layout.tileRows, scan.endRow - row);
                if (m_filterEnd > 0 && m_freePlaces > 0)
                    filterTile(kvHead, row, rows);
                for (std::int32_t i = 0; i < rows * m_group; ++i)
                    chooseFor(row + i / m_group, kvHead * m_group + i % m_group, lists()[i]);
            }
        }
    }

    void filterPart(std::int32_t cut) const
    {
        const LandmarkScan& scan = m_work.scan;
        const FilteredLists filtered(m_work);
        for (std::int32_t kvHead = scan.firstKvHead; kvHead < scan.endKvHead; ++kvHead) {
            for (std::int32_t row = scan.firstRow; row < scan.endRow; row += m_layout.tileRows) {
                const std::int32_t rows = std::min(m_layout.tileRows, scan.endRow - row);
                const auto queryOf = [&](std::int32_t i) { return queryAt(row + i / m_group, kvHead * m_group + i % m_group); };
                for (std::int32_t i = 0; i < rows * m_group; ++i) {
                    startList(lists()[i]);
                    filtered.place(lists()[i], queryOf(i), cut);
                    startFilterList(lists()[i]);
                }
                scanFilter(kvHead, row, rows, [&](LandmarkFilterScan& part) {
                    part.first = filtered.firstOf(cut), part.end = filtered.firstOf(cut + 1);
                    scanLandmarkFilter(part, m_level);
                });
                for (std::int32_t i = 0; i < rows * m_group; ++i)
                    filtered.list(queryOf(i), cut) = lists()[i];
            }
        }
    }

private:
    template <typename T>
    T* at(std::size_t offset) const { return reinterpret_cast<T*>(static_cast<std::byte*>(m_work.scratch) + offset); }
    FilterList* lists() const { return at<FilterList>(m_layout.lists); }
    bool isExcluded(std::int32_t block) const
    {
        return std::binary_search(m_work.pinned, m_work.pinned + m_work.pinnedCount, block)
               || std::binary_search(m_work.barred, m_work.barred + m_work.barredCount, block);
    }

    // visit(first, end) for what competes of the old blocks [first, end)
    template <typename Visit>
    void forCompeting(std::int32_t first, std::int32_t end, const Visit& visit) const
    {
        if (!m_work.ranges)
            return visit(first, end);
        for (std::int32_t i = 0; i < m_work.rangeCount; ++i) {
            const std::int32_t from = std::max(first, m_work.ranges[i].first), to = std::min(end, m_work.ranges[i].end);
            if (from < to)
                visit(from, to);
        }
    }

    // R((k + 1) B + r + x) q, scaled; bounds: and its magnitudes; in the filter's frame
    void rotateQuery(std::int32_t row, std::int32_t head, float* to) const
    {
        const LandmarkScan& scan = m_work.scan;
        const std::int32_t d = scan.headDim, half = d / 2;
        const std::size_t angle = (std::size_t(scan.places + 1) * scan.blockLength + scan.openTokens + row) * half;
        const float *cosine = scan.cosines + angle, *sine = scan.sines + angle;
        const float* q = scan.queries + (std::size_t(row) * scan.heads + head) * d;
        for (std::int32_t j = 0; j < half; ++j) {
            to[j] = (q[j] * cosine[j] - q[j + half] * sine[j]) * scan.scale;
            to[j + half] = (q[j + half] * cosine[j] + q[j] * sine[j]) * scan.scale;
        }
        for (std::int32_t j = 0; scan.bounds && j < d; ++j)
            to[d + j] = std::abs(to[j]);
        if (const float* frame = m_work.parts[0].frame) {
            const float* spread = frame + (head / m_group * 2 + 1) * m_numbers;
            for (std::int32_t j = 0; j < m_numbers; ++j)
                to[j] *= spread[j];
        }
    }

    std::size_t queryAt(std::int32_t row, std::int32_t head) const { return std::size_t(row) * m_work.scan.heads + head; }

    void startList(FilterList& list) const
    {
        list = {};
        list.places = m_freePlaces;
        list.pinned = m_work.pinned, list.pinnedCount = m_work.pinnedCount;
        list.barred = m_work.barred, list.barredCount = m_work.barredCount;
    }

    void startOwnList(std::size_t index) const
    {
        FilterList& list = lists()[index];
        startList(list);
        auto* numbers = at<std::int32_t>(m_layout.entries) + index * m_layout.room * 2;
        list.blocks = numbers;
        list.upper = reinterpret_cast<float*>(numbers + m_layout.room);
        list.best = at<float>(m_layout.best) + index * m_places;
        startFilterList(list);
    }

    void filterTile(std::int32_t kvHead, std::int32_t row, std::int32_t rows) const
    {
        const std::int32_t queries = rows * m_group;
        for (std::int32_t i = 0; i < queries; ++i)
            startOwnList(static_cast<std::size_t>(i));
        if (m_work.cuts > 0) {
            for (std::int32_t i = 0; i < queries; ++i)
                joinParts(lists()[i], queryAt(row + i / m_group, kvHead * m_group + i % m_group));
        } else {
            scanFilter(kvHead, row, rows, [&](LandmarkFilterScan& scan) {
                forCompeting(0, m_filterEnd, [&](std::int32_t first, std::int32_t end) {
                    scan.first = first, scan.end = end;
                    scanLandmarkFilter(scan, m_level);
                });
            });
        }
        for (std::int32_t i = 0; i < queries; ++i)
            finishFilterList(lists()[i]);
    }

    // The lists of all parts one behind the other, with the limit that they have together
    void joinParts(FilterList& list, std::size_t query) const
    {
        const FilteredLists filtered(m_work);
        for (std::int32_t cut = 0; cut < m_work.cuts; ++cut) {
            const FilterList& part = filtered.list(query, cut);
            std::copy_n(part.blocks, part.count, list.blocks + list.count);
            std::copy_n(part.upper, part.count, list.upper + list.count);
            list.count += part.count;
            for (std::int32_t place = 0; place < part.places; ++place)
                keepAmongBest(list, part.best[place]);
        }
    }

    // scans(scan) by queries of these rows, into lists that were started
    template <typename Scans>
    void scanFilter(std::int32_t kvHead, std::int32_t row, std::int32_t rows, const Scans& scans) const
    {
        const std::int32_t f4 = (m_numbers + 3) / 4 * 4;
        LandmarkFilterScan scan;
        scan.queries = rows * m_group;
        scan.kvHeads = m_work.scan.kvHeads, scan.numbers = m_numbers, scan.kvHead = kvHead;
        scan.filters = m_work.parts[0].filters;
        scan.slabOffset = m_work.parts[0].slabOffset;
        scan.query = at<FilterQuery>(m_layout.queries);
        scan.lists = lists();
        scan.limits = at<float>(m_layout.limits);
        scan.isWhole = !m_work.ranges && m_work.cuts == 0;
        for (std::int32_t i = 0; i < scan.queries; ++i) {
            float* rotated = at<float>(m_layout.query);
            rotateQuery(row + i / m_group, kvHead * m_group + i % m_group, rotated);
            at<FilterQuery>(m_layout.queries)[i] = quantizeFilterQuery(rotated, m_numbers, at<std::int8_t>(m_layout.values) + i * f4);
        }
        scans(scan);
    }

    // Blocks that must be scored, ascending
    std::int32_t collect(const FilterList& list, std::int32_t* blocks) const
    {
        const LandmarkScan& scan = m_work.scan;
        std::int32_t count = 0, exactFrom = m_filterEnd;
        if (m_filterEnd > 0 && m_freePlaces > 0)
            count = static_cast<std::int32_t>(std::copy_n(list.blocks, list.count, blocks) - blocks);
        const auto insert = [&](std::int32_t block) {   // nearly always behind the others: sorting a long list takes longer than the scan
            std::int32_t* to = count == 0 || blocks[count - 1] < block ? blocks + count : std::lower_bound(blocks, blocks + count, block);
            std::copy_backward(to, blocks + count, blocks + count + 1);
            *to = block;
            ++count;
        };
        if (scan.sameKey) {   // all old ones are equal: the lowest, and one more that shows the tie
            for (std::int32_t block = 0, left = m_freePlaces + 1; block < m_firstRecent && left > 0; ++block)
                if (!isExcluded(block))
                    insert(block), --left;
            exactFrom = m_firstRecent;
        }
        if (m_freePlaces > 0)   // old blocks without a filter
            forCompeting(exactFrom, m_firstRecent, [&](std::int32_t first, std::int32_t end) {
                for (std::int32_t block = first; block < end; ++block)
                    if (!isExcluded(block))
                        insert(block);
            });
        for (std::int32_t i = 0; i < m_work.pinnedCount && m_work.pinned[i] < m_firstRecent; ++i)
            insert(m_work.pinned[i]);
        for (std::int32_t i = 0; i < std::min(m_work.barredCount, m_places) && m_work.barred[i] < m_firstRecent; ++i)
            insert(m_work.barred[i]);
        for (std::int32_t block = std::max(0, m_firstRecent); block < scan.memoryBlocks; ++block)
            blocks[count++] = block;
        return count;
    }

    void score(std::int32_t row, std::int32_t head, const std::int32_t* blocks, std::int32_t count, float* scores) const
    {
        LandmarkScan scan = m_work.scan;
        scan.scratch = at<void>(m_layout.scan);
        if (m_work.oldPlaces > 0)
            scan.memoryBlocks += scan.places;   // the recent ones would stand behind
        const auto split = static_cast<std::int32_t>(std::lower_bound(blocks, blocks + count, m_work.parts[0].end) - blocks);
        const auto part = [&](const LandmarkPart& from, std::int32_t first, std::int32_t end) {
            scan.slabs = from.slabs;
            scan.slabOffset = from.slabOffset;
            if (first < end)
                landmarkScores(scan, {row, head, end - first, blocks + first, scores + first}, m_level);
        };
        part(m_work.parts[0], 0, split);
        part(m_work.parts[1], split, count);
    }

    void chooseFor(std::int32_t row, std::int32_t head, const FilterList& list)
    {
        const LandmarkScan& scan = m_work.scan;
        auto* blocks = at<std::int32_t>(m_layout.blocks);
        auto* scores = at<float>(m_layout.scores);
        const std::int32_t count = collect(list, blocks);
        score(row, head, blocks, count, scores);
        m_work.scored += count;
        const std::size_t unit = std::size_t(row) * scan.heads + head, first = unit * m_places;
        BlockSelection selection;
        selection.values = scores;
        selection.memoryBlocks = scan.memoryBlocks, selection.places = m_places;
        selection.pinned = m_work.pinned, selection.pinnedCount = m_work.pinnedCount;
        selection.barred = m_work.barred, selection.barredCount = m_work.barredCount;
        selection.placesTaken = at<std::int32_t>(m_layout.taken);
        selection.selected = m_work.selected + first;
        selection.distances = m_work.distances + first;
        selection.scratch = at<void>(m_layout.selection);
        selectListedBlocks(selection, blocks, count, m_level);
        for (std::int32_t i = 0; i < m_places; ++i)
            m_work.placeScores[first + i] = scores[selection.placesTaken[i]];
        m_work.ties[unit] = selection.tie;
    }

    LandmarkChoice& m_work;
    const Layout m_layout;
    const CpuLevel m_level;
    const std::int32_t m_group, m_numbers, m_places, m_firstRecent, m_filterEnd, m_freePlaces;
};

}  // namespace

std::size_t landmarkChoiceScratch(const LandmarkChoice& work) { return layoutOf(work).bytes; }

std::int32_t landmarkCuts(const LandmarkChoice& work, std::int32_t threads)
{
    const LandmarkScan& scan = work.scan;
    const std::int32_t blocks = filteredBlocks(work), queries = scan.rows * (scan.heads / scan.kvHeads);
    if (queries > std::max(kTileQueries, scan.heads / scan.kvHeads) || freePlacesOf(work) == 0)
        return 0;
    const std::int32_t cuts = std::min(threads / std::gcd(threads, scan.kvHeads), blocks / kCutBlocks);
    return cuts > 1 ? cuts : 0;
}

std::size_t filteredBytes(const LandmarkChoice& work) { return FilteredLists(work).bytes; }

void filterLandmarks(const LandmarkChoice& work, std::int32_t cut, CpuLevel level)
{
    LandmarkChoice part = work;   // nothing is chosen
    if (freePlacesOf(work) > 0)
        Choice(part, level).filterPart(cut);
}

void chooseLandmarks(LandmarkChoice& work, CpuLevel level)
{
    work.scored = 0;
    if (placesOf(work) > 0)
        Choice(work, level).run();
}

}  // namespace cairn::kernels
