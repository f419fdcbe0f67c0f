// Starting kernels by address, and CUDA graphs, on the emulation. A node keeps copies of its arguments, as on a GPU; a graph's nodes
// must form a chain. Part of cuda_runtime.h.
#pragma once

#include "emulation.h"

#include <cstring>
#include <utility>
#include <vector>

namespace cairn::emulation
{

// Tells how a kernel is called whose address alone is at hand later.
template <typename... Arguments>
void know(void (*kernel)(Arguments...))
{
    keepCall(reinterpret_cast<const void*>(kernel), {[](const void* address, void* const* arguments) {
        const auto typed = reinterpret_cast<void (*)(Arguments...)>(const_cast<void*>(address));
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            typed(*static_cast<const Arguments*>(arguments[I])...);
        }(std::index_sequence_for<Arguments...>());
    }, {sizeof(Arguments)...}});
}

struct Node
{
    const void* kernel = nullptr;
    LaunchShape shape;
    std::vector<std::vector<std::byte>> arguments;
};

struct Graph
{
    std::vector<Node> nodes;
};

}  // namespace cairn::emulation

using cudaGraph_t = cairn::emulation::Graph*;
using cudaGraphExec_t = cairn::emulation::Graph*;
using cudaGraphNode_t = void*;   // number + 1

struct cudaKernelNodeParams
{
    void* func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void** kernelParams;
    void** extra;
};

namespace cairn::emulation
{

inline LaunchShape shapeOf(const dim3& grid, const dim3& block, std::size_t sharedBytes)
{
    return {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, sharedBytes};
}

inline Node nodeOf(const cudaKernelNodeParams& params)
{
    Node node{params.func, shapeOf(params.gridDim, params.blockDim, params.sharedMemBytes), {}};
    const std::vector<std::size_t>& sizes = callOf(params.func).sizes;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto* bytes = static_cast<const std::byte*>(params.kernelParams[i]);
        node.arguments.emplace_back(bytes, bytes + sizes[i]);
    }
    return node;
}

}  // namespace cairn::emulation

inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t sharedBytes, cudaStream_t)
{
    return cairn::emulation::start(kernel, cairn::emulation::shapeOf(grid, block, sharedBytes), arguments) ? emulatedState()
                                                                                                            : cudaErrorInvalidConfiguration;
}

inline cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned)
{
    *graph = new cairn::emulation::Graph;
    return emulatedState();
}

inline cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    return emulatedState();
}

inline cudaError_t cudaGraphExecDestroy(cudaGraphExec_t graph) { return cudaGraphDestroy(graph); }

inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after, std::size_t count,
                                          const cudaKernelNodeParams* params)
{
    const std::size_t size = graph->nodes.size();
    if (count != (size > 0 ? 1u : 0u) || (size > 0 && after[0] != reinterpret_cast<void*>(size)))
        return cudaErrorInvalidValue;
    graph->nodes.push_back(cairn::emulation::nodeOf(*params));
    *node = reinterpret_cast<void*>(size + 1);
    return emulatedState();
}

inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* ready, cudaGraph_t graph, unsigned long long)
{
    if (!cairn::emulation::makesGraph())
        return cudaErrorMemoryAllocation;
    *ready = new cairn::emulation::Graph(*graph);
    return emulatedState();
}

inline cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t ready, cudaGraphNode_t node, const cudaKernelNodeParams* params)
{
    cairn::emulation::Node& there = ready->nodes.at(reinterpret_cast<std::size_t>(node) - 1);
    if (there.kernel != params->func)
        return cudaErrorInvalidValue;
    there = cairn::emulation::nodeOf(*params);
    return emulatedState();
}

inline cudaError_t cudaGraphLaunch(cudaGraphExec_t ready, cudaStream_t)
{
    cairn::emulation::countGraph();
    for (cairn::emulation::Node& node : ready->nodes) {
        std::vector<void*> arguments;
        for (std::vector<std::byte>& bytes : node.arguments)
            arguments.push_back(bytes.data());
        if (!cairn::emulation::start(node.kernel, node.shape, arguments.data()))
            return cudaErrorInvalidConfiguration;
    }
    return emulatedState();
}
