// The goals of a GPU (G1-G10), measured on whole steps of the engine. As in run.h, each group adds rows.
#pragma once

#include "app/lab/goals/dense_attention.h"
#include "app/lab/goals/gpu_probe.h"
#include "app/lab/goals/run.h"

#include <string>

namespace cairn::benchmark
{

struct GpuGoals   // what all groups share
{
    Run& run;
    GpuProbe& gpu;
    const GpuSizes& sizes;
};

// A model on the GPU and its name in rows.
struct GpuModel
{
    std::string name;            // "7B x6 bf16"
    Contestant& who;

    const ModelConfig& config() const { return who.engine().info().config; }
    double weightWidth() const;  // bytes of a weight as the GPU keeps it
    double weightBytes() const;  // that writing one token reads: P' w of performance.md 1
    double layers() const { return config().layers; }
};

// Weights of a token: all matrices, the output's too; a row of the input embedding counts nothing, nor do norms.
double weightsPerToken(const ModelConfig& config);

// Times of dense attention over `keys` contiguous tokens in one layer of the model. Where LibTorch can't: the time that reading them
// takes at the copy rate, as `samples` samples of it; for one row only.
Result<DenseTimes> denseBaseline(const GpuGoals& goals, const GpuModel& model, std::uint32_t rows, std::uint64_t keys);

Row gpuRow(const Goal& goal, std::string name, const Unit& unit);
std::string lengthName(std::uint64_t tokens);   // "512", "32K", "1M"

void measureGpu(const GpuGoals& goals);         // everything

void measureGpuKernels(const GpuGoals& goals);                                // G8, G10, products: gpu_rates.h
void measureGpuAttention(const GpuGoals& goals);                              // G9
void measureGpuFirst(const GpuGoals& goals, const GpuModel& model);           // G1 of a large model
void measureGpuShortSteps(const GpuGoals& goals, const GpuModel& model);      // G1 of the default model
void measureGpuDepth(const GpuGoals& goals, const GpuModel& model, int part, std::uint32_t topK);   // G2, `part` and the next
void measureGpuLength(const GpuGoals& goals, const GpuModel& model, std::uint32_t topK);            // G3
void measureGpuRam(const GpuGoals& goals, const GpuModel& model);             // G4, G5
void measureGpuReading(const GpuGoals& goals, const GpuModel& model, int part);   // G6, `part` and the next two; G7

}  // namespace cairn::benchmark
