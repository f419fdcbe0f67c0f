#include "core/engine/blocks/memory_ladder.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace cairn
{

namespace
{

constexpr std::uint64_t kMiB = 1ull << 20;
constexpr std::uint64_t kLeastChunkBytes = kMiB;
constexpr std::uint64_t kSmallBudget = 16 * kMiB;   // below it all cached rows go at once

// "name: 123 kB" of a file under /proc, in bytes; 0: not told. Takes no memory: there may be none.
std::uint64_t procBytes(const char* path, std::string_view name)
{
    char text[4096];
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t size = file < 0 ? 0 : ::read(file, text, sizeof text - 1);
    if (file >= 0)
        ::close(file);
    text[std::max<ssize_t>(size, 0)] = 0;
    const char* found = std::strstr(text, name.data());
    return found ? std::strtoull(found + name.size(), nullptr, 10) * 1024 : 0;
}

// What this process may still take: the machine's free memory, or less where a limit is set.
std::uint64_t freeBytes()
{
    std::uint64_t free = procBytes("/proc/meminfo", "MemAvailable:");
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const std::uint64_t used = procBytes("/proc/self/status", "VmSize:");
        free = std::min<std::uint64_t>(free, limit.rlim_cur > used ? limit.rlim_cur - used : 0);
    }
    return free;
}

std::string sizeText(std::uint64_t bytes)
{
    char text[32];
    const bool large = bytes >= 1024 * kMiB;
    const auto unit = static_cast<double>(large ? 1024 * kMiB : kMiB);
    std::snprintf(text, sizeof text, large ? "%.1f GiB" : "%.0f MiB", static_cast<double>(bytes) / unit);
    return text;
}

}  // namespace

bool isOutOfMemory(const std::exception& error)
{
    if (dynamic_cast<const std::bad_alloc*>(&error))
        return true;
    const std::string_view what = error.what();
    return what.find("can't allocate memory") != what.npos || what.find("out of memory") != what.npos;
}

std::string sentenceOf(const MemoryShortage& shortage)
{
    const std::string left = std::to_string(shortage.left);
    const std::string what = shortage.step == MemoryStep::Slices         ? "slices of " + left + " tokens"
                             : shortage.step == MemoryStep::CachedBlocks ? "at most " + left + " MiB of blocks in memory"
                                                                         : "blocks saved " + left + " MiB at a time";
    return "Memory ran out; going on with " + what + ".";
}

void MemoryLadder::say(MemoryStep step, std::uint64_t left) const
{
    if (m_notify)
        m_notify({step, left});
}

bool MemoryLadder::lowerSlice(std::uint32_t sliceRows)
{
    if (sliceRows <= kLeastSliceRows)
        return false;
    m_sliceLimit = std::max(kLeastSliceRows, std::min(sliceRows, m_sliceLimit) / 2);
    say(MemoryStep::Slices, m_sliceLimit);
    return true;
}

bool MemoryLadder::lowerBudget()
{
    const std::uint64_t used = m_budget->used();
    if (used == 0)
        return false;
    m_budget->lower(used < kSmallBudget ? 0 : used / 2);
    if (m_budget->used() == used)   // all in use
        return false;
    say(MemoryStep::CachedBlocks, m_budget->limit() / kMiB);
    return true;
}

bool MemoryLadder::lowerChunk()
{
    if (m_chunkBytes <= kLeastChunkBytes)
        return false;
    m_chunkBytes /= 4;
    say(MemoryStep::Transactions, m_chunkBytes / kMiB);
    return true;
}

bool MemoryLadder::stepDown(std::uint32_t sliceRows)
{
    const bool lower = lowerSlice(sliceRows) || lowerBudget() || lowerChunk();
    malloc_trim(0);   // what was freed may be wanted elsewhere
    return lower;
}

Error MemoryLadder::exhausted(const LadderWork& work)
{
    const std::string needs = work.bytes == 0 ? std::string() : "about " + sizeText(work.bytes) + " are needed and ";
    const std::string free = sizeText(work.freeOnGpu.value_or(freeBytes())) + " are free" + (work.freeOnGpu ? " on the GPU" : "");
    return {ErrorCode::OutOfMemory, "There is not enough memory for this step: " + needs + free
                + ". Close other programs, or use a smaller model."};
}

}  // namespace cairn
