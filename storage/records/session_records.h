// What a session keeps besides texts and answers: rows of session.db as plain values. Times are milliseconds since 1970, UTC.
// `damaged`: the row's hash differs; show that, not its words.
#pragma once

#include "core/types/answer.h"
#include "core/types/document.h"

#include <optional>
#include <string>
#include <vector>

namespace cairn
{

struct SourceFile
{
    std::string path;                  // where the document was imported from; the file may be gone
    std::uint64_t bytes = 0;
    std::int64_t modifiedNs = 0;       // modification time, nanoseconds since 1970
    Hash128 bytesHash{};               // XXH3-128 of its bytes as they were read; zeros: not known
};

struct NewDocument
{
    const CanonicalText* text = nullptr;
    SourceFile source;
    std::string title = {};               // in place of the text's own; empty: that
};

struct DocumentRecord
{
    DocumentId id;
    Hash128 contentHash{};             // XXH3-128 of the canonical text
    DocumentFormat format = DocumentFormat::Text;
    std::string title, author;
    SourceFile source;
    std::int64_t importedAt = 0;
    std::uint32_t units = 0;           // pages, spine items
    std::uint32_t headings = 0;
    std::uint64_t textBytes = 0;
    std::int64_t removedAt = 0;        // not 0: taken out of the session; it keeps its place, and its text for what points into it
    bool damaged = false;
    bool isRemoved() const { return removedAt != 0; }
};

struct ProvenText
{
    CanonicalText document;            // its text is the one that was stored
    bool hasMaps = true;               // false: places, paragraphs and headings are damaged; one page, paragraphs by empty lines
};

struct MemoryRecord                    // what the engine has reported as stored
{
    Hash128 key{};                     // memoryKey(identity)
    std::uint32_t storedBlocks = 0;
    std::uint32_t totalBlocks = 0;     // complete blocks of the documents; 0: not known yet
};

struct QuestionRecord
{
    QuestionId id;
    std::int64_t askedAt = 0;
    std::optional<AnswerId> follows;   // the turn it continues
    std::string text;
    std::string options;               // JSON: how it was asked
    bool damaged = false;
    std::int64_t removedAt = 0;        // not 0: deleted, and can still be put back with its answers
};

enum class AnswerState : std::uint8_t
{
    Running = 0,
    Finished = 1,
    Stopped = 2,                       // by the person
    Interrupted = 3,                   // by a crash or a power cut: the words up to then are kept
    Failed = 4
};

struct AnswerRecord
{
    AnswerId id;
    QuestionId question;
    std::int64_t startedAt = 0, changedAt = 0;
    AnswerState state = AnswerState::Running;
    Strategy strategy = Strategy::Reread;
    std::string context;               // JSON: model, device, memory, timing
    std::uint64_t traceBytes = 0;
    std::optional<std::int64_t> earlierMap;   // given from a memory that is no more: SessionStore::earlierMaps() has its map, if known
    bool damaged = false;
};

enum class NoteKind : std::uint8_t
{
    Note = 0,                          // without words: a bookmark
    Highlight = 1,
    Pinned = 2,                        // its blocks are opened for every next question
    Barred = 3                         // its blocks are opened for none
};

struct Note
{
    DocumentId document;
    ByteRange range;                   // of its canonical text
    std::string text;
    NoteKind kind = NoteKind::Note;
};

struct NoteRecord
{
    std::int64_t id = 0;
    std::int64_t createdAt = 0, changedAt = 0;
    Note note;
    bool damaged = false;
};

enum class SearchKind : std::uint8_t { Document = 0, Question = 1, Answer = 2, Note = 3 };

struct SearchHit
{
    SearchKind kind = SearchKind::Document;
    std::int64_t owner = 0;            // DocumentId, QuestionId, AnswerId or note
    ByteRange range;                   // Document: the paragraph, of the canonical text; else empty
};

}  // namespace cairn
