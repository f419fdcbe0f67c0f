#include "storage/block_store.h"

#include "core/types/limits.h"
#include "storage/block_identity.h"
#include "storage/embedded_sql.h"
#include "storage/landmark_pages.h"
#include "storage/open_tail.h"
#include "storage/packed.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace cairn
{

namespace
{

// 16 KiB wastes least in fp16 rows; the cache holds a whole chunk, so that pages are written once, at the commit.
constexpr int kPageSize = 16384;
constexpr int kWriterCacheKiB = 98304;

constexpr std::string_view kSelectMeta = "SELECT hash, value FROM meta WHERE name = ?1";
constexpr std::string_view kStoreMeta =
    "INSERT INTO meta (name, hash, value) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET hash = ?2, value = ?3";
constexpr std::string_view kSelectRowHash = "SELECT hash FROM block_row WHERE id = ?1";
constexpr std::string_view kStoreRow = "INSERT INTO block_row (id, flags, hash, data) VALUES (?1, ?2, ?3, ?4) "
                                       "ON CONFLICT DO UPDATE SET flags = ?2, hash = ?3, data = ?4";
constexpr std::string_view kStoreTokens = "INSERT INTO block_tokens (id, hash, data) VALUES (?1, ?2, ?3) "
                                          "ON CONFLICT DO UPDATE SET hash = ?2, data = ?3";
constexpr std::string_view kDeleteRows = "DELETE FROM block_row WHERE id >= ?1";
constexpr std::string_view kDeleteTokens = "DELETE FROM block_tokens WHERE id >= ?1";
constexpr std::string_view kLastRow = "SELECT ifnull(max(id), -1) FROM block_row";
constexpr std::string_view kLastTokens = "SELECT ifnull(max(id), -1) FROM block_tokens";
constexpr std::int64_t kRecomputed = 1;   // block_row.flags

DatabaseOptions writerOptions(const BlockStoreOptions& options)
{
    DatabaseOptions database;
    database.access = options.access;
    database.vfs = options.vfs;
    database.pageSize = kPageSize;
    database.cacheKiB = kWriterCacheKiB;
    database.spill = false;
    database.fastSecureDelete = true;
    database.synchronousFull = options.synchronousFull;
    return database;
}

std::string lockPath(const std::string& path)
{
    return path.ends_with(".db") ? path.substr(0, path.size() - 3) + ".lock" : path + ".lock";
}

std::string folderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

RowPlace metaPlace(const Hash128& key, std::string_view name)
{
    return blockPlace(key, BlockTable::Meta, 0, static_cast<std::uint64_t>(name[0]));   // 'i'dentity, 'c'ursor
}

Result<void> storeMeta(const Database& database, const Hash128& key, std::string_view name, std::span<const std::byte> value)
{
    auto store = database.prepare(kStoreMeta);
    if (!store)
        return store.error();
    store->bind(1, name);
    store->bind(2, static_cast<std::int64_t>(rowHash(metaPlace(key, name), value)));
    store->bind(3, value);
    return store->run();
}

Result<std::vector<std::byte>> loadMeta(const Database& database, const Hash128& key, std::string_view name)
{
    auto select = database.prepare(kSelectMeta);
    if (!select)
        return select.error();
    select->bind(1, name);
    const auto row = select->step();
    if (!row)
        return row.error();
    if (*row) {
        const auto value = select->blob(1);
        if (static_cast<std::uint64_t>(select->integer(0)) == rowHash(metaPlace(key, name), value))
            return std::vector<std::byte>(value.begin(), value.end());
    }
    return Error{ErrorCode::Corruption, "The memory's description is damaged; the documents have to be read again."};
}

Result<void> runWithId(const Database& database, std::string_view sql, std::int64_t id)
{
    auto statement = database.prepare(sql);
    if (!statement)
        return statement.error();
    statement->bind(1, id);
    return statement->run();
}

Error readOnlyError()
{
    return {ErrorCode::Busy, "The memory is open for reading only. Close the other program that uses this session and open it again."};
}

Error noSuchBlock()
{
    return {ErrorCode::InvalidArgument, "A block was asked for that is not stored."};
}

}  // namespace

Result<void> BlockStore::create(const std::string& path, const MemoryIdentity& identity, const BlockStoreOptions& options)
{
    if (!isStorable(identity.shape))
        return Error{ErrorCode::InvalidArgument, "A memory of this model is too large to be stored."};
    const auto lock = FileLock::take(lockPath(path));
    if (!lock)
        return lock.error();
    return createVersioned(path, blocksFormat(), writerOptions(options), [&](const Database& database) -> Result<void> {
        const auto packed = packIdentity(identity);
        if (auto done = storeMeta(database, {}, "identity", packed); !done)
            return done.error();
        const std::uint32_t cursor = 0;
        return storeMeta(database, memoryKey(identity), "cursor", std::as_bytes(std::span(&cursor, 1)));
    });
}

Result<std::unique_ptr<BlockStore>> BlockStore::open(const std::string& path, const BlockStoreOptions& options)
{
    std::unique_ptr<BlockStore> store(new BlockStore(path, options));
    if (options.access == Access::ReadWrite) {
        if (access(path.c_str(), F_OK) != 0)
            return Error{ErrorCode::NotFound, "There is no memory yet; the documents have to be read."};
        auto lock = FileLock::take(lockPath(path));
        if (!lock)
            return lock.error();
        store->m_lock = std::move(*lock);
        placeBallast(options.space);
    } else {
        playBackJournal(path, lockPath(path), options.vfs);
    }
    if (auto done = store->connect(); !done)
        return done.error();
    return store;
}

Result<std::unique_ptr<BlockStore>> BlockStore::openOrCreate(const std::string& path, const MemoryIdentity& identity,
                                                             const BlockStoreOptions& options)
{
    auto store = open(path, options);
    if (store && packIdentity((*store)->identity()) == packIdentity(identity))
        return store;
    if (!store && store.error().code != ErrorCode::NotFound && store.error().code != ErrorCode::Corruption
        && store.error().code != ErrorCode::Unsupported)
        return store.error();
    const bool missing = !store && store.error().code == ErrorCode::NotFound;
    store = Error{};   // closes it
    if (!missing)
        if (auto done = discard(path); !done)
            return done.error();
    if (auto done = create(path, identity, options); !done)
        return done.error();
    return open(path, options);
}

Result<void> BlockStore::discard(const std::string& path)
{
    const auto lock = FileLock::take(lockPath(path));
    if (!lock)
        return lock.error();
    if (unlink(path.c_str()) != 0 && errno != ENOENT)
        return Error{ErrorCode::Io, std::string("The memory can't be deleted: ") + std::strerror(errno) + "."};
    unlink((path + "-journal").c_str());
    return {};
}

Result<void> BlockStore::connect()
{
    auto file = openVersioned(m_path, blocksFormat(), writerOptions(m_options));
    if (!file)
        return file.error();
    if (!file->database)
        return refusal(*file, blocksFormat(), "memory");
    if (file->outcome == OpenOutcome::NewerReadable)
        m_options.access = Access::ReadOnly;
    m_writer = std::move(file->database);
    if (auto done = loadIdentity(); !done)
        return done.error();
    if (auto done = loadCursor(); !done)
        return done.error();
    if (m_options.access == Access::ReadOnly)
        m_writer = {};
    else
        return dropPastCursor();
    return {};
}

Result<void> BlockStore::loadIdentity()
{
    const auto packed = loadMeta(m_writer, {}, "identity");
    if (!packed)
        return packed.error();
    auto identity = unpackIdentity(*packed);
    if (!identity)
        return identity.error();
    m_identity = *identity;
    m_key = memoryKey(m_identity);
    return {};
}

Result<void> BlockStore::loadCursor()
{
    const auto packed = loadMeta(m_writer, m_key, "cursor");
    if (!packed)
        return packed.error();
    m_cursor = BlockId(Unpacker(*packed).number<std::uint32_t>());
    return {};
}

Result<void> BlockStore::dropPastCursor()
{
    const auto row = m_writer.integer(kLastRow);
    if (!row)
        return row.error();
    const auto tokens = m_writer.integer(kLastTokens);
    if (!tokens)
        return tokens.error();
    if (*row < rowId(m_cursor, 0) && *tokens < std::int64_t{m_cursor.value})
        return {};
    return write([this](const Database& database) { return truncateIn(database, m_cursor); });
}

std::uint64_t BlockStore::fileBytes() const
{
    struct stat info{};
    return stat(m_path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

// Writing

Result<void> BlockStore::connectWriter()
{
    if (m_options.access == Access::ReadOnly)
        return readOnlyError();
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
    if (m_reader)
        m_reader->release();
    auto done = [&]() -> Result<void> {
        auto transaction = Transaction::begin(m_writer);
        if (!transaction)
            return transaction.error();
        if (auto step = changes(m_writer); !step)
            return step.error();
        return transaction->commit();
    }();
    m_unflushed = m_unflushed && !done;
    if (!done)
        recover(done.error());
    else
        (void)m_writer.execute("PRAGMA shrink_memory");   // the chunk's pages, up to 96 MiB
    return done;
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
    m_reader.reset();
    m_writer = {};
    (void)connectWriter();
}

Result<void> BlockStore::checkSpace(std::uint64_t chunkBytes) const
{
    const std::uint64_t free = m_options.space.freeBytes(folderOf(m_path));
    const std::uint64_t needed = 3 * chunkBytes + m_options.space.reserveBytes;
    if (free >= needed)
        return {};
    return Error{ErrorCode::DiskFull, "Not saved: " + std::to_string(free / limits::kMiB) + " MB is free on the disk, going on needs "
                                      + std::to_string(needed / limits::kMiB) + ". What was saved before is safe."};
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
        if (auto step = TailTable(database, m_identity.shape, m_key).remove(); !step)
            return step.error();
        return writeCursor(database, end);
    });
    if (done)
        m_cursor = end;
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
    if (auto done = insertRows(database, chunk, skip); !done)
        return done.error();

    const MemoryShape& shape = m_identity.shape;
    auto store = database.prepare(kStoreTokens);
    if (!store)
        return store.error();
    for (std::uint32_t i = skip; i < chunk.count; ++i) {
        const std::uint32_t block = chunk.first.value + i;
        const auto tokens = std::as_bytes(std::span(chunk.tokens).subspan(std::size_t{i} * shape.blockTokens, shape.blockTokens));
        store->bind(1, std::int64_t{block});
        store->bind(2, static_cast<std::int64_t>(rowHash(blockPlace(m_key, BlockTable::Tokens, 0, block), tokens)));
        store->bind(3, tokens);
        if (auto done = store->run(); !done)
            return done.error();
    }

    const LandmarkPages pages(database, shape, m_key);
    const std::size_t bytes = shape.landmarkBytes();
    for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
        const auto ofLayer = std::span(chunk.landmarks).subspan(std::size_t{layer} * chunk.count * bytes, chunk.count * bytes);
        auto done = pages.write(layer, BlockId(chunk.first.value + skip), chunk.count - skip, ofLayer.subspan(skip * bytes));
        if (!done)
            return done.error();
    }
    return {};
}

