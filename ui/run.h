// One answer as the views show it: the answer with its trace, and where its blocks stand. Immutable and shared; a view keeps the pointer.
#pragma once

#include "core/types/answer.h"
#include "core/types/chapters.h"
#include "core/types/document.h"
#include "core/types/stream_map.h"

#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

using DocumentPtr = std::shared_ptr<const CanonicalText>;

struct Run
{
    QString id;                            // "run-7", of AnswerId 7; what selections name
    QString question;
    QString session, model;                // title; name and kind: for provenance
    Answer answer;                         // Answer::trace may be empty: "This answer has no stored trace."
    std::vector<DocumentPtr> documents;    // of the session, in reading order
    std::shared_ptr<const StreamMap> map;  // never null; may be empty
    std::vector<std::uint32_t> sinks;      // blocks hidden by default (experience.md 4), ascending
    std::vector<std::uint32_t> barred, pinned;   // of this question, ascending
    std::vector<Head> switchedOff;         // for this question, ascending
    bool traceDamaged = false;             // where it is empty
    bool isCombined = false;               // of the answers to a sweep's chapters: each of these has its trace
    std::size_t removed = 0;               // of the documents: they are no more, nor in its map
    bool memoryIsGone = false;             // documents were removed or read in other blocks since: it can be asked again, not scored

    bool isOfSeveral() const { return documents.size() > removed + 1; }   // places say of which document they are

    // The words of a block, documents joined; empty for a block of prefix alone or without a map.
    std::string blockText(std::uint32_t block) const;
    // As placeLabel(): where its first character stands; the document's title before it in isOfSeveral().
    QString labelOf(const DocumentPlace& place) const;
    // Both places of a block that ends one document and begins the next.
    QString blockLabel(std::uint32_t block) const;
    // The citation whose words stand in the block, the first of several; null: of none.
    const Citation* citedIn(std::uint32_t block) const;
    // What a block is looked at for: the words cited in it, else its text in the first of its documents. Nothing: it has no text.
    std::optional<DocumentPlace> shownPlace(std::uint32_t block) const;
    QString shownLabel(std::uint32_t block) const;   // of these words, as the citation names them; else blockLabel()
};

using RunPtr = std::shared_ptr<const Run>;

// What stands there, as far as the text reaches: one that is damaged in its file is empty here.
std::string wordsAt(const CanonicalText& document, const ByteRange& range);

// Words of the citation stand there.
bool holdsWordsOf(const DocumentPlace& place, const Citation& citation);

// "p. 127 (PDF 139)" by the page that holds the byte (a PDF's sheet only where it differs from the label); else "Epilogue, par. 17", by the
// chapter's heading (cut to 22 characters; "ch. IV", "sec. 5.1" where it is or has a number), paragraphs counted in it from 1; else
// "par. 17".
enum class PageWords { LabelAndSheet, Label };   // Label: "p. 127", where there is little room
QString placeLabel(const CanonicalText& document, std::uint64_t byte, PageWords words = PageWords::LabelAndSheet);

// The same with the whole path of headings: "2 The machine > 2.1 Registers, p. 12"; "Part One > Epilogue, par. 17".
QString placeWithSection(const CanonicalText& document, std::uint64_t byte);

}  // namespace cairn
