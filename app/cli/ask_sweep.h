// `ask --sweep`: one question to every chapter, each answer kept as one of its own, then all together on standard output.
#pragma once

#include "app/cli/console.h"
#include "app/session/open_session.h"

#include <optional>
#include <string>

namespace cairn
{

// Exit code as of `ask`. A stop request keeps the finished parts and prints them. `follows`: the answer that the question continues.
int askSweep(OpenSession& session, const std::string& question, const AskOptions& options, std::optional<AnswerId> follows, double openMs,
             Console& console);

}  // namespace cairn
