// "-" on a command line: a document on standard input. Any thread.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string>

namespace cairn
{

// Reads `descriptor` to its end into a file of `folder`, named by its content: the same bytes give the same file, and so the same session.
// Its path; its kind is told by its content, as of every file. Io: nothing could be read or kept; nothing is left then.
Result<std::string> keepInput(int descriptor, const std::filesystem::path& folder);

// Standard input in its place: XDG_CACHE_HOME/cairn/input.
Result<std::string> keepStandardInput();

}  // namespace cairn
