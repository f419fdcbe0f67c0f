#include "app/session/memory_without.h"

#include "core/answering/memory_reach.h"
#include "storage/folders/session_folder.h"

#include <algorithm>
#include <filesystem>

namespace cairn
{
namespace
{

std::string pathIn(const std::string& folder) { return folder + "/blocks.removal.db"; }

std::string folderOf(const std::string& path) { return path.substr(0, path.rfind('/')); }

std::vector<BlockId> ascending(std::span<const BlockId> blocks)
{
    std::vector<BlockId> sorted(blocks.begin(), blocks.end());
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
}

std::uint64_t tokensInReach(const SessionMemory& session, std::optional<BlockId> until)
{
    const std::uint64_t read = session.memory().regularTokens();
    return until ? std::min(read, std::uint64_t{until->value} * session.stream().blockTokens()) : read;
}

// The stream as far as it counts, without these blocks.
std::vector<TokenId> tokensWithout(const SessionMemory& session, std::span<const BlockId> missing, std::optional<BlockId> until)
{
    const std::span<const TokenId> all = session.stream().tokens().first(tokensInReach(session, until));
    const std::size_t size = session.stream().blockTokens();
    std::vector<TokenId> tokens;
    for (std::size_t begin = 0; begin < all.size(); begin += size) {
        const auto block = all.subspan(begin, std::min(size, all.size() - begin));
        if (!std::binary_search(missing.begin(), missing.end(), BlockId(static_cast<std::uint32_t>(begin / size))))
            tokens.insert(tokens.end(), block.begin(), block.end());
    }
    return tokens;
}

}  // namespace

// Blocks before `first` are the session's, the others those of a store of their own, counted from there.
class MemoryWithout::Archive final : public BlockArchive
{
public:
    Archive(BlockStore& before, BlockStore& behind, BlockId first) : m_before(before), m_behind(behind), m_first(first.value) {}

    BlockId cursor() const override { return BlockId(m_first + m_behind.cursor().value); }
    Result<void> append(const BlockChunk& chunk) override
    {
        BlockChunk moved = chunk;
        moved.first = BlockId(chunk.first.value - m_first);
        return m_behind.append(moved);
    }
    Result<void> storeTail(const OpenTail& tail) override { return m_behind.storeTail(tail); }
    Result<std::optional<OpenTail>> loadTail() override { return m_behind.loadTail(); }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override
    {
        return block.value < m_first ? m_before.readRow(layer, block, out) : m_behind.readRow(layer, BlockId(block.value - m_first), out);
    }
    void expectRows(LayerIndex layer, std::span<const std::uint32_t> blocks) override
    {
        std::vector<std::uint32_t> before, behind;
        for (const std::uint32_t block : blocks)
            (block < m_first ? before : behind).push_back(block < m_first ? block : block - m_first);
        m_before.expectRows(layer, before);
        m_behind.expectRows(layer, behind);
    }
    bool isReadByMany() const override { return m_before.isReadByMany() && m_behind.isReadByMany(); }
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override
    {
        const std::uint32_t shared = first.value < m_first ? std::min(count, m_first - first.value) : 0;
        const std::size_t bytes = shared * m_before.identity().shape.landmarkBytes();
        if (auto done = shared > 0 ? m_before.readLandmarks(layer, first, shared, out.first(bytes)) : Result<void>();
            !done || shared == count)
            return done;
        return m_behind.readLandmarks(layer, BlockId(first.value + shared - m_first), count - shared, out.subspan(bytes));
    }
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override
    {
        std::vector<TokenId> tokens;
        for (std::uint32_t block = first.value; block < first.value + count; ++block) {
            const auto one = block < m_first ? m_before.readTokens(BlockId(block), 1) : m_behind.readTokens(BlockId(block - m_first), 1);
            if (!one)
                return one;
            tokens.insert(tokens.end(), one->begin(), one->end());
        }
        return tokens;
    }
    Result<void> replace(const BlockChunk&) override { return refused(); }
    Result<void> truncate(BlockId) override { return refused(); }
    std::vector<std::uint64_t> readingEnds() const override
    {
        std::vector<std::uint64_t> ends = m_before.readingEnds();
        std::erase_if(ends, [&](std::uint64_t end) { return end > std::uint64_t{m_first} * m_before.identity().shape.blockTokens; });
        return ends;
    }

private:
    static Error refused() { return {ErrorCode::Unsupported, "A memory for a removal test is not changed; test again."}; }

