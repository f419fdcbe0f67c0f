#include "storage/blocks/block_store.h"

#include "storage/blocks/block_identity.h"
#include "storage/blocks/block_meta.h"
#include "storage/blocks/landmark_pages.h"
#include "storage/blocks/open_tail.h"
#include "storage/bytes/packed.h"
#include "storage/schema/embedded_sql.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace cairn
{

namespace
{

constexpr int kWriterCacheKiB = 8192;   // what is flushed at once, and the inner pages

constexpr std::string_view kCountOrigins = "SELECT count(*) FROM meta WHERE name = 'origin'";
constexpr std::string_view kCountEnds = "SELECT count(*) FROM meta WHERE name = 'ends'";
constexpr std::string_view kLastRow = "SELECT ifnull(max(id), -1) FROM block_row";
constexpr std::string_view kLastTokens = "SELECT ifnull(max(id), -1) FROM block_tokens";

std::string lockPath(const std::string& path)
{
    return path.ends_with(".db") ? path.substr(0, path.size() - 3) + ".lock" : path + ".lock";
}

}  // namespace

DatabaseOptions BlockStore::writerOptions(const BlockStoreOptions& options)
{
    DatabaseOptions database;
    database.access = options.access;
    database.vfs = options.vfs;
    database.cacheKiB = kWriterCacheKiB;
    database.spill = false;
    database.fastSecureDelete = true;
    database.synchronousFull = options.synchronousFull;
    return database;
}

Result<void> BlockStore::create(const std::string& path, const MemoryIdentity& identity, const BlockStoreOptions& options)
{
    if (!isStorable(identity.shape))
        return Error{ErrorCode::InvalidArgument, "A memory of this model is too large to be stored."};
    const auto lock = FileLock::take(lockPath(path));
    if (!lock)
        return lock.error();
    DatabaseOptions writer = writerOptions(options);
    writer.pageSize = static_cast<int>(blockPageBytes(identity.shape.rowBytes()));
    return createVersioned(path, blocksFormat(), writer, [&](const Database& database) -> Result<void> {
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
        store->m_isUnwritable = !lock && options.readOnlyWhenUnwritable && FileLock::isUnwritable(lockPath(path));
        if (!lock && !store->m_isUnwritable)
            return lock.error();
        if (lock) {
            store->m_lock = std::move(*lock);
            placeBallast(options.space);
        } else {
            store->m_options.access = Access::ReadOnly;
        }
    } else {
        playBackJournal(path, lockPath(path), options.vfs);
    }
    if (auto done = store->connect(); !done)
        return store->m_isUnwritable ? errorWithJournal(path, done.error()) : done.error();
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
    if (m_options.access == Access::ReadOnly) {
        m_writer = {};
        return {};
    }
    m_hints = FileHints(m_path);
    return dropPastCursor();
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
    return loadOrigin();
}

// Only a memory whose documents changed has one of its own.
Result<void> BlockStore::loadOrigin()
{
    m_origin = m_key;
    const auto count = m_writer.integer(kCountOrigins);
    if (!count)
        return count.error();
    if (*count == 0)
        return {};
    const auto origin = loadMeta(m_writer, {}, "origin");
    if (!origin)
        return origin.error();
    if (origin->size() != m_origin.size())
        return Error{ErrorCode::Corruption, "The memory's description is damaged; the documents have to be read again."};
    std::memcpy(m_origin.data(), origin->data(), m_origin.size());
    return {};
}

Result<void> BlockStore::loadCursor()
{
    const auto packed = loadMeta(m_writer, m_origin, "cursor");
    if (!packed)
        return packed.error();
    m_cursor = BlockId(Unpacker(*packed).number<std::uint32_t>());
    return loadReadingEnds();
}

// None: of a memory that no document was added to, or not since this is noted.
Result<void> BlockStore::loadReadingEnds()
{
    m_readingEnds.clear();
    const auto count = m_writer.integer(kCountEnds);
    if (!count)
        return count.error();
    if (*count == 0)
        return {};
    const auto packed = loadMeta(m_writer, m_origin, "ends");
    if (!packed)
        return packed.error();
    Unpacker in(*packed);
    m_readingEnds = in.array<std::uint64_t>(packed->size() / sizeof(std::uint64_t));
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

void BlockStore::warm(std::uint64_t mostBytes)
{
    if (const std::uint64_t bytes = fileBytes(); m_hints && bytes <= mostBytes)
        m_warming = FileWarming(m_hints, bytes);
}

std::uint64_t BlockStore::fileBytes() const
{
    struct stat info{};
    return stat(m_path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

}  // namespace cairn
