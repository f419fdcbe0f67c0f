#include "app/session/session_memory.h"

#include "app/session/memory_without.h"
#include "app/session/read_with_other.h"
#include "storage/blocks/block_identity.h"
#include "storage/bytes/hashing.h"
#include "storage/folders/session_folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr std::chrono::minutes kCanaryAge{10};   // reliability.md 6.4
constexpr int kCanaryChunks = 64;
constexpr std::uint32_t kBlocksAtOnce = 512;     // compared, or given up in one transaction
constexpr std::uint64_t kLargestDefaultBudget = 4ull << 30;
constexpr std::uint64_t kFewestMappedBytes = 64ull << 20, kMostMappedBytes = 256ull << 20;
constexpr std::uint64_t kSmallestDefaultBudget = 256ull << 20;

StageError at(Stage stage, const Error& error) { return {stage, error}; }

bool isEngineFault(const Error& error) { return error.code == ErrorCode::Device || error.code == ErrorCode::OutOfMemory; }

std::uint64_t availableMemory()
{
    std::ifstream info("/proc/meminfo");
    std::string name, unit;
    for (std::uint64_t kib = 0; info >> name >> kib; std::getline(info, unit)) {
        if (name == "MemAvailable:")
            return kib * 1024;
    }
    return 2 * kSmallestDefaultBudget;
}

std::uint64_t defaultBudget() { return std::clamp(availableMemory() / 2, kSmallestDefaultBudget, kLargestDefaultBudget); }

std::uint64_t budgetOf(const EngineWishes& wishes) { return wishes.memoryBudgetBytes != 0 ? wishes.memoryBudgetBytes : defaultBudget(); }

// Mapped rows come on top of the budget, so a small part of it: of a memory of 290,000 tokens the whole mapping held 270 MB.
BlockStoreOptions blockOptions(const SessionMemoryOptions& wanted)
{
    BlockStoreOptions options;
    options.space.ballastPath = ballastPath(wanted.folder);
    options.readOnlyWhenUnwritable = wanted.use == MemoryUse::Existing;
    options.mapLimit = std::clamp(budgetOf(wanted.wishes) / 8, kFewestMappedBytes, kMostMappedBytes);
    return options;
}

const CanonicalText& removedDocument()
{
    static const CanonicalText none;
    return none;
}

}  // namespace

SessionMemory::~SessionMemory() = default;

StageResult<std::unique_ptr<SessionMemory>> SessionMemory::open(const SessionMemoryOptions& options,
                                                                std::vector<const CanonicalText*> documents,
                                                                std::unique_ptr<Engine> engine)
{
    std::unique_ptr<SessionMemory> memory(new SessionMemory);
    memory->m_engine = std::move(engine);
    memory->m_documents = std::move(documents);
    memory->m_howToMend = options.howToMend;
    for (const CanonicalText*& document : memory->m_documents) {
        if (document)
            memory->m_hashes.push_back(contentHash(document->text));
        memory->m_textsAreWhole = memory->m_textsAreWhole && !(document && document->text.empty());
        document = document ? document : &removedDocument();
    }
    if (auto opened = memory->openStored(options); !opened)
        return opened.error();
    if (auto opened = memory->openEngine(options); !opened)
        return opened.error();
    if (auto opened = memory->openMemory(options); !opened)
        return opened.error();
    return memory;
}

std::unique_ptr<Engine> SessionMemory::takeEngine()
{
    m_answerer.reset();
    m_canary.reset();
    m_memory.reset();
    return std::move(m_engine);
}

void SessionMemory::prepareText(std::shared_ptr<const Tokenizer> tokenizer, ChatFormat chat, std::uint32_t blockTokens, MemoryUse use)
{
    std::vector<std::string_view> texts;
    for (const CanonicalText* document : m_documents)
        texts.push_back(document->text);
    const bool willBeAsked = m_stored && use != MemoryUse::DiscardDamaged && use != MemoryUse::DiscardOther;
    m_text.emplace(std::move(texts), std::move(tokenizer), std::move(chat), blockTokens, willBeAsked);
}

StageResult<void> SessionMemory::takeStream()
{
    const auto stream = m_text->stream();
    if (!stream)
        return at(Stage::Model, stream.error());
    m_stream = *stream;
    return {};
}

