// The memory of one session on disk (blocks.db): rows of keys and values, landmarks, token ids, the open block, the cursor.
// Engine process, work thread only, but readRow() and readLandmarks() (BlockArchive); one store per file for writing (blocks.lock). Derived
// data: a damaged row is reported, never returned, and can be recomputed. storage/README.md has tables and bytes.
#pragma once

#include "core/types/memory.h"
#include "storage/blocks/block_reader.h"
#include "storage/files/disk_space.h"
#include "storage/files/file_lock.h"
#include "storage/files/file_warming.h"

#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>

namespace cairn
{

struct BlockStoreOptions
{
    Access access = Access::ReadWrite;   // ReadOnly: beside a writing process; every change is refused
    bool readOnlyWhenUnwritable = false; // FileLock::isUnwritable(); else Io
    std::string vfs;                     // empty: SQLite's default
    bool mapReads = true;                // BlockReader::Options::map
    std::uint64_t mapLimit = UINT64_MAX; // BlockReader::Options::mapLimit
    std::size_t flushBytes = std::size_t{2} << 20;   // of rows, that a transaction hands over at once: pages are filled again while cached
    SpaceRules space;
    bool synchronousFull = true;         // false only in the negative control of the power-cut test
};

struct BlockDamage
{
    enum class Kind { Row, Landmark, Tokens, Tail };
    Kind kind = Kind::Row;
    LayerIndex layer{};                  // Row, Landmark
    BlockId block{};                     // all but Tail
    bool operator==(const BlockDamage&) const = default;
};

struct RowRequest
{
    LayerIndex layer;
    BlockId block;
    std::span<std::byte> out;            // rowBytes()
};

class BlockStore final : public BlockArchive
{
public:
    // An empty memory of this identity. InvalidArgument: there is a file, or a shape that can't be stored.
    static Result<void> create(const std::string& path, const MemoryIdentity& identity, const BlockStoreOptions& options = {});

    // NotFound, Busy (another engine writes), Newer, Unsupported (foreign or old format: read again), Corruption, Io.
    // Rows past the cursor (a transaction that never ended) are deleted.
    static Result<std::unique_ptr<BlockStore>> open(const std::string& path, const BlockStoreOptions& options = {});

    // Opens the memory if it is of this identity's key, reading settings and shape; else what is there is discarded and an empty
    // one created. Busy, Newer and disk errors are returned, nothing is discarded then.
    static Result<std::unique_ptr<BlockStore>> openOrCreate(const std::string& path, const MemoryIdentity& identity,
                                                            const BlockStoreOptions& options = {});

    // The same memory, of other documents from now on: key() is another, no row changes (origin() stays what rows are hashed with).
    // One transaction. REQUIRES: the stored blocks, and a tail, are of tokens that begin the stream of these documents, too.
    Result<void> setDocuments(const Hash128& documents);

    // Deletes the memory. Busy: an engine has it open.
    static Result<void> discard(const std::string& path);

    const std::string& path() const { return m_path; }
    bool canWrite() const { return m_options.access == Access::ReadWrite; }
    const MemoryIdentity& identity() const { return m_identity; }
    const Hash128& key() const { return m_key; }                     // memoryKey(identity())
    const Hash128& origin() const { return m_origin; }               // the key that the memory was begun with: rows are hashed with it
    std::uint64_t fileBytes() const;

    BlockId cursor() const override { return m_cursor; }
    Result<void> append(const BlockChunk& chunk) override;           // DiskFull: also when less than three chunks + the reserve is free
    Result<void> storeTail(const OpenTail& tail) override;
    Result<std::optional<OpenTail>> loadTail() override;
    bool isReadByMany() const override { return true; }               // with a connection each
    void expectRows(LayerIndex layer, std::span<const std::uint32_t> blocks) override;
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override;
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override;
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override;
    Result<void> replace(const BlockChunk& chunk) override;
    Result<void> truncate(BlockId block) override;
    std::vector<std::uint64_t> readingEnds() const override { return m_readingEnds; }

    // Begins to read the file into the system's cache (FileWarming), if it has at most so many bytes and is this process's to write.
    void warm(std::uint64_t mostBytes);

    // Bytes that whoever computes the blocks keeps with them, to prove later that it still computes the same. nullopt: none, or damaged.
    Result<void> storeProof(std::span<const std::byte> proof);
    Result<std::optional<std::vector<std::byte>>> loadProof();

    // Many rows in the order of the file; the first error ends it. `requests` is sorted in place.
    Result<void> readRows(std::span<RowRequest> requests);

    // Reads everything. The list names what has to be recomputed; an Error says that the check itself could not run.
    Result<std::vector<BlockDamage>> verify(std::stop_token stop = {});

private:
    BlockStore(std::string path, BlockStoreOptions options) : m_path(std::move(path)), m_options(std::move(options)) {}

    static DatabaseOptions writerOptions(const BlockStoreOptions& options);
    Result<void> connect();
    Result<void> connectWriter();
    Result<void> loadIdentity();
    Result<void> loadOrigin();
    Result<void> loadCursor();
    Result<void> loadReadingEnds();
    Result<void> dropPastCursor();
    // A connection for one call; idle ones wait for the next.
    class Reading;
    Result<std::unique_ptr<BlockReader>> takeReader();
    void giveBack(std::unique_ptr<BlockReader> reader);
    void expectIds(std::span<const std::int64_t> ids);

    // Runs `changes` in one transaction; after a failure the connections are renewed and the cursor is what the file says.
    Result<void> write(const std::function<Result<void>(const Database&)>& changes);
    void recover(const Error& error);
    Result<void> checkSpace(std::uint64_t chunkBytes) const;
    Result<void> checkChunk(const BlockChunk& chunk) const;
    Result<void> insertBlocks(const Database& database, const BlockChunk& chunk, std::uint32_t skip) const;
    Result<void> insertRows(const Database& database, const BlockChunk& chunk, std::uint32_t skip) const;
    Result<void> writeCursor(const Database& database, BlockId cursor) const;
    Result<void> truncateIn(const Database& database, BlockId block);
    Result<void> changeReadingEnds(const Database& database, const std::vector<std::uint64_t>& ends);
    Result<void> endTail(const Database& database);

    std::string m_path;
    BlockStoreOptions m_options;
    FileLock m_lock;
    FileHints m_hints;                    // where this process alone writes; before the connections: closed after them
    FileWarming m_warming;                // with them
    Database m_writer;                    // null: read-only, or lost after a disk error until the next write
    std::mutex m_readersMutex;
    std::vector<std::unique_ptr<BlockReader>> m_readers;   // idle
    MemoryIdentity m_identity;
    bool m_isUnwritable = false;
    Hash128 m_key{}, m_origin{};
    BlockId m_cursor{};
    std::vector<std::uint64_t> m_readingEnds;
    bool m_unflushed = false;             // after a disk error the file may hold more than the disk: append() flushes before it agrees
};

}  // namespace cairn
