// SessionStore: what the session holds. Opening and transactions: session_store.cpp.
#include "storage/session/session_store.h"

#include "storage/bytes/hashing.h"
#include "storage/records/answer_places.h"
#include "storage/session/input_copy.h"
#include "storage/tables/conversation_table.h"
#include "storage/tables/document_table.h"
#include "storage/tables/link_table.h"
#include "storage/tables/search_index.h"
#include "storage/tables/session_tables.h"
#include "storage/tables/small_tables.h"
#include "storage/tables/stream_map_table.h"

#include <sqlite3.h>

#include <algorithm>

namespace cairn
{

namespace
{

// Puts the id of a successful call into `out`.
template <typename T>
Result<void> keep(Result<T> result, T& out)
{
    if (!result)
        return result.error();
    out = *result;
    return {};
}

// While it lives, statements of the connection end where a stop is requested, within milliseconds.
class Interruptible
{
public:
    Interruptible(const Database& database, const std::stop_token& stop) : m_handle(database.handle()), m_stop(stop)
    {
        sqlite3_progress_handler(m_handle, kInstructions, [](void* self) { return static_cast<Interruptible*>(self)->isStopped(); }, this);
    }
    ~Interruptible() { sqlite3_progress_handler(m_handle, 0, nullptr, nullptr); }
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;

