// Rows of block_row straight from the pages of blocks.db, as SQLite's file format lays them out: its tree is searched in place, and the
// run of pages that holds a row is taken up at once, where SQLite takes one page at a time. Reads by SQLite's own file, so through its
// mapping or VFS. Trusts nothing: whatever looks otherwise than BlockStore writes it is left to SQLite, and the caller compares hashes.
//
// One thread; within a read transaction of the connection alone, and forget() when that ends.
#pragma once

#include "storage/database.h"

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

struct sqlite3_file;

namespace cairn
{

inline constexpr std::size_t kBlockPageBytes = 16384; // of blocks.db: wastes least in fp16 rows

class RowPages
{
public:
    RowPages() = default; // knows no row

    // `root`: page of the table's tree. REQUIRES: the database stays open and where it is.
    RowPages(const Database& database, std::uint32_t root);

    // Copies the data of a row and returns the hash stored with it; nothing: SQLite has to be asked.
    std::optional<std::uint64_t> read(std::int64_t id, std::span<std::byte> out);

    // Where a row of `bytes` lies, most likely: a chain of pages and, behind it, the leaf, since that is how rows are appended.
    struct Place
    {
        std::uint32_t first = 0, leaf = 0; // pages from 1; equal: no chain
        std::uint64_t offset() const { return (std::uint64_t{first} - 1) * kBlockPageBytes; }
        std::uint64_t leafOffset() const { return (std::uint64_t{leaf} - 1) * kBlockPageBytes; }
        std::uint64_t bytes() const { return (std::uint64_t{leaf} - first + 1) * kBlockPageBytes; }
    };
    std::optional<Place> likelyPlace(std::int64_t id, std::size_t bytes);

    void forget();

private:
    class View;
    struct Cell;
    std::optional<std::uint32_t> leafOf(std::int64_t id);
    std::optional<std::uint32_t> childOf(std::uint32_t page, std::int64_t id);
    bool findDepth();
    bool readChain(std::uint32_t page, std::span<std::byte> out, const View& near);
    bool readPages(std::uint32_t first, std::span<std::byte> out) const;

    sqlite3_file* m_file = nullptr;
    std::uint32_t m_root = 0;
    int m_depth = -1;                                                  // levels above the leaves; -1: not looked for yet
    std::unordered_map<std::uint32_t, std::vector<std::byte>> m_inner; // inner pages, where the file is not mapped
    std::vector<std::byte> m_page, m_run, m_chain;                     // likewise: pages read last
};

} // namespace cairn
