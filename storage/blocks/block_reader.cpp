#include "storage/blocks/block_reader.h"

#include "storage/blocks/block_identity.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace cairn
{

namespace
{

constexpr std::string_view kSelectRoot = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
constexpr std::string_view kSelectRowHash = "SELECT hash FROM block_row WHERE id = ?1";
constexpr std::string_view kSelectTokens = "SELECT hash, data FROM block_tokens WHERE id = ?1";
constexpr std::int64_t kMapBytes = 2'147'418'112;   // Debian's SQLite maps at most 2 GiB - 64 KiB, pread beyond
constexpr int kReaderCacheKiB = 2000;
constexpr std::size_t kLooks = 8;   // of so many rows one is looked for in RAM, while all have been there

Error damaged(BlockId block)
{
    return {ErrorCode::Corruption, "Block " + std::to_string(block.value) + " is damaged; it has to be read again.", block.value};
}

}  // namespace

Result<BlockReader> BlockReader::open(const std::string& path, const Hash128& origin, std::uint32_t layers, const Options& options)
{
    DatabaseOptions database;
    database.access = Access::ReadOnly;
    database.vfs = options.vfs;
    database.cacheKiB = kReaderCacheKiB;
    database.mmapBytes = options.map ? kMapBytes : 0;
    // Mapped pages are taken up anew by every look-up, and the check of a page's cells with them: 18-21 us a row of 48 KB
    // (look-up and copy, warm) against 3-5 without. What is read is told from damage by its hash.
    database.checkCells = false;
    auto opened = Database::open(path, database);
    if (!opened)
        return opened.error();
    BlockReader reader;
    reader.m_database = std::move(*opened);
    reader.m_origin = origin;
    reader.m_mayHold = options.hold;
    reader.m_mapLimit = options.map ? options.mapLimit : UINT64_MAX;
    const auto pageBytes = reader.m_database.integer("PRAGMA page_size");
    if (!pageBytes)
        return pageBytes.error();
    reader.m_table.pageBytes = static_cast<std::size_t>(*pageBytes);
    reader.m_table.layers = layers;
    auto root = reader.m_database.prepare(kSelectRoot);
    if (!root)
        return root.error();
    auto row = reader.m_database.prepare(kSelectRowHash);
    if (!row)
        return row.error();
    auto tokens = reader.m_database.prepare(kSelectTokens);
    if (!tokens)
        return tokens.error();
    reader.m_root = std::move(*root);
    reader.m_rowHash = std::move(*row);
    reader.m_tokens = std::move(*tokens);
    if (auto done = reader.findRoots(); !done)
        return done.error();
    return reader;
}

Result<RowPages> BlockReader::pagesOf(std::string_view table)
{
    m_root.bind(1, table);
    const auto found = m_root.step();
    if (!found)
        return found.error();
    m_table.root = *found ? static_cast<std::uint32_t>(m_root.integer(0)) : 0;
    m_root.reset();
    return *found ? RowPages(m_database, m_table) : RowPages();
}

// Begins the read transaction, where one is wanted: BEGIN alone takes no lock.
Result<void> BlockReader::findRoots()
{
    auto rows = pagesOf("block_row");
    if (!rows)
        return rows.error();
    auto landmarks = pagesOf("landmark_page");
    if (!landmarks)
        return landmarks.error();
    m_pages = std::move(*rows);
    m_landmarks = std::move(*landmarks);
    return {};
}

Result<void> BlockReader::hold()
{
    if (m_holds || !m_mayHold)
        return {};
    if (auto done = m_database.execute("BEGIN"); !done)
        return done;
    m_holds = true;
    auto done = findRoots();
    if (!done)
        release();
    return done;
}

void BlockReader::release()
{
    m_data.reset();
    m_pages.forget();
    m_landmarks.forget();
    if (m_holds)
        (void)m_database.execute("COMMIT");
    m_holds = false;
}

// SQLite gives the mapping up when its limit changes while no page is in use, so between transactions.
Result<void> BlockReader::makeRoom(std::uint64_t bytes)
{
    if (m_mappedBytes > 0 && bytes > m_mapLimit - std::min(m_mapLimit, m_mappedBytes)) {
        release();
        if (auto done = m_database.execute("PRAGMA mmap_size=0; PRAGMA mmap_size=" + std::to_string(kMapBytes)); !done)
            return done;
        m_mappedBytes = 0;
    }
    m_mappedBytes += bytes;
    return {};
}

Result<const Database*> BlockReader::database(std::uint64_t bytes)
{
    if (auto done = makeRoom(bytes); !done)
        return done.error();
    if (auto done = hold(); !done)
        return done.error();
    return &m_database;
}

// The blob of a row. Read in place it is one copy; a SELECT makes two (48 KB rows, warm, mmap: 4.2 us against 6.1).
Result<const Blob*> BlockReader::data(std::int64_t id)
{
    if (m_data) {
        if (auto done = m_data->reopen(id); !done) {
            m_data.reset();
            return done.error();
        }
        return &*m_data;
    }
    auto opened = Blob::open(m_database, "block_row", id, Access::ReadOnly);
    if (!opened)
        return opened.error();
    m_data = std::move(*opened);
    return &*m_data;
}

void BlockReader::expect(std::span<const std::int64_t> ids, std::size_t rowBytes, const FileHints& hints)
{
    if (!hold())
        return;
    std::optional<RowPages::Place> place;
    const auto isCold = [&](std::int64_t id) {
        place = m_pages.likelyPlace(id, rowBytes);
        return place && !hints.isCached(place->chainBytes > 0 ? place->chain : place->leaf);
    };
    if (!m_metCold)   // a look costs a tenth of a row in RAM: some tell of the others
        for (std::size_t i = 0; i < ids.size() && !m_metCold; i += kLooks)
            m_metCold = isCold(ids[i]);
    if (!std::exchange(m_metCold, false))
        return;
    std::uint64_t begin = 0, end = 0, leaf = 0;   // rows behind one another are asked for together
    const auto ask = [&](std::uint64_t offset, std::uint64_t bytes) {
        if (offset != end) {
            hints.willRead(begin, end - begin);
            begin = offset;
        }
        end = offset + bytes;
    };
    for (const std::int64_t id : ids) {
        if (!isCold(id))
            continue;
        m_metCold = true;
        const bool leads = place->chain < place->leaf;   // the chain before its leaf
        if (leads)
            ask(place->chain, place->chainBytes);
        if (place->leaf != std::exchange(leaf, place->leaf))   // one leaf for rows behind one another
            ask(place->leaf, place->leafBytes);
        if (!leads && place->chainBytes > 0)
            ask(place->chain, place->chainBytes);
    }
    hints.willRead(begin, end - begin);
}

// A page is known only once the one before it is read, so where one lies on the disk alone all around it is asked for: pages of all
// layers were made at once.
void BlockReader::expectLandmarks(std::int64_t id, std::size_t begin, std::size_t end, const FileHints& hints)
{
    if (!hold())
        return;
    constexpr std::uint64_t kAround = std::uint64_t{1} << 20;
    bool isFirst = true;
    m_landmarks.followChain(id, begin, end, [&](std::uint64_t offset) {
        const bool isCold = !hints.isCached(offset);
        if (isCold)
            hints.willRead(offset / kAround * kAround, kAround);
        const bool wasFirst = std::exchange(isFirst, false);
        return isCold || !wasFirst;   // what was read together is there together
    });
}

Result<void> BlockReader::row(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    if (auto done = makeRoom(out.size()); !done)
        return done.error();
    if (auto done = hold(); !done)
        return done.error();
    const auto hash = m_pages.read(rowId(block, layer.value), out);
    // Of the copy: what was checked is what is used.
    if (hash && *hash == rowHash(blockPlace(m_origin, BlockTable::Row, layer.value, block.value), out))
        return {};
    if (!m_mayHold)
        m_pages.forget();   // the tree may have grown
    return rowBySql(layer, block, out);
}

Result<void> BlockReader::rowBySql(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    const std::int64_t id = rowId(block, layer.value);
    m_rowHash.bind(1, id);
    const auto found = m_rowHash.step();
    if (!found)
        return found.error();
    if (!*found)
        return damaged(block);
    const auto hash = static_cast<std::uint64_t>(m_rowHash.integer(0));
    const auto blob = data(id);
    m_rowHash.reset();
    if (!blob)
        return blob.error().code == ErrorCode::NotFound ? damaged(block) : blob.error();
    const bool fits = (*blob)->size() == out.size();
    auto done = fits ? (*blob)->read(0, out) : Result<void>();
    if (!m_mayHold)
        m_data.reset();   // an open blob is an open read transaction
    if (!done)
        return done.error();
    if (!fits || hash != rowHash(blockPlace(m_origin, BlockTable::Row, layer.value, block.value), out))
        return damaged(block);
    return {};
}

Result<void> BlockReader::tokens(BlockId block, std::span<TokenId> out)
{
    if (auto done = hold(); !done)
        return done.error();
    m_tokens.bind(1, std::int64_t{block.value});
    const auto found = m_tokens.step();
    if (!found)
        return found.error();
    if (!*found)
        return damaged(block);
    const auto data = m_tokens.blob(1);
    const auto hash = static_cast<std::uint64_t>(m_tokens.integer(0));
    const bool fits = data.size() == out.size_bytes();
    if (fits)
        std::memcpy(out.data(), data.data(), data.size());
    m_tokens.reset();
    if (!fits || hash != rowHash(blockPlace(m_origin, BlockTable::Tokens, 0, block.value), std::as_bytes(out)))
        return damaged(block);
    return {};
}

}  // namespace cairn
