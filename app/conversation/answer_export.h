// An answer with its citations in the forms that leave Cairn: Markdown, HTML without scripts, one line of JSON. No state, any thread.
#pragma once

#include "app/conversation/answer_context.h"
#include "app/conversation/export_places.h"
#include "app/conversation/export_words.h"
#include "core/types/answer.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class ExportFormat { Markdown, Html, Json };

// Words for AnswerState and NoteKind (storage/records/session_records.h) in their order.
inline constexpr std::array<std::string_view, 5> kExportedStates{"running", "finished", "stopped", "interrupted", "failed"};
inline constexpr std::array<std::string_view, 4> kExportedNoteKinds{"note", "highlight", "pinned", "barred"};

struct StoredFacts   // what a session knows of an answer besides itself: how it ended; for JSON, so that it can come in again, all of it
{
    std::int64_t question = 0, askedAt = 0, startedAt = 0, changedAt = 0;   // milliseconds since 1970, UTC
    std::optional<std::int64_t> follows;          // the answer that the question continues
    std::string state;                            // of kExportedStates
    std::string options;                          // JSON: how it was asked
    std::vector<std::string> documents;           // content hashes, by index
    bool showsUnsupported = false;                // the answer is shown though nothing supports it, as was asked for
    // For readers:
    std::optional<Citation> nearest = {};         // the passage that came nearest where none was found
    std::optional<std::string> followed = {};     // the question that is followed; none: its answer was removed
    std::vector<DocumentPlace> lookedAt = {}, keptOut = {}, pinned = {};   // what the question was limited to, or what it left out
    const std::vector<CanonicalText>* texts = nullptr;                // of the documents, by index; for the names of places
};

struct ExportedNote
{
    std::string kind;                             // of kExportedNoteKinds
    std::string text;                             // empty: a bookmark
    std::uint32_t document = 0;
    std::string documentHash;
    ByteRange range;
    std::string passage, page;                    // the words it stands at; the page's label where there are pages
    std::int64_t createdAt = 0, changedAt = 0;
    std::string section = {};                     // the path of its heading
};

// What stands before the first and behind the last answer; empty for JSON (one line an answer).
std::string exportHead(ExportFormat format, const std::string& title, const ExportWords& words = {});
std::string exportTail(ExportFormat format);
// For readers, an answer that ended before a word came is empty; JSON has it all the same.
std::string exportAnswer(ExportFormat format, AnswerId id, const Answer& answer, const AnswerContext& context, const DocumentNames& names,
                         const StoredFacts* stored = nullptr, const ExportWords& words = {});
std::string exportNotes(ExportFormat format, const std::vector<ExportedNote>& notes, const DocumentNames& names,
                        const ExportWords& words = {}, const std::vector<CanonicalText>* texts = nullptr);   // empty: none

std::string answerJson(std::optional<AnswerId> id, const Answer& answer, const AnswerContext& context, const DocumentNames& names,
                       const StoredFacts* stored = nullptr);   // no id: the answer is not kept

}  // namespace cairn
