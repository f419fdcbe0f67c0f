#include "app/session/open_session.h"

#include "app/common/input_title.h"
#include "app/common/shell_word.h"
#include "app/session/removal_cost.h"
#include "app/session/session_register.h"
#include "app/session/text_in_memory.h"
#include "core/types/paths.h"
#include "storage/bytes/hashing.h"
#include "storage/folders/session_folder.h"
#include "storage/session/input_copy.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

StageError at(Stage stage, const Error& error) { return {stage, error}; }

Result<void> makePrivateFolder(const std::string& folder)
{
    std::error_code code;
    if (fs::exists(folder, code) && !fs::is_directory(folder, code))
        return Error{ErrorCode::InvalidArgument, "The session can't be made at " + folder + ": there is a file. Name a folder."};
    fs::create_directories(fs::path(folder).parent_path(), code);
    if (fs::create_directory(folder, code))
        fs::permissions(folder, fs::perms::owner_all, code);
    if (code)
        return Error{ErrorCode::Io, "The folder " + folder + " could not be made: " + code.message() + "."};
    return {};
}

}  // namespace

StageResult<ImportedDocuments> importDocuments(std::span<const std::string> paths, const ImportOptions& options,
                                               const ProgressFn& progress, std::stop_token stop)
{
    ImportedDocuments documents;
    for (const std::string& path : paths) {
        auto text = importDocument(path, options, progress, stop);
        if (!text && text.error().code == ErrorCode::Cancelled)
            return at(Stage::Input, text.error());
        if (text && isInputCopy(path))
            nameInput(*text);
        if (text)
            documents.read.push_back({std::move(*text), hashedSourceOf(path)});
        else
            documents.unread.push_back({path, at(Stage::Input, text.error())});
    }
    return documents;
}

StageResult<std::string> sessionFolderFor(const std::vector<ImportedDocument>& documents)
{
    std::vector<Hash128> hashes;
    for (const ImportedDocument& document : documents)
        hashes.push_back(contentHash(document.text.text));
    auto folder = cairn::sessionFolderFor(defaultSessionsFolder(), hashes, documents.front().text.title);
    return folder ? StageResult<std::string>(std::move(*folder)) : StageResult<std::string>(at(Stage::Storage, folder.error()));
}

OpenSession::~OpenSession()
{
    if (!m_goes)
        return;
    const std::string folder = m_store->folder();
    m_memory.reset();
    m_store.reset();   // their locks are given back
    (void)deleteSession(folder);
}

StageResult<std::unique_ptr<OpenSession>> OpenSession::open(const std::string& folder, Access access)
{
    SessionStoreOptions options;
    options.access = access;
    return openBy(folder, std::move(options));
}

StageResult<std::unique_ptr<OpenSession>> OpenSession::openToAsk(const std::string& folder)
{
    SessionStoreOptions options;
    options.readOnlyWhenUnwritable = true;
    return openBy(folder, std::move(options));
}

StageResult<std::unique_ptr<OpenSession>> OpenSession::openBy(const std::string& folder, SessionStoreOptions options)
{
    if (options.access == Access::ReadWrite)
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
    if (isSessionFolder(folder))
        return open(folder, Access::ReadWrite);
    if (auto made = makePrivateFolder(folder); !made)
        return at(made.error().code == ErrorCode::InvalidArgument ? Stage::Usage : Stage::Storage, made.error());
    SessionStoreOptions options;
    options.space.ballastPath = ballastPath(folder);
    auto store = SessionStore::create(folder, title, options);
    if (!store) {
        std::error_code ignored;
        if (store.error().code != ErrorCode::Busy)
            fs::remove(folder + "/session.lock", ignored);   // of another program that makes it just now it stays
        fs::remove(folder, ignored);                         // if nothing else is in it
        return at(Stage::Storage, store.error());
    }
    (void)registerSession(folder);   // else the window asks whose it is
    std::unique_ptr<OpenSession> session(new OpenSession(std::move(*store)));
    session->m_isNew = true;
    return session;
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
    m_damaged.clear();
    for (const DocumentRecord& record : m_records) {
        auto text = m_store->loadDocument(record.id);
        if (!text && text.error().code != ErrorCode::Corruption)
            return at(Stage::Storage, text.error());
        if (!text)
            m_damaged.push_back(m_documents.size());
        m_documents.push_back(text ? std::move(*text) : CanonicalText{});
    }
    return {};
}

