#include "storage/tables/document_table.h"

#include "storage/bytes/hashing.h"
#include "storage/records/document_columns.h"
#include "storage/tables/session_tables.h"

#include <cstring>
#include <limits>

namespace cairn
{

namespace
{

constexpr std::size_t kPieceBytes = 16 << 10;   // damage to one of its pages costs no more of a text
constexpr std::size_t kTitle = 2, kSource = 4, kUnits = 8, kColumnBytes = 10;   // places of title, source_path, .. in a row

Hash128 hashOf(const Value& value)
{
    Hash128 hash{};
    const auto bytes = bytesOf(value);
    if (bytes.size() == hash.size())
        std::memcpy(hash.data(), bytes.data(), hash.size());
    return hash;
}

DocumentRecord recordOf(const HashedTable::Found& found)
{
    const Values& row = found.row;
    DocumentRecord record;
    record.id = DocumentId(found.id);
    record.contentHash = hashOf(row[0]);
    record.format = static_cast<DocumentFormat>(integerOf(row[1]));
    record.title = textOf(row[2]);
    record.author = textOf(row[3]);
    record.source = {textOf(row[4]), static_cast<std::uint64_t>(integerOf(row[5])), integerOf(row[6])};
    record.importedAt = integerOf(row[7]);
    record.units = static_cast<std::uint32_t>(integerOf(row[8]));
    record.headings = static_cast<std::uint32_t>(integerOf(row[9]));
    record.textBytes = PieceTable::size(static_cast<std::uint8_t>(DocumentColumn::Text), bytesOf(row[kColumnBytes]));
    record.damaged = found.damaged || record.format > kLastDocumentFormat;
    return record;
}

Error damagedText()
{
    return {ErrorCode::Corruption, "The stored text of a document is damaged. Import the file again."};
}

}  // namespace

DocumentTable::DocumentTable(const Database& database, const Hash128& session)
    : m_rows(database, session, tables::kDocument), m_pieces(database, session, tables::kDocumentPiece, kPieceBytes)
{
}

Result<DocumentId> DocumentTable::add(const NewDocument& document, std::int64_t now) const
{
    const CanonicalText& text = *document.text;
    const SourceFile& source = document.source;
    if (!isConsistent(text))
        return Error{ErrorCode::InvalidArgument, "The document's map points outside its text; it can't be stored."};
    const Hash128 hash = contentHash(text.text);
    const auto hashBytes = std::as_bytes(std::span(hash));
    Values row{std::vector<std::byte>(hashBytes.begin(), hashBytes.end()),
            static_cast<std::int64_t>(text.format),
            document.title.empty() ? text.title : document.title,
            text.author,
            source.path,
            static_cast<std::int64_t>(source.bytes),
            source.modifiedNs,
            now,
            static_cast<std::int64_t>(text.units.size()),
            static_cast<std::int64_t>(text.outline.size()),
            std::vector<std::byte>()};
    const auto id = m_rows.add(row);   // for its number; the sizes follow with the pieces
    if (!id)
        return id.error();
    auto sizes = m_pieces.store(*id, packDocument(text));
    if (!sizes)
        return sizes.error();
    row[kColumnBytes] = std::move(*sizes);
    if (auto done = m_rows.put(*id, row); !done)
        return done.error();
    return DocumentId(*id);
}

Result<void> DocumentTable::rename(DocumentId id, const std::string& title) const
{
    auto row = m_rows.get(id.value);
    if (!row)
        return row.error();
    (*row)[kTitle] = title;
    return m_rows.put(id.value, *row);
}

Result<void> DocumentTable::setSource(DocumentId id, const SourceFile& source) const
{
    auto row = m_rows.get(id.value);
    if (!row)
        return row.error();
    (*row)[kSource] = source.path;
    (*row)[kSource + 1] = static_cast<std::int64_t>(source.bytes);
    (*row)[kSource + 2] = source.modifiedNs;
    return m_rows.put(id.value, *row);
}

Result<void> DocumentTable::setPlaces(DocumentId id, const CanonicalText& text) const
{
    auto row = m_rows.get(id.value);
    if (!row)
        return row.error();
    auto stored = load(id);
    if (!stored)
        return stored.error();
    if (stored->text != text.text || !isConsistent(text))
        return Error{ErrorCode::InvalidArgument, "The places are those of another text."};
    stored->units = text.units;
    stored->runs = text.runs;
    auto sizes = m_pieces.store(id.value, packDocument(*stored));
    if (!sizes)
        return sizes.error();
    (*row)[kUnits] = static_cast<std::int64_t>(text.units.size());
    (*row)[kColumnBytes] = std::move(*sizes);
    return m_rows.put(id.value, *row);
}

// Rows are removed first: a damaged one may have the hash of the right one, and would be taken for it.
Result<void> DocumentTable::restore(DocumentId id, const CanonicalText& text) const
{
    auto found = m_rows.all(id.value, id.value);
    if (!found)
        return found.error();
    if (found->empty() || recordOf(found->front()).contentHash != contentHash(text.text) || !isConsistent(text))
        return Error{ErrorCode::InvalidArgument, "This is another text than the damaged one."};
    Values row = std::move(found->front().row);
    if (auto done = m_pieces.remove(id.value); !done)
        return done;
    auto sizes = m_pieces.store(id.value, packDocument(text));
    if (!sizes)
        return sizes.error();
    row[1] = static_cast<std::int64_t>(text.format);
    if (found->front().damaged) {
        row[kTitle] = text.title;
        row[kTitle + 1] = text.author;
    }
    row[kUnits] = static_cast<std::int64_t>(text.units.size());
    row[kUnits + 1] = static_cast<std::int64_t>(text.outline.size());
    row[kColumnBytes] = std::move(*sizes);
    if (auto done = m_rows.remove(id.value, id.value); !done)
        return done;
    return m_rows.put(id.value, row);
}

Result<std::vector<DocumentRecord>> DocumentTable::all() const
{
    const auto rows = m_rows.all(0, std::numeric_limits<std::int64_t>::max());
    if (!rows)
        return rows.error();
    std::vector<DocumentRecord> records;
    for (const auto& found : *rows)
        records.push_back(recordOf(found));
    return records;
}

Result<CanonicalText> DocumentTable::load(DocumentId id) const
{
    const auto row = m_rows.get(id.value);
    if (!row)
        return row.error();
    const DocumentRecord record = recordOf({id.value, false, *row});
    const auto sizes = bytesOf((*row)[kColumnBytes]);
    auto document = unpackDocument([&](DocumentColumn column) {
        return m_pieces.load(id.value, static_cast<std::uint8_t>(column), sizes);
    });
    if (!document)
        return document.error();
    if (contentHash(document->text) != record.contentHash)
        return damagedText();
    document->format = record.format;
    document->title = record.title;
    document->author = record.author;
    return document;
}

Result<std::vector<std::int64_t>> DocumentTable::owners() const
{
    return m_pieces.owners();
}

Result<CanonicalText> DocumentTable::rescue(DocumentId id) const
{
    const auto row = m_rows.get(id.value);
    if (!row && row.error().code != ErrorCode::Corruption && row.error().code != ErrorCode::NotFound)
        return row.error();
    const auto sizes = row ? bytesOf((*row)[kColumnBytes]) : std::vector<std::byte>();
    const auto text = m_pieces.rescue(id.value, static_cast<std::uint8_t>(DocumentColumn::Text),
                                      PieceTable::size(static_cast<std::uint8_t>(DocumentColumn::Text), sizes));
    if (!text)
        return text.error();
    if (text->empty())
        return damagedText();
    CanonicalText document = rescueDocument(*text, [&](DocumentColumn column) {
        return m_pieces.load(id.value, static_cast<std::uint8_t>(column), sizes);
    });
    if (row) {
        const DocumentRecord record = recordOf({id.value, false, *row});
        document.format = document.units.size() > 1 && !record.damaged ? record.format : DocumentFormat::Text;
        document.title = record.title;
        document.author = record.author;
    } else {
        document.title = "Recovered document " + std::to_string(id.value);
    }
    return document;
}

Result<ProvenText> DocumentTable::proven(DocumentId id, const std::string* text) const
{
    const auto row = m_rows.get(id.value);
    if (!row)
        return row.error();
    const DocumentRecord record = recordOf({id.value, false, *row});
    const auto sizes = bytesOf((*row)[kColumnBytes]);
    const auto load = [&](DocumentColumn column) { return m_pieces.load(id.value, static_cast<std::uint8_t>(column), sizes); };
    const auto given = text ? std::as_bytes(std::span(*text)) : std::span<const std::byte>();
    const auto bytes = text ? Result<std::vector<std::byte>>(std::vector(given.begin(), given.end())) : load(DocumentColumn::Text);
    if (!bytes)
        return bytes.error();
    if (contentHash({reinterpret_cast<const char*>(bytes->data()), bytes->size()}) != record.contentHash)
        return damagedText();
    auto whole = unpackDocument([&](DocumentColumn column) { return column == DocumentColumn::Text ? bytes : load(column); });
    ProvenText proven{whole ? std::move(*whole) : rescueDocument(*bytes, load), whole.has_value()};
    proven.document.format = proven.hasMaps ? record.format : DocumentFormat::Text;
    proven.document.title = record.title;
    proven.document.author = record.author;
    return proven;
}

Result<std::vector<Paragraph>> DocumentTable::loadParagraphs(DocumentId id) const
{
    const auto row = m_rows.get(id.value);
    if (!row)
        return row.error();
    const auto bytes = m_pieces.load(id.value, static_cast<std::uint8_t>(DocumentColumn::Paragraphs), bytesOf((*row)[kColumnBytes]));
    if (!bytes)
        return bytes.error();
    return unpackParagraphs(*bytes);
}

Result<bool> DocumentTable::isComplete() const
{
    const auto rows = m_rows.isComplete();
    if (!rows || !*rows)
        return rows;
    return m_pieces.isComplete();
}

}  // namespace cairn
