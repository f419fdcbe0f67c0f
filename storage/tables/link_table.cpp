#include "storage/tables/link_table.h"

#include "core/types/half.h"
#include "storage/bytes/packed.h"
#include "storage/tables/session_tables.h"

#include <algorithm>
#include <limits>

namespace cairn
{

namespace
{

constexpr float kLargestHalf = 65504;

std::vector<std::byte> pack(const std::vector<BackLink>& links)
{
    Packer out;
    for (std::size_t i = 0; i < std::min(links.size(), kMostBackLinks); ++i) {
        out.number(links[i].block.value);
        out.number(floatToHalf(std::min(links[i].gates, kLargestHalf)));
    }
    return out.take();
}

std::vector<BackLink> unpack(std::uint32_t block, const Value& value)
{
    const auto bytes = bytesOf(value);
    std::vector<BackLink> links;
    for (Unpacker in(bytes); in.ok() && !in.done();) {
        const auto other = in.number<std::uint32_t>();
        const float gates = halfToFloat(in.number<std::uint16_t>());
        if (in.ok() && other < block && gates > 0)
            links.push_back({BlockId(other), gates});
    }
    return links;
}

}  // namespace

LinkTable::LinkTable(const Database& database, const Hash128& session) : m_rows(database, session, tables::kBackLink) {}

Result<void> LinkTable::set(std::span<const BlockLinks> links) const
{
    for (const BlockLinks& one : links) {
        if (auto done = m_rows.put(one.block.value, {pack(one.links)}); !done)
            return done;
    }
    return {};
}

Result<void> LinkTable::dropFrom(BlockId first) const
{
    return m_rows.remove(first.value, std::numeric_limits<std::int64_t>::max());
}

Result<std::vector<BackLink>> LinkTable::get(BlockId block) const
{
    const auto row = m_rows.get(block.value);
    if (!row && (row.error().code == ErrorCode::NotFound || row.error().code == ErrorCode::Corruption))
        return std::vector<BackLink>();
    return row ? unpack(block.value, row->front()) : Result<std::vector<BackLink>>(row.error());
}

Result<BackLinkMap> LinkTable::all() const
{
    const auto rows = m_rows.all(0, std::numeric_limits<std::uint32_t>::max());
    if (!rows)
        return rows.error();
    BackLinkMap links;
    for (const auto& found : *rows) {
        if (found.damaged)
            continue;
        const auto block = static_cast<std::uint32_t>(found.id);
        if (auto one = unpack(block, found.row.front()); !one.empty())
            links.emplace(block, std::move(one));
    }
    return links;
}

Result<bool> LinkTable::isEmpty() const
{
    const auto ids = m_rows.ids();
    return ids ? Result<bool>(ids->empty()) : Result<bool>(ids.error());
}

}  // namespace cairn