StageResult<void> OpenSession::checkText(std::size_t index) const
{
    if (std::find(m_damaged.begin(), m_damaged.end(), index) == m_damaged.end())
        return {};
    const DocumentRecord& record = m_records[index];
    const std::string what = record.damaged ? "The entry of document " + std::to_string(index) + " is damaged. "
                                            : "The text of \"" + record.title + "\" is damaged. ";
    return at(Stage::Storage, {ErrorCode::Corruption,
                               what + "cairn-cli verify " + shellWord(m_store->folder()) +
                                   " --repair takes it anew from its file, or brings what can be read into a new session."});
}

StageResult<void> OpenSession::checkTexts() const
{
    for (const std::size_t index : m_damaged) {
        if (!m_records[index].isRemoved())
            return checkText(index);
    }
    return {};
}

StageResult<OpenSession::Restored> OpenSession::restoreFromFile(std::size_t index, const ImportOptions& options, std::stop_token stop)
{
    const std::string path = m_records[index].source.path;
    std::error_code code;
    if (m_records[index].damaged || path.empty() || !fs::is_regular_file(path, code))
        return Restored{};
    m_memory.reset();   // it borrows the texts
    const auto text = importDocument(path, options, {}, stop);
    if (!text && text.error().code == ErrorCode::InvalidArgument)   // no such encoding
        return at(Stage::Usage, text.error());
    if (!text && text.error().code == ErrorCode::Cancelled)
        return at(Stage::Input, text.error());
    if (!text)
        return Restored{false, text.error()};
    const auto done = m_store->restoreDocument(m_records[index].id, *text);
    if (!done && done.error().code != ErrorCode::InvalidArgument)
        return at(Stage::Storage, done.error());
    if (!done)
        return Restored{false, done.error()};
    const auto loaded = loadDocuments();
    return loaded ? StageResult<Restored>(Restored{true, {}}) : StageResult<Restored>(loaded.error());
}

// Of a damaged document as its tokens say, which session.db's map finds in the memory.
std::optional<std::string> OpenSession::textInMemory(std::size_t index, const EngineWishes& wishes) const
{
    const auto map = m_store->streamMap();
    if (!map || !*map || index >= (*map)->map.documents())   // not read, or added since
        return std::nullopt;
    const auto [begin, end] = (*map)->map.data().documentTokens[index];
    const auto recorded = m_store->setting("model");
    auto text = cairn::textInMemory(blocksPath(), {(*map)->memoryKey, (*map)->map.blockTokens(), begin, end},
                                    recorded ? withRecorded(wishes.model, *recorded) : wishes.model);
    return text ? std::optional(std::move(*text)) : std::nullopt;
}

StageResult<void> OpenSession::mendTexts(const EngineWishes& wishes)
{
    for (const std::size_t index : std::vector(m_damaged)) {
        const DocumentRecord& record = m_records[index];
        if (record.damaged || record.isRemoved())
            continue;
        auto proven = m_store->provenDocument(record.id);
        if (!proven && proven.error().code == ErrorCode::Corruption)
            if (const auto text = textInMemory(index, wishes))
                proven = m_store->provenDocument(record.id, &*text);
        if (!proven && proven.error().code != ErrorCode::Corruption)
            return at(Stage::Storage, proven.error());
        if (!proven)
            continue;
        if (proven->hasMaps && m_store->canWrite())
            if (const auto done = m_store->restoreDocument(record.id, proven->document); !done)
                return at(Stage::Storage, done.error());
        m_memory.reset();   // it borrows the texts
        m_documents[index] = std::move(proven->document);
        std::erase(m_damaged, index);
        m_mended.push_back({index, proven->hasMaps});
    }
    return {};
}

Result<void> OpenSession::restoreDamaged(const std::vector<ImportedDocument>& documents)
{
    for (const std::size_t index : m_damaged) {
        for (const ImportedDocument& document : documents) {
            const auto done = m_store->restoreDocument(m_records[index].id, document.text);
            if (!done && done.error().code != ErrorCode::InvalidArgument)
                return done;
        }
    }
    return {};
}

