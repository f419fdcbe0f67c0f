// "-" on a command line: a document on standard input. Any thread.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string>

namespace cairn
{

// Reads `descriptor` to its end into a file in a folder of its own beneath `folder`. Its path; its kind is told by its content, as of every
// file. The file is there until endInputs(): a session that takes it has its own (storage/session/input_copy.h). Io: nothing could be
// read or kept; nothing is left then.
Result<std::string> keepInput(int descriptor, const std::filesystem::path& folder);

// Where standard input is kept: XDG_CACHE_HOME/cairn/input.
std::filesystem::path inputFolder();
Result<std::string> keepStandardInput();

// Deletes what this process has kept; it keeps nothing after that. Leaves it to another process, which was told of it and shares it.
void endInputs();
void leaveInputs();

// Of what another process has kept and told of: it is there until endInputs() of this one. Nothing for other files.
void shareInput(const std::string& path);

// Deletes what processes left that were killed.
void sweepInputs(const std::filesystem::path& folder);

}  // namespace cairn
