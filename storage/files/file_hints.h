// Tells the system what of a file comes next: which parts will be read, and that written ones can go to the disk already. Hints alone:
// nothing is read, written or made durable by them, and none can fail. Any thread.
//
// Has a descriptor of its own. Closing it drops the process's POSIX locks on the file: it must be closed after the last connection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cairn
{

class FileHints
{
public:
    FileHints() = default;   // of no file: every hint is ignored
    explicit FileHints(const std::string& path);
    ~FileHints();
    FileHints(FileHints&& other) noexcept;
    FileHints& operator=(FileHints&& other) noexcept;

    explicit operator bool() const { return m_file >= 0; }

    bool isCached(std::uint64_t offset) const;   // false also where that can't be told
    void willRead(std::uint64_t offset, std::uint64_t bytes) const;
    void startWriting() const;   // what was handed over so far, without waiting for it

private:
    int m_file = -1;
};

}  // namespace cairn
