// Runs CUDA kernels on the processor, to test their indices, bounds and barriers where no GPU is: every thread of a thread block is
// a fiber that runs until a barrier or a warp exchange; the order changes from barrier to barrier by a fixed seed, so a missing
// barrier shows as wrong numbers. Device memory ends at a page that can't be touched and starts out as NaN: reading past an end
// crashes, reading what was not written spreads. Says nothing about speed, memory order inside a warp, or alignment beyond 16.
// A thread that leaves before a barrier, or waits at another one than its neighbours, ends the process with a message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn::emulation
{

struct Extent
{
    unsigned x = 1, y = 1, z = 1;
};

struct LaunchShape
{
    Extent grid, block;
    std::size_t sharedBytes = 0;
};

// Calls body(argument) once per thread. Returns false, without running, beyond the limits of compute capability 8.0.
bool run(const LaunchShape& shape, void (*body)(const void* argument), const void* argument);

// How a kernel is called whose address alone is at hand.
struct KernelCall
{
    void (*call)(const void* kernel, void* const* arguments) = nullptr;
    std::vector<std::size_t> sizes;   // of its arguments, in bytes
};

void keepCall(const void* kernel, KernelCall call);
const KernelCall& callOf(const void* kernel);                      // ends the process where the kernel was not told of
bool start(const void* kernel, const LaunchShape& shape, void* const* arguments);   // as run()

const Extent& threadIndex();
const Extent& blockIndex();
const Extent& blockSize();
void* sharedMemory();

void barrier(int line);                                            // __syncthreads
const std::uint64_t* warpExchange(std::uint64_t value, int line);  // all 32 lanes give a value and see all
unsigned lane();

void* allocate(std::size_t bytes);                                 // null: over the limit set below
void release(void* memory);
void setMemoryLimit(std::size_t bytes);                            // device memory that allocate() gives; default 4 GiB
std::size_t memoryUsed();
std::size_t memoryLimit();
void setSeed(unsigned seed);                                       // order of threads
std::uint64_t launches();                                          // kernels run so far
std::uint64_t allocations();                                       // tried so far
std::uint64_t graphs();                                            // made so far (graphs.h)
std::uint64_t graphLaunches();                                     // of whole graphs
bool makesGraph();
void countGraph();

// What can go wrong on a GPU, once each; 0: nothing. CAIRN_EMULATION_BREAK=N is breakAtLaunch(N) from the start.
void failAllocation(std::uint64_t number);                         // this one, counted by allocations(), finds no memory
void breakAtLaunch(std::uint64_t number);                          // from this kernel on, counted by launches(), every call is an error
void failGraph(std::uint64_t number);                              // this one, counted by graphs(), can't be made
void spoilUpload(std::size_t leastBytes);                          // the next copy to the device of this size has the signs of its floats wrong
bool isBroken();
void spoil(void* copied, std::size_t bytes);                       // after a copy to the device

}  // namespace cairn::emulation
