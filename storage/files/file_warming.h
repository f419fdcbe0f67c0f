// Reads a file into the system's cache from its beginning to its end, in the background, so that what is asked for in any order later
// is there: a memory whose blocks lie on the disk alone is read at the disk's best rate, not row by row while an answer waits. Never has
// much more than a piece on its way, so what others ask the disk for hardly waits; the cached pages count for nobody and go when memory
// is short. Ends by itself, or within some milliseconds when it is destroyed.
#pragma once

#include "storage/files/file_hints.h"

#include <thread>

namespace cairn
{

class FileWarming
{
public:
    FileWarming() = default;   // of no file

    // Of the first `bytes` of the file. REQUIRES: `hints` stays where it is for as long as this does.
    FileWarming(const FileHints& hints, std::uint64_t bytes);

private:
    std::jthread m_thread;
};

}  // namespace cairn
