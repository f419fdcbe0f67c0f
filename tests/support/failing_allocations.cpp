#include "tests/support/failing_allocations.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <new>

extern "C" void* __libc_memalign(std::size_t alignment, std::size_t bytes);

namespace cairn::failing
{

namespace
{

std::atomic<bool> counting{false};
std::atomic<std::uint64_t> count{0}, from{0}, to{0};
std::atomic<std::size_t> least{0};

bool fails(std::size_t bytes)
{
    if (!counting.load(std::memory_order_relaxed) || bytes < least.load(std::memory_order_relaxed))
        return false;
    const std::uint64_t number = count.fetch_add(1);
    return number >= from && number < to;
}

}  // namespace

void failAt(std::uint64_t first, Times times, std::size_t leastBytes)
{
    count = 0;
    from = first;
    to = times == Times::Once ? first + 1 : std::numeric_limits<std::uint64_t>::max();
    least = leastBytes;
    counting = true;
}

std::uint64_t stop()
{
    counting = false;
    return count;
}

}  // namespace cairn::failing

extern "C" int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes)
{
    *memory = cairn::failing::fails(bytes) ? nullptr : __libc_memalign(alignment, bytes);
    return *memory ? 0 : ENOMEM;
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes)
{
    return cairn::failing::fails(bytes) ? nullptr : __libc_memalign(alignment, bytes);
}

void* operator new(std::size_t bytes)
{
    void* memory = cairn::failing::fails(bytes) ? nullptr : std::malloc(bytes ? bytes : 1);
    if (!memory)
        throw std::bad_alloc();
    return memory;
}

void* operator new[](std::size_t bytes) { return operator new(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
