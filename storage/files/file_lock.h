// One writer per file: an flock that dies with its process. While it is held the lock file holds pid and host, for the message to the
// other side, and for the next one, who learns by them that this one did not end as it should.
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

    enum class Use
    {
        Own,
        Visit   // leaves the trace of a holder that was killed, for the one who takes it after a crash
    };

    // Busy: another process (or another FileLock of this one) holds it; the message names it.
    static Result<FileLock> take(const std::string& path, Use use = Use::Own);

    // The file can't be locked since nothing can be written there: its drive is mounted read-only, or it and its folder are another's.
    static bool isUnwritable(const std::string& path);

    bool held() const { return m_file >= 0; }
    bool wasLeftBehind() const { return !m_trace.empty(); }   // by a holder that crashed, or was killed

private:
    void release();

    int m_file = -1;
    std::string m_trace;              // of the holder before, if it was killed
    Use m_use = Use::Own;
};

// What a change is refused with where isUnwritable().
Error unwritableError();

// Both locks of a session's folder: nobody reads or asks in it while they are held.
struct SessionLocks
{
    FileLock session, blocks;

    // Busy: another program, or another part of this one, has the session or its memory open.
    static Result<SessionLocks> take(const std::string& folder);
};

}  // namespace cairn
