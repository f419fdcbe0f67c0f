// What the side panel lists: documents of the session, headings, notes, answers, hits of a library search. Plain values.
#pragma once

#include "core/types/ids.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace cairn
{

enum class DocumentState
{
    NotRead,
    Reading,
    ReadElsewhere,                    // by another window
    Paused,
    Ready,
    NeedsRereading,
    SourceMissing,
    SourceChanged,
    MemoryDiscarded,
    Failed
};

struct DocumentEntry
{
    DocumentId id;
    QString title;
    DocumentState state = DocumentState::NotRead;
    bool ticked = true;               // may be used for the next question
    int percent = 0;                  // Reading, ReadElsewhere, Paused: part that is read
    int minutes = -1;                 // NotRead, NeedsRereading: about how long reading takes; -1: not known
    std::uint32_t blocks = 0;         // 0: not known
    bool partOfBlock = false;         // it ends none: its neighbour does, or none yet
    std::uint32_t pages = 0;          // 0: the format has none
    QString reason;                   // NeedsRereading, SourceMissing, SourceChanged, Failed: one sentence
    QStringList remarks{};            // of opening its file, one sentence each
    QString size{};                   // "154 pages, 77,266 words, 1,226 blocks"
    QString beginning{};              // its first 500 characters
};

// "Ready, 574 blocks, 154 pages"; "Reading 38 %"; "Not read, about 1 min".
QString stateLine(const DocumentEntry& document);

struct OutlineEntry
{
    QString title;
    int level = 1;                    // 1..6
    DocumentId document;
    std::uint64_t byte = 0;           // of its first character
    QString place;                    // page label; empty: none
    double evidence = 0;              // 0..1 of the strongest; of the selected words
};

struct NoteEntry
{
    std::int64_t id = 0;
    QString text;                     // empty: a bookmark or highlight
    QString place;                    // "p. 89"
    QString passage;                  // the words it stands at
    QString kind{};                   // "Highlight", "Pinned", "Barred", "Bookmark"; empty: a note
    QString document{};               // its title; empty: there is no other
};

struct AnswerEntry
{
    AnswerId id;
    QString question;
    QDateTime askedAt;
    bool running = false, stopped = false, withheld = false;
    int branches = 1;                 // answers to this question
    QString how{};                    // settings other than the usual ones, heads and blocks left out: "k 4, 3 heads off"; empty: none
    QString part{};                   // the chapter that was asked alone, one of several; empty: all that is read
};

enum class LibraryHitKind { Document, Question, Answer, Note, Session };

struct LibraryHit
{
    LibraryHitKind kind = LibraryHitKind::Document;
    QString session;                  // as the receiver names it
    QString sessionTitle;
    std::int64_t owner = 0;
    ByteRange range;
    QString title;                    // document or question
    QString excerpt;                  // words around the hit
};

}  // namespace cairn
