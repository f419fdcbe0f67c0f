// Back-links of the memory that is used now (core/types/back_links.h), a row for each block that has any. Derived: what is damaged is
// simply not there. A light object over a connection; its owner's thread.
#pragma once

#include "core/types/back_links.h"
#include "storage/tables/hashed_table.h"

#include <span>

namespace cairn
{

class LinkTable
{
public:
    LinkTable(const Database& database, const Hash128& session);

    // Inside the caller's transaction.
    Result<void> set(std::span<const BlockLinks> links) const;
    Result<void> dropFrom(BlockId first) const;              // blocks from `first` on

    Result<std::vector<BackLink>> get(BlockId block) const;  // strongest first; empty: none, or damaged
    Result<BackLinkMap> all() const;                         // of blocks that have any
    Result<bool> isEmpty() const;
    Result<bool> isComplete() const { return m_rows.isComplete(); }

private:
    HashedTable m_rows;
};

}  // namespace cairn
