#include "app/lab/goals/process_memory.h"

#include <fstream>
#include <limits>
#include <string>
#include <string_view>

namespace cairn
{

namespace
{

double statusBytes(std::string_view key)
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kilobytes = 0;
        if (word == key && status >> kilobytes)
            return kilobytes * 1024;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

double residentBytes() { return statusBytes("VmRSS:"); }

double peakBytes() { return statusBytes("VmHWM:"); }

void forgetPeak()
{
    std::ofstream("/proc/self/clear_refs") << "5";
}

}  // namespace cairn
