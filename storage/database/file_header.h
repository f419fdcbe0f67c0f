// The first 100 bytes of an SQLite file, read through its VFS: that keeps the locks that other connections of this process
// hold, which a plain open and close would drop.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <string>

namespace cairn
{

struct FileHeader
{
    bool isDatabase = false;          // magic string, full header
    std::uint32_t pageSize = 0;
    bool rollbackJournal = false;     // versions at 18 and 19 are 1: not WAL
    std::uint32_t changeCounter = 0;  // one more with every committed transaction
    std::int32_t applicationId = 0;
    std::int32_t userVersion = 0;
    std::uint64_t fileBytes = 0;
};

// NotFound, Io.
Result<FileHeader> readFileHeader(const std::string& path, const std::string& vfs);

}  // namespace cairn
