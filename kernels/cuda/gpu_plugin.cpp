#include "gpu_plugin.h"

#include "kernels/device.h"
#include "kernels/plugin_path.h"

#include <dlfcn.h>

#include <cstdlib>

namespace cairn::cuda
{

namespace
{

OpenedGpu without(std::string reason)
{
    OpenedGpu none;
    none.reason = std::move(reason);
    return none;
}

}  // namespace

OpenedGpu openPlugin(const std::string& path)
{
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);   // stays open: the context lives in it
    if (!library)
        return without("The GPU plugin " + path + " can't be loaded.");
    const auto give = reinterpret_cast<GpuTableFunction>(dlsym(library, kGpuTableSymbol));
    const GpuTable* table = give ? give() : nullptr;
    if (!table || table->version != kGpuTableVersion || table->bytes != static_cast<std::int32_t>(sizeof(GpuTable)))
        return without("The GPU plugin " + path + " is of another version of Cairn; build both together.");
    OpenedGpu opened;
    if (table->open(&opened.facts) != kGpuDone)
        return without(std::string("The GPU can't be opened: ") + table->lastError() + ".");
    opened.table = table;
    return opened;
}

OpenedGpu openGpu()
{
    if (const char* named = std::getenv("CAIRN_CUDA_PLUGIN"))
        return openPlugin(named);
    const kernels::DeviceReport driver = kernels::probeGpu();
    if (!driver.usable)
        return without(driver.reason);
    if (const std::string path = kernels::pluginPath("libcairn_cuda.so"); !path.empty())
        return openPlugin(path);
    return without("The " + driver.name + " was found, but this build of Cairn has no GPU plugin; it needs nvcc when it is built.");
}

}  // namespace cairn::cuda
