#include "app/session/open_session.h"

#include "storage/block_identity.h"
#include "storage/hashing.h"
#include "storage/session_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestDefaultBudget = 4ull << 30;
constexpr std::uint64_t kSmallestDefaultBudget = 256ull << 20;

StageError at(Stage stage, const Error& error) { return {stage, error}; }

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

SourceFile sourceFile(const std::string& path)
{
    SourceFile source{fs::absolute(path).lexically_normal().string(), 0, 0};
    struct stat status{};
    if (stat(path.c_str(), &status) == 0) {
        source.bytes = static_cast<std::uint64_t>(status.st_size);
        source.modifiedNs = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    }
    return source;
}

Result<void> makePrivateFolder(const std::string& folder)
{
    std::error_code code;
    fs::create_directories(fs::path(folder).parent_path(), code);
    if (fs::create_directory(folder, code))
        fs::permissions(folder, fs::perms::owner_all, code);
    if (code)
        return Error{ErrorCode::Io, "The folder " + folder + " could not be made: " + code.message() + "."};
    return {};
}

}  // namespace

StageResult<std::vector<ImportedDocument>> importDocuments(std::span<const std::string> paths, const ImportOptions& options,
                                                           const ProgressFn& progress, std::stop_token stop)
{
    std::vector<ImportedDocument> documents;
    for (const std::string& path : paths) {
        auto text = importDocument(path, options, progress, stop);
        if (!text)
            return at(Stage::Input, text.error());
        documents.push_back({std::move(*text), sourceFile(path)});
    }
    return documents;
}

StageResult<std::string> sessionFolderFor(const std::vector<ImportedDocument>& documents)
{
    std::vector<Hash128> hashes;
    for (const ImportedDocument& document : documents)
        hashes.push_back(contentHash(document.text.text));
    if (auto known = findSessionOf(defaultSessionsFolder(), documentsHash(hashes)))
        return *known;
    auto made = makeSessionFolder(defaultSessionsFolder(), documents.front().text.title);
    return made ? StageResult<std::string>(std::move(*made)) : StageResult<std::string>(at(Stage::Storage, made.error()));
}

OpenSession::~OpenSession() = default;

StageResult<std::unique_ptr<OpenSession>> OpenSession::open(const std::string& folder, Access access)
{
    SessionStoreOptions options;
    options.access = access;
    if (access == Access::ReadWrite)
        options.space.ballastPath = ballastPath(folder);
    auto store = SessionStore::open(folder, options);
    if (!store)
        return at(Stage::Storage, store.error());
    std::unique_ptr<OpenSession> session(new OpenSession(std::move(*store)));
    if (auto loaded = session->loadDocuments(); !loaded)
        return loaded.error();
    return session;
}

StageResult<std::unique_ptr<OpenSession>> OpenSession::openOrCreate(const std::string& folder, const std::string& title)
{
    std::error_code code;
    if (fs::exists(fs::path(folder) / "session.db", code))
        return open(folder, Access::ReadWrite);
    if (auto made = makePrivateFolder(folder); !made)
        return at(Stage::Storage, made.error());
    SessionStoreOptions options;
    options.space.ballastPath = ballastPath(folder);
    auto store = SessionStore::create(folder, title, options);
    if (!store)
        return at(Stage::Storage, store.error());
    return std::unique_ptr<OpenSession>(new OpenSession(std::move(*store)));
}

std::string OpenSession::blocksPath() const { return cairn::blocksPath(m_store->folder()); }

Result<std::unique_ptr<BlockStore>> OpenSession::blocksForLooking() const
{
    BlockStoreOptions options;
    options.access = Access::ReadOnly;
    return BlockStore::open(blocksPath(), options);
}

StageResult<void> OpenSession::loadDocuments()
{
    auto records = m_store->documents();
    if (!records)
        return at(Stage::Storage, records.error());
    m_records = std::move(*records);
    m_documents.clear();
    for (const DocumentRecord& record : m_records) {
        auto text = m_store->loadDocument(record.id);
        if (!text)
            return at(Stage::Storage, text.error());
        m_documents.push_back(std::move(*text));
    }
    return {};
}

StageResult<void> OpenSession::adopt(const std::vector<ImportedDocument>& documents)
{
    if (!m_records.empty()) {
        const bool same = std::equal(m_records.begin(), m_records.end(), documents.begin(), documents.end(),
                                     [](const DocumentRecord& record, const ImportedDocument& document) {
                                         return record.contentHash == contentHash(document.text.text);
                                     });
        if (same)
            return {};
        return at(Stage::Input, {ErrorCode::InvalidArgument, "The session " + m_store->folder() +
                                                                 " holds other documents, or an older state of these. Read into a new session with -o."});
    }
    for (const ImportedDocument& document : documents) {
        if (auto added = m_store->addDocument(document.text, document.source); !added)
            return at(Stage::Storage, added.error());
    }
    return loadDocuments();
}

