#include "kernels/device.h"

#include <dlfcn.h>

namespace cairn::kernels
{

namespace
{

using Init = int (*)(unsigned int flags);
using GetCount = int (*)(int* count);
using GetName = int (*)(char* name, int length, int device);

DeviceReport without(const char* reason)
{
    return {false, {}, reason};
}

// The first device's name, or an empty one.
std::string firstDevice(void* driver)
{
    const auto init = reinterpret_cast<Init>(dlsym(driver, "cuInit"));
    const auto count = reinterpret_cast<GetCount>(dlsym(driver, "cuDeviceGetCount"));
    const auto nameOf = reinterpret_cast<GetName>(dlsym(driver, "cuDeviceGetName"));
    int devices = 0;
    char name[256] = {};
    if (!init || !count || !nameOf || init(0) != 0 || count(&devices) != 0 || devices == 0 || nameOf(name, sizeof name - 1, 0) != 0)
        return {};
    return name;
}

}  // namespace

DeviceReport probeGpu()
{
    void* driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);   // stays open: the driver must not be unloaded
    if (!driver)
        return without("No NVIDIA driver is installed.");
    DeviceReport report;
    report.name = firstDevice(driver);
    if (report.name.empty())
        return without("The NVIDIA driver answers, but finds no usable GPU.");
    report.usable = true;
    return report;
}

}  // namespace cairn::kernels
