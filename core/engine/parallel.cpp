#include "core/engine/parallel.h"

#include "core/engine/finished_block.h"

#include <ATen/Parallel.h>

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <utility>

namespace cairn
{

namespace
{

// Distinct (package, core) pairs among the processors this process may run on; 0: unknown.
int physicalCores(const cpu_set_t& allowed)
{
    std::set<std::pair<int, int>> cores;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        const std::string folder = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
        int package = 0, core = 0;
        if (!(std::ifstream(folder + "physical_package_id") >> package) || !(std::ifstream(folder + "core_id") >> core))
            return 0;
        cores.emplace(package, core);
    }
    return static_cast<int>(cores.size());
}

// ceil(quota / period) of the control group; 0: unlimited or unknown.
int quotaCores()
{
    std::ifstream file("/sys/fs/cgroup/cpu.max");
    double quota = 0, period = 0;
    if (!(file >> quota >> period) || period <= 0)
        return 0;
    return static_cast<int>(std::ceil(quota / period));
}

}  // namespace

int usableCores()
{
    int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0) {
        cores = CPU_COUNT(&allowed);
        if (const int physical = physicalCores(allowed); physical > 0)
            cores = std::min(cores, physical);
    }
    if (const int quota = quotaCores(); quota > 0)
        cores = std::min(cores, quota);
    return std::max(1, cores);
}

void setWorkerThreads(int threads)
{
    at::set_num_threads(threads > 0 ? threads : usableCores());
}

int workerThreads()
{
    return at::get_num_threads();
}

void parallelPieces(std::size_t count, const std::function<void(std::size_t)>& piece)
{
    const auto threads = static_cast<std::size_t>(workerThreads());
    if (count <= 1 || threads <= 1) {
        for (std::size_t i = 0; i < count; ++i)
            piece(i);
        return;
    }
    std::atomic<std::size_t> next{0};
    at::parallel_for(0, static_cast<std::int64_t>(std::min(threads, count)), 1, [&](std::int64_t, std::int64_t) {
        for (std::size_t i = next++; i < count; i = next++)
            piece(i);
    });
}

void* threadScratch(std::size_t bytes)
{
    thread_local AlignedBytes memory;
    thread_local std::size_t size = 0;
    if (bytes > size || !memory) {
        memory = alignedBytes(std::max<std::size_t>(bytes, 4096));
        size = std::max<std::size_t>(bytes, 4096);
    }
    return memory.get();
}

}  // namespace cairn