StageResult<void> OpenSession::attachEngine(const EngineWishes& wishes, bool forReading)
{
    ModelWishes model = wishes.model;
    if (!model.model) {
        const auto recorded = m_store->setting("model");
        std::error_code code;
        if (recorded && !recorded->empty() && fs::exists(*recorded, code))
            model.model = *recorded;
    }
    auto choice = chooseModel(model);
    if (!choice)
        return at(Stage::Model, choice.error());
    EngineOptions options;
    options.modelPath = choice->model;
    options.landmarkAdapterPath = choice->landmarkAdapter;
    options.answerAdapterPath = choice->answerAdapter;
    options.device = wishes.device;
    options.memoryBudgetBytes = wishes.memoryBudgetBytes != 0 ? wishes.memoryBudgetBytes : defaultBudget();
    options.threads = wishes.threads;
    auto engine = Engine::open(options);
    if (!engine)
        return at(engine.error().code == ErrorCode::Device || engine.error().code == ErrorCode::OutOfMemory ? Stage::Engine : Stage::Model,
                  engine.error());
    m_engine = std::move(*engine);
    if (forReading) {
        if (auto saved = m_store->setSetting("model", fs::absolute(choice->model).string()); !saved)
            return at(Stage::Storage, saved.error());
    }

    std::vector<std::string_view> texts;
    for (const CanonicalText& document : m_documents)
        texts.push_back(document.text);
    auto stream = DocumentStream::build(texts, m_engine->tokenizer(), m_engine->chatFormat(), m_engine->info().blockTokens);
    if (!stream)
        return at(Stage::Model, stream.error());
    m_stream.emplace(std::move(*stream));
    return openMemory(wishes, forReading);
}

StageResult<void> OpenSession::openMemory(const EngineWishes& wishes, bool forReading)
{
    const auto documents = m_store->documentsHash();
    if (!documents)
        return at(Stage::Storage, documents.error());
    ReadingSettings reading = m_engine->defaultReading();
    KvType type = wishes.kvType.value_or(KvType::Int8);
    std::error_code code;
    const bool exists = fs::exists(blocksPath(), code);
    if (!exists && !forReading)
        return at(Stage::Storage, {ErrorCode::NotFound, "Nothing of this session is in memory. Read it first: cairn-cli read FILE -o " + m_store->folder()});
    if (exists) {
        auto stored = BlockStore::open(blocksPath(), blockOptions());
        if (stored) {   // what was recorded with the first block is kept, unless another type is asked for
            reading = (*stored)->identity().reading;
            type = wishes.kvType.value_or((*stored)->identity().shape.type);
            const bool same = memoryKey(m_engine->identity(*documents, reading, type)) == (*stored)->key();
            if (same)
                m_blocks = std::move(*stored);
            else if (!forReading)
                return at(Stage::Model, {ErrorCode::Unsupported, "This session was read with another model, adapter or number type. Read it again: "
                                                                 "cairn-cli read FILE -o " + m_store->folder()});
            else
                reading = m_engine->defaultReading();
        } else if (!forReading || stored.error().code == ErrorCode::Busy || stored.error().code == ErrorCode::Newer) {
            return at(Stage::Storage, stored.error());
        }
    }
    if (!m_blocks) {
        auto created = BlockStore::openOrCreate(blocksPath(), m_engine->identity(*documents, reading, type), blockOptions());
        if (!created)
            return at(Stage::Storage, created.error());
        m_blocks = std::move(*created);
    }
    auto memory = m_engine->openMemory(*m_blocks, reading, type);
    if (!memory)
        return at(Stage::Storage, memory.error());
    m_memory.emplace(std::move(*memory));
    return {};
}

BlockStoreOptions OpenSession::blockOptions() const
{
    BlockStoreOptions options;
    options.space.ballastPath = ballastPath(m_store->folder());
    return options;
}

Result<void> OpenSession::acknowledge(BlockId stored)
{
    return m_store->acknowledgeBlocks({m_blocks->key(), stored.value, m_stream->blocks()});
}

StageResult<void> OpenSession::read(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop)
{
    Result<void> acknowledged;
    BlockId last = m_blocks->cursor();
    const auto done = m_memory->read(m_stream->tokens(), [&](const ReadProgress& progress) {
        if (acknowledged && progress.stored > last) {
            last = progress.stored;
            acknowledged = acknowledge(last);
        }
        if (onProgress)
            onProgress(progress);
    }, stop);
    const bool engineFault = !done && (done.error().code == ErrorCode::Device || done.error().code == ErrorCode::OutOfMemory);
    if (!done)
        return at(engineFault ? Stage::Engine : Stage::Storage, done.error());
    if (acknowledged)
        acknowledged = acknowledge(m_blocks->cursor());
    return acknowledged ? StageResult<void>() : StageResult<void>(at(Stage::Storage, acknowledged.error()));
}

StageResult<void> OpenSession::repair(const std::vector<BlockDamage>& damage, std::stop_token stop)
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
            return at(Stage::Storage, done.error());
    }
    return {};
}

Answerer& OpenSession::answerer()
{
    if (!m_answerer) {
        std::vector<const CanonicalText*> documents;
        for (const CanonicalText& document : m_documents)
            documents.push_back(&document);
        m_answerer = std::make_unique<Answerer>(*m_engine, *m_memory, *m_stream, std::move(documents));
    }
    return *m_answerer;
}

StageResult<std::vector<ConversationTurn>> OpenSession::lastTurns(std::size_t count) const
{
    const auto answers = m_store->answers();
    if (!answers)
        return at(Stage::Storage, answers.error());
    std::vector<ConversationTurn> turns;
    for (auto record = answers->rbegin(); record != answers->rend() && turns.size() < count; ++record) {
        if (record->state != AnswerState::Finished || record->damaged)
            continue;
        const auto answer = m_store->loadAnswerWithoutTrace(record->id);
        if (!answer)
            return at(Stage::Storage, answer.error());
        turns.push_back({answer->question, answer->text});
    }
    std::reverse(turns.begin(), turns.end());
    return turns;
}

}  // namespace cairn
