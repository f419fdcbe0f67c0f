#include "app/lab/benchmark/machine.h"

#include "kernels/thread_pool.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

namespace cairn::benchmark
{

namespace
{

std::string contents(const std::string& path)   // of a small file of the system; empty where it can't be read
{
    std::ifstream in(path);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

double tick()
{
    return 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::string lineAfter(const std::string& text, std::string_view key)
{
    const auto at = text.find(key);
    if (at == std::string::npos)
        return {};
    auto begin = at + key.size();
    while (begin < text.size() && (text[begin] == ' ' || text[begin] == '\t' || text[begin] == ':'))
        ++begin;
    return text.substr(begin, text.find('\n', begin) - begin);
}

}  // namespace

MachineFacts machineFacts()
{
    MachineFacts facts;
    facts.cpu = lineAfter(contents("/proc/cpuinfo"), "model name");
    facts.cores = kernels::usefulThreads();
    facts.quota = parseQuota(contents("/sys/fs/cgroup/cpu.max"));
    facts.ramBytes = static_cast<std::uint64_t>(std::atoll(lineAfter(contents("/proc/meminfo"), "MemTotal").c_str())) * 1024;
    return facts;
}

double processorSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double processorSeconds(pid_t process)
{
    const std::string stat = contents("/proc/" + std::to_string(process) + "/stat");
    const auto afterName = stat.rfind(')');
    if (afterName == std::string::npos)
        return 0;
    std::istringstream fields(stat.substr(afterName + 1));
    std::string skipped;
    for (int i = 0; i < 11; ++i)   // state .. cmajflt; then utime, stime (proc(5), fields 14 and 15)
        fields >> skipped;
    double user = 0, system = 0;
    fields >> user >> system;
    return (user + system) * tick();
}

CpuTotals parseCpuTotals(std::string_view procStat)
{
    std::istringstream in{std::string(procStat.substr(0, procStat.find('\n')))};
    std::string name;
    double user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, steal = 0;
    in >> name >> user >> nice >> system >> idle >> wait >> irq >> softIrq >> steal;
    const double one = tick();
    return {(user + nice + system + irq + softIrq) * one, steal * one, (idle + wait) * one};
}

double parsePressure(std::string_view pressureCpu)
{
    const auto at = pressureCpu.find("some avg10=");
    return at == std::string_view::npos ? 0 : std::atof(std::string(pressureCpu.substr(at + 11, 8)).c_str());
}

double parseQuota(std::string_view cpuMax)
{
    std::istringstream in{std::string(cpuMax)};
    double quota = 0, period = 0;
    return in >> quota >> period && period > 0 ? quota / period : 0;
}

LoadNote loadNote()
{
    return {std::atof(contents("/proc/loadavg").c_str()), parsePressure(contents("/proc/pressure/cpu"))};
}

double othersShare(const CpuTotals& before, const CpuTotals& after, double ownSeconds)
{
    const double used = after.busy + after.steal - before.busy - before.steal;
    const double all = used + after.idle - before.idle;
    return all > 0 ? std::clamp((used - ownSeconds) / all, 0.0, 1.0) : 0;
}

OthersWatch::OthersWatch(std::vector<pid_t> own)
    : m_own(std::move(own)), m_totals(parseCpuTotals(contents("/proc/stat"))), m_ownSeconds(ownSeconds())
{
}

double OthersWatch::ownSeconds() const
{
    double seconds = processorSeconds();
    for (const pid_t process : m_own)
        seconds += processorSeconds(process);
    return seconds;
}

double OthersWatch::share() const
{
    return othersShare(m_totals, parseCpuTotals(contents("/proc/stat")), ownSeconds() - m_ownSeconds);
}

double OthersWatch::stealShare() const
{
    const CpuTotals now = parseCpuTotals(contents("/proc/stat"));
    const double all = now.busy + now.steal + now.idle - m_totals.busy - m_totals.steal - m_totals.idle;
    return all > 0 ? (now.steal - m_totals.steal) / all : 0;
}

}  // namespace cairn::benchmark
