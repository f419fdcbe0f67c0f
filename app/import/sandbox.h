// Locks the import worker down before the first byte of a document (reliability.md 5.1). Irreversible; whole process.
#pragma once

#include "core/result.h"

#include <sys/types.h>

namespace cairn::sandbox
{

struct Lockdown
{
    bool fonts = false; // Landlock is active, so the font folders may be opened; false: nothing can be opened at all
};

// Parent-death signal, no new privileges, no dumps, own process group, limits, Landlock, seccomp, then the self-test.
// Failure: something of it isn't in force; the process must exit. REQUIRES: one thread; everything warmed up.
Result<Lockdown> lockDown(pid_t parent);

// Steps of lockDown, each true only when in force.
bool cutTies(pid_t parent); // dies with its parent, no new privileges, no dumps, own process group
bool limitResources();
bool restrictFiles();                         // Landlock: read below the font folders, nothing else
bool filterSystemCalls(bool filesRestricted); // seccomp, default EPERM

// Tries what must be impossible now. Returns the name of the first thing that was possible, or nullptr.
const char* firstPossible(pid_t parent);

} // namespace cairn::sandbox
