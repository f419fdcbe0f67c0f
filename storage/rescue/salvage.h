// What can be read of a damaged session is brought into a new one; the damaged file is read only (reliability.md 3.4). Any thread;
// nobody may have the session open for writing.
#pragma once

#include "storage/session/carried_session.h"

#include <stop_token>
#include <string>

namespace cairn
{

// All rows of the file at `path` whose hashes are right, whatever state its structure is in. Corruption: not one text, question or
// note was found. `scratch`: a folder for a file that is removed again.
Result<CarriedSession> salvageContents(const std::string& path, const std::string& scratch, const std::stop_token& stop = {});

struct RecoveredSession
{
    std::string folder;
    std::vector<std::string> losses;   // one sentence each
    std::uint32_t documents = 0, questions = 0, answers = 0, notes = 0;
};

// A new session beside the damaged one, titled "... (recovered)"; where the texts are whole, with a copy of the blocks, so that they
// need not be read again. Busy: it is open. Cancelled: nothing is left of it.
Result<RecoveredSession> recoverSession(const std::string& folder, const std::stop_token& stop = {});

}  // namespace cairn
