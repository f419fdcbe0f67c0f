// SessionStore: documents taken out of the session, and answers from memories that are no more.
#include "storage/session/session_store.h"
#include "storage/tables/conversation_table.h"
#include "storage/tables/document_table.h"
#include "storage/tables/search_index.h"
#include "storage/tables/session_tables.h"
#include "storage/tables/small_tables.h"
#include "storage/tables/stream_map_table.h"

#include <algorithm>
#include <set>

namespace cairn
{

Result<std::vector<std::uint64_t>> SessionStore::textBytes() const
{
    const auto records = documents();
    if (!records)
        return records.error();
    std::vector<std::uint64_t> sizes;
    for (const DocumentRecord& record : *records)
        sizes.push_back(record.textBytes);
    return sizes;
}

Result<void> SessionStore::setDocumentRemoved(DocumentId id, bool removed)
{
    const auto records = documents();
    if (!records)
        return records.error();
    const auto record = std::find_if(records->begin(), records->end(), [=](const DocumentRecord& one) { return one.id == id; });
    if (record == records->end())
        return Error{ErrorCode::NotFound, "This session holds no such document."};
    if (record->isRemoved() == removed)
        return {};
    const auto present = std::count_if(records->begin(), records->end(), [](const DocumentRecord& one) { return !one.isRemoved(); });
    if (removed && present == 1)
        return Error{ErrorCode::InvalidArgument, "A session keeps at least one document. Delete the session instead."};
    const auto text = loadDocument(id);
    if (!text && text.error().code != ErrorCode::Corruption)
        return text.error();
    auto done = write([&](const Database& database) -> Result<void> {
        if (auto step = keepMapOfAnswers(database); !step)
            return step.error();
        if (auto step = forgetProgress(database); !step)
            return step;
        const NumberTable marks(database, m_sessionId, tables::kRemovedDocument);
        if (auto step = removed ? marks.set(id.value, now()) : marks.remove(id.value); !step || !text)
            return step;
        const SearchIndex index(database);
        return removed ? index.removeDocument(id, *text) : index.addDocument(id, *text);
    });
    if (!done || text)
        return done;
    return rebuildSearch();   // a damaged text can't say which words to take out
}

// What was read is of other documents now: how much of it still counts, the engine says when it opens the memory.
Result<void> SessionStore::forgetProgress(const Database& database) const
{
    const MemoryTable memories(database, m_sessionId);
    const auto records = memories.all();
    if (!records)
        return records.error();
    for (MemoryRecord memory : *records) {
        memory.storedBlocks = 0;
        if (auto step = memories.set(memory); !step)
            return step;
    }
    return {};
}

// Answers given so far count their blocks in the map that is today's until now; one that is only begun waits for the next.
Result<void> SessionStore::keepMapOfAnswers(const Database& database) const
{
    const auto records = ConversationTable(database, m_sessionId).answers();
    const NumberTable mapOf(database, m_sessionId, tables::kAnswerMap);
    const auto earlier = mapOf.all();
    const auto sizes = textBytes();
    if (!records || !earlier || !sizes)
        return !records ? records.error() : !earlier ? earlier.error() : sizes.error();
    const StreamMapTable maps(database, m_sessionId);
    const auto counts = [&](const AnswerRecord& one) { return one.state != AnswerState::Running && !earlier->contains(one.id.value); };
    if (std::none_of(records->begin(), records->end(), counts))
        return maps.remove(StreamMapTable::kToday);
    const auto row = maps.putAside(*sizes);
    if (!row)
        return row.error();
    for (const AnswerRecord& answer : *records)
        if (counts(answer))
            if (auto step = mapOf.set(answer.id.value, *row); !step)
                return step.error();
    return {};
}

// After answers were deleted.
Result<void> SessionStore::dropUnusedMaps(const Database& database) const
{
    const auto records = ConversationTable(database, m_sessionId).answers();
    const NumberTable mapOf(database, m_sessionId, tables::kAnswerMap);
    const auto marked = mapOf.all();
    const StreamMapTable maps(database, m_sessionId);
    const auto rows = maps.earlier();
    if (!records || !marked || !rows)
        return !records ? records.error() : !marked ? marked.error() : rows.error();
    std::set<std::int64_t> answers, used;
    for (const AnswerRecord& answer : *records)
        answers.insert(answer.id.value);
    for (const auto& [answer, row] : *marked) {
        if (answers.contains(answer))
            used.insert(row);
        else if (auto step = mapOf.remove(answer); !step)
            return step.error();
    }
    for (const std::int64_t row : *rows)
        if (!used.contains(row))
            if (auto step = maps.remove(row); !step)
                return step.error();
    return {};
}

Result<void> SessionStore::markEarlierAnswers(std::span<const AnswerId> answers)
{
    return write([&](const Database& database) -> Result<void> {
        const NumberTable mapOf(database, m_sessionId, tables::kAnswerMap);
        for (const AnswerId answer : answers)
            if (auto step = mapOf.set(answer.value, StreamMapTable::kUnknown); !step)
                return step.error();
        return {};
    });
}

Result<std::map<std::int64_t, StoredStreamMap>> SessionStore::earlierMaps() const
{
    const StreamMapTable maps(m_database, m_sessionId);
    const auto rows = maps.earlier();
    const auto sizes = textBytes();
    if (!rows || !sizes)
        return rows ? sizes.error() : rows.error();
    std::map<std::int64_t, StoredStreamMap> found;
    for (const std::int64_t row : *rows) {
        auto map = maps.get(*sizes, row);
        if (!map)
            return map.error();
        if (*map)
            found.emplace(row, std::move(**map));
    }
    return found;
}

Result<std::optional<StoredStreamMap>> SessionStore::streamMapOf(const AnswerRecord& answer) const
{
    if (!answer.earlierMap)
        return streamMap();
    const auto sizes = textBytes();
    return sizes ? StreamMapTable(m_database, m_sessionId).get(*sizes, *answer.earlierMap) : sizes.error();
}

}  // namespace cairn
