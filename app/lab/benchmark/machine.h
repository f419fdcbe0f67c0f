// The machine as a benchmark reports it, and what others do on it meanwhile (performance.md 9). Reads /proc and /sys; Linux only.
// No host name, user or path.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace cairn::benchmark
{

struct MachineFacts
{
    std::string cpu;            // "Intel(R) Xeon(R) ..."
    int cores = 0;              // that this process may use: kernels::usefulThreads()
    double quota = 0;           // of cgroup cpu.max in cores; 0: none
    std::uint64_t ramBytes = 0;
};
MachineFacts machineFacts();

double processorSeconds();              // of all threads of this process
double processorSeconds(pid_t process); // of another one, in clock ticks of 10 ms; 0: it is gone

// Totals of /proc/stat since the start of the system, in seconds.
struct CpuTotals
{
    double busy = 0;    // user, nice, system, interrupts: guests included
    double steal = 0;
    double idle = 0;    // and waiting for disks
};
CpuTotals parseCpuTotals(std::string_view procStat);
double parsePressure(std::string_view pressureCpu);   // "some avg10=" in percent; 0 where it is missing
double parseQuota(std::string_view cpuMax);           // "150000 100000" -> 1.5; 0: "max" or malformed

struct LoadNote
{
    double average = 0;     // of the last minute
    double pressure = 0;    // percent of the last 10 s in which something waited for a core
};
LoadNote loadNote();

// What share of the cores others used (steal counts) between construction and share(). `own`: processes that count as ours.
class OthersWatch
{
public:
    explicit OthersWatch(std::vector<pid_t> own = {});
    double share() const;
    double stealShare() const;

private:
    double ownSeconds() const;
    std::vector<pid_t> m_own;
    CpuTotals m_totals;
    double m_ownSeconds;
};

// others / all, from two readings: (busy + steal - own) / (busy + steal + idle). 0 where no time passed.
double othersShare(const CpuTotals& before, const CpuTotals& after, double ownSeconds);

inline constexpr double kSharedAbove = 0.10;

}  // namespace cairn::benchmark
