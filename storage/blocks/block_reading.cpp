// BlockStore: what reads the file.
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

constexpr std::size_t kIdleReaders = 4;   // kept: performance.md 7
constexpr std::uint32_t kManyLandmarks = 64;   // worth a look whether they are in RAM

}  // namespace

Result<std::unique_ptr<BlockReader>> BlockStore::takeReader()
{
    {
        const std::lock_guard lock(m_readersMutex);
        if (!m_readers.empty()) {
            auto reader = std::move(m_readers.back());
            m_readers.pop_back();
            return reader;
        }
    }
    const bool alone = m_options.access == Access::ReadWrite;
    auto opened =
        BlockReader::open(m_path, m_origin, m_identity.shape.layers,
                          {m_options.vfs, m_options.mapReads && alone, alone, m_options.mapLimit / kIdleReaders});
    if (!opened)
        return opened.error();
    return std::make_unique<BlockReader>(std::move(*opened));
}

void BlockStore::giveBack(std::unique_ptr<BlockReader> reader)
{
    const std::lock_guard lock(m_readersMutex);
    if (m_readers.size() < kIdleReaders)
        m_readers.push_back(std::move(reader));
}

// A reader for as long as a call takes
class BlockStore::Reading
{
public:
    explicit Reading(BlockStore& store) : m_store(store), m_reader(store.takeReader()) {}
    ~Reading()
    {
        if (m_reader && *m_reader)
            m_store.giveBack(std::move(*m_reader));
    }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    explicit operator bool() const { return m_reader.has_value(); }
    const Error& error() const { return m_reader.error(); }
    BlockReader* operator->() { return m_reader->get(); }
    Result<const Database*> database(std::uint64_t bytes = 0)   // BlockReader::database()
    {
        return m_reader ? (*m_reader)->database(bytes) : Result<const Database*>(m_reader.error());
    }
    void close() { m_reader->reset(); }   // opened anew by the next read

private:
    BlockStore& m_store;
    Result<std::unique_ptr<BlockReader>> m_reader;
};

Result<std::optional<std::vector<std::byte>>> BlockStore::loadProof()
{
    Reading source(*this);
    const auto database = source.database();
    if (!database)
        return database.error();
    auto proof = loadMeta(**database, m_origin, "proof");
    if (proof)
        return std::optional(std::move(*proof));
    if (proof.error().code == ErrorCode::Corruption)
        return std::optional<std::vector<std::byte>>();
    return proof.error();
}

void BlockStore::expectRows(LayerIndex layer, std::span<const std::uint32_t> blocks)
{
    if (layer.value >= m_identity.shape.layers)
        return;
    std::vector<std::int64_t> ids;
    for (const std::uint32_t block : blocks)
        ids.push_back(rowId(BlockId(block), layer.value));
    expectIds(ids);
}

void BlockStore::expectIds(std::span<const std::int64_t> ids)
{
    if (!m_hints)
        return;
    if (Reading source(*this); source)
        source->expect(ids, m_identity.shape.rowBytes(), m_hints);
}

Result<void> BlockStore::readRow(LayerIndex layer, BlockId block, std::span<std::byte> out)
{
    if (layer.value >= m_identity.shape.layers || block >= m_cursor || out.size() != m_identity.shape.rowBytes())
        return noSuchBlock();
    Reading source(*this);
    if (!source)
        return source.error();
    auto done = source->row(layer, block, out);
    if (!done && done.error().code == ErrorCode::Io)
        source.close();
    return done;
}

Result<void> BlockStore::readRows(std::span<RowRequest> requests)
{
    std::sort(requests.begin(), requests.end(), [](const RowRequest& a, const RowRequest& b) {
        return rowId(a.block, a.layer.value) < rowId(b.block, b.layer.value);
    });
    std::vector<std::int64_t> ids;
    for (const RowRequest& request : requests)
        ids.push_back(rowId(request.block, request.layer.value));
    expectIds(ids);
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
    Reading source(*this);
    const auto database = source.database(out.size());
    if (!database)
        return database.error();
    const LandmarkPages pages(**database, shape, m_origin);
    if (m_hints && count >= kManyLandmarks)
        for (const LandmarkPages::Part& part : pages.parts(layer.value, first, count))
            source->expectLandmarks(part.id, part.slot * shape.landmarkBytes(), (part.slot + part.count) * shape.landmarkBytes(), m_hints);
    return pages.read(layer.value, first, count, out);
}

Result<std::vector<TokenId>> BlockStore::readTokens(BlockId first, std::uint32_t count)
{
    const std::size_t perBlock = m_identity.shape.blockTokens;
    if (std::uint64_t{first.value} + count > m_cursor.value)
        return noSuchBlock();
    Reading source(*this);
    if (!source)
        return source.error();
    std::vector<TokenId> tokens(count * perBlock);
    for (std::uint32_t i = 0; i < count; ++i)
        if (auto done = source->tokens(BlockId(first.value + i), std::span(tokens).subspan(i * perBlock, perBlock)); !done)
            return done.error();
    return tokens;
}

Result<std::optional<OpenTail>> BlockStore::loadTail()
{
    Reading source(*this);
    const auto database = source.database();
    if (!database)
        return database.error();
    return TailTable(**database, m_identity.shape, m_origin).load(m_cursor);
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