Result<void> BlockStore::insertRows(const Database& database, const BlockChunk& chunk, std::uint32_t skip) const
{
    auto store = database.prepare(kStoreRow);
    if (!store)
        return store.error();
    auto oldHash = database.prepare(kSelectRowHash);
    if (!oldHash)
        return oldHash.error();
    const MemoryShape& shape = m_identity.shape;
    for (std::size_t row = std::size_t{skip} * shape.layers; row < std::size_t{chunk.count} * shape.layers; ++row) {
        const BlockId block(chunk.first.value + static_cast<std::uint32_t>(row / shape.layers));
        const auto layer = static_cast<std::uint32_t>(row % shape.layers);
        const auto data = std::span(chunk.rows).subspan(row * shape.rowBytes(), shape.rowBytes());
        const auto hash = static_cast<std::int64_t>(rowHash(blockPlace(m_key, BlockTable::Row, layer, block.value), data));
        bool differs = false;
        if (block < m_cursor) {   // a replacement: flagged unless it is what had been stored
            oldHash->bind(1, rowId(block, layer));
            const auto found = oldHash->step();
            if (!found)
                return found.error();
            differs = !*found || oldHash->integer(0) != hash;
            oldHash->reset();
        }
        store->bind(1, rowId(block, layer));
        store->bind(2, differs ? kRecomputed : 0);
        store->bind(3, hash);
        store->bind(4, std::span<const std::byte>(data));
        if (auto done = store->run(); !done)
            return done.error();
    }
    return {};
}

