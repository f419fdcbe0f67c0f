// Reading with progress on the terminal: for `read`, and for `ask FILE`, which reads first.
#pragma once

#include "app/cli/console.h"
#include "app/session/open_session.h"

#include <memory>
#include <string>
#include <vector>

namespace cairn
{

struct ReadingRequest
{
    std::vector<std::string> files;
    std::string folder;                  // empty: the documents' own in the sessions' place
    std::string password;
    std::string title;                   // empty: the first document's
    EngineWishes wishes;
    bool anew = false;                   // what is in memory is given up (--reread)
    bool scanIsWished = false;           // EngineWishes::scan was named
    std::string encoding{};              // of text files, as it was chosen; a file that the session holds is taken anew with it
    std::vector<UnreadFile> unread{};    // other files that were named
    bool hasAdded = false;               // set by openForReading(): a file was new to the session
};

struct ReadingReport
{
    std::string folder;
    std::uint64_t tokens = 0;            // of the whole stream
    std::uint64_t resumedAt = 0;         // tokens that were in memory before
    double seconds = 0;                  // of this run, loading the model not counted
    bool wasReadBefore() const { return resumedAt > 0 && resumedAt >= tokens; }
    double tokensPerSecond() const { return seconds > 0 ? static_cast<double>(tokens - resumedAt) / seconds : 0; }
};

// Imports the files into the session of that folder (made if needed) and loads the engine. A session that was made for it goes again
// where nothing of it is read (OpenSession::goUnlessRead). Files that can't be read, or not taken, are added to request.unread; an error
// where no other is left.
StageResult<std::unique_ptr<OpenSession>> openForReading(ReadingRequest& request, Console& console);

// Names the files that were not read, with the reasons, and returns the exit code: that of the first, or `code` where there is none.
int endReading(const std::vector<UnreadFile>& unread, int code, Console& console);

// Loads the engine for reading, and says which model on which device.
StageResult<void> attachForReading(OpenSession& session, const EngineWishes& wishes, Console& console,
                                   const char* whenStopped = nullptr);

// Reads to the end of the documents. `again`: a stopped reading goes on with the command that was typed; else with `read SESSION`.
// DiskFull: there is no room for it, which is told before anything is read.
StageResult<ReadingReport> readSession(OpenSession& session, Console& console, bool again = true);

}  // namespace cairn
