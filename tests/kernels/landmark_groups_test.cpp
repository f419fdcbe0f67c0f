// The two-level scan: boxes hold their members, opened groups are the best ones, and the choice among them is the flat one's.
#include "kernels/retrieval/block_selection.h"
#include "kernels/vectors/half_float.h"
#include "kernels/retrieval/landmark_groups.h"
#include "tests/kernels/choice_case.h"

#include <QTest>

#include <limits>
#include <optional>
#include <set>

using namespace cairn::kernels;
using cairn::kernels::test::aligned;
using cairn::kernels::test::Chosen;
using cairn::kernels::test::Filters;
using cairn::kernels::test::ScanCase;
using cairn::kernels::test::ScanSizes;

namespace
{

struct Rules
{
    std::vector<std::int32_t> pinned, barred;
    int opened = 3;
    int ownFrom = -1;         // memory index: keys from here on lie in slabs of their own, and so do boxes that hold one of them
    bool filtered = false;
};

// A case with the boxes of its groups. Block 0 of the slabs is absolute block 0.
class GroupCase
{
public:
    GroupCase(ScanCase& scan, const Rules& rules, int level) : m_scan(scan), m_rules(rules)
    {
        const LandmarkScan& work = scan.work;
        const int first = int(work.slabOffset), end = first + work.memoryBlocks;
        m_groups = (end + kGroupBlocks - 1) / kGroupBlocks;
        const std::size_t one = groupBoxBytes(work.kvHeads, work.headDim, work.keyType);
        m_boxes.resize(std::size_t(m_groups) * one);
        for (int group = 0; group < m_groups; ++group) {
            const int from = group * kGroupBlocks, to = std::min(end, from + kGroupBlocks), cut = (from + 2 * to) / 3;
            for (const auto& [a, b] : {std::pair(from, cut), std::pair(cut, to)})   // in parts, as blocks come
                fillGroupBox({work.kvHeads, work.headDim, work.keyType, work.bounds, scan.slab(a / kSlabBlocks), a % kSlabBlocks,
                              (b - 1) % kSlabBlocks + 1, m_boxes.data() + std::size_t(group) * one, a > from}, CpuLevel(level));
        }
        splitBoxes(one);
        if (rules.filtered) {
            m_filters.emplace(scan, int(cpuLevel()));
            fillBoxFilters();
        }
    }

    Chosen choose(int level, bool reference = false, int firstRow = 0, int endRow = -1) const
    {
        const LandmarkScan& scan = m_scan.work;
        Chosen out(scan);
        LandmarkChoice work = choiceOf(out);
        work.scan.firstRow = firstRow, work.scan.endRow = endRow < 0 ? scan.rows : endRow;
        const LandmarkGroups groups = groupsOf();
        std::vector<std::byte> scratch(groupChoiceScratch(work, groups) + 64);
        work.scratch = aligned(scratch);
        reference ? chooseInGroupsReference(work, groups) : chooseInGroups(work, groups, CpuLevel(level));
        out.scored = work.scored;
        return out;
    }

    Chosen chooseFlat(int level) const
    {
        Chosen out = choose(0, true);
        LandmarkChoice work = choiceOf(out);
        std::vector<std::byte> scratch(landmarkChoiceScratch(work) + 64);
        work.scratch = aligned(scratch);
        chooseLandmarks(work, CpuLevel(level));
        return out;
    }

    // numbers of vector `part` of a group's box, in 32 bits
    float box(int group, int part, int number) const
    {
        const LandmarkScan& work = m_scan.work;
        const std::size_t width = std::size_t(work.kvHeads * work.headDim);
        const std::size_t at = (std::size_t(group) * 2 + std::size_t(part)) * width + std::size_t(number);
        return work.keyType == RowType::F32 ? reinterpret_cast<const float*>(m_boxes.data())[at]
                                            : fromHalf(reinterpret_cast<const std::uint16_t*>(m_boxes.data())[at]);
    }

    int competing() const
    {
        Chosen none;
        return competingGroups(choiceOf(none), int(m_scan.work.slabOffset));
    }
    bool leavesClosed() const
    {
        Chosen none;
        return leavesGroupsClosed(choiceOf(none), groupsOf());
    }

private:
    // Groups that hold an own block lie in a second list; both begin at other groups of their slabs
    void splitBoxes(std::size_t one)
    {
        const int first = int(m_scan.work.slabOffset);
        m_split = m_rules.ownFrom < 0 ? m_groups : (first + m_rules.ownFrom) / kGroupBlocks;
        for (int group = 0; group < m_groups; group += kSlabBlocks)
            m_slabs.push_back(m_boxes.data() + std::size_t(group) * one);
        m_own.assign(m_boxes.begin() + std::ptrdiff_t(std::size_t(m_split) * one), m_boxes.end());
        m_ownSlabs.push_back(m_own.data());
    }

