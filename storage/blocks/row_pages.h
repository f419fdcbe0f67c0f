// Rows of block_row straight from the pages of blocks.db, as SQLite's file format lays them out: its tree is searched in place, and the
// run of pages that a row is chained through is taken up at once, where SQLite takes one page at a time. Reads by SQLite's own file, so
// through its mapping or VFS. Trusts nothing: whatever looks otherwise than BlockStore writes it is left to SQLite, and the caller
// compares hashes.
//
// One thread; within a read transaction of the connection alone, and forget() when that ends.
#pragma once

#include "storage/database/database.h"

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

struct sqlite3_file;

namespace cairn
{

// Of a new blocks.db: 4, 8 or 16 KiB, the largest of those that hold such rows in about the fewest bytes. Rows of 25 KB take 1.31
// times their bytes in pages of 16 KiB, 1.03 in pages of 8.
std::size_t blockPageBytes(std::size_t rowBytes);

class RowPages
{
public:
    struct Table
    {
        std::uint32_t root = 0;     // page of its tree
        std::size_t pageBytes = 0;  // of the file
        std::uint32_t layers = 1;   // ids are those of rowId()
    };
    RowPages() = default;   // knows no row

    // REQUIRES: the database stays open and where it is.
    RowPages(const Database& database, const Table& table);

    // Copies the data of a row and returns the hash stored with it; nothing: SQLite has to be asked.
    std::optional<std::uint64_t> read(std::int64_t id, std::span<std::byte> out);

    // Where a row of `bytes` lies, most likely: its leaf, and a chain of pages; offsets and bytes in the file. Rows are appended, so the
    // chain of a leaf's first row stands before the leaf, those of its other rows one after the other behind it.
    struct Place
    {
        std::uint64_t leaf = 0, leafBytes = 0;
        std::uint64_t chain = 0, chainBytes = 0;   // none: at the leaf, 0
    };
    std::optional<Place> likelyPlace(std::int64_t id, std::size_t bytes);

    // The pages behind the leaf of any table's row, in order, that hold bytes [begin, end) of its payload: `visit` gets each one's offset
    // in the file before the page is read, and ends it with false.
    void followChain(std::int64_t id, std::size_t begin, std::size_t end, const std::function<bool(std::uint64_t offset)>& visit);

    void forget();

private:
    class View;
    struct Cell;
    struct Child
    {
        std::uint32_t page = 0;
        std::int64_t before = -1;   // the last id left of it
    };
    std::optional<Child> leafOf(std::int64_t id);
    std::optional<Child> childOf(const Child& parent, std::int64_t id);
    bool findDepth();
    bool readChain(std::uint32_t page, std::span<std::byte> out);
    bool readPages(std::uint32_t first, std::span<std::byte> out) const;
    std::uint64_t offsetOf(std::uint32_t page) const { return (std::uint64_t{page} - 1) * m_table.pageBytes; }

    sqlite3_file* m_file = nullptr;
    Table m_table;
    int m_depth = -1;                                                  // levels above the leaves; -1: not looked for yet
    std::unordered_map<std::uint32_t, std::vector<std::byte>> m_inner;   // inner pages, where the file is not mapped
    std::vector<std::byte> m_page, m_chain;                            // likewise: pages read last
};

}  // namespace cairn
