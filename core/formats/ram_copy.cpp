#include "core/formats/ram_copy.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <system_error>

namespace cairn
{

namespace
{

constexpr std::uint64_t kSharedPiece = kHugePage;   // two threads in one fresh huge page wait for each other: 269 MB 53 ms, else 39
constexpr std::uint64_t kOnlyPiece = 256 << 10;     // one thread hashes what it reads from its cache

}  // namespace

Result<std::shared_ptr<const RamCopy>> RamCopy::of(std::shared_ptr<const ByteSource> source, int threads)
{
    try {
        std::shared_ptr<RamCopy> copy(new RamCopy(source, threads > 1 ? kSharedPiece : kOnlyPiece));
        const std::size_t useful = std::min<std::size_t>(static_cast<std::size_t>(std::max(1, threads)), copy->m_states.size());
        for (std::size_t thread = 1; thread < useful; ++thread)
            copy->m_threads.emplace_back([owner = copy.get()] { owner->readAll(); });
        return std::shared_ptr<const RamCopy>(std::move(copy));
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, source->name() + ": not enough memory to hold the file."};
    } catch (const std::system_error&) {
        return Error{ErrorCode::OutOfMemory, source->name() + ": no thread can be started to read the file."};
    }
}

RamCopy::RamCopy(std::shared_ptr<const ByteSource> source, std::uint64_t pieceBytes)
    : m_source(std::move(source)), m_memory(alignedBytes(std::max<std::uint64_t>(1, m_source->size()))), m_pieceBytes(pieceBytes),
      m_states((m_source->size() + pieceBytes - 1) / pieceBytes)
{
}

RamCopy::~RamCopy()
{
    m_stop.store(true, std::memory_order_relaxed);
    for (std::thread& thread : m_threads)
        thread.join();
}

// False: another thread has it already.
bool RamCopy::readIfUnread(std::size_t piece) const
{
    std::atomic<std::uint8_t>& state = m_states[piece];
    std::uint8_t unread = Unread;
    if (!state.compare_exchange_strong(unread, Claimed, std::memory_order_relaxed))
        return false;
    const std::uint64_t offset = piece * m_pieceBytes, bytes = std::min(m_pieceBytes, m_source->size() - offset);
    const auto done = m_source->read(offset, {m_memory.get() + offset, static_cast<std::size_t>(bytes)});
    if (!done) {
        const std::lock_guard lock(m_mutex);
        m_error = m_error ? m_error : done.error();
    }
    state.store(done ? Ready : Failed, std::memory_order_release);
    state.notify_all();
    return true;
}

void RamCopy::readAll()
{
    for (std::size_t piece = 0; piece < m_states.size() && !m_stop.load(std::memory_order_relaxed); ++piece)
        readIfUnread(piece);
}

Result<void> RamCopy::need(std::size_t piece) const
{
    readIfUnread(piece);
    for (std::size_t next = piece + 1; m_states[piece].load(std::memory_order_acquire) == Claimed;) {
        while (next < m_states.size() && !readIfUnread(next))
            ++next;
        if (next >= m_states.size())
            m_states[piece].wait(Claimed, std::memory_order_acquire);
    }
    if (m_states[piece].load(std::memory_order_acquire) == Ready)
        return {};
    const std::lock_guard lock(m_mutex);
    return *m_error;
}

Result<const std::byte*> RamCopy::inRam(std::uint64_t offset, std::uint64_t bytes) const
{
    if (offset > size() || bytes > size() - offset)
        return Error{ErrorCode::Corruption, name() + ": the file ends before the data it announces.", offset};
    for (std::uint64_t piece = offset / m_pieceBytes; bytes > 0 && piece <= (offset + bytes - 1) / m_pieceBytes; ++piece)
        if (auto done = need(static_cast<std::size_t>(piece)); !done)
            return done.error();
    return m_memory.get() + offset;
}

Result<void> RamCopy::read(std::uint64_t offset, std::span<std::byte> out) const
{
    const auto from = inRam(offset, out.size());
    if (!from)
        return from.error();
    if (!out.empty())
        std::memcpy(out.data(), *from, out.size());
    return {};
}

}  // namespace cairn