    void fillBoxFilters()
    {
        const LandmarkScan& work = m_scan.work;
        const std::int32_t numbers = filterNumbers(work.headDim, true);
        m_boxFrame.resize(std::size_t(work.kvHeads) * 2 * std::size_t(numbers));
        measureLandmarks({work.kvHeads, work.headDim, m_groups, work.keyType, m_slabs.data(), m_boxFrame.data(), true});
        m_boxFilterBytes.resize(landmarkFilterBytes(work.kvHeads, numbers) + 64);   // these cases have a slab of groups at most
        m_boxFilters.push_back(aligned(m_boxFilterBytes));
        fillLandmarkFilter({work.kvHeads, work.headDim, work.keyType, m_slabs[0], 0, m_groups, aligned(m_boxFilterBytes),
                            m_boxFrame.data(), true});
    }

    LandmarkChoice choiceOf(Chosen& out) const
    {
        LandmarkChoice work;
        work.scan = m_scan.work;
        const int own = m_rules.ownFrom < 0 ? work.scan.memoryBlocks : m_rules.ownFrom;
        work.parts[0] = {own, work.scan.slabs, m_filters ? m_filters->slabs() : nullptr, work.scan.slabOffset,
                         m_filters ? m_filters->frame() : nullptr};
        work.parts[1] = {work.scan.memoryBlocks, work.scan.slabs, nullptr, work.scan.slabOffset, nullptr};
        work.pinned = m_rules.pinned.data(), work.pinnedCount = int(m_rules.pinned.size());
        work.barred = m_rules.barred.data(), work.barredCount = int(m_rules.barred.size());
        out.receive(work);
        return work;
    }

    LandmarkGroups groupsOf() const
    {
        const int first = int(m_scan.work.slabOffset) / kGroupBlocks;
        LandmarkGroups groups;
        groups.parts[0] = {m_split - first, m_slabs.data(), m_boxFilters.empty() ? nullptr : m_boxFilters.data(), first,
                           m_boxFrame.empty() ? nullptr : m_boxFrame.data()};
        groups.parts[1] = {m_groups - first, m_ownSlabs.data(), nullptr, std::int64_t{first} - m_split, nullptr};
        groups.firstBlock = int(m_scan.work.slabOffset);
        groups.opened = m_rules.opened;
        return groups;
    }

    ScanCase& m_scan;
    const Rules m_rules;
    int m_groups = 0, m_split = 0;
    std::vector<std::byte> m_boxes, m_own;
    std::vector<const void*> m_slabs, m_ownSlabs, m_boxFilters;
    std::vector<std::byte> m_boxFilterBytes;
    std::optional<Filters> m_filters;
    std::vector<float> m_boxFrame;
};

void compare(const Chosen& got, const Chosen& want, const QString& what)
{
    for (std::size_t i = 0; i < want.selected.size(); ++i) {
        if (got.selected[i] != want.selected[i] || got.distances[i] != want.distances[i])
            QFAIL(qPrintable(QStringLiteral("%1, place %2: %3, not %4").arg(what).arg(i).arg(got.selected[i]).arg(want.selected[i])));
        if (!(std::fabs(got.scores[i] - want.scores[i]) <= 1e-5f * std::max(1.0f, std::fabs(want.scores[i]))))
            QFAIL(qPrintable(QStringLiteral("%1, place %2: score %3").arg(what).arg(i).arg(got.scores[i])));
    }
    if (got.ties != want.ties)
        QFAIL(qPrintable(what + QStringLiteral(": other ties")));
}

// The choice written down once more from scores and boxes alone, per block and group, without the kernels' bookkeeping
class ByHand
{
public:
    ByHand(ScanCase& scan, const GroupCase& groups, const Rules& rules)
        : m_scan(scan), m_groups(groups), m_rules(rules), n(scan.work.memoryBlocks), k(scan.work.places),
          m_first(int(scan.work.slabOffset)), m_always((m_first + n - k) / kGroupBlocks), m_hasFree(std::size_t(m_always) + 1)
    {
        landmarkScanReference(scan.work);
        for (int block = 0; block < n; ++block)
            if (groupOf(block) < m_always && !isIn(rules.pinned, block) && !isIn(rules.barred, block))
                m_hasFree[std::size_t(groupOf(block))] = true;
    }

