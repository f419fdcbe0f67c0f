// Where a model is computed: on the GPU where driver, plugin and a self check (gpu_check.h) are in order, else on the CPU, and why.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/weights/model_loading.h"

#include <optional>
#include <string>

namespace cairn
{

struct PlacedModel
{
    std::shared_ptr<const LoadedModel> model;
    std::string device, reason;            // EngineInfo::device, deviceReason
};

// `products`: of the memory that is to be used; a device that computes others is not taken. Nothing: any.
// Device, OutOfMemory, Unsupported: the GPU was asked for and can't be used. Otherwise as loadModel().
Result<PlacedModel> placeModel(const Model& source, const LoadPlan& plan, DeviceChoice device, std::optional<Products> products);

}  // namespace cairn
