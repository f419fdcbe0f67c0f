// Locks the engine process down (reliability.md 5.2). Irreversible.
#pragma once

#include "app/protocol/commands.h"
#include "app/protocol/restore_messages.h"
#include "app/protocol/search_messages.h"

namespace cairn
{

// First of all: SIGTERM when its parent dies, no new privileges, no core file (it would hold the text).
void cutTies();

// Whether the command may want a GPU and one answers. Then driver, plugin and device are open, which must be before the locks; the
// driver's own threads are older than the lock on files.
bool openDevice(const OpenCommand& open);

// Landlock, best effort: writes the session's folder, with `gpu` the graphics card's devices too, reads model, adapters, libraries, /proc
// and /sys; nothing else opens. Before other threads exist and before the model is read: they inherit it. False: this kernel can't.
bool restrictFiles(const OpenCommand& open, bool gpu);

// The same for a search, which reads the sessions' folders and writes nothing.
bool restrictFiles(const SearchCommand& search);

// The same where a text is taken from a memory, which is only read.
bool restrictFiles(const RestoreTextCommand& restore);

// seccomp for all threads, when device, libraries and model are loaded: no other program is run, no other process touched, no socket but
// AF_UNIX. False: not in force.
bool restrictCalls();

}  // namespace cairn
