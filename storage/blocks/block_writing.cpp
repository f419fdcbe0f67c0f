// BlockStore: what changes the file.
#include "core/types/limits.h"
#include "storage/blocks/block_identity.h"
#include "storage/blocks/block_meta.h"
#include "storage/blocks/block_store.h"
#include "storage/blocks/landmark_pages.h"
#include "storage/blocks/open_tail.h"

#include <algorithm>

namespace cairn
{

namespace
{

// With the data: SQLite checks the chain of its pages where it reads, not where it writes over them.
constexpr std::string_view kSelectOldRow = "SELECT hash, data FROM block_row WHERE id = ?1";
constexpr std::string_view kStoreRow = "INSERT INTO block_row (id, flags, hash, data) VALUES (?1, ?2, ?3, ?4) "
                                       "ON CONFLICT DO UPDATE SET flags = ?2, hash = ?3, data = ?4";
constexpr std::string_view kStoreTokens = "INSERT INTO block_tokens (id, hash, data) VALUES (?1, ?2, ?3) "
                                          "ON CONFLICT DO UPDATE SET hash = ?2, data = ?3";
constexpr std::string_view kDeleteRows = "DELETE FROM block_row WHERE id >= ?1";
constexpr std::string_view kDeleteTokens = "DELETE FROM block_tokens WHERE id >= ?1";
constexpr std::uint64_t kMegabyte = 1'000'000;   // as disks are sold, and as the window says sizes
constexpr std::int64_t kRecomputed = 1;   // block_row.flags

std::string folderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

Result<void> runWithId(const Database& database, std::string_view sql, std::int64_t id)
{
    auto statement = database.prepare(sql);
    if (!statement)
        return statement.error();
    statement->bind(1, id);
    return statement->run();
}

Error readOnlyError(bool isUnwritable)
{
    if (isUnwritable)
        return unwritableError();
    return {ErrorCode::Busy, "The memory is open for reading only. Close the other program that uses this session and open it again."};
}

}  // namespace

Result<void> BlockStore::connectWriter()
{
    if (m_options.access == Access::ReadOnly)
        return readOnlyError(m_isUnwritable);
    if (m_writer)
        return {};
    auto database = Database::open(m_path, writerOptions(m_options));
    if (!database)
        return database.error();
    m_writer = std::move(*database);
    auto done = loadCursor();   // rolls back what a failed write left
    if (!done)
        m_writer = {};
    return done;
}

Result<void> BlockStore::write(const std::function<Result<void>(const Database&)>& changes)
{
    if (auto done = connectWriter(); !done)
        return done.error();
    for (const auto& reader : m_readers)   // all idle: nobody reads while the owner writes
        reader->release();
    const std::vector<std::uint64_t> endsBefore = m_readingEnds;
    auto done = [&]() -> Result<void> {
        auto transaction = Transaction::begin(m_writer);
        if (!transaction)
            return transaction.error();
        if (auto step = changes(m_writer); !step)
            return step.error();
        return transaction->commit();
    }();
    m_unflushed = m_unflushed && !done;
    if (done)
        return done;
    m_readingEnds = endsBefore;
    const Error error = writeErrorAt(m_path, done.error());
    recover(done.error());
    return error;
}

// A descriptor whose fsync failed is never synced again: connections are closed and opened anew (reliability.md 3.6). If that
// fails too the store has no writer until the next write tries again.
void BlockStore::recover(const Error& error)
{
    if (error.code == ErrorCode::DiskFull)
        dropBallast(m_options.space);
    if (error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Busy)
        return;
    m_unflushed = true;
    m_readers.clear();
    m_writer = {};
    (void)connectWriter();
}

Result<void> BlockStore::checkSpace(std::uint64_t chunkBytes) const
{
    const std::uint64_t free = m_options.space.freeBytes(folderOf(m_path));
    const std::uint64_t needed = 3 * chunkBytes + m_options.space.reserveBytes;
    if (free >= needed)
        return {};
    return Error{ErrorCode::DiskFull, "Not saved: " + std::to_string(free / kMegabyte) + " MB is free on the disk, going on needs "
                                      + std::to_string(needed / kMegabyte) + ". What was saved before is safe."};
}

Result<void> BlockStore::checkChunk(const BlockChunk& chunk) const
{
    const MemoryShape& shape = m_identity.shape;
    const std::size_t pieces = std::size_t{chunk.count} * shape.layers;
    if (chunk.count > 0 && chunk.rows.size() == pieces * shape.rowBytes() && chunk.landmarks.size() == pieces * shape.landmarkBytes()
        && chunk.tokens.size() == std::size_t{chunk.count} * shape.blockTokens)
        return {};
    return Error{ErrorCode::InvalidArgument, "The blocks to store have another shape than the memory."};
}

Result<void> BlockStore::append(const BlockChunk& chunk)
{
    if (auto done = checkChunk(chunk); !done)
        return done.error();
    if (auto done = connectWriter(); !done)   // after an error the cursor is known only now
        return done.error();
    if (chunk.first > m_cursor)
        return Error{ErrorCode::InvalidArgument, "The blocks to store leave a gap behind those that are stored."};
    const std::uint32_t skip = m_cursor.value - chunk.first.value;   // stored before: they stay as they are
    if (skip >= chunk.count)
        return m_unflushed ? write([this](const Database& database) { return writeCursor(database, m_cursor); }) : Result<void>();
    if (auto done = checkSpace(chunk.rows.size() + chunk.landmarks.size()); !done)
        return done.error();
    const BlockId end(chunk.first.value + chunk.count);
    auto done = write([&](const Database& database) -> Result<void> {
        if (auto step = insertBlocks(database, chunk, skip); !step)
            return step.error();
        if (auto step = endTail(database); !step)
            return step.error();
        return writeCursor(database, end);
    });
    if (done)
        m_cursor = end;
    return done;
}

// The tail goes, as its block is complete. A damaged one was not read on from: the window was computed again.
Result<void> BlockStore::endTail(const Database& database)
{
    const TailTable table(database, m_identity.shape, m_origin);
    const auto tail = table.load(m_cursor);
    if (!tail && tail.error().code != ErrorCode::Corruption)
        return tail.error();
    if (auto done = table.remove(); !done || !tail || !*tail)
        return done;
    const std::uint64_t end = std::uint64_t{m_cursor.value} * m_identity.shape.blockTokens + (*tail)->tokens.size();
    std::vector<std::uint64_t> ends = m_readingEnds;
    if (end > (ends.empty() ? 0 : ends.back()))
        ends.push_back(end);
    return changeReadingEnds(database, ends);
}

// Within write(), which takes it back where the transaction fails.
Result<void> BlockStore::changeReadingEnds(const Database& database, const std::vector<std::uint64_t>& ends)
{
    if (ends == m_readingEnds)
        return {};
    auto done = storeMeta(database, m_origin, "ends", std::as_bytes(std::span(ends)));
    if (done)
        m_readingEnds = ends;
    return done;
}

Result<void> BlockStore::replace(const BlockChunk& chunk)
{
    if (auto done = checkChunk(chunk); !done)
        return done.error();
    if (std::uint64_t{chunk.first.value} + chunk.count > m_cursor.value)
        return noSuchBlock();
    return write([&](const Database& database) { return insertBlocks(database, chunk, 0); });
}

Result<void> BlockStore::insertBlocks(const Database& database, const BlockChunk& chunk, std::uint32_t skip) const
{
    const MemoryShape& shape = m_identity.shape;
    auto store = database.prepare(kStoreTokens);
    if (!store)
        return store.error();
    for (std::uint32_t i = skip; i < chunk.count; ++i) {
        const std::uint32_t block = chunk.first.value + i;
        const auto tokens = std::as_bytes(std::span(chunk.tokens).subspan(std::size_t{i} * shape.blockTokens, shape.blockTokens));
        store->bind(1, std::int64_t{block});
        store->bind(2, static_cast<std::int64_t>(rowHash(blockPlace(m_origin, BlockTable::Tokens, 0, block), tokens)));
        store->bind(3, tokens);
        if (auto done = store->run(); !done)
            return done.error();
    }

    const LandmarkPages pages(database, shape, m_origin);
    const std::size_t bytes = shape.landmarkBytes();
    for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
        const auto ofLayer = std::span(chunk.landmarks).subspan(std::size_t{layer} * chunk.count * bytes, chunk.count * bytes);
        auto done = pages.write(layer, BlockId(chunk.first.value + skip), chunk.count - skip, ofLayer.subspan(skip * bytes));
        if (!done)
            return done.error();
    }
    return insertRows(database, chunk, skip);
}