Result<void> OpenSession::replaceStates(const std::vector<ImportedDocument>& documents)
{
    const auto isSame = [](const SourceFile& one, const SourceFile& other) {   // what came through standard input has no name
        const bool sameBytes = isInputCopy(one.path) && one.bytesHash != Hash128{} && one.bytesHash == other.bytesHash;
        return sameBytes || (!one.path.empty() && one.path == other.path);
    };
    for (const ImportedDocument& document : documents) {
        for (const DocumentRecord& record : m_records) {
            if (record.isRemoved() || !isSame(document.source, record.source))
                continue;
            if (auto done = replaceDocument(*m_store, record.id, {&document.text, document.source}); !done)
                return done;
        }
    }
    return {};
}

StageResult<TakenDocuments> OpenSession::adopt(const std::vector<ImportedDocument>& documents, bool anew, const std::stop_token& stop)
{
    if (const auto done = restoreDamaged(documents); !done)
        return at(Stage::Storage, done.error());
    if (const auto done = anew ? replaceStates(documents) : Result<void>(); !done)
        return at(Stage::Storage, done.error());
    std::vector<NewDocument> offered;
    for (const ImportedDocument& document : documents)
        offered.push_back({&document.text, document.source});
    auto taken = takeDocuments(*m_store, offered, stop);
    if (!taken)
        return at(taken.error().code == ErrorCode::InvalidArgument ? Stage::Input : Stage::Storage, taken.error());
    if (auto loaded = loadDocuments(); !loaded)
        return loaded.error();
    return std::move(*taken);
}

StageResult<void> OpenSession::setRemoved(std::size_t document, bool removed)
{
    if (m_memory)
        m_engine = m_memory->takeEngine();
    m_memory.reset();   // it borrows the texts
    if (auto done = m_store->setDocumentRemoved(m_records[document].id, removed); !done)
        return at(done.error().code == ErrorCode::InvalidArgument ? Stage::Input : Stage::Storage, done.error());
    return loadDocuments();
}

// The command that does it, and what is lost by it.
std::string OpenSession::howToReadAnew(const EngineWishes& wishes) const
{
    std::string command = ": cairn-cli read " + shellWord(m_store->folder()), asked;
    const auto add = [&](const std::string& option, const std::optional<std::string>& value) {
        if (value) {
            command += " " + option + " " + shellWord(*value);
            asked += (asked.empty() ? "" : ", ") + option;
        }
    };
    add("--model", wishes.model.model);
    add("--adapter", wishes.model.adapter);
    if (wishes.kvType)
        add("--kv", wishes.kvType == KvType::F16 ? "f16" : "int8");
    const auto memories = m_store->memories();
    const auto map = m_store->streamMap();
    const auto rate = m_store->setting(kReadingRateSetting);
    const std::uint32_t blocks = memories && !memories->empty() ? memories->back().storedBlocks : 0;
    const std::uint64_t tokens = map && *map ? std::uint64_t{blocks} * (*map)->map.blockTokens() : 0;
    std::string words = command + " --reread.";
    const auto say = [&words](const std::string& sentence) { words += ' ' + sentence; };
    if (blocks > 1)
        say("Its " + std::to_string(blocks) + " blocks are given up then.");
    if (tokens > 0)
        say(readingAgainSentence(tokens, rate ? std::strtod(rate->c_str(), nullptr) : 0));
    if (!asked.empty())
        say("Without " + asked + " it is used as it is.");
    return words;
}

