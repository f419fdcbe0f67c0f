// Finds and loads the CUDA plugin: asks the driver first, so a machine without one loads nothing. No CUDA header, nothing linked.
// Call it before the process is locked down. Threads: one.
#pragma once

#include "gpu_table.h"

#include <string>

namespace cairn::cuda
{

struct OpenedGpu
{
    const GpuTable* table = nullptr;   // null: no GPU, `reason` says why in one sentence
    GpuFacts facts;
    std::string reason;
};

// libcairn_cuda.so beside the program (or in ../lib/cairn from there). The plugin and the device stay open until the process ends; asked
// again, the same answer. CAIRN_CUDA_PLUGIN names another plugin, for which no driver is asked: the tests' emulation.
OpenedGpu openGpu();

// A plugin by its file, without asking for a driver.
OpenedGpu openPlugin(const std::string& path);

}  // namespace cairn::cuda
