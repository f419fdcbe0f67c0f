// Words of documents (one entry a paragraph), questions, answers and notes, in an FTS5 index without a copy of the texts.
// Derived: whatever is wrong with it is mended by building it again. A light object over a connection; its owner's thread.
#pragma once

#include "storage/database/database.h"
#include "storage/records/session_records.h"

namespace cairn
{

struct SearchPlace
{
    SearchKind kind = SearchKind::Document;
    std::int64_t owner = 0;
    std::uint32_t paragraph = 0;
};

class SearchIndex
{
public:
    explicit SearchIndex(const Database& database) : m_database(database) {}

    // Inside the caller's transaction. `remove` needs the words as they were added.
    Result<void> add(const SearchPlace& place, std::string_view text) const;
    Result<void> remove(const SearchPlace& place, std::string_view text) const;
    Result<void> addDocument(DocumentId document, const CanonicalText& text) const;
    Result<void> removeDocument(DocumentId document, const CanonicalText& text) const;
    Result<void> clear() const;

    // Entries that hold all words of `query` (the last one may be a beginning), best first.
    Result<std::vector<SearchPlace>> find(std::string_view query, std::size_t limit) const;

private:
    const Database& m_database;
};

}  // namespace cairn