StageResult<void> OpenSession::attachEngine(const EngineWishes& wishes, bool forReading, std::function<void(const std::string&)> notify)
{
    m_memory.reset();   // it holds the lock
    if (auto mended = mendTexts(wishes); !mended)
        return mended;
    if (auto whole = checkTexts(); !whole)
        return whole;
    SessionMemoryOptions options;
    if (notify)
        options.notify = [notify](const MemoryShortage& shortage) { notify(sentenceOf(shortage)); };
    options.folder = m_store->folder();
    if (const auto recorded = m_store->setting("model"))
        options.recordedModel = *recorded;
    options.wishes = wishes;
    options.use = !forReading ? MemoryUse::Existing : wishes.keepOther ? MemoryUse::DiscardDamaged : MemoryUse::DiscardOther;
    options.howToRead = ": cairn-cli read " + shellWord(m_store->folder());
    options.howToMend = "cairn-cli verify " + shellWord(m_store->folder()) + " --repair reads the memory again.";
    options.howToReadAnew = [this, &wishes] { return howToReadAnew(wishes); };
    std::vector<const CanonicalText*> documents;
    for (std::size_t i = 0; i < m_documents.size(); ++i)
        documents.push_back(m_records[i].isRemoved() ? nullptr : &m_documents[i]);
    auto memory = SessionMemory::open(options, std::move(documents), std::move(m_engine));
    if (!memory)
        return memory.error();
    m_memory = std::move(*memory);
    if (!forReading)
        return {};
    if (const auto dropped = m_store->dropBackLinks(m_memory->blocks().cursor()); !dropped)
        return at(Stage::Storage, dropped.error());
    if (const auto kept = m_store->setStreamMap(m_memory->blocks().key(), m_memory->stream().map()); !kept)
        return at(Stage::Storage, kept.error());
    const auto saved = m_store->setSetting("model", absolutePath(engine().info().modelPath).string());
    return saved ? StageResult<void>() : StageResult<void>(at(Stage::Storage, saved.error()));
}

Result<void> OpenSession::acknowledge(BlockId stored)
{
    return m_store->acknowledgeBlocks({blocks().key(), stored.value, stream().blocks()});
}

StageResult<void> OpenSession::read(const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop)
{
    Result<void> acknowledged;
    BlockId last = blocks().cursor();
    auto done = m_memory->read([&](const ReadProgress& progress) {
        if (acknowledged && !progress.links.empty())
            acknowledged = m_store->setBackLinks(progress.links);
        if (acknowledged && progress.stored > last) {
            last = progress.stored;
            acknowledged = acknowledge(last);
        }
        if (onProgress)
            onProgress(progress);
    }, stop);
    const bool stopped = !done && done.error().error.code == ErrorCode::Cancelled;
    if (done || stopped || blocks().cursor() > BlockId(0))
        keep();
    if (stopped) {
        if (auto stored = m_memory->makeDurable(); !stored)
            return stored;
    }
    if (acknowledged && blocks().cursor() > BlockId(0))
        acknowledged = acknowledge(blocks().cursor());
    if (!done)
        return done;
    return acknowledged ? StageResult<void>() : StageResult<void>(at(Stage::Storage, acknowledged.error()));
}

StageResult<void> OpenSession::repair(const std::vector<BlockDamage>& damage, std::stop_token stop)
{
    return m_memory->repair(damage, stop);
}

StageResult<EngineWishes> OpenSession::discardMemory(EngineWishes wishes)
{
    if (m_memory) {
        const MemoryIdentity& identity = m_memory->blocks().identity();
        ReadingSettings flat = identity.reading;
        wishes.scan = std::exchange(flat.scan, ScanWay::Flat);
        wishes.links = flat == engine().readingWithLinks();
        wishes.kvType = wishes.kvType.value_or(identity.shape.type);
    } else if (const auto blocks = blocksForLooking(); !blocks && blocks.error().code == ErrorCode::Newer) {
        return at(Stage::Storage, blocks.error());
    }
    m_memory.reset();
    const auto done = BlockStore::discard(blocksPath());
    return done ? StageResult<EngineWishes>(std::move(wishes)) : StageResult<EngineWishes>(at(Stage::Storage, done.error()));
}

void OpenSession::leaveEngine()
{
    if (m_memory)
        m_memory->leaveEngine();
}

StageResult<OpenSession::LastTurns> OpenSession::lastTurns(std::size_t count) const
{
    const auto answers = m_store->answers();
    if (!answers)
        return at(Stage::Storage, answers.error());
    LastTurns last;
    for (auto record = answers->rbegin(); record != answers->rend() && last.turns.size() < count; ++record) {
        if (record->state != AnswerState::Finished || record->damaged)
            continue;
        const auto answer = m_store->loadAnswerWithoutTrace(record->id);
        if (!answer && answer.error().code == ErrorCode::Corruption)
            continue;
        if (!answer)
            return at(Stage::Storage, answer.error());
        last.turns.push_back({answer->question, answer->text});
        last.answer = last.answer.value_or(record->id);
    }
    std::reverse(last.turns.begin(), last.turns.end());
    return last;
}

}  // namespace cairn
