// How a question was asked, as JSON beside it in session.db: enough to ask again and get the same answer. No state, any thread.
#pragma once

#include "core/answering/asking.h"
#include "core/result.h"

#include <string>

namespace cairn
{

std::string toJson(const AskOptions& options);

// Corruption: not such JSON. Tuning of strategies is not kept: the program's own is used.
Result<AskOptions> askOptionsFromJson(const std::string& json);

}  // namespace cairn
