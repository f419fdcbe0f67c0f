// The session's memory as if some of its blocks had never been in the text: what follows the first of them is read again without them,
// into a file of its own (deep removal, experience.md 10, limit 2). The session's memory is shared up to there and never changed. Blocks
// behind a missing one move up. Work thread only; errors as SessionMemory::read.
#pragma once

#include "app/session/session_memory.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace cairn
{

// Removes what a process that was killed left of one.
void discardMemoryWithout(const std::string& folder);

class MemoryWithout
{
public:
    // Tokens that read() computes; the blocks ascend. `until`: only what stands before this block counts.
    static std::uint64_t tokensToRead(const SessionMemory& session, std::span<const BlockId> missing, std::optional<BlockId> until);

    // As far as the session is read. Stop request: Cancelled within 100 ms, nothing is left of it. REQUIRES: the session outlives it.
    static Result<std::unique_ptr<MemoryWithout>> read(SessionMemory& session, std::span<const BlockId> missing,
                                                       std::optional<BlockId> until,
                                                       const std::function<void(const ReadProgress&)>& onProgress, std::stop_token stop);
    ~MemoryWithout();

    const Memory& memory() const { return *m_memory; }

private:
    class Archive;
    explicit MemoryWithout(std::string path);

    std::string m_path;
    std::unique_ptr<BlockStore> m_blocks;    // those that were read again
    std::unique_ptr<Archive> m_archive;
    std::optional<Memory> m_memory;
};

// Removal test of an answer by deep removal: Answerer::rescoreOver with a memory that is read for it. An answer that was written without
// looking into the memory is scored at once.
Result<std::vector<float>> rescoreDeep(SessionMemory& session, const Answer& answer, const AskOptions& options,
                                       std::span<const BlockId> barred, const std::function<void(const ReadProgress&)>& onProgress,
                                       std::stop_token stop);

// Tokens that rescoreDeep() reads.
std::uint64_t deepRemovalTokens(SessionMemory& session, const Answer& answer, const AskOptions& options, std::span<const BlockId> barred);

}  // namespace cairn