// Rows last: what changes old pages is in the journal by then, which is flushed once. Rows go to the disk while the next are inserted.
Result<void> BlockStore::insertRows(const Database& database, const BlockChunk& chunk, std::uint32_t skip) const
{
    auto store = database.prepare(kStoreRow);
    if (!store)
        return store.error();
    auto old = database.prepare(kSelectOldRow);
    if (!old)
        return old.error();
    const MemoryShape& shape = m_identity.shape;
    std::size_t unwritten = 0;
    for (std::size_t row = std::size_t{skip} * shape.layers; row < std::size_t{chunk.count} * shape.layers; ++row) {
        const BlockId block(chunk.first.value + static_cast<std::uint32_t>(row / shape.layers));
        const auto layer = static_cast<std::uint32_t>(row % shape.layers);
        const auto data = std::span(chunk.rows).subspan(row * shape.rowBytes(), shape.rowBytes());
        const auto hash = static_cast<std::int64_t>(rowHash(blockPlace(m_origin, BlockTable::Row, layer, block.value), data));
        bool differs = false;
        if (block < m_cursor) {   // a replacement: flagged unless it is what had been stored
            old->bind(1, rowId(block, layer));
            const auto found = old->step();
            if (!found)
                return found.error();
            differs = !*found || old->integer(0) != hash;
            old->reset();
        }
        store->bind(1, rowId(block, layer));
        store->bind(2, differs ? kRecomputed : 0);
        store->bind(3, hash);
        store->bind(4, std::span<const std::byte>(data));
        if (auto done = store->run(); !done)
            return done.error();
        unwritten += data.size();
        if (unwritten < m_options.flushBytes)
            continue;
        if (auto done = database.flush(); !done)
            return done.error();
        m_hints.startWriting();
        unwritten = 0;
    }
    return {};
}