Result<void> BlockStore::writeCursor(const Database& database, BlockId cursor) const
{
    return storeMeta(database, m_key, "cursor", std::as_bytes(std::span(&cursor.value, 1)));
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

Result<void> BlockStore::truncateIn(const Database& database, BlockId block) const
{
    if (auto done = runWithId(database, kDeleteRows, rowId(block, 0)); !done)
        return done.error();
    if (auto done = runWithId(database, kDeleteTokens, std::int64_t{block.value}); !done)
        return done.error();
    if (auto done = LandmarkPages(database, m_identity.shape, m_key).truncate(block); !done)
        return done.error();
    if (auto done = TailTable(database, m_identity.shape, m_key).remove(); !done)
        return done.error();
    return writeCursor(database, block);
}

Result<void> BlockStore::storeTail(const OpenTail& tail)
{
    if (auto done = connectWriter(); !done)
        return done.error();
    if (!TailTable(m_writer, m_identity.shape, m_key).fits(tail))
        return Error{ErrorCode::InvalidArgument, "The open block has another shape than the memory."};
    if (auto done = checkSpace(tail.keysAndValues.size() * sizeof(float)); !done)
        return done.error();
    return write([&](const Database& database) { return TailTable(database, m_identity.shape, m_key).store(tail, m_cursor); });
}

// Reading

Result<BlockReader*> BlockStore::reader()
{
    if (!m_reader) {
        const bool alone = m_options.access == Access::ReadWrite;
        auto opened = BlockReader::open(m_path, m_key, {m_options.vfs, m_options.mapReads && alone, alone});
        if (!opened)
            return opened.error();
        m_reader = std::make_unique<BlockReader>(std::move(*opened));
    }
    return m_reader.get();
}

Result<void> BlockStore::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    if (layer.value >= m_identity.shape.layers || block >= m_cursor || out.size() != m_identity.shape.rowBytes())
        return noSuchBlock();
    const auto source = reader();
    if (!source)
        return source.error();
    return (*source)->row(layer, block, out);
}

