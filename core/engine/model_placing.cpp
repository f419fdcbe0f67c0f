#include "core/engine/model_placing.h"

#include "core/engine/gpu/cuda_model.h"
#include "core/engine/gpu_check.h"
#include "core/engine/common/parallel.h"
#include "kernels/vectors/cpu_level.h"
#include "kernels/cuda/gpu_plugin.h"

namespace cairn
{

namespace
{

std::string cpuName()
{
    const int threads = workerThreads();
    return "CPU, " + std::to_string(threads) + (threads == 1 ? " thread, " : " threads, ") + kernels::cpuLevelName(kernels::cpuLevel());
}

Products gpuProducts(const Model& source)
{
    return CudaModel::formOf(source) == cuda::WeightForm::F32 ? Products::Float32 : Products::Bf16;
}

// Any error: it stays on the CPU. What a failed try took of the GPU is given back.
Result<PlacedModel> onGpu(const std::shared_ptr<const LoadedModel>& onCpu, const Model& source, const LoadPlan& plan,
                          std::optional<Products> products)
{
    const cuda::OpenedGpu gpu = cuda::openGpu();
    if (!gpu.table)
        return Error{ErrorCode::Device, gpu.reason};
    if (products && *products != gpuProducts(source))
        return Error{ErrorCode::Unsupported, "This memory was read on the CPU, with products that the GPU does not compute; read it again "
                                             "to use the " + std::string(gpu.facts.name) + "."};
    try {
        auto loaded = withGpu(*onCpu, *gpu.table, source, plan);
        if (!loaded)
            return loaded.error();
        if (auto same = checkOnGpu(onCpu, *loaded); !same)
            return same.error();
        return PlacedModel{*loaded, gpu.facts.name, {}};
    } catch (const CudaOutOfMemory&) {
        return Error{ErrorCode::OutOfMemory, "The GPU has not enough free memory for this model."};
    } catch (const CudaFault& fault) {
        return Error{ErrorCode::Device, "The GPU failed when it was tried (" + std::string(fault.what()) + ")."};
    }
}

}  // namespace

Result<PlacedModel> placeModel(const Model& source, const LoadPlan& plan, DeviceChoice device, std::optional<Products> products)
{
    auto onCpu = loadModel(source, plan);
    if (!onCpu)
        return onCpu.error();
    if (device == DeviceChoice::Cpu)
        return PlacedModel{*onCpu, cpuName(), {}};
    auto placed = onGpu(*onCpu, source, plan, products);
    if (placed)
        return placed;
    if (device == DeviceChoice::Cuda)
        return Error{placed.error().code, "The GPU can't be used: " + placed.error().message + " Choose the CPU, or auto (--device)."};
    return PlacedModel{*onCpu, cpuName(), placed.error().message};
}

}  // namespace cairn
