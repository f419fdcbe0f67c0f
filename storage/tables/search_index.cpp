#include "storage/tables/search_index.h"

#include <sstream>

namespace cairn
{

namespace
{

constexpr std::string_view kAdd = "INSERT INTO search (rowid, body) VALUES (?1, ?2)";
constexpr std::string_view kRemove = "INSERT INTO search (search, rowid, body) VALUES ('delete', ?1, ?2)";
constexpr std::string_view kFind = "SELECT rowid FROM search WHERE search MATCH ?1 ORDER BY rank, rowid LIMIT ?2";

constexpr int kKindShift = 56, kOwnerShift = 28;
constexpr std::int64_t kOwnerMask = (std::int64_t{1} << kOwnerShift) - 1;

std::int64_t rowidOf(const SearchPlace& place)
{
    return static_cast<std::int64_t>(place.kind) << kKindShift | (place.owner & kOwnerMask) << kOwnerShift
        | (std::int64_t{place.paragraph} & kOwnerMask);
}

SearchPlace placeOf(std::int64_t rowid)
{
    return {static_cast<SearchKind>(rowid >> kKindShift), rowid >> kOwnerShift & kOwnerMask,
            static_cast<std::uint32_t>(rowid & kOwnerMask)};
}

// Every word quoted, so that no character of it is syntax; the last one matches as a beginning.
std::string matchExpression(std::string_view query)
{
    std::istringstream words{std::string(query)};
    std::string expression;
    for (std::string word; words >> word;) {
        std::string quoted;
        for (const char c : word)
            quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
        expression += (expression.empty() ? "\"" : " \"") + quoted + '"';
    }
    return expression.empty() ? expression : expression + '*';
}

}  // namespace

Result<void> SearchIndex::add(const SearchPlace& place, std::string_view text) const
{
    auto statement = m_database.prepare(kAdd);
    if (!statement)
        return statement.error();
    statement->bind(1, rowidOf(place));
    statement->bind(2, text);
    return statement->run();
}

Result<void> SearchIndex::remove(const SearchPlace& place, std::string_view text) const
{
    auto statement = m_database.prepare(kRemove);
    if (!statement)
        return statement.error();
    statement->bind(1, rowidOf(place));
    statement->bind(2, text);
    return statement->run();
}

namespace
{

Result<void> forEachParagraph(const Database& database, std::string_view sql, DocumentId document, const CanonicalText& text)
{
    auto statement = database.prepare(sql);
    if (!statement)
        return statement.error();
    const std::string_view all = text.text;
    for (std::size_t i = 0; i < text.paragraphs.size(); ++i) {
        const ByteRange range = text.paragraphs[i].text;
        statement->bind(1, rowidOf({SearchKind::Document, document.value, static_cast<std::uint32_t>(i)}));
        statement->bind(2, all.substr(range.begin, range.size()));
        if (auto done = statement->run(); !done)
            return done.error();
    }
    return {};
}

}  // namespace

Result<void> SearchIndex::addDocument(DocumentId document, const CanonicalText& text) const
{
    return forEachParagraph(m_database, kAdd, document, text);
}

Result<void> SearchIndex::removeDocument(DocumentId document, const CanonicalText& text) const
{
    return forEachParagraph(m_database, kRemove, document, text);
}

Result<void> SearchIndex::clear() const
{
    return m_database.execute("INSERT INTO search (search) VALUES ('delete-all')");
}

Result<std::vector<SearchPlace>> SearchIndex::find(std::string_view query, std::size_t limit) const
{
    const std::string expression = matchExpression(query);
    std::vector<SearchPlace> places;
    if (expression.empty())
        return places;
    auto select = m_database.prepare(kFind);
    if (!select)
        return select.error();
    select->bind(1, std::string_view(expression));
    select->bind(2, static_cast<std::int64_t>(limit));
    const auto done = select->forEachRow([&] { places.push_back(placeOf(select->integer(0))); });
    return done ? Result(std::move(places)) : done.error();
}

}  // namespace cairn
