// A database file with an application id and a format version: create, open, migrate (reliability.md 3.4).
// Owner thread of the database only.
#pragma once

#include "storage/database/database.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

enum class OpenOutcome
{
    Current,
    Migrated,        // a backup `<file>.bak-v<old>` lies beside it
    NewerReadable,   // written by a newer Cairn that says this one may read it: opened read-only
    NewerRefused,    // written by a newer Cairn: 0 bytes changed
    Damaged,
    Foreign,         // not such a file
    Locked,          // another process writes: opened read-only
    Unwritable       // nothing can be written there: opened read-only
};

// One step of the format. `after` runs behind the SQL in the same transaction, for what SQL can't do.
struct Migration
{
    int version = 0;
    std::string_view sql;
    Result<void> (*after)(const Database&) = nullptr;
};

struct FileFormat
{
    std::int32_t applicationId = 0;
    std::span<const Migration> migrations;   // ascending from 1; the last one's version is the format's
    bool migrates = true;                    // false: derived data, an old version is as good as foreign
    int version() const { return migrations.empty() ? 0 : migrations.back().version; }
};

struct OpenedFile
{
    OpenOutcome outcome = OpenOutcome::Current;
    Database database;       // null after NewerRefused, Damaged, Foreign
    int foundVersion = 0;
};

// Creates the file under a temporary name, applies all migrations and `fill` in one transaction, and moves it into place: there
// is never a half-made file at `path`. InvalidArgument: something is there already.
Result<void> createVersioned(const std::string& path, const FileFormat& format, const DatabaseOptions& options,
                             const std::function<Result<void>(const Database&)>& fill);

// Looks at the first 100 bytes, connects if they are ours, migrates if they are old (needs ReadWrite).
// Error only where nothing can be said about the file: NotFound, Busy, Io, DiskFull, OutOfMemory.
Result<OpenedFile> openVersioned(const std::string& path, const FileFormat& format, const DatabaseOptions& options);

// A crash in a commit leaves a journal that only a writing connection may play back. Before opening read-only: plays it back if no
// other process holds `lock`; else that process sees to it.
void playBackJournal(const std::string& path, const std::string& lock, const std::string& vfs);

// Copies a database as it was before the change that a crash broke off, if one did; the copy is its owner's alone and on the disk, the file
// itself stays as it is. Corruption: such a change can't be taken back. REQUIRES: `from` is locked, or can't be written by anyone here.
Result<void> copyDatabase(const std::string& from, const std::string& to);

// Why a file could not be opened where nothing can be written: by such a journal, else `error`.
Error errorWithJournal(const std::string& path, const Error& error);

// The refusals as errors, in words of the person: `what` is "session" or "memory".
Error refusal(const OpenedFile& file, const FileFormat& format, const std::string& what);

}  // namespace cairn
