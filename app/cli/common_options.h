// Options that several commands share, and how they become wishes.
#pragma once

#include "app/common/arguments.h"
#include "app/session/open_session.h"

#include <string>
#include <vector>

namespace cairn
{

inline constexpr OptionSpec kJsonOption{"json", "", "one JSON object per result on standard output"};

// --model, --adapter, --answer-adapter, --device, --kv, --memory-budget, --threads.
std::vector<OptionSpec> engineOptions();
Result<EngineWishes> engineWishes(const Arguments& arguments);

// Specs of `first`, then those of `second`.
std::vector<OptionSpec> joined(std::vector<OptionSpec> first, const std::vector<OptionSpec>& second);

bool isSessionFolder(const std::string& path);

// What a session folder or a document's path names: an existing session, or the folder in the sessions' place where reading
// `path` as a single file puts it.
std::string sessionFolderFor(const std::string& path);

// A session named by folder or by the title of one in the sessions' place.
std::string resolveSession(const std::string& name);

}  // namespace cairn
