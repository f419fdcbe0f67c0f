// Brings in a session that someone else made: its session.db goes through the sandboxed worker, what comes back is checked and written
// into a fresh session of one's own (reliability.md 3.5). Its blocks are read again. Blocking; a thread that lives until it returns.
#pragma once

#include "core/documents/client/import_client.h"
#include "core/result.h"
#include "storage/session/carried_session.h"

#include <stop_token>
#include <string>
#include <vector>

namespace cairn
{

struct BroughtInSession
{
    std::string folder;
    std::vector<std::string> losses;   // what was left out, one sentence each
    std::uint32_t documents = 0, questions = 0, answers = 0, notes = 0;
};

// `path`: a session's folder or its session.db. `folder`: of the new session, made if missing; empty: one among this installation's.
// The file at `path` is never changed. Errors as importDocument; InvalidArgument: an unfinished write lies beside it.
Result<BroughtInSession> bringInSession(const std::string& path, const std::string& folder, const ImportOptions& options = {},
                                        std::stop_token stop = {});

// Takes out what a view can't show safely: ranges outside of texts, traces that contradict their answer, text that is not UTF-8,
// paths and settings of another computer. What had to go is said in `losses`.
void makeSafe(CarriedSession& contents);

}  // namespace cairn
