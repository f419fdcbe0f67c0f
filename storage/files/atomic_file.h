// Small files that are either old or new, never half (reliability.md 3.7): temporary file of a new name in the same folder, write, fsync,
// close, read back and compare up to 1 MiB, rename, fsync of the folder; every call is checked. Any thread; one writer per path.
#pragma once

#include "core/result.h"

#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string>

namespace cairn
{

// The system calls in use, so that tests can make each of them fail. Same results and errno as the calls they are named after.
struct FileCalls
{
    int (*open)(const char* path, int flags, mode_t mode);
    ssize_t (*write)(int file, const void* bytes, std::size_t size);
    ssize_t (*read)(int file, void* bytes, std::size_t size);
    int (*fsync)(int file);
    int (*close)(int file);
    int (*rename)(const char* from, const char* to);
    int (*unlink)(const char* path);

    static const FileCalls& system();
};

enum class FileMode
{
    Private,   // 0600: what belongs to a session
    Usual      // what a person exports: of the file that is replaced, else as the umask has it
};

// Replaces or creates `path` with `bytes`. DiskFull, Io: the old file is untouched and no temporary file is left.
// One exception: if only the folder's fsync at the end fails, the new content is in place but a power cut may still take it
// back; the message says so.
Result<void> writeFileAtomically(const std::string& path, std::span<const std::byte> bytes,
                                 const FileCalls& calls = FileCalls::system(), FileMode mode = FileMode::Private);

// An export: in the same way, with the mode that the person's other files get.
inline Result<void> exportFile(const std::string& path, std::span<const std::byte> bytes)
{
    return writeFileAtomically(path, bytes, FileCalls::system(), FileMode::Usual);
}

// Moves a finished, closed and synced file to its place and syncs the folder of `to`.
Result<void> moveIntoPlace(const std::string& from, const std::string& to, const FileCalls& calls = FileCalls::system());

// An empty file that only its owner may read (0600), for SQLite to fill: its own would follow the umask. Replaces what is there.
Result<void> makePrivateFile(const std::string& path, const FileCalls& calls = FileCalls::system());

// Gives a finished file that belongs to nobody's session the mode that the person's other new files get.
Result<void> makeUsual(const std::string& path);

// Flushes the names in a folder to the disk: 0, or the errno that says why not.
int flushNames(const std::string& folder, const FileCalls& calls = FileCalls::system());

// Flushes a closed file's content to the disk.
Result<void> syncFile(const std::string& path, const FileCalls& calls = FileCalls::system());

}  // namespace cairn
