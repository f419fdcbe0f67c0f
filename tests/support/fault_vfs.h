// An SQLite VFS over the default one whose operations fail on request, or are recorded instead of made durable (for power cuts).
// Register one, pass kName to a store. Operations of files without a name (SQLite's own temporary ones) count, but are not recorded.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cairn::test
{

class FaultVfs
{
public:
    static constexpr const char* kName = "cairn-fault";

    enum Operation : unsigned { Write = 1, Sync = 2, Truncate = 4, Read = 8, Delete = 16 };

    struct Entry                   // of the record, in order; an acknowledgement has operation 0 and its number as offset
    {
        unsigned operation = 0;
        std::string file;          // whole path
        std::int64_t offset = 0;   // Truncate: the new size
        std::string bytes;
    };

    FaultVfs();                    // registers
    ~FaultVfs();
    FaultVfs(const FaultVfs&) = delete;
    FaultVfs& operator=(const FaultVfs&) = delete;

    // The operation number `n` (from 0, from now on) of these classes fails with `code`, and all later ones if `forEver`.
    // With SQLITE_FULL a write of more than 1 KiB is done by half.
    void failAt(unsigned operations, int n, int code, bool forEver);
    void clear();
    int hits() const;              // operations that failed since failAt

    void startRecording();
    void acknowledge(std::int64_t number);
    std::vector<Entry> stopRecording();
};

}  // namespace cairn::test