StageResult<void> SessionMemory::openEngine(const SessionMemoryOptions& wanted)
{
    if (m_engine) {   // of the memory before, and so is its tokenizer
        const std::shared_ptr<const Tokenizer> tokenizer(std::shared_ptr<const void>(), &m_engine->tokenizer());
        prepareText(tokenizer, m_engine->chatFormat(), m_engine->info().blockTokens, wanted.use);
        return takeStream();
    }
    auto choice = chooseModel(withRecorded(wanted.wishes.model, wanted.recordedModel));
    if (!choice)
        return at(Stage::Model, choice.error());
    EngineOptions options;
    const bool mayChange = wanted.use == MemoryUse::DiscardOther && wanted.wishes.device == DeviceChoice::Cuda;
    if (m_stored && !mayChange)
        options.memoryFormat = m_stored->identity().engineFormat;
    options.device = wanted.wishes.device;
    options.memoryBudgetBytes = budgetOf(wanted.wishes);
    options.threads = wanted.wishes.threads;
    options.progress = wanted.progress;
    options.notify = wanted.notify;
    const Model& model = choice->files.model;
    prepareText(model.tokenizer, model.chat, Engine::blockTokensOf(choice->files), wanted.use);
    auto engine = Engine::open(std::move(choice->files), options);
    if (!engine)
        return at(isEngineFault(engine.error()) ? Stage::Engine : Stage::Model, engine.error());
    m_engine = std::move(*engine);
    return takeStream();
}

// How many of the documents the stored memory is of: all, or, where some were added since, the first ones. 0: it is another's.
std::size_t SessionMemory::documentsIn(const BlockStore& stored, KvType type) const
{
    for (std::size_t count = m_hashes.size(); count > 0; --count) {
        const Hash128 documents = documentsHash(std::span(m_hashes).first(count));
        if (memoryKey(m_engine->identity(documents, stored.identity().reading, type)) == stored.key())
            return count;
    }
    return 0;
}

// Blocks from the start on whose tokens are those of the stream.
Result<std::uint32_t> SessionMemory::sameBlocks(BlockStore& stored) const
{
    const std::uint32_t end = std::min(stored.cursor().value, m_stream->blocks()), size = m_stream->blockTokens();
    for (std::uint32_t first = 0; first < end; first += kBlocksAtOnce) {
        const std::uint32_t count = std::min(kBlocksAtOnce, end - first);
        const auto tokens = stored.readTokens(BlockId(first), count);
        if (!tokens)
            return tokens.error().code == ErrorCode::Corruption ? Result<std::uint32_t>(first) : tokens.error();
        const auto wanted = m_stream->tokens().subspan(std::size_t{first} * size, tokens->size());
        const auto other = std::mismatch(tokens->begin(), tokens->end(), wanted.begin()).first;
        if (other != tokens->end())
            return first + static_cast<std::uint32_t>(other - tokens->begin()) / size;
    }
    return end;
}

// A memory by the same model of other documents: one was removed, or taken back. The last blocks go first, so that what is left after a
// crash is a memory that the next opening cuts on. false: it is of another model, adapter or type.
StageResult<bool> SessionMemory::cutToDocuments(BlockStore& stored, KvType type, std::atomic<std::uint64_t>* progress) const
{
    const MemoryIdentity& recorded = stored.identity();
    if (!m_textsAreWhole || memoryKey(m_engine->identity(recorded.documents, recorded.reading, type)) != stored.key())
        return false;
    const auto kept = sameBlocks(stored);
    if (!kept)
        return at(Stage::Storage, kept.error());
    std::uint32_t end = stored.cursor().value;
    do {   // at least once: the open block may be of the text behind
        end -= std::min(kBlocksAtOnce, end - *kept);
        if (auto done = stored.truncate(BlockId(end)); !done)
            return at(Stage::Storage, done.error());
        if (progress)
            ++*progress;
    } while (end > *kept);
    const auto done = stored.setDocuments(documentsHash(m_hashes));
    return done ? StageResult<bool>(true) : StageResult<bool>(at(Stage::Storage, done.error()));
}

// Of a memory whose damage is more than blocks that can be read again.
StageError SessionMemory::storageError(const Error& error) const
{
    const bool isDamage = error.code == ErrorCode::Corruption && !m_howToMend.empty();
    return at(Stage::Storage, isDamage ? Error{error.code, error.message + " " + m_howToMend} : error);
}

