// Documents of a session: one row each, texts and maps in pieces. A light object over a connection; its owner's thread.
#pragma once

#include "storage/records/session_records.h"
#include "storage/tables/piece_table.h"

namespace cairn
{

class DocumentTable
{
public:
    DocumentTable(const Database& database, const Hash128& session);

    // Inside the caller's transaction. InvalidArgument: ranges outside the text.
    Result<DocumentId> add(const NewDocument& document, std::int64_t now) const;
    Result<void> rename(DocumentId id, const std::string& title) const;   // NotFound; Corruption: its row is damaged
    Result<void> setPlaces(DocumentId id, const CanonicalText& text) const;   // units and runs of the same text
    Result<void> setSource(DocumentId id, const SourceFile& source) const;   // as rename()
    // Of a damaged document: all that is made from its file is written anew; of a whole row the title stays. InvalidArgument: another text.
    Result<void> restore(DocumentId id, const CanonicalText& text) const;

    Result<std::vector<DocumentRecord>> all() const;      // in reading order
    Result<CanonicalText> load(DocumentId id) const;      // NotFound; Corruption: also if the text is not the hashed one
    // Of a damaged document: the text with spaces where pieces are lost, so that places stay; maps as far as they are whole and fit.
    // Corruption: no piece of the text is left.
    Result<CanonicalText> rescue(DocumentId id) const;
    // Of a damaged document: the stored text, or `text` in its place, where its hash proves it. Corruption: it does not.
    Result<ProvenText> proven(DocumentId id, const std::string* text) const;
    Result<std::vector<std::int64_t>> owners() const;     // of all pieces, ascending: more than all() where rows were lost

    Result<std::vector<Paragraph>> loadParagraphs(DocumentId id) const;
    Result<bool> isComplete() const;

private:
    HashedTable m_rows;
    PieceTable m_pieces;
};

}  // namespace cairn
