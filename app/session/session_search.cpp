#include "app/session/session_search.h"

#include "storage/blocks/block_store.h"
#include "storage/folders/session_folder.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace cairn
{
namespace
{

BlockStoreOptions forReading()
{
    BlockStoreOptions options;
    options.access = Access::ReadOnly;
    return options;
}

// Looks for a stop request before everything it reads: a memory is opened in one call, from a disk that may be slow.
class StoppableArchive final : public BlockArchive
{
public:
    StoppableArchive(BlockArchive& archive, std::stop_token stop) : m_archive(archive), m_stop(std::move(stop)) {}

    BlockId cursor() const override { return m_archive.cursor(); }
    Result<void> append(const BlockChunk&) override { return readOnly(); }
    Result<void> storeTail(const OpenTail&) override { return readOnly(); }
    Result<void> replace(const BlockChunk&) override { return readOnly(); }
    Result<void> truncate(BlockId) override { return readOnly(); }
    Result<std::optional<OpenTail>> loadTail() override
    {
        return m_stop.stop_requested() ? Result<std::optional<OpenTail>>(stopped()) : m_archive.loadTail();
    }
    void expectRows(LayerIndex layer, std::span<const std::uint32_t> blocks) override { m_archive.expectRows(layer, blocks); }
    Result<void> readRow(LayerIndex layer, BlockId block, std::span<std::byte> out) override
    {
        return m_stop.stop_requested() ? Result<void>(stopped()) : m_archive.readRow(layer, block, out);
    }
    bool isReadByMany() const override { return m_archive.isReadByMany(); }
    Result<void> readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out) override
    {
        const std::size_t bytes = count == 0 ? 0 : out.size() / count;
        for (std::uint32_t done = 0; done < count; done += kBlocksAtOnce) {
            if (m_stop.stop_requested())
                return stopped();
            const std::uint32_t some = std::min(kBlocksAtOnce, count - done);
            if (auto read = m_archive.readLandmarks(layer, BlockId(first.value + done), some, out.subspan(done * bytes, some * bytes));
                !read)
                return read;
        }
        return {};
    }
    Result<std::vector<TokenId>> readTokens(BlockId first, std::uint32_t count) override
    {
        return m_stop.stop_requested() ? Result<std::vector<TokenId>>(stopped()) : m_archive.readTokens(first, count);
    }

private:
    static constexpr std::uint32_t kBlocksAtOnce = 256;   // 100 KB of the default model's landmarks
    static Error stopped() { return {ErrorCode::Cancelled, "The search was stopped."}; }
    static Result<void> readOnly() { return Error{ErrorCode::InvalidArgument, "A search changes nothing."}; }

    BlockArchive& m_archive;
    std::stop_token m_stop;
};

std::vector<PassageScore> passagesOf(std::span<const BlockScore> blocks)
{
    std::vector<PassageScore> passages;
    for (const BlockScore& one : blocks)
        passages.push_back({one.block.value, one.score});
    return passages;
}

bool hasOpenBlock(BlockStore& store)
{
    const auto tail = store.loadTail();
    return tail && *tail && !(*tail)->tokens.empty();
}

class SessionSearch
{
public:
    SessionSearch(const Engine& engine, LibrarySearch search, const SearchReport& report, std::stop_token stop)
        : m_engine(engine), m_search(std::move(search)), m_report(report), m_stop(std::move(stop))
    {
    }

    Result<void> run(std::span<const std::string> folders)
    {
        for (std::uint32_t session = 0; session < folders.size(); ++session) {
            SearchedSession searched{session, SearchOutcome::Searched, 0, {}};
            if (auto done = take(folders[session], searched); !done) {
                if (done.error().code == ErrorCode::Cancelled)
                    return done;
                searched.outcome = done.error().code == ErrorCode::NotFound ? SearchOutcome::NotRead : SearchOutcome::Unreadable;
                searched.reason = done.error().message;
            }
            m_report.onSession(searched);
        }
        return scoreBest(folders);
    }

private:
    Result<void> take(const std::string& folder, SearchedSession& searched)
    {
        const auto store = BlockStore::open(blocksPath(folder), forReading());
        if (!store)
            return store.error();
        const MemoryIdentity& identity = (*store)->identity();
        searched.blocks = (*store)->cursor().value;
        if (!isOfEngine(identity))
            searched.outcome = SearchOutcome::OtherModel;
        else if (searched.blocks == 0 && !hasOpenBlock(**store))   // of a note shorter than a block it is all
            searched.outcome = SearchOutcome::NotRead;
        if (searched.outcome != SearchOutcome::Searched)
            return {};
        StoppableArchive archive(**store, m_stop);
        if (auto done = m_search.add(archive, identity.shape, m_stop); !done)
            return done;
        m_sessions.push_back(searched.session);
        return {};
    }

    // How weights were multiplied may differ: it moves a score by less than neighbours differ.
    bool isOfEngine(const MemoryIdentity& identity) const
    {
        const MemoryIdentity own = m_engine.identity({}, identity.reading, identity.shape.type);
        return identity.model == own.model && identity.adapter == own.adapter && identity.shape == own.shape;
    }

    Result<void> scoreBest(std::span<const std::string> folders)
    {
        const auto memories = m_search.ranked(kPassagesInFull, m_stop);
        if (!memories)
            return memories.error();
        std::size_t place = 0;
        for (const RankedMemory& ranked : *memories) {
            const std::uint32_t session = m_sessions[ranked.memory];
            FoundInSession found{session, place++ < kSessionsInFull, passagesOf(std::span(ranked.blocks).first(1))};
            if (found.inFull) {
                auto scored = score(folders[session], ranked);
                if (!scored && scored.error().code == ErrorCode::Cancelled)
                    return scored.error();
                if (!scored) {
                    m_report.onSession({session, SearchOutcome::Unreadable, 0, scored.error().message});
                    continue;
                }
                found.passages = passagesOf(*scored);
            }
            m_report.onFound(found);
        }
        return {};
    }

    Result<std::vector<BlockScore>> score(const std::string& folder, const RankedMemory& ranked) const
    {
        const auto store = BlockStore::open(blocksPath(folder), forReading());
        if (!store)
            return store.error();
        const MemoryIdentity& identity = (*store)->identity();
        StoppableArchive archive(**store, m_stop);
        const auto memory = m_engine.openMemory(archive, identity.reading, identity.shape.type);
        return memory ? m_search.score(ranked, *memory, m_stop) : memory.error();
    }

    const Engine& m_engine;
    LibrarySearch m_search;
    const SearchReport& m_report;
    std::stop_token m_stop;
    std::vector<std::uint32_t> m_sessions;       // of each memory taken in
};

}  // namespace

StageResult<std::unique_ptr<Engine>> engineForSearch(const EngineWishes& wishes, std::atomic<std::uint64_t>* progress)
{
    auto choice = chooseModel(wishes.model);
    if (!choice)
        return StageError{Stage::Model, choice.error()};
    EngineOptions options;
    options.device = DeviceChoice::Cpu;
    options.threads = wishes.threads;
    options.progress = progress;
    if (wishes.memoryBudgetBytes != 0)
        options.memoryBudgetBytes = wishes.memoryBudgetBytes;
    auto engine = Engine::open(std::move(choice->files), options);
    if (!engine)
        return StageError{Stage::Model, engine.error()};
    return *std::move(engine);
}

Result<void> searchSessions(const Engine& engine, std::span<const std::string> folders, const std::string& words,
                            const SearchReport& report, std::stop_token stop)
{
    auto search = LibrarySearch::begin(engine, words, stop);
    if (!search)
        return search.error();
    return SessionSearch(engine, *std::move(search), report, std::move(stop)).run(folders);
}

}  // namespace cairn
