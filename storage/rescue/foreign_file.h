// A session.db that someone else made, as hostile bytes: opened in memory, read-only, with nothing of it allowed to run
// (reliability.md 3.5). For the sandboxed worker; one thread, one file a process (SQLite's limits are the process's).
#pragma once

#include "storage/session/carried_session.h"

#include <cstddef>
#include <functional>
#include <span>

namespace cairn
{

// Unsupported: no session, of another format, or with tables, views or triggers that a session doesn't have. Corruption: damaged.
// Newer. OutOfMemory. REQUIRES: `file` is not changed meanwhile. `partDone` is called after each document and answer.
Result<CarriedSession> readForeignFile(std::span<const std::byte> file, const std::function<void()>& partDone);

}  // namespace cairn
