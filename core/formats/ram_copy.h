// A file that is read once and stays in RAM: several threads fill it piece by piece while its first reader already works.
#pragma once

#include "core/formats/file.h"
#include "core/types/aligned_bytes.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace cairn
{

// Thread-safe. read() and inRam() wait for the pieces they need, and meanwhile read others themselves.
class RamCopy final : public ByteSource
{
public:
    // Starts reading with `threads` threads, that of the later callers counted. OutOfMemory.
    static Result<std::shared_ptr<const RamCopy>> of(std::shared_ptr<const ByteSource> source, int threads);

    ~RamCopy() override;   // what isn't read yet stays so
    RamCopy(const RamCopy&) = delete;
    RamCopy& operator=(const RamCopy&) = delete;

    std::uint64_t size() const override { return m_source->size(); }
    const std::string& name() const override { return m_source->name(); }
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override;
    Result<const std::byte*> inRam(std::uint64_t offset, std::uint64_t bytes) const override;
    Result<void> verifyUnchanged() const override { return m_source->verifyUnchanged(); }

private:
    enum State : std::uint8_t { Unread, Claimed, Ready, Failed };

    RamCopy(std::shared_ptr<const ByteSource> source, std::uint64_t pieceBytes);
    bool readIfUnread(std::size_t piece) const;
    void readAll();
    Result<void> need(std::size_t piece) const;

    std::shared_ptr<const ByteSource> m_source;
    AlignedBytes m_memory;
    std::uint64_t m_pieceBytes;
    mutable std::vector<std::atomic<std::uint8_t>> m_states;   // of pieces
    mutable std::mutex m_mutex;
    mutable std::optional<Error> m_error;                      // of the first piece that failed
    std::atomic<bool> m_stop{false};
    std::vector<std::thread> m_threads;
};

}  // namespace cairn