// Before the engine: how it multiplies depends on what is there, and a memory that is in use elsewhere need not wait for a model.
StageResult<void> SessionMemory::openStored(const SessionMemoryOptions& options)
{
    std::error_code code;
    const std::string path = blocksPath(options.folder);
    discardMemoryWithout(options.folder);
    if (!fs::exists(path, code)) {
        if (options.use != MemoryUse::Existing)
            return {};
        return at(Stage::Input, {ErrorCode::NotFound, "Nothing of this session is in memory. Read it first" + options.howToRead});
    }
    auto stored = BlockStore::open(path, blockOptions(options));
    if (stored) {
        m_stored = std::move(*stored);
        return {};
    }
    const bool kept = stored.error().code == ErrorCode::Busy || stored.error().code == ErrorCode::Newer;
    if ((options.use == MemoryUse::DiscardDamaged || options.use == MemoryUse::DiscardOther) && !kept)
        return {};
    return storageError(stored.error());
}

// What the engine that is loaded now would do otherwise.
std::string SessionMemory::differenceFrom(const MemoryIdentity& recorded, KvType type) const
{
    const MemoryIdentity now = m_engine->identity(recorded.documents, recorded.reading, type);
    if (now.model != recorded.model)
        return "another model";
    if (now.adapter != recorded.adapter)
        return "another landmark adapter";
    if (now.shape.type != recorded.shape.type)
        return "another number type";
    return "another model, adapter or number type";
}

// Takes the blocks on disk if they fit what the engine would make; else none, or an error says why. Returns the type of their numbers,
// or of those to be made.
StageResult<KvType> SessionMemory::openBlocks(const SessionMemoryOptions& options)
{
    auto stored = std::move(m_stored);
    if (!stored)
        return options.wishes.kvType.value_or(KvType::Int8);
    // What was recorded with the first block is kept, unless another type is asked for.
    const MemoryIdentity& recorded = stored->identity();
    const KvType type = options.wishes.kvType.value_or(recorded.shape.type);
    const std::size_t documents = documentsIn(*stored, type);
    if (documents > 0 && documents < m_hashes.size()) {
        if (auto added = stored->setDocuments(documentsHash(m_hashes)); !added)
            return at(Stage::Storage, added.error());
    }
    const auto cut = documents > 0 ? StageResult<bool>(false) : cutToDocuments(*stored, type, options.progress);
    if (!cut)
        return cut.error();
    if (documents > 0 || *cut)
        m_blocks = std::move(stored);
    else if (options.use != MemoryUse::DiscardOther)
        return at(Stage::Model, readWithOther(differenceFrom(recorded, type),
                                              options.howToReadAnew ? options.howToReadAnew() : options.howToRead));
    return type;
}

StageResult<void> SessionMemory::openMemory(const SessionMemoryOptions& options)
{
    const auto type = openBlocks(options);
    if (!type)
        return type.error();
    if (!m_blocks) {
        const ReadingSettings usual = options.wishes.links ? m_engine->readingWithLinks() : m_engine->defaultReading();
        auto reading = m_engine->readingBy(options.wishes.scan, usual);
        if (!reading && options.wishes.scanWherePossible)
            reading = usual;
        if (!reading)
            return at(Stage::Engine, reading.error());
        const MemoryIdentity identity = m_engine->identity(documentsHash(m_hashes), *reading, *type);
        auto created = BlockStore::openOrCreate(blocksPath(options.folder), identity, blockOptions(options));
        if (!created)
            return at(Stage::Storage, created.error());
        m_blocks = std::move(*created);
    }
    m_canary = std::make_unique<CanaryWatch>(*m_blocks, options.folder + "/blocks.suspect", [this] { return readCanary(*m_engine); },
                                             m_engine->info().packedWeights ? CanaryRule::Rounded : CanaryRule::Close);
    if (auto sound = m_canary->begin(); !sound)
        return at(isEngineFault(sound.error()) ? Stage::Engine : Stage::Storage, sound.error());
    m_archive.emplace(*m_blocks);
    auto memory = m_engine->openMemory(*m_archive, m_blocks->identity().reading, m_blocks->identity().shape.type);
    if (!memory)
        return storageError(memory.error());
    m_memory.emplace(std::move(*memory));
    if (options.staysOpen)   // behind what opening reads itself
        m_blocks->warm(availableMemory() / 2);
    if (auto mended = mendLandmarks(); !mended)
        return mended;
    return readOpenEnd();
}

