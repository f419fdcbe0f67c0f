// Foreign files as bytes. Only regular files are opened (a FIFO or device would block or never end), and they are read by
// pread, because a file that shrinks under a memory map kills the process.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <span>
#include <string>

namespace cairn
{

// Random access to bytes of known size. Thread-compatible; read() may be called from several threads at once.
class ByteSource
{
public:
    virtual ~ByteSource() = default;
    virtual std::uint64_t size() const = 0;
    virtual const std::string& name() const = 0;   // for messages: the path
    // Fills `out` from `offset`. Corruption: it doesn't lie inside [0, size). Io: the system's error, or the file has shrunk.
    virtual Result<void> read(std::uint64_t offset, std::span<std::byte> out) const = 0;
    // Where these bytes lie in RAM, unchanging while the source lives; null: only read() gives them. Errors as read().
    virtual Result<const std::byte*> inRam(std::uint64_t /*offset*/, std::uint64_t /*bytes*/) const { return nullptr; }
    // Busy: the source has changed since it was opened. Called after the last read.
    virtual Result<void> verifyUnchanged() const = 0;
};

class InputFile final : public ByteSource
{
public:
    // NotFound: no such file. InvalidArgument: not a regular file. Io: anything else.
    static Result<std::shared_ptr<const InputFile>> open(const std::string& path);
    // Takes the descriptor over, whatever comes of it.
    static Result<std::shared_ptr<const InputFile>> fromDescriptor(int descriptor, const std::string& name);

    ~InputFile() override;
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::uint64_t size() const override { return m_size; }
    const std::string& name() const override { return m_name; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override;
    Result<void> verifyUnchanged() const override;   // size, modification time, inode

private:
    InputFile() = default;

    int m_descriptor = -1;
    std::string m_name;
    std::uint64_t m_size = 0;
    std::uint64_t m_inode = 0;
    std::timespec m_modified{};
};

// Borrowed bytes, for archives inside memory and for tests. REQUIRES: the bytes outlive it.
class MemorySource final : public ByteSource
{
public:
    MemorySource(std::span<const std::byte> bytes, std::string name) : m_bytes(bytes), m_name(std::move(name)) {}
    std::uint64_t size() const override { return m_bytes.size(); }
    const std::string& name() const override { return m_name; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override;
    Result<void> verifyUnchanged() const override { return {}; }

private:
    std::span<const std::byte> m_bytes;
    std::string m_name;
};

// The whole of a regular file of at most `limit` bytes. InvalidArgument: it is larger.
Result<std::string> readWholeFile(const std::string& path, std::uint64_t limit);

}  // namespace cairn
