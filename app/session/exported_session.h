// The conversation of a session as it leaves Cairn, and comes in again: questions, answers with citations, notes and highlights. Documents
// and memory stay where they are; what points into them names their content hash. No state, the store's thread.
#pragma once

#include "app/conversation/answer_export.h"
#include "storage/session/session_store.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct ExportedSession
{
    std::string text;
    std::vector<std::string> leftOut;   // one sentence for each answer that is damaged
};

// Deleted questions are not in it. `names`: of the documents, as they are to be called.
Result<ExportedSession> exportSession(const SessionStore& store, ExportFormat format, const DocumentNames& names,
                                      const ExportWords& words = {});

struct ImportedExport
{
    std::uint32_t answers = 0, notes = 0;
    std::uint32_t known = 0;            // answers and notes that were there before: left as they are
};

// Adds what a JSON export holds to a session that has the documents it is about: all of it or nothing. Corruption: not an export of
// Cairn, or something in it contradicts the documents; InvalidArgument: it is about documents that are not here. Traces don't come along.
Result<ImportedExport> importExport(SessionStore& store, std::string_view text);
Result<ImportedExport> importExportFile(SessionStore& store, const std::string& path);   // Io besides: not a file of at most 256 MiB

}  // namespace cairn
