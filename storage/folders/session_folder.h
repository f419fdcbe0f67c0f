// Sessions as folders: where they lie, what they are called, which there are. A session's folder holds session.db, blocks.db and
// their locks; it can be moved as a whole. Any thread; folders of sessions that are open elsewhere are only read.
#pragma once

#include "core/result.h"
#include "core/types/document.h"
#include "storage/records/session_records.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

// $XDG_DATA_HOME/cairn/sessions, else ~/.local/share/cairn/sessions. Not created.
std::string defaultSessionsFolder();

std::string blocksPath(const std::string& session);    // of a session's folder
std::string ballastPath(const std::string& session);   // one for all sessions in the data folder; elsewhere in the session's own

bool isSessionFolder(const std::string& folder);       // it holds a session.db

// The file of a session, whatever it is called: a copy that was shared, for example. By its header; REQUIRES: it is not open here.
bool isSessionFile(const std::string& path);

// A new folder (0700) under `root` (made if missing), named after the title.
Result<std::string> makeSessionFolder(const std::string& root, const std::string& title);

struct SessionSummary
{
    std::string folder, title;
    std::int64_t createdAt = 0, changedAt = 0;         // milliseconds since 1970
    std::vector<std::string> documents;                // titles, in reading order
    Hash128 documentsHash{};
    Hash128 sourcesHash{};                             // of their files' bytes, made alike; zeros: not all of them are known
    std::uint32_t storedBlocks = 0, totalBlocks = 0;   // as last acknowledged
    std::uint32_t questions = 0;
    std::uint64_t sessionBytes = 0, blocksBytes = 0;
    std::string problem;                               // why it can't be opened; then only folder and sizes are filled
    bool absent = false;                               // its folder is not there

    std::string name() const { return title.empty() ? folder.substr(folder.rfind('/') + 1) : title; }
};

SessionSummary summarizeSession(const std::string& folder);

// All sessions under `root`, the last changed first. A missing root holds none.
std::vector<SessionSummary> listSessions(const std::string& root);

// A session by the path of its folder, the name of its folder under `root`, or its title. NotFound; InvalidArgument: several
// have this title.
Result<std::string> findSession(const std::string& root, const std::string& name);

// The session that holds exactly these documents.
std::optional<std::string> findSessionOf(const std::string& root, const Hash128& documentsHash);

// What a new session in this folder is called: its title, with the name of its first file where another session has it already.
std::string titleOfSession(const std::string& folder, const std::string& title, const std::string& file);

// The session of exactly these documents, else a new folder named after the title; either way where it lies.
Result<std::string> sessionFolderFor(const std::string& root, const std::vector<Hash128>& documents, const std::string& title);

// Where a file lies and what it looks like now: kept beside the document that was imported from it.
SourceFile sourceFileOf(const std::string& path);
SourceFile hashedSourceOf(const std::string& path);   // with the hash of its bytes; reads it all

// Busy: it is open. Only files of ours are deleted; the folder goes if nothing else is in it.
Result<void> deleteSession(const std::string& folder);

// Moves it into another folder and returns where it lies then; across drives by copying, the old one goes when the copy is complete
// and on the disk. Busy: it is open. InvalidArgument: something of that name is there. An error that names both places: the copy is
// complete, and the old one could not be deleted, or not all of it.
Result<std::string> moveSession(const std::string& folder, const std::string& into);

// A copy in the folder `into`, with another title or the same; returns where it lies. Busy: it is open.
Result<std::string> duplicateSession(const std::string& folder, const std::string& title, const std::string& into);

// Where copies of it go: beside it, or to the sessions under `root` where nothing can be written there.
std::string folderForCopies(const std::string& folder, const std::string& root);

}  // namespace cairn
