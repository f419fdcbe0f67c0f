// The commands of cairn-cli. Each has its own file: its options, what it prints, its exit code (experience.md 12).
#pragma once

#include "app/cli/console.h"
#include "app/common/arguments.h"

#include <span>

namespace cairn
{

struct Command
{
    CommandSpec spec;
    int (*run)(const Arguments& arguments, Console& console);
};

Command readCommand();
Command askCommand();
Command traceCommand();
Command heatmapCommand();
Command exportCommand();
Command infoCommand();
Command verifyCommand();
Command importCommand();
Command importSessionCommand();
Command textCommand();
Command blocksCommand();
Command listCommand();
Command findCommand();
Command removeCommand();
Command renameCommand();
Command modelInfoCommand();
Command modelRecoverCommand();

}  // namespace cairn