    Chosen choice()
    {
        Chosen out;
        for (int row = 0; row < m_scan.work.rows; ++row)
            for (int head = 0; head < m_scan.work.heads; ++head)
                choose(row, head, out);
        return out;
    }

private:
    static bool isIn(const std::vector<std::int32_t>& list, int block) { return std::find(list.begin(), list.end(), block) != list.end(); }
    int groupOf(int block) const { return (m_first + block) / kGroupBlocks; }

    float bound(int row, int head, int group) const
    {
        const LandmarkScan& work = m_scan.work;
        const int d = work.headDim, half = d / 2, position = (k + 1) * work.blockLength + work.openTokens + row;
        const float* q = work.queries + (row * work.heads + head) * d;
        float sum = 0;
        for (int j = 0; j < d; ++j) {
            const float c = work.cosines[position * half + j % half], s = work.sines[position * half + j % half];
            const float turned = j < half ? q[j] * c - q[j + half] * s : q[j] * c + q[j - half] * s;
            sum += turned * m_groups.box(group, turned < 0 ? 0 : 1, head / (work.heads / work.kvHeads) * d + j);
        }
        return sum * work.scale;
    }

    void openBest(int row, int head, std::set<int>& open) const
    {
        std::vector<float> bounds;
        std::vector<std::int32_t> unfree;
        const int first = m_first / kGroupBlocks;
        for (int group = first; group < m_always; ++group) {
            if (!m_hasFree[std::size_t(group)])
                unfree.push_back(group - first);
            bounds.push_back(bound(row, head, group));
        }
        const int count = int(bounds.size()), best = std::min(std::max(m_rules.opened, k), count);
        std::vector<std::int32_t> selected(std::size_t(best) + 1), distances(selected);
        BlockSelection selection;
        selection.values = bounds.data(), selection.memoryBlocks = count, selection.places = best;
        selection.barred = unfree.data(), selection.barredCount = int(unfree.size());
        selection.selected = selected.data(), selection.distances = distances.data();
        selectBlocksReference(selection);
        for (int i = 0; i < best; ++i)
            if (selected[std::size_t(i)] >= 0)
                open.insert(first + selected[std::size_t(i)]);
    }

    void choose(int row, int head, Chosen& out) const
    {
        const LandmarkScan& work = m_scan.work;
        const int group = work.heads / work.kvHeads;
        std::set<int> open;
        for (const int pin : m_rules.pinned)
            open.insert(groupOf(pin));
        for (int other = head / group * group; other < (head / group + 1) * group; ++other)
            openBest(row, other, open);
        const auto from = m_scan.scores.begin() + (row * work.heads + head) * n;
        std::vector<float> values(from, from + n);
        for (int block = 0; block < n - k; ++block)
            if (groupOf(block) < m_always && !open.count(groupOf(block)))
                values[std::size_t(block)] = -std::numeric_limits<float>::infinity();
        std::vector<std::int32_t> taken(static_cast<std::size_t>(k)), selected(taken), distances(taken);
        BlockSelection selection;
        selection.values = values.data(), selection.memoryBlocks = n, selection.places = k;
        selection.pinned = m_rules.pinned.data(), selection.pinnedCount = int(m_rules.pinned.size());
        selection.barred = m_rules.barred.data(), selection.barredCount = int(m_rules.barred.size());
        selection.placesTaken = taken.data(), selection.selected = selected.data(), selection.distances = distances.data();
        selectBlocksReference(selection);
        out.selected.insert(out.selected.end(), selected.begin(), selected.end());
        out.distances.insert(out.distances.end(), distances.begin(), distances.end());
        for (const int block : taken)
            out.scores.push_back(values[std::size_t(block)]);
        out.ties.push_back(selection.tie);
    }

    ScanCase& m_scan;
    const GroupCase& m_groups;
    const Rules& m_rules;
    const int n, k, m_first;
    const int m_always;              // from this group on all blocks compete
    std::vector<bool> m_hasFree;     // groups with a block that is neither pinned nor barred
};

Chosen byHand(ScanCase& scan, const GroupCase& groups, const Rules& rules)
{
    return ByHand(scan, groups, rules).choice();
}

}  // namespace

class LandmarkGroupsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void choosesAmongTheBestGroups_data();
    void choosesAmongTheBestGroups();
    void allGroupsOpenedIsTheFlatChoice();
    void pinsAndBarredBlocksKeepTheirRules();
    void equalBoxesAreOpenedFromTheOldestOn();
    void sharesDoNotChangeTheChoice();
    void blocksOfClosedGroupsAreNotScored();
    void boxesHoldTheirMembers_data();
    void boxesHoldTheirMembers();
};

void LandmarkGroupsTest::choosesAmongTheBestGroups_data()
{
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("headDim");
    QTest::addColumn<int>("memoryBlocks");
    for (const int rows : {1, 3, 37})
        for (const int blocks : {5, 70, 200, 449, 1100})
            QTest::addRow("%d rows, %d blocks", rows, blocks) << rows << 64 << blocks;
    for (const int headDim : {2, 10, 20, 128})
        QTest::addRow("d %d", headDim) << 2 << headDim << 700;
    QTest::addRow("three slabs") << 1 << 16 << 2300;
}

void LandmarkGroupsTest::choosesAmongTheBestGroups()
{
    QFETCH(int, rows);
    QFETCH(int, headDim);
    QFETCH(int, memoryBlocks);
    for (const int tokens : {50, 63}) {
        for (int kind = 0; kind < 7; ++kind) {   // halves, 32 bits, filtered, evicted blocks before, own blocks behind, bounds
            ScanSizes sizes{rows, 6, 2, headDim, tokens + 1, 3, 2, memoryBlocks};
            sizes.keyType = kind == 1 || kind == 6 ? RowType::F32 : RowType::F16;
            sizes.bounds = kind >= 5;
            sizes.slabOffset = kind == 3 ? 1021 : 0;
            Rules rules;
            rules.filtered = kind == 2 || kind == 4 || kind == 6;
            rules.ownFrom = kind == 4 ? memoryBlocks / 2 : -1;
            ScanCase scan(sizes, unsigned(rows * 100 + kind));
            const GroupCase groups(scan, rules, int(bestCpuLevel()));
            const Chosen want = byHand(scan, groups, rules);
            compare(groups.choose(0, true), want, QStringLiteral("kind %1, reference").arg(kind));
            for (int level = 0; level <= int(bestCpuLevel()); ++level)
                compare(groups.choose(level), want, QStringLiteral("kind %1, level %2").arg(kind).arg(level));
        }
    }
}

void LandmarkGroupsTest::allGroupsOpenedIsTheFlatChoice()
{
    for (const bool filtered : {false, true}) {
        for (const int opened : {9, 10}) {
            ScanCase scan({2, 6, 2, 64, 64, 7, 2, 700}, 3);   // 10 groups end before the recent blocks
            Rules rules;
            rules.opened = opened, rules.filtered = filtered;
            rules.pinned = {0, 300}, rules.barred = {20, 21, 650};
            const GroupCase groups(scan, rules, int(bestCpuLevel()));
            QCOMPARE(groups.competing(), 10);
            QCOMPARE(groups.leavesClosed(), opened == 9);
            for (int level = 0; opened == 10 && level <= int(bestCpuLevel()); ++level) {
                const Chosen got = groups.choose(level), want = groups.chooseFlat(level);
                QCOMPARE(got.selected, want.selected);
                QCOMPARE(got.distances, want.distances);
                QVERIFY(std::memcmp(got.scores.data(), want.scores.data(), want.scores.size() * 4) == 0);
                QCOMPARE(got.ties, want.ties);
            }
        }
    }
}

void LandmarkGroupsTest::pinsAndBarredBlocksKeepTheirRules()
{
    std::mt19937 random(5);
    for (int turn = 0; turn < 40; ++turn) {
        const int n = turn % 3 == 0 ? 200 : turn % 3 == 1 ? 700 : 1500;
        ScanSizes sizes{2, 6, 2, 32, 64, 5, 2, n};
        sizes.slabOffset = turn % 2 ? 37 : 0;
        ScanCase scan(sizes, unsigned(turn));
        Rules rules;
        rules.filtered = turn % 2;
        const int whole = turn % 4 == 3 ? 9 : 1;   // of ten groups all is barred
        for (int block = 0; block < n; ++block) {
            const int group = (block + sizes.slabOffset) / kGroupBlocks;
            if (group % 10 < whole || random() % 100 < 10)
                rules.barred.push_back(block);
            else if (int(random() % 200) * n < 200 * 2)
                rules.pinned.push_back(block);
        }
        const GroupCase groups(scan, rules, int(bestCpuLevel()));
        const Chosen want = byHand(scan, groups, rules);
        for (int level = 0; level <= int(bestCpuLevel()); ++level)
            compare(groups.choose(level), want, QStringLiteral("turn %1, level %2").arg(turn).arg(level));
        const bool enough = n - int(rules.barred.size()) >= 5;
        QVERIFY2(!enough || std::count(want.selected.begin(), want.selected.end(), -1) == 0, "a barred block took a free one's place");
    }
}

