#include "emulation.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <vector>

// Saves what a called function must keep, switches stacks, restores (System V ABI, x86-64).
extern "C" void cairnSwitchStack(void** from, void* to);
asm(R"(
.text
.globl cairnSwitchStack
.type cairnSwitchStack,@function
cairnSwitchStack:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size cairnSwitchStack,.-cairnSwitchStack
)");

namespace cairn::emulation
{
namespace
{

constexpr std::size_t kStackBytes = 64 << 10;
constexpr unsigned kWarp = 32;
constexpr std::size_t kMostShared = 99 << 10;   // what every GPU since compute capability 8.0 gives a thread block

enum class Waits { No, Barrier, Exchange, Done };

struct Fiber
{
    void* stack = nullptr;    // saved stack pointer
    Extent thread;
    Waits waits = Waits::No;
    int line = 0;             // of the barrier
    unsigned parity = 0;      // of the next exchange
};

struct Warp
{
    std::uint64_t values[2][kWarp] = {};
};

std::uint64_t breakingFromStart()
{
    const char* number = std::getenv("CAIRN_EMULATION_BREAK");
    return number ? std::strtoull(number, nullptr, 10) : 0;
}

struct State
{
    std::vector<char*> stacks;
    std::vector<Fiber> fibers;
    std::vector<Warp> warps;
    std::vector<unsigned> order;   // of warps
    std::mt19937 random{1};
    void* scheduler = nullptr;
    unsigned current = 0;
    Extent block, size;
    void* shared = nullptr;
    void (*body)(const void*) = nullptr;
    const void* argument = nullptr;
    std::uint64_t launches = 0, tried = 0, failing = 0, breaking = breakingFromStart();
    std::uint64_t graphs = 0, graphLaunches = 0, failingGraph = 0;
    std::map<const void*, KernelCall> calls;
    std::size_t spoiled = 0;
    std::map<char*, std::pair<char*, std::size_t>> allocations;   // memory -> mapping, its size
    std::map<char*, std::size_t> sizes;
    std::size_t used = 0, limit = std::size_t{4} << 30;
};

State& state()
{
    static State instance;
    return instance;
}

[[noreturn]] void fail(const char* what, int line)
{
    const State& s = state();
    std::fprintf(stderr, "emulation: %s (line %d, block %u %u %u)\n", what, line, s.block.x, s.block.y, s.block.z);
    std::abort();
}

void fiberMain()
{
    State& s = state();
    s.body(s.argument);
    s.fibers[s.current].waits = Waits::Done;
    cairnSwitchStack(&s.fibers[s.current].stack, s.scheduler);
    std::abort();
}

void yield(Waits waits, int line)
{
    State& s = state();
    Fiber& fiber = s.fibers[s.current];
    fiber.waits = waits;
    fiber.line = line;
    cairnSwitchStack(&fiber.stack, s.scheduler);
}

void start(Fiber& fiber, char* stack)
{
    auto* top = reinterpret_cast<void**>(stack + kStackBytes - 64);   // 16-aligned; a call would leave it 8 off
    *--top = nullptr;
    *--top = reinterpret_cast<void*>(&fiberMain);
    for (int i = 0; i < 6; ++i)
        *--top = nullptr;
    fiber.stack = top;
    fiber.waits = Waits::No;
    fiber.parity = 0;
}

void resume(unsigned index)
{
    State& s = state();
    s.current = index;
    cairnSwitchStack(&s.scheduler, s.fibers[index].stack);
}

// True: all lanes of the warp wait at one exchange and go on.
bool releaseExchange(std::size_t first)
{
    State& s = state();
    const auto begin = s.fibers.begin() + static_cast<std::ptrdiff_t>(first), end = begin + kWarp;
    const auto waiting = std::count_if(begin, end, [](const Fiber& f) { return f.waits == Waits::Exchange; });
    if (waiting == 0)
        return false;
    if (waiting != kWarp)
        fail("not all lanes of a warp take part in an exchange", begin->line);
    for (auto fiber = begin; fiber != end; ++fiber) {
        if (fiber->line != begin->line)
            fail("the lanes of a warp wait at different exchanges", fiber->line);
        fiber->waits = Waits::No;
    }
    return true;
}

// Lets all threads out of the barrier. False: nobody is left.
bool releaseBarrier()
{
    State& s = state();
    bool any = false;
    int line = 0;
    for (const Fiber& fiber : s.fibers) {
        if (fiber.waits != Waits::Barrier)
            continue;
        if (any && fiber.line != line)
            fail("threads wait at different barriers", fiber.line);
        line = fiber.line;
        any = true;
    }
    for (Fiber& fiber : s.fibers) {
        if (any && fiber.waits == Waits::Done)
            fail("a thread left before a barrier that others wait at", line);
        if (fiber.waits == Waits::Barrier)
            fiber.waits = Waits::No;
    }
    return any;
}

// A warp runs as far as it gets before the next one starts: the largest lead that a barrier has to stop.
void runWarp(std::size_t first)
{
    State& s = state();
    unsigned lanes[kWarp];
    std::iota(lanes, lanes + kWarp, static_cast<unsigned>(first));
    do {
        std::shuffle(lanes, lanes + kWarp, s.random);
        for (const unsigned index : lanes)
            if (s.fibers[index].waits == Waits::No)
                resume(index);
    } while (releaseExchange(first));
}

// Ends at a page that can't be touched, and starts out as NaN.
void* take(std::size_t bytes)
{
    State& s = state();
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t room = (bytes + page - 1) / page * page, size = room + page;
    auto* mapping = static_cast<char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (mapping == MAP_FAILED)
        return nullptr;
    mprotect(mapping + room, page, PROT_NONE);
    char* memory = mapping + (room - bytes) / 16 * 16;   // ends at most 15 bytes before the page
    std::memset(memory, 0xFF, bytes);
    s.allocations[memory] = {mapping, size};
    s.sizes[memory] = bytes;
    s.used += bytes;
    return memory;
}

void runBlock(std::size_t sharedBytes)
{
    State& s = state();
    if (s.shared)
        emulation::release(s.shared);
    s.shared = take(std::max<std::size_t>(sharedBytes, 16));
    for (std::size_t i = 0; i < s.fibers.size(); ++i)
        start(s.fibers[i], s.stacks[i]);
    do {
        std::shuffle(s.order.begin(), s.order.end(), s.random);
        for (const unsigned warp : s.order)
            runWarp(std::size_t{warp} * kWarp);
    } while (releaseBarrier());
}

void makeFibers(const Extent& block)
{
    State& s = state();
    const std::size_t count = std::size_t{block.x} * block.y * block.z;
    while (s.stacks.size() < count)
        s.stacks.push_back(static_cast<char*>(std::malloc(kStackBytes)));
    s.fibers.assign(count, {});
    s.warps.assign(count / kWarp, {});
    s.order.resize(count / kWarp);
    std::iota(s.order.begin(), s.order.end(), 0u);
    for (std::size_t i = 0; i < count; ++i) {
        s.fibers[i].thread = {static_cast<unsigned>(i % block.x), static_cast<unsigned>(i / block.x % block.y),
                              static_cast<unsigned>(i / block.x / block.y)};
    }
}

}  // namespace

bool run(const LaunchShape& shape, void (*body)(const void*), const void* argument)
{
    State& s = state();
    const std::size_t threads = std::size_t{shape.block.x} * shape.block.y * shape.block.z;
    const Extent& grid = shape.grid;
    if (threads == 0 || threads > 1024 || threads % kWarp != 0 || shape.sharedBytes > kMostShared || grid.x == 0 || grid.y == 0
        || grid.z == 0 || grid.x > 2147483647u || grid.y > 65535 || grid.z > 65535)
        return false;
    ++s.launches;
    if (isBroken())
        return true;   // as on a GPU, the error shows with a later call
    makeFibers(shape.block);
    s.body = body;
    s.argument = argument;
    s.size = shape.block;
    for (unsigned z = 0; z < grid.z; ++z)
        for (unsigned y = 0; y < grid.y; ++y)
            for (unsigned x = 0; x < grid.x; ++x) {
                s.block = {x, y, z};
                runBlock(shape.sharedBytes);
            }
    return true;
}

const Extent& threadIndex() { return state().fibers[state().current].thread; }
const Extent& blockIndex() { return state().block; }
const Extent& blockSize() { return state().size; }
void* sharedMemory() { return state().shared; }
unsigned lane() { return state().current % kWarp; }
void barrier(int line) { yield(Waits::Barrier, line); }

const std::uint64_t* warpExchange(std::uint64_t value, int line)
{
    State& s = state();
    Fiber& fiber = s.fibers[s.current];
    std::uint64_t* values = s.warps[s.current / kWarp].values[fiber.parity];   // the other half may still be read by slow lanes
    values[s.current % kWarp] = value;
    fiber.parity ^= 1;
    yield(Waits::Exchange, line);
    return values;
}

void* allocate(std::size_t bytes)
{
    State& s = state();
    return ++s.tried == s.failing || s.used + bytes > s.limit ? nullptr : take(bytes);
}

void release(void* memory)
{
    State& s = state();
    const auto found = s.allocations.find(static_cast<char*>(memory));
    if (found == s.allocations.end())
        fail("memory is released that was never given", 0);
    munmap(found->second.first, found->second.second);
    s.used -= s.sizes[found->first];
    s.sizes.erase(found->first);
    s.allocations.erase(found);
}

void keepCall(const void* kernel, KernelCall call)
{
    state().calls.try_emplace(kernel, std::move(call));
}

const KernelCall& callOf(const void* kernel)
{
    const auto found = state().calls.find(kernel);
    if (found == state().calls.end())
        fail("a kernel is started that nobody told of", 0);
    return found->second;
}

bool start(const void* kernel, const LaunchShape& shape, void* const* arguments)
{
    const KernelCall& known = callOf(kernel);
    const auto call = [&] { known.call(kernel, arguments); };
    using Call = decltype(call);
    return run(shape, [](const void* argument) { (*static_cast<const Call*>(argument))(); }, &call);
}

void setMemoryLimit(std::size_t bytes) { state().limit = bytes; }
std::size_t memoryUsed() { return state().used; }
std::size_t memoryLimit() { return state().limit; }
void setSeed(unsigned seed) { state().random.seed(seed); }
std::uint64_t launches() { return state().launches; }
std::uint64_t allocations() { return state().tried; }
std::uint64_t graphs() { return state().graphs; }
std::uint64_t graphLaunches() { return state().graphLaunches; }
bool makesGraph() { return ++state().graphs != state().failingGraph; }
void countGraph() { ++state().graphLaunches; }
void failGraph(std::uint64_t number) { state().failingGraph = number; }
void failAllocation(std::uint64_t number) { state().failing = number; }
void breakAtLaunch(std::uint64_t number) { state().breaking = number; }
void spoilUpload(std::size_t leastBytes) { state().spoiled = leastBytes; }
bool isBroken() { return state().breaking != 0 && state().launches >= state().breaking; }

void spoil(void* copied, std::size_t bytes)
{
    if (state().spoiled == 0 || bytes < state().spoiled)
        return;
    state().spoiled = 0;
    for (std::size_t i = 3; i < bytes; i += 4)
        static_cast<unsigned char*>(copied)[i] ^= 0x80;
}

}  // namespace cairn::emulation