Result<void> BlockStore::writeCursor(const Database& database, BlockId cursor) const
{
    return storeMeta(database, m_origin, "cursor", std::as_bytes(std::span(&cursor.value, 1)));
}

Result<void> BlockStore::storeProof(std::span<const std::byte> proof)
{
    if (auto done = connectWriter(); !done)
        return done.error();
    return write([&](const Database& database) { return storeMeta(database, m_origin, "proof", proof); });
}

Result<void> BlockStore::setDocuments(const Hash128& documents)
{
    if (auto done = connectWriter(); !done)
        return done.error();
    MemoryIdentity identity = m_identity;
    identity.documents = documents;
    auto done = write([&](const Database& database) -> Result<void> {
        if (auto step = storeMeta(database, {}, "origin", std::as_bytes(std::span(m_origin))); !step)
            return step.error();
        return storeMeta(database, {}, "identity", packIdentity(identity));
    });
    if (done) {
        m_identity = identity;
        m_key = memoryKey(identity);
    }
    return done;
}

Result<void> BlockStore::truncate(BlockId block)
{
    if (auto done = connectWriter(); !done)
        return done.error();
    const BlockId end = std::min(block, m_cursor);
    auto done = write([&](const Database& database) { return truncateIn(database, end); });
    if (done)
        m_cursor = end;
    return done;
}

Result<void> BlockStore::truncateIn(const Database& database, BlockId block)
{
    if (auto done = runWithId(database, kDeleteRows, rowId(block, 0)); !done)
        return done.error();
    if (auto done = runWithId(database, kDeleteTokens, std::int64_t{block.value}); !done)
        return done.error();
    if (auto done = LandmarkPages(database, m_identity.shape, m_origin).truncate(block); !done)
        return done.error();
    if (auto done = TailTable(database, m_identity.shape, m_origin).remove(); !done)
        return done.error();
    std::vector<std::uint64_t> ends = m_readingEnds;
    std::erase_if(ends, [&](std::uint64_t end) { return end > std::uint64_t{block.value} * m_identity.shape.blockTokens; });
    if (auto done = changeReadingEnds(database, ends); !done)
        return done.error();
    return writeCursor(database, block);
}

Result<void> BlockStore::storeTail(const OpenTail& tail)
{
    if (auto done = connectWriter(); !done)
        return done.error();
    if (!TailTable(m_writer, m_identity.shape, m_origin).fits(tail))
        return Error{ErrorCode::InvalidArgument, "The open block has another shape than the memory."};
    if (auto done = checkSpace(tail.keysAndValues.size() * sizeof(float)); !done)
        return done.error();
    return write([&](const Database& database) { return TailTable(database, m_identity.shape, m_origin).store(tail, m_cursor); });
}

}  // namespace cairn