void LandmarkGroupsTest::equalBoxesAreOpenedFromTheOldestOn()
{
    ScanCase scan({1, 6, 2, 64, 64, 4, 2, 900}, 9);
    auto* slab = static_cast<std::uint16_t*>(scan.slab(0));
    for (int block = 1; block < 900; ++block)
        std::memcpy(slab + block * 128, slab, 256);
    Rules rules;
    const GroupCase groups(scan, rules, int(bestCpuLevel()));
    const Chosen want = byHand(scan, groups, rules);
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        const Chosen got = groups.choose(level);
        compare(got, want, QStringLiteral("level %1").arg(level));
        QVERIFY(std::count(got.ties.begin(), got.ties.end(), 1) > 0);
    }
}

void LandmarkGroupsTest::sharesDoNotChangeTheChoice()
{
    ScanCase scan({40, 6, 2, 48, 64, 3, 2, 640}, 2);
    Rules rules;
    rules.filtered = true;
    const GroupCase groups(scan, rules, int(bestCpuLevel()));
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        const Chosen whole = groups.choose(level);
        for (int row = 0; row < 40; row += 7) {
            const int end = std::min(40, row + 7);
            const Chosen share = groups.choose(level, false, row, end);
            for (int i = row * 18; i < end * 18; ++i) {
                QCOMPARE(share.selected[std::size_t(i)], whole.selected[std::size_t(i)]);
                QCOMPARE(share.scores[std::size_t(i)], whole.scores[std::size_t(i)]);
            }
        }
    }
}

void LandmarkGroupsTest::blocksOfClosedGroupsAreNotScored()
{
    ScanCase scan({1, 6, 2, 64, 64, 3, 2, 6400}, 8);
    Rules rules;
    const GroupCase groups(scan, rules, int(bestCpuLevel()));
    QVERIFY(groups.choose(int(bestCpuLevel())).scored <= 6 * (3 * 3 + 1) * kGroupBlocks);   // three groups for each of three heads
}

void LandmarkGroupsTest::boxesHoldTheirMembers_data()
{
    QTest::addColumn<bool>("bounds");
    QTest::addColumn<bool>("halves");
    for (const bool bounds : {false, true})
        for (const bool halves : {false, true})
            QTest::addRow("%s, %s", bounds ? "bounds" : "landmarks", halves ? "halves" : "32 bits") << bounds << halves;
}

void LandmarkGroupsTest::boxesHoldTheirMembers()
{
    QFETCH(bool, bounds);
    QFETCH(bool, halves);
    ScanSizes sizes{1, 6, 2, 150, 64, 0, 2, 1100, halves ? RowType::F16 : RowType::F32};
    sizes.bounds = bounds;
    ScanCase scan(sizes, 5);
    const auto number = [&](int block, int at) {
        const int width = bounds ? 600 : 300;
        void* slab = scan.slab(block / kSlabBlocks);
        const int i = block % kSlabBlocks * width + at;
        return halves ? fromHalf(static_cast<std::uint16_t*>(slab)[i]) : static_cast<float*>(slab)[i];
    };
    for (int level = 0; level <= int(bestCpuLevel()); ++level) {
        const GroupCase groups(scan, {}, level);
        for (int group = 0; group < 18; ++group) {
            for (int j = 0; j < 300; ++j) {
                float low = std::numeric_limits<float>::infinity(), high = -low;
                for (int block = group * kGroupBlocks; block < std::min(1100, (group + 1) * kGroupBlocks); ++block) {
                    low = std::min(low, number(block, j));
                    high = std::max(high, number(block, bounds ? 300 + j : j));
                }
                QCOMPARE(groups.box(group, 0, j), low);
                QCOMPARE(groups.box(group, 1, j), high);
            }
        }
    }
}

QTEST_APPLESS_MAIN(LandmarkGroupsTest)
#include "landmark_groups_test.moc"
