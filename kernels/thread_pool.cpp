#include "kernels/thread_pool.h"

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

// Spinning longer than most serial parts between two rounds take: with 50 us every tenth wait of an answer failed, threads slept and
// were woken, and twenty-five questions took 4 to 5 % longer.
constexpr std::chrono::microseconds kSpin{200};
constexpr int kSpinsWatched = 256;

// False: it did not change.
template <typename Value>
bool spinUntilChange(const std::atomic<Value>& value, Value old, Clock::time_point begin)
{
    do {
        for (int i = 0; i < 32; ++i) {
            if (value.load(std::memory_order_acquire) != old)
                return true;
            pause();
        }
    } while (Clock::now() - begin < kSpin);
    return false;
}

// Waits until the value differs from `old`: spins, then sleeps. Where more than every tenth spin fails (busy cores: it only takes time
// from the thread waited for) it is left out for a second (performance.md 6).
template <typename Value>
void waitForChange(const std::atomic<Value>& value, Value old)
{
    thread_local int spins = 0, failures = 0;
    thread_local Clock::time_point noSpinBefore{};
    if (value.load(std::memory_order_acquire) != old)
        return;
    const auto begin = Clock::now();
    if (begin >= noSpinBefore) {
        const bool changed = spinUntilChange(value, old, begin);
        failures += changed ? 0 : 1;
        if (++spins == kSpinsWatched) {
            if (failures > kSpinsWatched / 10)
                noSpinBefore = begin + std::chrono::seconds(1);
            spins = failures = 0;
        }
        if (changed)
            return;
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
    m_stop.store(true, std::memory_order_release);
    m_round.fetch_add(1, std::memory_order_release);
    m_round.notify_all();
    for (std::thread& thread : m_threads)
        thread.join();
}

// A ticket is round << 40 | pieces << 20 | next piece, so that one addition claims a piece of whatever round is on. Who has claimed one
// may read the round's plain members: the round can't end before that piece is done.
void ThreadPool::takePieces(int thread)
{
    for (;;) {
        const std::uint64_t ticket = m_ticket.fetch_add(1, std::memory_order_acq_rel);
        const auto piece = static_cast<std::int32_t>(ticket & kMostPieces),
                   pieces = static_cast<std::int32_t>((ticket >> 20) & kMostPieces);
        if (piece >= pieces)
            return;
        m_call(m_function, piece, thread);
        if (m_done.fetch_add(1, std::memory_order_acq_rel) + 1 == pieces)
            m_done.notify_one();
    }
}

void ThreadPool::runPieces(std::int32_t pieces, Call call, void* function)
{
    if (m_threads.empty() || pieces <= 1) {
        for (std::int32_t piece = 0; piece < pieces; ++piece)
            call(function, piece, 0);
        return;
    }
    m_call = call;
    m_function = function;
    m_done.store(0, std::memory_order_relaxed);
    const std::uint32_t round = m_round.load(std::memory_order_relaxed) + 1;
    m_ticket.store(std::uint64_t{round} << 40 | static_cast<std::uint64_t>(pieces) << 20, std::memory_order_release);
    m_round.store(round, std::memory_order_release);
    m_round.notify_all();
    takePieces(0);
    // Waits for pieces, not for threads: one that never woke up (busy cores) delays nothing.
    for (std::int32_t done = m_done.load(std::memory_order_acquire); done < pieces; done = m_done.load(std::memory_order_acquire))
        waitForChange(m_done, done);
}

void ThreadPool::worker(int thread)
{
    for (std::uint32_t seen = 0;;) {
        waitForChange(m_round, seen);
        seen = m_round.load(std::memory_order_acquire);
        if (m_stop.load(std::memory_order_acquire))
            return;
        takePieces(thread);
    }
}

}  // namespace cairn::kernels
