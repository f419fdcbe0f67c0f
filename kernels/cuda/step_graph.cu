#include "step_graph.cuh"
#include "launch.cuh"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace cairn::cuda
{
namespace
{

constexpr std::size_t kMostGraphs = 4;            // steps of one token, of a block's end, and of their kinds of rows
constexpr std::size_t kArgumentAlignment = 16;

// Launches in their order, with copies of their arguments.
class KeptLaunches
{
public:
    void add(const KernelShape& shape, std::initializer_list<Argument> arguments)
    {
        Launch launch{shape, m_bytes.size(), arguments.size(), {}};
        std::size_t number = 0;
        for (const Argument& argument : arguments) {
            launch.at[number++] = m_bytes.size();
            m_bytes.resize(m_bytes.size() + (argument.bytes + kArgumentAlignment - 1) / kArgumentAlignment * kArgumentAlignment);
            std::memcpy(m_bytes.data() + launch.at[number - 1], argument.value, argument.bytes);
        }
        m_launches.push_back(launch);
    }

    void clear()
    {
        m_launches.clear();
        m_bytes.clear();
    }

    std::size_t size() const { return m_launches.size(); }

    bool hasSameKernels(const KeptLaunches& other) const
    {
        return std::equal(m_launches.begin(), m_launches.end(), other.m_launches.begin(), other.m_launches.end(),
                          [](const Launch& a, const Launch& b) {
                              return a.shape.kernel == b.shape.kernel && a.count == b.count;
                          });
    }

    // Of two lists of the same kernels
    bool isSame(const KeptLaunches& other, std::size_t number) const
    {
        const Launch& a = m_launches[number];
        const Launch& b = other.m_launches[number];
        const auto same = [](const dim3& x, const dim3& y) { return x.x == y.x && x.y == y.y && x.z == y.z; };
        return same(a.shape.blocks, b.shape.blocks) && same(a.shape.threads, b.shape.threads) && a.shape.sharedBytes == b.shape.sharedBytes
               && bytesOf(number) == other.bytesOf(number)
               && std::memcmp(m_bytes.data() + a.first, other.m_bytes.data() + b.first, bytesOf(number)) == 0;
    }

    // work(shape, arguments): pointers to the kept copies, as the runtime wants them
    template <typename Work>
    cudaError_t with(std::size_t number, const Work& work) const
    {
        const Launch& launch = m_launches[number];
        void* arguments[kMostArguments];
        for (std::size_t i = 0; i < launch.count; ++i)
            arguments[i] = const_cast<std::byte*>(m_bytes.data() + launch.at[i]);
        return work(launch.shape, arguments);
    }

private:
    struct Launch
    {
        KernelShape shape;
        std::size_t first, count;            // of its bytes; arguments
        std::size_t at[kMostArguments];      // in m_bytes
    };

    std::size_t bytesOf(std::size_t number) const
    {
        return (number + 1 < m_launches.size() ? m_launches[number + 1].first : m_bytes.size()) - m_launches[number].first;
    }

    std::vector<Launch> m_launches;
    std::vector<std::byte> m_bytes;
};

cudaError_t start(const KernelShape& shape, void** arguments)
{
    return cudaLaunchKernel(shape.kernel, shape.blocks, shape.threads, arguments, shape.sharedBytes, stream());
}

cudaKernelNodeParams nodeOf(const KernelShape& shape, void** arguments)
{
    cudaKernelNodeParams node{};
    node.func = const_cast<void*>(shape.kernel);
    node.gridDim = shape.blocks;
    node.blockDim = shape.threads;
    node.sharedMemBytes = static_cast<unsigned>(shape.sharedBytes);
    node.kernelParams = arguments;
    return node;
}

// A sequence of kernels: first only known, then a chain of nodes.
class StepGraph
{
public:
    explicit StepGraph(KeptLaunches launches) : m_set(std::move(launches)) {}
    ~StepGraph()
    {
        if (m_ready)
            cudaGraphExecDestroy(m_ready);
        if (m_graph)
            cudaGraphDestroy(m_graph);
    }
    StepGraph(const StepGraph&) = delete;
    StepGraph& operator=(const StepGraph&) = delete;

    bool isOf(const KeptLaunches& launches) const { return m_set.hasSameKernels(launches); }

    // Brings the nodes to these launches, which are of the same kernels.
    cudaError_t set(const KeptLaunches& launches)
    {
        if (!m_ready)
            return make(launches);
        for (std::size_t i = 0; i < launches.size(); ++i) {
            if (launches.isSame(m_set, i))
                continue;
            const cudaError_t error = launches.with(i, [&](const KernelShape& shape, void** arguments) {
                const cudaKernelNodeParams node = nodeOf(shape, arguments);
                return cudaGraphExecKernelNodeSetParams(m_ready, m_nodes[i], &node);
            });
            if (error != cudaSuccess)
                return error;
        }
        m_set = launches;
        return cudaSuccess;
    }

    cudaError_t launch() const { return cudaGraphLaunch(m_ready, stream()); }

private:
    cudaError_t make(const KeptLaunches& launches)
    {
        cudaError_t error = cudaGraphCreate(&m_graph, 0);
        m_nodes.assign(launches.size(), nullptr);
        for (std::size_t i = 0; i < launches.size() && error == cudaSuccess; ++i) {
            error = launches.with(i, [&](const KernelShape& shape, void** arguments) {
                const cudaKernelNodeParams node = nodeOf(shape, arguments);
                return cudaGraphAddKernelNode(&m_nodes[i], m_graph, i > 0 ? &m_nodes[i - 1] : nullptr, i > 0 ? 1 : 0, &node);
            });
        }
        if (error == cudaSuccess)
            error = cudaGraphInstantiate(&m_ready, m_graph, 0);
        if (error == cudaSuccess)
            m_set = launches;
        return error;
    }

    cudaGraph_t m_graph = nullptr;
    cudaGraphExec_t m_ready = nullptr;
    std::vector<cudaGraphNode_t> m_nodes;
    KeptLaunches m_set;                      // what the nodes are set to
};

struct Graphs
{
    bool isUsed = false, keeps = false;
    KeptLaunches kept;
    std::vector<std::unique_ptr<StepGraph>> known;   // used last first
};

// Never destroyed: at the process's end the runtime may be gone before it.
Graphs& graphs()
{
    static Graphs* const all = new Graphs;
    return *all;
}

}  // namespace

GpuStatus queue(const KernelShape& shape, std::initializer_list<Argument> arguments)
{
    if (graphs().keeps) {
        graphs().kept.add(shape, arguments);
        return kGpuDone;
    }
    void* pointers[kMostArguments];
    std::transform(arguments.begin(), arguments.end(), pointers, [](const Argument& one) { return const_cast<void*>(one.value); });
    return check(start(shape, pointers), "starting a kernel");
}

GpuStatus queueKept()
{
    Graphs& all = graphs();
    all.keeps = false;
    GpuStatus done = kGpuDone;
    for (std::size_t i = 0; i < all.kept.size() && done == kGpuDone; ++i)
        done = check(all.kept.with(i, start), "starting a kernel");
    all.kept.clear();
    return done;
}

std::int32_t useGraphs(std::int32_t use)
{
    const GpuStatus done = queueKept();
    const char* said = std::getenv("CAIRN_CUDA_GRAPH");
    graphs().isUsed = use == kGraphsAsSaid ? said && std::strcmp(said, "on") == 0 : use != 0;
    return done;
}

std::int32_t beginGraph()
{
    const GpuStatus done = queueKept();
    graphs().keeps = graphs().isUsed;
    return done;
}

std::int32_t endGraph(std::int32_t run)
{
    Graphs& all = graphs();
    all.keeps = false;
    if (run == 0)
        all.kept.clear();
    if (all.kept.size() == 0)
        return kGpuDone;
    const auto found = std::ranges::find_if(all.known, [&](const auto& graph) { return graph->isOf(all.kept); });
    if (found == all.known.end()) {
        all.known.insert(all.known.begin(), std::make_unique<StepGraph>(all.kept));
        all.known.resize(std::min(all.known.size(), kMostGraphs));
        return queueKept();
    }
    std::rotate(all.known.begin(), found, found + 1);
    if (all.known.front()->set(all.kept) != cudaSuccess) {   // no room for it, or a driver that can't: as without graphs from now on
        static_cast<void>(cudaGetLastError());
        all.known.clear();
        all.isUsed = false;
        return queueKept();
    }
    all.kept.clear();
    return check(all.known.front()->launch(), "starting a graph");
}

}  // namespace cairn::cuda
