#include "core/training/training_device.h"

#include "core/training/torch_device.h"
#include "kernels/device.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <filesystem>

#include <dlfcn.h>
#include <link.h>

namespace cairn
{

namespace
{

constexpr const char* kInstead = ", or train with --device cpu.";

// The library `name` in the folder where LibTorch's own lies; the name alone where that is unknown.
std::string besideLibTorch(const char* name)
{
    link_map* place = nullptr;
    void* const loaded = dlopen("libtorch_cpu.so", RTLD_NOW | RTLD_NOLOAD);
    if (!loaded || dlinfo(loaded, RTLD_DI_LINKMAP, &place) != 0 || !place->l_name)
        return name;
    return (std::filesystem::path(place->l_name).parent_path() / name).string();
}

// The device computes: a GPU that is too old for this LibTorch, or whose driver is, is found all the same.
Result<void> tried(const at::Device& device, const std::string& name)
{
    std::string reason = "its sums are wrong";
    try {
        if ((at::ones({1}, at::TensorOptions(device).dtype(at::kFloat)) + 1).item<float>() == 2)
            return {};
    } catch (const c10::Error& error) {
        reason = error.what_without_backtrace();
        reason.resize(std::min(reason.size(), reason.find('\n')));
    }
    return Error{ErrorCode::Device, "The " + name + " was found, but LibTorch can't compute on it (" + reason + "); update its driver"
                                        + kInstead};
}

Result<std::string> openGpu()
{
    const kernels::DeviceReport found = kernels::probeGpu();
    if (!found.usable)
        return Error{ErrorCode::Device, "Nothing can be trained on a GPU here: " + found.reason + " Install the driver" + kInstead};
    // Its kernels and its device are registered while it is loaded; it stays open.
    if (!dlopen(besideLibTorch("libtorch_cuda.so").c_str(), RTLD_NOW | RTLD_GLOBAL)) {
        const char* const reason = dlerror();
        return Error{ErrorCode::Unsupported, "The " + found.name + " was found, but LibTorch's part for GPUs can't be loaded ("
                                                 + std::string(reason ? reason : "no reason is given")
                                                 + "); run packaging/setup.sh on this machine to fetch it" + kInstead};
    }
    at::globalContext().setSDPUseCuDNN(false);   // cuDNN's attention plans for every new shape, and ours are seldom the same twice
    if (auto good = tried(at::Device(at::kCUDA, 0), found.name); !good)
        return good.error();
    return found.name;
}

}  // namespace

Result<std::string> openTrainingDevice(TrainingDevice device)
{
    if (device == TrainingDevice::Cpu)
        return std::string("CPU");
    static const Result<std::string> opened = openGpu();
    return opened;
}

Result<at::Device> torchDevice(TrainingDevice device)
{
    if (const auto opened = openTrainingDevice(device); !opened)
        return opened.error();
    return device == TrainingDevice::Cpu ? at::Device(at::kCPU) : at::Device(at::kCUDA, 0);
}

}  // namespace cairn
