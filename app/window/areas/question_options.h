// From what stands in the question box to what the engine is asked, and questions to begin with. No state, any thread.
#pragma once

#include "app/window/areas/place_history.h"
#include "app/window/session/session_contents.h"
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
// nothing. `map`: of the memory that was asked, `records`: of its documents, `places`: blocks that each step opened; 0: not known.
QString settingWords(const AskOptions& options, const StreamMap& map = {}, const std::vector<DocumentRecord>& records = {},
                     std::uint32_t places = 0);

// No block is left to open but the last one, which can't be barred.
bool isAllBarred(const AskOptions& options, const StreamMap& map);

// Blocks of the passages that are pinned for the next questions, `added` among them.
std::size_t pinnedBlocks(const StreamMap& map, const SessionContents& contents, const DocumentPlace& added);

// Lines of `file`: questions that come with a document (the handbook); empty when there is none.
QStringList questionsOf(const QString& file);

// Up to three questions about the documents' sections, else about names that they mention often; empty when there are none.
// `readBytes`: of each document; while any of it is read, only sections and names of what is are taken. Empty: of all.
QStringList starterQuestions(const std::vector<DocumentPtr>& documents, const std::vector<std::uint64_t>& readBytes = {});

}  // namespace cairn
