// A connection of its own for reading blocks.db. Holds one read transaction from the first read until release(), so that a row
// costs a copy and a hash, no lock; the owner of the writing connection calls release() before it writes. Beside another process that
// writes, rows are read without a transaction: what is stored once stays as it is, and a row that was not read whole has another hash;
// only then a transaction of its own tells. One thread.
#pragma once

#include "core/types/memory.h"
#include "storage/blocks/row_pages.h"
#include "storage/database/blob.h"
#include "storage/files/file_hints.h"

#include <span>

namespace cairn
{

class BlockReader
{
public:
    struct Options
    {
        std::string vfs;
        bool map = true;      // mmap: as fast as pread at best warm, but a disk error is a SIGBUS and ends the engine
        bool hold = true;     // keep the read transaction; false where another process writes
        std::uint64_t mapLimit = UINT64_MAX;   // bytes read through the mapping before it is made anew: mapped pages count as the process's
                                               // memory for as long as it stands
    };
    // `layers` of the memory; `origin`: BlockStore::origin()
    static Result<BlockReader> open(const std::string& path, const Hash128& origin, std::uint32_t layers, const Options& options);

    // As BlockArchive::readRow and readTokens; ids are the caller's to check.
    Result<void> row(LayerIndex layer, BlockId block, std::span<std::byte> out);
    Result<void> tokens(BlockId block, std::span<TokenId> out);

    // Asks for what lies on the disk alone of these rows (rowId()). Never fails.
    void expect(std::span<const std::int64_t> ids, std::size_t rowBytes, const FileHints& hints);

    // The same for bytes [begin, end) of a row of landmark_page.
    void expectLandmarks(std::int64_t id, std::size_t begin, std::size_t end, const FileHints& hints);

    // For landmarks and the tail, `bytes` of them; begins the read transaction.
    Result<const Database*> database(std::uint64_t bytes = 0);

    void release();

private:
    BlockReader() = default;
    Result<void> hold();
    Result<void> makeRoom(std::uint64_t bytes);
    Result<void> findRoots();
    Result<RowPages> pagesOf(std::string_view table);
    Result<void> rowBySql(LayerIndex layer, BlockId block, std::span<std::byte> out);
    Result<const Blob*> data(std::int64_t id);

    Database m_database;      // before statements and blob: they go first
    Statement m_root, m_rowHash, m_tokens;
    RowPages::Table m_table;
    RowPages m_pages, m_landmarks;
    std::optional<Blob> m_data;
    Hash128 m_origin{};
    bool m_holds = false, m_mayHold = true;
    bool m_metCold = true;    // by the last expect()
    std::uint64_t m_mapLimit = UINT64_MAX, m_mappedBytes = 0;
};

}  // namespace cairn
