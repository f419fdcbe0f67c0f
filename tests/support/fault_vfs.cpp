#include "tests/support/fault_vfs.h"

#include <sqlite3.h>

#include <new>
#include <utility>

namespace cairn::test
{

namespace
{

struct State   // one VFS at a time, one thread
{
    sqlite3_vfs* base = nullptr;
    unsigned failing = 0;
    int countdown = 0, code = 0, hits = 0;
    bool forEver = false, recording = false;
    std::vector<FaultVfs::Entry> log;
};
State g_state;

struct File   // what SQLite sees; the real file lies behind it in the same allocation
{
    sqlite3_file shown;
    std::string* name;
    sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File* fileOf(sqlite3_file* file)
{
    return reinterpret_cast<File*>(file);
}

// SQLITE_OK, or the code this operation fails with.
int fault(unsigned operation)
{
    if ((g_state.failing & operation) == 0)
        return SQLITE_OK;
    const bool hit = g_state.forEver ? g_state.countdown <= 0 : g_state.countdown == 0;
    --g_state.countdown;
    if (!hit)
        return SQLITE_OK;
    ++g_state.hits;
    return g_state.code;
}

void record(unsigned operation, const File& file, sqlite3_int64 offset, const void* bytes = nullptr, int size = 0)
{
    if (g_state.recording && file.name)
        g_state.log.push_back({operation, *file.name, offset,
                               std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size))});
}

int xClose(sqlite3_file* file)
{
    File* f = fileOf(file);
    delete f->name;
    return f->real()->pMethods->xClose(f->real());
}

int xRead(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset)
{
    if (const int code = fault(FaultVfs::Read); code != SQLITE_OK)
        return code;
    return fileOf(file)->real()->pMethods->xRead(fileOf(file)->real(), bytes, size, offset);
}

int xWrite(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset)
{
    File* f = fileOf(file);
    if (const int code = fault(FaultVfs::Write); code != SQLITE_OK) {
        if (code == SQLITE_FULL && size > 1024)
            f->real()->pMethods->xWrite(f->real(), bytes, size / 2, offset);
        return code;
    }
    record(FaultVfs::Write, *f, offset, bytes, size);
    return f->real()->pMethods->xWrite(f->real(), bytes, size, offset);
}

int xTruncate(sqlite3_file* file, sqlite3_int64 size)
{
    if (const int code = fault(FaultVfs::Truncate); code != SQLITE_OK)
        return code;
    record(FaultVfs::Truncate, *fileOf(file), size);
    return fileOf(file)->real()->pMethods->xTruncate(fileOf(file)->real(), size);
}

int xSync(sqlite3_file* file, int flags)
{
    if (const int code = fault(FaultVfs::Sync); code != SQLITE_OK)
        return code;
    record(FaultVfs::Sync, *fileOf(file), 0);
    return g_state.recording ? SQLITE_OK : fileOf(file)->real()->pMethods->xSync(fileOf(file)->real(), flags);
}

int xFileSize(sqlite3_file* file, sqlite3_int64* size)
{
    return fileOf(file)->real()->pMethods->xFileSize(fileOf(file)->real(), size);
}

int xLock(sqlite3_file* file, int level)
{
    return fileOf(file)->real()->pMethods->xLock(fileOf(file)->real(), level);
}

int xUnlock(sqlite3_file* file, int level)
{
    return fileOf(file)->real()->pMethods->xUnlock(fileOf(file)->real(), level);
}

int xCheckReservedLock(sqlite3_file* file, int* held)
{
    return fileOf(file)->real()->pMethods->xCheckReservedLock(fileOf(file)->real(), held);
}

int xFileControl(sqlite3_file* file, int operation, void* argument)
{
    if (operation == SQLITE_FCNTL_SIZE_HINT)   // would grow the file behind the record's back
        return SQLITE_OK;
    return fileOf(file)->real()->pMethods->xFileControl(fileOf(file)->real(), operation, argument);
}

int xSectorSize(sqlite3_file* file)
{
    return fileOf(file)->real()->pMethods->xSectorSize(fileOf(file)->real());
}

int xDeviceCharacteristics(sqlite3_file* file)
{
    return fileOf(file)->real()->pMethods->xDeviceCharacteristics(fileOf(file)->real());
}

// Version 1: no shared memory (that is WAL) and no mapping.
const sqlite3_io_methods kMethods{1,       xClose,  xRead,   xWrite,      xTruncate,          xSync,        xFileSize, xLock,
                                  xUnlock, xCheckReservedLock, xFileControl, xSectorSize, xDeviceCharacteristics,
                                  nullptr, nullptr, nullptr, nullptr,     nullptr,            nullptr};

int xOpen(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* outFlags)
{
    File* f = fileOf(file);
    f->shown.pMethods = nullptr;
    f->name = nullptr;
    const int code = g_state.base->xOpen(g_state.base, name, f->real(), flags, outFlags);
    if (code != SQLITE_OK)
        return code;
    if (name)
        f->name = new std::string(name);
    f->shown.pMethods = &kMethods;
    return SQLITE_OK;
}

int xDelete(sqlite3_vfs*, const char* name, int syncFolder)
{
    if (const int code = fault(FaultVfs::Delete); code != SQLITE_OK)
        return code;
    if (g_state.recording)
        g_state.log.push_back({FaultVfs::Delete, name, 0, {}});
    return g_state.base->xDelete(g_state.base, name, syncFolder);
}

sqlite3_vfs g_vfs;

}  // namespace

FaultVfs::FaultVfs()
{
    g_state = {};
    g_state.base = sqlite3_vfs_find(nullptr);
    g_vfs = *g_state.base;   // all else is the default's, which looks at none of its own fields
    g_vfs.zName = kName;
    g_vfs.pNext = nullptr;
    g_vfs.szOsFile = static_cast<int>(sizeof(File)) + g_state.base->szOsFile;
    g_vfs.xOpen = xOpen;
    g_vfs.xDelete = xDelete;
    sqlite3_vfs_register(&g_vfs, 0);
}

FaultVfs::~FaultVfs()
{
    sqlite3_vfs_unregister(&g_vfs);
}

void FaultVfs::failAt(unsigned operations, int n, int code, bool forEver)
{
    g_state.failing = operations;
    g_state.countdown = n;
    g_state.code = code;
    g_state.forEver = forEver;
    g_state.hits = 0;
}

void FaultVfs::clear()
{
    g_state.failing = 0;
}

int FaultVfs::hits() const
{
    return g_state.hits;
}

void FaultVfs::startRecording()
{
    g_state.log.clear();
    g_state.recording = true;
}

void FaultVfs::acknowledge(std::int64_t number)
{
    if (g_state.recording)
        g_state.log.push_back({0, {}, number, {}});
}

std::vector<FaultVfs::Entry> FaultVfs::stopRecording()
{
    g_state.recording = false;
    return std::exchange(g_state.log, {});
}

}  // namespace cairn::test
