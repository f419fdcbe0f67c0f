// One writer per file: an flock that dies with its process. The lock file holds pid and host, for the message to the other side.
// Keep it alive as long as the file it guards is open. Any thread.
#pragma once

#include "core/result.h"

#include <string>

namespace cairn
{

class FileLock
{
public:
    FileLock() = default;
    ~FileLock();
    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;

    // Busy: another process (or another FileLock of this one) holds it; the message names it.
    static Result<FileLock> take(const std::string& path);

    bool held() const { return m_file >= 0; }

private:
    int m_file = -1;
};

// Both locks of a session's folder: nobody reads or asks in it while they are held.
struct SessionLocks
{
    FileLock session, blocks;

    // Busy: another program, or another part of this one, has the session or its memory open.
    static Result<SessionLocks> take(const std::string& folder);
};

}  // namespace cairn