    int isStopped() const { return m_stop.stop_requested() ? 1 : 0; }

private:
    static constexpr int kInstructions = 1000;   // of SQLite's machine, between two looks
    sqlite3* m_handle;
    const std::stop_token& m_stop;
};

}  // namespace

Result<std::string> SessionStore::setting(const std::string& name) const
{
    return SettingTable(m_database, m_sessionId).get(name);
}

Result<void> SessionStore::setSetting(const std::string& name, const std::string& value)
{
    return write([&](const Database& database) { return SettingTable(database, m_sessionId).set(name, value); });
}

// Documents and memories

Result<void> SessionStore::keepSourceHash(const Database& database, DocumentId id, const SourceFile& source) const
{
    const SettingTable settings(database, m_sessionId);
    const std::string name = kSourceHashSetting + std::to_string(id.value);
    const std::string hash = source.bytesHash == Hash128{} ? std::string() : hexText(source.bytesHash);
    const auto known = settings.get(name);
    return known && *known == hash ? Result<void>{} : settings.set(name, hash);
}

Result<DocumentId> SessionStore::addDocumentIn(const Database& database, const NewDocument& document) const
{
    const auto id = DocumentTable(database, m_sessionId).add(document, now());
    if (!id)
        return id;
    if (auto kept = keepSourceHash(database, *id, document.source); !kept)
        return kept.error();
    auto indexed = SearchIndex(database).addDocument(*id, *document.text);
    return indexed ? id : indexed.error();
}

Result<DocumentId> SessionStore::addDocument(const CanonicalText& text, const SourceFile& source)
{
    DocumentId id;
    auto done = write([&](const Database& database) { return keep(addDocumentIn(database, {&text, source}), id); });
    if (!done)
        return done.error();
    return id;
}

Result<void> SessionStore::addDocuments(std::span<const NewDocument> added)
{
    return addDocuments(added, {});
}

Result<void> SessionStore::addDocuments(std::span<const NewDocument> added, const std::stop_token& stop)
{
    return write([&](const Database& database) -> Result<void> {
        const Interruptible interruptible(database, stop);
        for (const NewDocument& document : added) {
            const auto step = addDocumentIn(database, document);
            if (stop.stop_requested())
                return Error{ErrorCode::Cancelled, "Adding documents was stopped. None of them was added."};
            if (!step)
                return step.error();
        }
        return {};
    });
}

Result<void> SessionStore::renameDocument(DocumentId id, const std::string& title)
{
    return write([&](const Database& database) { return DocumentTable(database, m_sessionId).rename(id, title); });
}

Result<void> SessionStore::setDocumentSource(DocumentId id, const SourceFile& source)
{
    return write([&](const Database& database) -> Result<void> {
        auto done = DocumentTable(database, m_sessionId).setSource(id, source);
        return done ? keepSourceHash(database, id, source) : done;
    });
}

Result<void> SessionStore::setDocumentPlaces(DocumentId id, const CanonicalText& text)
{
    return write([&](const Database& database) { return DocumentTable(database, m_sessionId).setPlaces(id, text); });
}

Result<void> SessionStore::restoreDocument(DocumentId id, const CanonicalText& text)
{
    return write([&](const Database& database) { return DocumentTable(database, m_sessionId).restore(id, text); });
}

Result<std::vector<DocumentRecord>> SessionStore::documents() const
{
    auto records = DocumentTable(m_database, m_sessionId).all();
    const auto removed = NumberTable(m_database, m_sessionId, tables::kRemovedDocument).all();
    if (!records || !removed)
        return records ? removed.error() : records.error();
    const SettingTable settings(m_database, m_sessionId);
    for (DocumentRecord& record : *records) {
        record.source.path = inSession(record.source.path, folder());
        if (const auto mark = removed->find(record.id.value); mark != removed->end())
            record.removedAt = std::max<std::int64_t>(1, mark->second);
        if (const auto hash = settings.get(kSourceHashSetting + std::to_string(record.id.value)))   // damaged: not known
            record.source.bytesHash = hashFromHex(*hash).value_or(Hash128{});
    }
    return records;
}

Result<CanonicalText> SessionStore::loadDocument(DocumentId id) const
{
    return DocumentTable(m_database, m_sessionId).load(id);
}

Result<ProvenText> SessionStore::provenDocument(DocumentId id, const std::string* text) const
{
    return DocumentTable(m_database, m_sessionId).proven(id, text);
}

Result<Hash128> SessionStore::documentsHash() const
{
    const auto records = documents();
    if (!records)
        return records.error();
    std::vector<Hash128> hashes;
    for (const DocumentRecord& record : *records)
        if (!record.isRemoved())
            hashes.push_back(record.contentHash);
    return cairn::documentsHash(hashes);
}

Result<void> SessionStore::acknowledgeBlocks(const MemoryRecord& memory)
{
    return write([&](const Database& database) { return MemoryTable(database, m_sessionId).set(memory); });
}

Result<std::vector<MemoryRecord>> SessionStore::memories() const
{
    return MemoryTable(m_database, m_sessionId).all();
}

Result<void> SessionStore::setStreamMap(const Hash128& memoryKey, const StreamMap& map)
{
    const auto before = streamMap();
    if (!before)
        return before.error();
    return write([&](const Database& database) -> Result<void> {
        if (*before && !(*before)->map.goesOnIn(map))
            if (auto kept = keepMapOfAnswers(database); !kept)
                return kept;
        return StreamMapTable(database, m_sessionId).set(memoryKey, map);
    });
}

Result<std::optional<StoredStreamMap>> SessionStore::streamMap() const
{
    const auto sizes = textBytes();
    return sizes ? StreamMapTable(m_database, m_sessionId).get(*sizes) : sizes.error();
}

Result<void> SessionStore::setBackLinks(std::span<const BlockLinks> links)
{
    return write([&](const Database& database) { return LinkTable(database, m_sessionId).set(links); });
}

Result<void> SessionStore::dropBackLinks(BlockId first)
{
    const auto empty = LinkTable(m_database, m_sessionId).isEmpty();
    if (empty && *empty)
        return {};
    return write([&](const Database& database) { return LinkTable(database, m_sessionId).dropFrom(first); });
}

Result<std::vector<BackLink>> SessionStore::backLinks(BlockId block) const
{
    return LinkTable(m_database, m_sessionId).get(block);
}

Result<BackLinkMap> SessionStore::allBackLinks() const
{
    return LinkTable(m_database, m_sessionId).all();
}

Result<bool> SessionStore::hasBackLinks() const
{
    const auto empty = LinkTable(m_database, m_sessionId).isEmpty();
    return empty ? Result<bool>(!*empty) : Result<bool>(empty.error());
}

// Conversation

Result<QuestionId> SessionStore::recordQuestion(const std::string& text, const std::string& options, std::optional<AnswerId> follows)
{
    QuestionId id;
    auto done = write([&](const Database& database) -> Result<void> {
        const QuestionRecord question{{}, now(), follows, text, options, false, 0};
        if (auto step = keep(ConversationTable(database, m_sessionId).addQuestion(question), id); !step)
            return step.error();
        return SearchIndex(database).add({SearchKind::Question, id.value, 0}, text);
    });
    if (!done)
        return done.error();
    return id;
}

Result<AnswerId> SessionStore::beginAnswer(QuestionId question, Strategy strategy, const std::string& context)
{
    AnswerId id;
    auto done = write([&](const Database& database) {
        const AnswerRecord record{{}, question, now(), now(), AnswerState::Running, strategy, context, 0, false};
        return keep(ConversationTable(database, m_sessionId).addAnswer(record), id);
    });
    if (!done)
        return done.error();
    return id;
}

Result<void> SessionStore::updateAnswer(AnswerId id, const Answer& answer)
{
    return write([&](const Database& database) {
        return ConversationTable(database, m_sessionId).writeAnswer({id, AnswerState::Running, now(), {}}, answer);
    });
}

Result<void> SessionStore::finishAnswer(AnswerId id, const Answer& answer, AnswerState state, const std::string& context)
{
    return write([&](const Database& database) -> Result<void> {
        if (auto step = ConversationTable(database, m_sessionId).writeAnswer({id, state, now(), context}, answer); !step)
            return step.error();
        return indexAnswer(database, id, answer.text);
    });
}

Result<void> SessionStore::indexAnswer(const Database& database, AnswerId id, const std::string& text) const
{
    return SearchIndex(database).add({SearchKind::Answer, id.value, 0}, text);
}

Result<Answer> SessionStore::loadWhole(AnswerId id, bool withTrace) const
{
    auto answer = ConversationTable(m_database, m_sessionId).load(id, withTrace);
    if (!answer || (documentsEnd(*answer) <= m_textBytes.size() && placesExist(*answer, m_textBytes)))
        return answer;
    const auto records = DocumentTable(m_database, m_sessionId).all();   // some may have been added, by another program even
    if (!records)
        return records.error();
    m_textBytes = textBytesOf(*records);
    if (!placesExist(*answer, m_textBytes))
        return Error{ErrorCode::Corruption, "A stored answer points to places that no document has. Ask the question again."};
    return answer;
}

Result<Answer> SessionStore::loadAnswer(AnswerId id) const { return loadWhole(id, true); }

Result<Answer> SessionStore::loadAnswerWithoutTrace(AnswerId id) const { return loadWhole(id, false); }

// Notes

Result<std::int64_t> SessionStore::addNote(const Note& note)
{
    std::int64_t id = 0;
    auto done = write([&](const Database& database) -> Result<void> {
        if (auto step = keep(NoteTable(database, m_sessionId).add(note, now()), id); !step)
            return step.error();
        return SearchIndex(database).add({SearchKind::Note, id, 0}, note.text);
    });
    if (!done)
        return done.error();
    return id;
}

Result<void> SessionStore::changeNote(std::int64_t id, const Note& note)
{
    const auto old = NoteTable(m_database, m_sessionId).get(id);
    if (!old)
        return old.error();
    return write([&](const Database& database) -> Result<void> {
        if (auto step = SearchIndex(database).remove({SearchKind::Note, id, 0}, old->text); !step)
            return step.error();
        if (auto step = NoteTable(database, m_sessionId).change(id, note, now()); !step)
            return step.error();
        return SearchIndex(database).add({SearchKind::Note, id, 0}, note.text);
    });
}

Result<void> SessionStore::removeNote(std::int64_t id)
{
    const auto old = NoteTable(m_database, m_sessionId).get(id);
    if (!old && old.error().code != ErrorCode::Corruption)
        return old.error();
    auto done = write([&](const Database& database) -> Result<void> {
        if (old)
            if (auto step = SearchIndex(database).remove({SearchKind::Note, id, 0}, old->text); !step)
                return step.error();
        return NoteTable(database, m_sessionId).remove(id);
    });
    if (!done || old)
        return done;
    return rebuildSearch();
}

Result<std::vector<NoteRecord>> SessionStore::notes() const
{
    auto found = NoteTable(m_database, m_sessionId).all();
    if (!found || found->empty())
        return found;
    const auto records = DocumentTable(m_database, m_sessionId).all();
    if (!records)
        return records.error();
    markLostNotes(*found, *records);
    return found;
}

}  // namespace cairn
