// Copies of documents that came through standard input: a session that needs one has it in its own folder, and it goes with the session.
// Plain functions, any thread.
#pragma once

#include "storage/records/session_records.h"

#include <string>

namespace cairn
{

// A copy lies alone in a folder whose name begins so, as a file of this name.
inline constexpr const char* kInputFolder = "session.input-";
inline constexpr const char* kInputFile = "standard-input";

bool isInputCopy(const std::string& path);

// Where the copy lies in the session's folder, wherever that was moved to; another path as it is.
std::string inSession(const std::string& path, const std::string& session);

// A copy of the copy in the session's folder (0700; a link where that can be), and where it lies. Another source is returned as it is;
// so is one that is there already, is gone or can't be copied.
SourceFile copyInput(const SourceFile& source, const std::string& session);

}  // namespace cairn