Result<void> BlockStore::readRows(std::span<RowRequest> requests)
{
    std::sort(requests.begin(), requests.end(), [](const RowRequest& a, const RowRequest& b) {
        return rowId(a.block, a.layer.value) < rowId(b.block, b.layer.value);
    });
    for (const RowRequest& request : requests)
        if (auto done = readRow(request.layer, request.block, request.out); !done)
            return done.error();
    return {};
}

Result<void> BlockStore::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    const MemoryShape& shape = m_identity.shape;
    if (layer.value >= shape.layers || std::uint64_t{first.value} + count > m_cursor.value || out.size() != count * shape.landmarkBytes())
        return noSuchBlock();
    const auto source = reader();
    if (!source)
        return source.error();
    const auto database = (*source)->database();
    if (!database)
        return database.error();
    return LandmarkPages(**database, shape, m_key).read(layer.value, first, count, out);
}

Result<std::vector<TokenId>> BlockStore::readTokens(BlockId first, std::uint32_t count)
{
    const std::size_t perBlock = m_identity.shape.blockTokens;
    if (std::uint64_t{first.value} + count > m_cursor.value)
        return noSuchBlock();
    const auto source = reader();
    if (!source)
        return source.error();
    std::vector<TokenId> tokens(count * perBlock);
    for (std::uint32_t i = 0; i < count; ++i)
        if (auto done = (*source)->tokens(BlockId(first.value + i), std::span(tokens).subspan(i * perBlock, perBlock)); !done)
            return done.error();
    return tokens;
}

Result<std::optional<OpenTail>> BlockStore::loadTail()
{
    const auto source = reader();
    if (!source)
        return source.error();
    const auto database = (*source)->database();
    if (!database)
        return database.error();
    return TailTable(**database, m_identity.shape, m_key).load(m_cursor);
}

Result<std::vector<BlockDamage>> BlockStore::verify(std::stop_token stop)
{
    using Kind = BlockDamage::Kind;
    const MemoryShape& shape = m_identity.shape;
    std::vector<BlockDamage> damages;
    std::optional<Error> failure;
    const auto note = [&](const Result<void>& done, Kind kind, std::uint32_t layer, BlockId block) {
        if (!done && done.error().code == ErrorCode::Corruption)
            damages.push_back({kind, LayerIndex(layer), block});
        else if (!done && !failure)
            failure = done.error();
    };
    std::vector<std::byte> row(shape.rowBytes()), landmark(shape.landmarkBytes());
    for (BlockId block; block < m_cursor && !failure; ++block.value) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, "The check was stopped."};
        const auto tokens = readTokens(block, 1);
        note(tokens ? Result<void>() : tokens.error(), Kind::Tokens, 0, block);
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            note(readRow(LayerIndex(layer), block, row), Kind::Row, layer, block);
            note(readLandmarks(LayerIndex(layer), block, 1, landmark), Kind::Landmark, layer, block);
        }
    }
    const auto tail = loadTail();
    note(tail ? Result<void>() : tail.error(), Kind::Tail, 0, m_cursor);
    if (failure)
        return *failure;
    return damages;
}

}  // namespace cairn
