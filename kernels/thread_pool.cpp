#include "thread_pool.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <set>
#include <string>

#if defined(__linux__)
#include <sched.h>
#endif

namespace cairn::kernels
{
namespace
{

using Clock = std::chrono::steady_clock;

void pause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#else
    std::this_thread::yield();
#endif
}

// Waits until the value differs from `old`: spins for at most 50 us, then sleeps. Where spinning mostly fails (busy cores: it only
// takes time from the thread waited for) it is left out for a second (performance.md 6).
template <typename Value>
void waitForChange(const std::atomic<Value>& value, Value old)
{
    thread_local int waits = 0, failures = 0;
    thread_local Clock::time_point noSpinBefore{};
    if (value.load(std::memory_order_acquire) != old)
        return;
    const auto begin = Clock::now();
    if (begin >= noSpinBefore) {
        do {
            for (int i = 0; i < 32; ++i) {
                if (value.load(std::memory_order_acquire) != old)
                    return;
                pause();
            }
        } while (Clock::now() - begin < std::chrono::microseconds(50));
        ++failures;
    }
    if (++waits >= 256) {
        if (failures > 25)
            noSpinBefore = begin + std::chrono::seconds(1);
        waits = failures = 0;
    }
    while (value.load(std::memory_order_acquire) == old)
        value.wait(old, std::memory_order_acquire);
}

#if defined(__linux__)

// Physical cores among the CPUs that this process may use
int coresInAffinity()
{
    cpu_set_t mask;
    if (sched_getaffinity(0, sizeof mask, &mask) != 0)
        return static_cast<int>(std::thread::hardware_concurrency());
    std::set<std::string> cores;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (!CPU_ISSET(cpu, &mask))
            continue;
        std::string siblings = std::to_string(cpu);
        std::ifstream("/sys/devices/system/cpu/cpu" + siblings + "/topology/thread_siblings_list") >> siblings;
        cores.insert(siblings);
    }
    return static_cast<int>(cores.size());
}

// ceil(quota / period) of the control groups above this process, or a large number
int coresInQuota()
{
    double smallest = 1e6;
    std::string quota, line;
    double period = 0;
    const auto take = [&](double value) {
        if (value > 0)
            smallest = std::min(smallest, value);
    };
    std::ifstream groups("/proc/self/cgroup");
    while (std::getline(groups, line)) {
        if (line.rfind("0::", 0) != 0)
            continue;
        for (std::string path = line.substr(3); ; path.resize(path.rfind('/'))) {   // version 2: this group and those above
            std::ifstream limit("/sys/fs/cgroup" + (path == "/" ? std::string() : path) + "/cpu.max");
            if (limit >> quota >> period && quota != "max" && period > 0)
                take(std::strtod(quota.c_str(), nullptr) / period);
            if (path.empty() || path.rfind('/') == std::string::npos)
                break;
        }
    }
    double v1Quota = 0, v1Period = 0;
    std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_quota_us") >> v1Quota;
    std::ifstream("/sys/fs/cgroup/cpu/cpu.cfs_period_us") >> v1Period;
    if (v1Period > 0)
        take(v1Quota / v1Period);
    return static_cast<int>(std::ceil(smallest));
}

#else

int coresInAffinity() { return static_cast<int>(std::thread::hardware_concurrency()); }
int coresInQuota() { return 1 << 20; }

#endif

}  // namespace

int usefulThreads() { return std::max(1, std::min(coresInAffinity(), coresInQuota())); }

ThreadPool::ThreadPool(int threads)
{
    for (int thread = 1; thread < threads; ++thread)
        m_threads.emplace_back([this, thread] { worker(thread); });
}

ThreadPool::~ThreadPool()
{
    m_stop = true;
    m_round.fetch_add(1, std::memory_order_release);
    m_round.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

void ThreadPool::takePieces(int thread)
{
    for (std::int32_t piece = m_next.fetch_add(1, std::memory_order_relaxed); piece < m_pieces;
         piece = m_next.fetch_add(1, std::memory_order_relaxed))
        m_call(m_function, piece, thread);
}

void ThreadPool::runPieces(std::int32_t pieces, Call call, void* function)
{
    m_call = call;
    m_function = function;
    m_pieces = pieces;
    m_next.store(0, std::memory_order_relaxed);
    const bool alone = m_threads.empty() || pieces <= 1;
    if (!alone) {
        m_working.store(static_cast<std::int32_t>(m_threads.size()), std::memory_order_relaxed);
        m_round.fetch_add(1, std::memory_order_release);
        m_round.notify_all();
    }
    takePieces(0);
    while (!alone) {
        const std::int32_t left = m_working.load(std::memory_order_acquire);
        if (left == 0)
            break;
        waitForChange(m_working, left);
    }
}

void ThreadPool::worker(int thread)
{
    for (std::uint32_t seen = 0;;) {
        waitForChange(m_round, seen);
        ++seen;   // one round at a time: the caller waits for every worker
        if (m_stop)
            return;
        takePieces(thread);
        if (m_working.fetch_sub(1, std::memory_order_release) == 1)
            m_working.notify_one();
    }
}

}  // namespace cairn::kernels
