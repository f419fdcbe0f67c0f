#include "app/window/session/session_contents.h"

#include "app/window/session/document_facts.h"

#include "storage/bytes/hashing.h"
#include "storage/files/file_lock.h"
#include "storage/files/network_folder.h"
#include "storage/folders/new_documents.h"
#include "storage/folders/session_folder.h"
#include "ui/elided_place.h"

#include <algorithm>
#include <filesystem>

namespace cairn
{
namespace
{

SessionStoreOptions storeOptions(const std::string& folder)
{
    SessionStoreOptions options;
    options.readOnlyWhenLocked = true;
    options.readOnlyWhenUnwritable = true;
    options.space.ballastPath = ballastPath(folder);
    return options;
}

Result<void> loadDocuments(SessionStore& store, SessionContents& contents)
{
    auto records = store.documents();
    if (!records)
        return records.error();
    contents.records = std::move(*records);
    for (const DocumentRecord& record : contents.records) {
        auto text = store.loadDocument(record.id);
        if (!text && text.error().code != ErrorCode::Corruption)
            return text.error();
        if (!text && !record.isRemoved())
            contents.damaged.push_back(contents.documents.size());
        if (!text)
            contents.problems.append(titleInSentence(record.title) + QStringLiteral(": ") + QString::fromStdString(text.error().message));
        if (auto proven = text ? Error{} : store.provenDocument(record.id); proven)   // only its pages and headings are damaged
            text = std::move(proven->document);
        CanonicalText nothing;
        nothing.title = record.title;
        contents.documents.push_back(std::make_shared<CanonicalText>(text ? std::move(*text) : std::move(nothing)));
        contents.words.push_back(wordCount(contents.documents.back()->text));
    }
    return {};
}

std::vector<StoredTurn> turnsOf(SessionStore& store, std::vector<QuestionRecord> questions, const std::vector<AnswerRecord>& answers)
{
    std::vector<StoredTurn> turns;
    for (QuestionRecord& question : questions) {
        StoredTurn turn{std::move(question), {}, {}};
        for (const AnswerRecord& answer : answers) {
            if (answer.question != turn.question.id)
                continue;
            auto words = store.loadAnswerWithoutTrace(answer.id);
            turn.answers.push_back(answer);
            turn.words.push_back(words ? std::move(*words) : Answer{});
        }
        turns.push_back(std::move(turn));
    }
    return turns;
}

Result<void> loadTurns(SessionStore& store, SessionContents& contents)
{
    auto questions = store.questions(), removedQuestions = store.removedQuestions();
    if (!questions || !removedQuestions)
        return questions ? removedQuestions.error() : questions.error();
    const auto answers = store.answers(), removedAnswers = store.removedAnswers();
    if (!answers || !removedAnswers)
        return answers ? removedAnswers.error() : answers.error();
    contents.turns = turnsOf(store, std::move(*questions), *answers);
    contents.removedTurns = turnsOf(store, std::move(*removedQuestions), *removedAnswers);
    return {};
}

Result<void> loadSettings(SessionStore& store, SessionContents& contents)
{
    for (auto& [name, value] : {std::pair{"title", &contents.title}, {"model", &contents.model}, {"view", &contents.viewState}}) {
        auto setting = store.setting(name);
        if (!setting && setting.error().code != ErrorCode::Corruption)
            return setting.error();
        if (setting)
            *value = QString::fromStdString(*setting);
    }
    const auto own = store.setting(kOwnModelSetting);
    contents.usesOwnModel = own && !own->empty();
    const auto reading = store.setting(kReadingSetting);
    for (const ReadingWish wish : {ReadingWish::GoOn, ReadingWish::Pause}) {
        if (reading && *reading == kReadingWishes[int(wish)])
            contents.readingWish = wish;
    }
    return {};
}

Result<void> loadMaps(SessionStore& store, SessionContents& contents)
{
    auto memories = store.memories();
    if (!memories)
        return memories.error();
    contents.memories = std::move(*memories);
    auto map = store.streamMap();
    if (!map)
        return map.error();
    contents.map = std::make_shared<StreamMap>(*map ? std::move((*map)->map) : StreamMap());
    if (*map)
        contents.mapKey = (*map)->memoryKey;
    auto earlier = store.earlierMaps();
    if (!earlier)
        return earlier.error();
    for (auto& [row, stored] : *earlier)
        contents.earlierMaps.emplace(row, std::make_shared<StreamMap>(std::move(stored.map)));
    if (auto links = store.allBackLinks())                  // derived: without them the rest is shown all the same
        contents.links = std::move(*links);
    return {};
}

std::vector<Hash128> hashesOf(const std::vector<ImportedFile>& files)
{
    std::vector<Hash128> hashes;
    for (const ImportedFile& file : files) {
        const Hash128 hash = contentHash(file.text->text);
        if (std::find(hashes.begin(), hashes.end(), hash) == hashes.end())   // a text is taken once
            hashes.push_back(hash);
    }
    return hashes;
}

// As SessionSummary::sourcesHash.
Hash128 sourcesHashOf(const std::vector<ImportedFile>& files)
{
    std::vector<Hash128> hashes;
    for (const ImportedFile& file : files) {
        const Hash128& hash = file.source.bytesHash;
        if (hash == Hash128{})
            return {};
        if (std::find(hashes.begin(), hashes.end(), hash) == hashes.end())
            hashes.push_back(hash);
    }
    return documentsHash(hashes);
}

bool isFromFiles(const std::string& folder, const std::vector<ImportedFile>& files)
{
    SessionStoreOptions options;
    options.access = Access::ReadOnly;
    const auto store = SessionStore::open(folder, options);
    const auto records = store ? (*store)->documents() : Result<std::vector<DocumentRecord>>(store.error());
    return records && std::all_of(records->begin(), records->end(), [&](const DocumentRecord& record) {
        return record.isRemoved() ||
               std::any_of(files.begin(), files.end(), [&](const ImportedFile& file) { return file.source.path == record.source.path; });
    });
}

bool holdsAll(const std::string& folder, const std::vector<Hash128>& documents)
{
    SessionStoreOptions options;
    options.access = Access::ReadOnly;
    const auto store = SessionStore::open(folder, options);
    const auto records = store ? (*store)->documents() : Result<std::vector<DocumentRecord>>(store.error());
    return records && std::all_of(documents.begin(), documents.end(), [&](const Hash128& document) {
        return std::any_of(records->begin(), records->end(), [&](const DocumentRecord& record) {
            return !record.isRemoved() && record.contentHash == document;
        });
    });
}

std::optional<KnownSession> sessionWithOthers(const std::vector<SessionSummary>& sessions, const std::vector<Hash128>& documents)
{
    for (const SessionSummary& session : sessions)
        if (session.problem.empty() && session.documents.size() > documents.size() && holdsAll(session.folder, documents))
            return KnownSession{session.folder, session.name(), false, true};
    return std::nullopt;
}

Result<std::unique_ptr<SessionStore>> makeSession(const std::vector<ImportedFile>& files, const std::string& folder,
                                                  const std::string& title)
{
    auto store = SessionStore::create(folder, title, storeOptions(folder));
    if (!store)
        return store;
    if (const auto added = addDocuments(**store, files); !added)
        return added.error();
    return store;
}

// Called so in the session
DocumentPtr withTitle(const DocumentPtr& text, const std::string& title)
{
    if (text->title == title)
        return text;
    auto named = std::make_shared<CanonicalText>(*text);
    named->title = title;
    return named;
}

}  // namespace

void SessionContents::keepMapOfAnswers()
{
    std::int64_t row = -1;
    while (earlierMaps.contains(row))
        --row;
    bool used = false;
    for (std::vector<StoredTurn>* all : {&turns, &removedTurns})
        for (StoredTurn& turn : *all)
            for (AnswerRecord& answer : turn.answers)
                if (!answer.earlierMap && answer.state != AnswerState::Running) {
                    answer.earlierMap = row;
                    used = true;
                }
    if (used)
        earlierMaps.emplace(row, map);
}

Result<SessionContents> loadContents(SessionStore& store)
{
    SessionContents contents;
    contents.folder = QString::fromStdString(store.folder());
    contents.readOnly = !store.canWrite();
    contents.opened = store.outcome();
    contents.leftBehind = store.wasLeftBehind();
    contents.warning = contents.readOnly ? QString() : QString::fromStdString(networkWarning(store.folder()));
    for (const std::string& problem : store.problems())
        contents.problems.append(QString::fromStdString(problem));
    for (const auto step : {loadDocuments, loadTurns, loadSettings, loadMaps}) {
        if (auto done = step(store, contents); !done)
            return done.error();
    }
    std::error_code code;
    for (const DocumentRecord& record : contents.records)
        contents.fileMissing.push_back(!record.source.path.empty() && !std::filesystem::exists(record.source.path, code));
    contents.fileChanged.assign(contents.records.size(), false);
    auto notes = store.notes();
    if (!notes)
        return notes.error();
    contents.notes = std::move(*notes);
    return contents;
}

Result<AddedDocuments> addDocuments(SessionStore& store, const std::vector<ImportedFile>& files)
{
    std::vector<NewDocument> offered;
    for (const ImportedFile& file : files)
        offered.push_back({file.text.get(), file.source});
    const auto taken = takeDocuments(store, offered);
    if (!taken)
        return taken.error();
    auto records = store.documents();
    if (!records)
        return records.error();
    AddedDocuments added;
    added.records.assign(records->end() - std::ptrdiff_t(taken->added.size()), records->end());
    for (const std::size_t place : taken->added) {
        added.documents.push_back(withTitle(files[place].text, added.records[added.documents.size()].title));
        added.words.push_back(wordCount(files[place].text->text));
    }
    for (const std::string& title : taken->known)
        added.known.append(QString::fromStdString(title));
    return added;
}

Result<std::unique_ptr<SessionStore>> openSessionStore(const std::string& folder)
{
    return SessionStore::open(folder, storeOptions(folder));
}

Result<SessionContents> loadInto(std::unique_ptr<SessionStore>& slot, Result<std::unique_ptr<SessionStore>> opened)
{
    if (!opened)
        return opened.error();
    auto contents = loadContents(**opened);
    if (contents)
        slot = std::move(*opened);
    return contents;
}

Result<std::unique_ptr<SessionStore>> takeOver(const std::string& folder)
{
    if (const auto memory = FileLock::take(folder + "/blocks.lock", FileLock::Use::Visit); !memory)
        return memory.error();   // an engine leaves later than its window
    SessionStoreOptions options = storeOptions(folder);
    options.readOnlyWhenLocked = false;
    return SessionStore::open(folder, options);
}

Result<QStringList> restoreTexts(SessionStore& store, const std::vector<ImportedFile>& files)
{
    const auto records = store.documents();
    if (!records)
        return records.error();
    QStringList titles;
    for (const DocumentRecord& record : *records) {
        for (const ImportedFile& file : files) {
            if (record.isRemoved() || record.source.path != file.source.path || store.loadDocument(record.id))
                continue;
            const auto done = store.restoreDocument(record.id, *file.text);
            if (!done && done.error().code != ErrorCode::InvalidArgument)   // else it holds another text now
                return done.error();
            if (done)
                titles.append(QString::fromStdString(record.title));
        }
    }
    return titles;
}

Result<bool> restoreText(SessionStore& store, DocumentId document, const std::string& text)
{
    const auto proven = store.provenDocument(document, &text);
    if (!proven && proven.error().code != ErrorCode::Corruption)
        return proven.error();
    if (!proven || !proven->hasMaps)
        return false;
    const auto done = store.restoreDocument(document, proven->document);
    return done ? Result<bool>(true) : done.error();
}

bool keepDocuments(const SessionContents& before, SessionContents& now)
{
    const auto isDamaged = [](const SessionContents& contents, std::size_t document) {
        return std::find(contents.damaged.begin(), contents.damaged.end(), document) != contents.damaged.end();
    };
    bool all = before.records.size() == now.records.size();
    for (std::size_t i = 0; i < std::min(before.records.size(), now.records.size()); ++i) {
        const DocumentRecord &old = before.records[i], &record = now.records[i];
        const bool same = old.id == record.id && old.contentHash == record.contentHash && old.title == record.title &&
                          old.isRemoved() == record.isRemoved() && old.source.modifiedNs == record.source.modifiedNs &&
                          isDamaged(before, i) == isDamaged(now, i);
        if (same)
            now.documents[i] = before.documents[i];
        all = all && same;
    }
    return all;
}

std::optional<KnownSession> knownSession(const std::vector<ImportedFile>& files, const std::string& root)
{
    const auto hashes = hashesOf(files);
    const Hash128 wanted = documentsHash(hashes), bytes = sourcesHashOf(files);
    const auto sessions = listSessions(root);
    std::optional<KnownSession> known;
    for (const SessionSummary& session : sessions) {
        if (!session.problem.empty() || session.documents.empty() ||
            (session.documentsHash != wanted && (bytes == Hash128{} || session.sourcesHash != bytes)))
            continue;
        const bool same = isFromFiles(session.folder, files);
        if (same || !known)
            known = KnownSession{session.folder, session.title, same, false};
        if (same)
            break;
    }
    return known ? known : sessionWithOthers(sessions, hashes);
}

std::optional<KnownSession> olderSession(const std::vector<ImportedFile>& files, const std::string& root)
{
    if (files.size() != 1)
        return std::nullopt;
    for (const SessionSummary& session : listSessions(root))
        if (session.problem.empty() && session.documents.size() == 1 && isFromFiles(session.folder, files))
            return KnownSession{session.folder, session.name(), true, false, true};
    return std::nullopt;
}

std::vector<DocumentPtr> presentDocuments(const SessionContents& contents)
{
    std::vector<DocumentPtr> present;
    for (std::size_t i = 0; i < contents.records.size(); ++i) {
        if (!contents.records[i].isRemoved())
            present.push_back(contents.documents[i]);
    }
    return present;
}

std::optional<std::uint32_t> documentOf(const SessionContents& contents, const ImportedFile& file)
{
    const Hash128 text = contentHash(file.text->text), bytes = file.source.bytesHash;
    const auto found = std::find_if(contents.records.begin(), contents.records.end(), [&](const DocumentRecord& record) {
        return !record.isRemoved() && (record.contentHash == text || (bytes != Hash128{} && record.source.bytesHash == bytes));
    });
    return found == contents.records.end() ? std::nullopt : std::optional(std::uint32_t(found - contents.records.begin()));
}

Result<std::unique_ptr<SessionStore>> openKnownSession(const std::vector<ImportedFile>& files, const std::string& folder)
{
    auto store = openSessionStore(folder);
    if (store && (*store)->canWrite())
        (void)addDocuments(**store, files);   // where the files are now; the session can be read without
    return store;
}

Result<std::unique_ptr<SessionStore>> newSessionOfFiles(const std::vector<ImportedFile>& files, const std::string& root,
                                                        const std::string& title)
{
    const auto folder = makeSessionFolder(root, title);
    return folder ? makeSession(files, *folder, titleOfSession(*folder, title, files.front().source.path)) : folder.error();
}

Result<std::unique_ptr<SessionStore>> sessionOfFiles(const std::vector<ImportedFile>& files, const std::string& root,
                                                     const std::string& title)
{
    const auto folder = sessionFolderFor(root, hashesOf(files), title);
    if (!folder)
        return folder.error();
    return isSessionFolder(*folder) ? openKnownSession(files, *folder)
                                    : makeSession(files, *folder, titleOfSession(*folder, title, files.front().source.path));
}

}  // namespace cairn