// Runs of blocks, each computed over what stands before it, which is whole by then.
StageResult<void> SessionMemory::mendLandmarks()
{
    const std::set<std::uint32_t>& damaged = m_archive->damaged();
    for (auto first = damaged.begin(); first != damaged.end();) {
        auto next = std::next(first);
        std::uint32_t count = 1;
        for (; next != damaged.end() && *next == *first + count; ++next)
            ++count;
        if (auto done = m_memory->recompute(BlockId{*first}, count, m_stream->tokens()); !done)
            return storageError(done.error());
        first = next;
    }
    m_archive->mended();
    return {};
}

StageResult<bool> SessionMemory::mend(std::stop_token stop)
{
    const auto damage = m_blocks->verify(stop);
    if (!damage)
        return storageError(damage.error());
    if (damage->empty())
        return false;
    const auto done = repair(*damage, std::move(stop));
    return done ? StageResult<bool>(true) : StageResult<bool>(done.error());
}

// Less than a block is missing, so that counting blocks would take the session for read: after a short document was added, or a crash
// between the last block and the open one.
StageResult<void> SessionMemory::readOpenEnd()
{
    if (isRead() || m_memory->blocks() < m_stream->blocks() || !m_blocks->canWrite())
        return {};
    return read({}, {});
}

StageResult<void> SessionMemory::proveBeforeAnswer()
{
    if (!m_canary->isOlderThan(kCanaryAge))
        return {};
    const auto sound = m_canary->check();
    return sound ? StageResult<void>() : StageResult<void>(at(Stage::Engine, sound.error()));
}

// Every so many chunks, and at the end, the engine proves itself; a failure stops the reading.
Result<void> SessionMemory::readWatched(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop)
{
    std::stop_source own;
    const std::stop_callback forward(stop, [&own] { own.request_stop(); });
    Result<void> sound;
    BlockId last = m_blocks->cursor();
    int chunks = 0;
    auto done = m_memory->read(m_stream->tokens(), [&](const ReadProgress& progress) {
        chunks += progress.stored > last ? 1 : 0;
        last = std::max(last, progress.stored);
        if (chunks >= kCanaryChunks) {
            chunks = 0;
            sound = m_canary->check();
            if (!sound)
                own.request_stop();
        }
        if (onProgress)
            onProgress(progress);
    }, own.get_token());
    if (!sound || !done)
        return sound ? done : sound;
    return m_canary->check();
}

StageResult<void> SessionMemory::read(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop)
{
    const auto done = mending([&] { return readWatched(onProgress, stop); }, stop);
    return done ? StageResult<void>() : StageResult<void>(at(isEngineFault(done.error()) ? Stage::Engine : Stage::Storage, done.error()));
}

StageResult<void> SessionMemory::makeDurable()
{
    // To where the reading stands: nothing is left to compute, only to store.
    const auto done = m_memory->read(m_stream->tokens().first(m_memory->regularTokens()), {}, {});
    return done ? StageResult<void>() : StageResult<void>(at(Stage::Storage, done.error()));
}

StageResult<void> SessionMemory::repair(const std::vector<BlockDamage>& damage, std::stop_token stop)
{
    std::vector<std::uint32_t> blocks;
    for (const BlockDamage& item : damage)
        blocks.push_back(item.kind == BlockDamage::Kind::Tail ? m_blocks->cursor().value : item.block.value);
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    for (const std::uint32_t block : blocks) {
        const Result<void> done = block >= m_blocks->cursor().value ? m_memory->read(m_stream->tokens(), {}, stop)
                                                                    : m_memory->recompute(BlockId{block}, 1, m_stream->tokens(), stop);
        if (!done)
            return storageError(done.error());
    }
    return {};
}

void SessionMemory::leaveEngine()
{
    (void)m_answerer.release();
    if (m_memory)
        (void)new Memory(*std::move(m_memory));
    (void)m_engine.release();
}

Answerer& SessionMemory::answerer()
{
    if (!m_answerer)
        m_answerer = std::make_unique<Answerer>(*m_engine, *m_memory, *m_stream, m_text->takeWords(), m_documents);
    return *m_answerer;
}

}  // namespace cairn
