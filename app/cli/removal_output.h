// cairn-cli trace --rescore: how likely the same answer is without some blocks (experience.md 4).
#pragma once

#include "app/cli/console.h"
#include "app/common/arguments.h"

namespace cairn
{

// Direct removal: the blocks are barred. With --deep also as if they had never been in the text: what follows them is read again without
// them, which is said, with its cost, before it begins.
int printRemoval(const Arguments& arguments, Console& console);

}  // namespace cairn
