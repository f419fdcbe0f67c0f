// Which session folders this installation made or took over: id and path of each (reliability.md 3.5). Others are foreign: their
// session.db is brought in through the sandbox (foreign_session.h) instead of being opened. Any thread; last writer wins.
#pragma once

#include "core/result.h"

#include <string>

namespace cairn
{

// Not registered, and not in the folder where this installation keeps its sessions.
bool isForeignSession(const std::string& folder);

// From now on it is one's own. REQUIRES: a session lies there.
Result<void> registerSession(const std::string& folder);

// A session that was moved or copied, where it is now: one's own there, too. REQUIRES: it is not open.
inline Result<std::string> registered(Result<std::string> folder)
{
    if (folder)
        (void)registerSession(*folder);   // else the window asks whose it is
    return folder;
}

}  // namespace cairn
