// Where launches go: to the stream at once, or, between beginGraph() and endGraph(), into a list that is queued as one CUDA graph.
// A graph needs one call instead of one a kernel, and its kernels follow each other without gaps. Its nodes are the step's kernels in
// their order; the graph of an earlier step with the same kernels is used again, and only nodes whose grid or arguments changed are set.
// A sequence of kernels gets a graph the second time it is met. What has to be in order with kept launches (copies, releases) calls
// queueKept() first; the rest of that step is launched as ever.
#pragma once

#include "gpu_table.h"

#include <cuda_runtime.h>

#include <cstddef>
#include <initializer_list>

namespace cairn::cuda
{

constexpr std::size_t kMostArguments = 4;   // of a kernel

struct KernelShape
{
    const void* kernel = nullptr;
    dim3 blocks, threads;
    std::size_t sharedBytes = 0;
};

struct Argument
{
    const void* value = nullptr;            // plain bytes, copied
    std::size_t bytes = 0;
};

GpuStatus queue(const KernelShape& shape, std::initializer_list<Argument> arguments);
GpuStatus queueKept();

// Of the table
std::int32_t useGraphs(std::int32_t use);
std::int32_t beginGraph();
std::int32_t endGraph(std::int32_t run);

}  // namespace cairn::cuda
