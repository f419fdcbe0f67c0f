#include "core/tokenizer/merge_table.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <queue>

namespace cairn
{

namespace
{

constexpr std::uint32_t kNone = 0xFFFFFFFFu;

std::size_t hashOf(TokenId left, TokenId right)
{
    const std::uint64_t key = (std::uint64_t{static_cast<std::uint32_t>(left)} << 32) | static_cast<std::uint32_t>(right);
    return static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ull) >> 20);   // Fibonacci hashing: the high bits are mixed
}

struct Candidate
{
    std::uint32_t priority, position;   // position of the left symbol
    const MergeTable::Rule* rule;
    bool operator>(const Candidate& other) const
    {
        return priority != other.priority ? priority > other.priority : position > other.position;
    }
};

struct Links
{
    std::uint32_t previous, next;
};

}  // namespace

MergeTable::MergeTable(const std::vector<Rule>& rules)
    : m_slots(std::bit_ceil(std::max<std::size_t>(rules.size() * 2, 16)), Rule{0, 0, -1, 0})
{
    for (const Rule& rule : rules) {
        std::size_t slot = hashOf(rule.left, rule.right) & (m_slots.size() - 1);
        while (m_slots[slot].result >= 0 && (m_slots[slot].left != rule.left || m_slots[slot].right != rule.right))
            slot = (slot + 1) & (m_slots.size() - 1);
        if (m_slots[slot].result < 0 || rule.priority < m_slots[slot].priority)
            m_slots[slot] = rule;
    }
}

const MergeTable::Rule* MergeTable::find(TokenId left, TokenId right) const
{
    std::size_t slot = hashOf(left, right) & (m_slots.size() - 1);
    while (m_slots[slot].result >= 0) {
        if (m_slots[slot].left == left && m_slots[slot].right == right)
            return &m_slots[slot];
        slot = (slot + 1) & (m_slots.size() - 1);
    }
    return nullptr;
}

void MergeTable::merge(std::vector<Symbol>& symbols) const
{
    if (symbols.size() < 2)
        return;
    const auto count = static_cast<std::uint32_t>(symbols.size());
    std::vector<Links> links(count);
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
    const auto propose = [&](std::uint32_t left, std::uint32_t right) {
        if (const Rule* rule = find(symbols[left].id, symbols[right].id))
            queue.push({rule->priority, left, rule});
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        links[i] = {i == 0 ? kNone : i - 1, i + 1 == count ? kNone : i + 1};
        if (i + 1 < count)
            propose(i, i + 1);
    }
    constexpr TokenId kMerged = std::numeric_limits<TokenId>::min();   // below every id, the "no token" of callers included
    while (!queue.empty()) {
        const auto [priority, left, rule] = queue.top();
        queue.pop();
        const std::uint32_t right = links[left].next;
        // A candidate whose symbols have changed since is stale: what replaced it has its own entry.
        if (symbols[left].id != rule->left || right == kNone || symbols[right].id != rule->right)
            continue;
        symbols[left] = {rule->result, symbols[left].bytes + symbols[right].bytes};
        symbols[right].id = kMerged;
        links[left].next = links[right].next;
        if (links[left].next != kNone) {
            links[links[left].next].previous = left;
            propose(left, links[left].next);
        }
        if (links[left].previous != kNone)
            propose(links[left].previous, left);
    }
    std::erase_if(symbols, [](const Symbol& symbol) { return symbol.id == kMerged; });
}

}  // namespace cairn