    BlockStore& m_before;
    BlockStore& m_behind;
    std::uint32_t m_first;
};

void discardMemoryWithout(const std::string& folder)
{
    std::error_code code;
    if (std::filesystem::exists(pathIn(folder), code))
        (void)BlockStore::discard(pathIn(folder));   // Busy: another engine tests just now
}

MemoryWithout::MemoryWithout(std::string path) : m_path(std::move(path)) {}

MemoryWithout::~MemoryWithout()
{
    m_memory.reset();
    m_archive.reset();
    m_blocks.reset();
    (void)BlockStore::discard(m_path);
}

std::uint64_t MemoryWithout::tokensToRead(const SessionMemory& session, std::span<const BlockId> missing, std::optional<BlockId> until)
{
    const std::vector<BlockId> blocks = ascending(missing);
    const std::uint64_t end = tokensInReach(session, until), size = session.stream().blockTokens();
    if (blocks.empty() || blocks.front().value * size >= end)
        return 0;
    return tokensWithout(session, blocks, until).size() - blocks.front().value * size;
}

Result<std::unique_ptr<MemoryWithout>> MemoryWithout::read(SessionMemory& session, std::span<const BlockId> missing,
                                                           std::optional<BlockId> until,
                                                           const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop)
{
    const std::vector<BlockId> blocks = ascending(missing);
    const BlockId all(
        std::min(session.memory().blocks(), static_cast<std::uint32_t>(tokensInReach(session, until) / session.stream().blockTokens())));
    const BlockId first = blocks.empty() ? all : std::min(blocks.front(), all);
    BlockStore& before = session.blocks();
    std::unique_ptr<MemoryWithout> made(new MemoryWithout(pathIn(folderOf(before.path()))));
    BlockStoreOptions options;
    options.synchronousFull = false;   // of no value after a crash
    options.space.ballastPath = ballastPath(folderOf(before.path()));
    if (auto done = BlockStore::discard(made->m_path); !done)
        return done.error();
    auto store = BlockStore::openOrCreate(made->m_path, before.identity(), options);
    if (!store)
        return store.error();
    made->m_blocks = std::move(*store);
    made->m_archive = std::make_unique<Archive>(before, *made->m_blocks, first);
    const MemoryIdentity& identity = before.identity();
    auto memory = session.engine().openMemory(*made->m_archive, identity.reading, identity.shape.type);
    if (!memory)
        return memory.error();
    made->m_memory.emplace(std::move(*memory));
    const std::vector<TokenId> tokens = tokensWithout(session, blocks, until);
    if (auto done = made->m_memory->read(tokens, onProgress, std::move(stop)); !done)
        return done.error();
    return made;
}

std::uint64_t deepRemovalTokens(SessionMemory& session, const Answer& answer, const AskOptions& options, std::span<const BlockId> barred)
{
    return looksIntoMemory(answer, options) ? MemoryWithout::tokensToRead(session, barred, options.until) : 0;
}

Result<std::vector<float>> rescoreDeep(SessionMemory& session, const Answer& answer, const AskOptions& options,
                                       std::span<const BlockId> barred, const std::function<void(const ReadProgress&)>& onProgress,
                                       std::stop_token stop)
{
    if (!looksIntoMemory(answer, options))
        return session.answerer().rescore(answer, options, barred, std::move(stop));
    const auto without = MemoryWithout::read(session, barred, options.until, onProgress, stop);
    if (!without)
        return without.error();
    return session.answerer().rescoreOver((*without)->memory(), answer, options, barred, std::move(stop));
}

}  // namespace cairn
