#include "storage/database/file_header.h"

#include "storage/database/database.h"

#include <sqlite3.h>

#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace cairn
{

namespace
{

constexpr int kHeaderBytes = 100;   // https://www.sqlite.org/fileformat2.html 1.3

std::uint32_t bigEndian(const unsigned char* bytes, int size)
{
    std::uint32_t value = 0;
    for (int i = 0; i < size; ++i)
        value = value << 8 | bytes[i];
    return value;
}

FileHeader parse(const unsigned char* bytes)
{
    FileHeader header;
    header.isDatabase = std::memcmp(bytes, "SQLite format 3", 16) == 0;
    header.pageSize = bigEndian(bytes + 16, 2);
    if (header.pageSize == 1)
        header.pageSize = 65536;
    header.rollbackJournal = bytes[18] == 1 && bytes[19] == 1;
    header.changeCounter = bigEndian(bytes + 24, 4);
    header.userVersion = static_cast<std::int32_t>(bigEndian(bytes + 60, 4));
    header.applicationId = static_cast<std::int32_t>(bigEndian(bytes + 68, 4));
    return header;
}

struct FilenameDeleter { void operator()(const char* name) const { sqlite3_free_filename(const_cast<char*>(name)); } };

}  // namespace

Result<FileHeader> readFileHeader(const std::string& path, const std::string& vfsName)
{
    if (access(path.c_str(), F_OK) != 0)
        return Error{ErrorCode::NotFound, "There is no such file. It may have been moved or deleted."};
    sqlite3_vfs* vfs = sqlite3_vfs_find(vfsName.empty() ? nullptr : vfsName.c_str());
    if (!vfs)
        return Error{ErrorCode::InvalidArgument, "The storage layer asked for is not there."};
    const std::unique_ptr<const char, FilenameDeleter> name(
        sqlite3_create_filename(path.c_str(), (path + "-journal").c_str(), (path + "-wal").c_str(), 0, nullptr));
    std::vector<std::uint64_t> storage((static_cast<std::size_t>(vfs->szOsFile) + 7) / 8);
    auto* file = reinterpret_cast<sqlite3_file*>(storage.data());
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
    if (const int code = vfs->xOpen(vfs, name.get(), file, flags, &flags); code != SQLITE_OK)
        return databaseError(code);

    FileHeader header;
    sqlite3_int64 size = 0;
    int code = file->pMethods->xFileSize(file, &size);
    std::array<unsigned char, kHeaderBytes> bytes{};
    if (code == SQLITE_OK && size >= kHeaderBytes) {
        code = file->pMethods->xRead(file, bytes.data(), kHeaderBytes, 0);
        header = parse(bytes.data());
    }
    file->pMethods->xClose(file);
    if (code != SQLITE_OK)
        return databaseError(code);
    header.fileBytes = static_cast<std::uint64_t>(size);
    return header;
}

}  // namespace cairn
