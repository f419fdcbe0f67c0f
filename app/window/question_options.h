// From what stands in the question box to what the engine is asked, and questions to begin with. No state, any thread.
#pragma once

#include "app/window/place_history.h"
#include "app/window/session_contents.h"
#include "core/answering/asking.h"
#include "core/types/stream_map.h"
#include "ui/panels/ask_form.h"
#include "ui/run.h"

#include <QStringList>

#include <vector>

namespace cairn
{

// Blocks of documents that are not ticked are barred: never opened for this question (experience.md 10 U7). "Up to here": as if
// reading had ended before the block that holds the first character in sight; a memory without map ignores both.
AskOptions questionOptions(const AskForm& form, const StreamMap& map, const std::vector<bool>& ticked, const ReaderPlace& place);

// Passages that the reader pinned or barred, as blocks below `blocks` and below options.until. What is barred is not pinned.
void addPassageRules(AskOptions& options, const StreamMap& map, const SessionContents& contents, std::uint32_t blocks);

// What was asked for otherwise than usual, in words: "k 4, exact attention, 3 heads off, without “Alice”, 2 blocks barred"; empty:
// nothing. `map`: of the memory that was asked, `records`: of its documents.
QString settingWords(const AskOptions& options, const StreamMap& map = {}, const std::vector<DocumentRecord>& records = {});

// Lines of `file`: questions that come with a document (the handbook); empty when there is none.
QStringList questionsOf(const QString& file);

// Up to three questions about the documents' sections, else about names that they mention often; empty when there are none.
QStringList starterQuestions(const std::vector<DocumentPtr>& documents);

}  // namespace cairn
