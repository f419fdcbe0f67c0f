// The base model as training sees it: plain tensors that never change, and the small pieces of arithmetic of a LLaMA on them, all
// differentiable. All its tensors are on one device, and so are those that it takes and gives. Torch inside: sources of core/training
// only. Immutable once loaded.
#pragma once

#include "core/model/model.h"
#include "core/training/torch_device.h"

#include <ATen/core/Tensor.h>

#include <array>
#include <memory>
#include <string_view>
#include <vector>

namespace cairn
{

enum class Projection7 { Query, Key, Value, Output, Gate, Up, Down };

inline constexpr std::array<Projection7, 7> kProjections = {Projection7::Query,  Projection7::Key, Projection7::Value, Projection7::Output,
                                                            Projection7::Gate, Projection7::Up,  Projection7::Down};

std::string_view name(Projection7 projection);   // "self_attn.q_proj", .. "mlp.down_proj"

struct FrozenLayer
{
    at::Tensor inputNorm, postNorm;              // [hidden]
    std::array<at::Tensor, 7> weights;           // [out, in], in the order of kProjections

    const at::Tensor& operator[](Projection7 projection) const { return weights[static_cast<std::size_t>(projection)]; }
};

// Cosines and sines of some positions, [rows, d / 2] or with dimensions of one between.
struct Rotation
{
    at::Tensor cosines, sines;
    at::Tensor signedSines;                      // [.., 2, d / 2]: -sines, sines; on a GPU, where few operations count
};

struct FrozenModel
{
    ModelConfig config;
    at::ScalarType type = at::kFloat;            // kDouble for gradient checks
    at::Device device = at::kCPU;
    at::Tensor embedding;                        // [vocabulary, hidden]
    at::Tensor finalNorm;                        // [hidden]
    at::Tensor head;                             // [vocabulary, hidden]; the embedding where they are tied
    std::vector<FrozenLayer> layers;
    at::Tensor inverse;                          // [d / 2] rotary frequencies in 64 bits, position scaling included
    double magnitude = 1;                        // YaRN: queries and keys are multiplied by it

    std::int64_t groupSize() const { return config.heads / config.kvHeads; }
    std::int64_t headDim() const { return config.headDim; }
    at::ScalarType rowType() const { return layers.front().weights.front().scalar_type(); }   // of what goes into a product
    at::TensorOptions options() const { return at::TensorOptions(device).dtype(type); }
    bool isOnGpu() const { return !device.is_cpu(); }   // every operation costs about as much as starting it: few and large ones are best
    at::Tensor here(const at::Tensor& host) const { return onDevice(host, device); }

    at::Tensor product(std::size_t layer, Projection7 projection, const at::Tensor& x) const;   // x [.., in]: [.., out]
    at::Tensor embed(const std::vector<TokenId>& tokens) const;                // [rows, hidden]
    at::Tensor norm(const at::Tensor& x, const at::Tensor& weight) const;      // root mean square norm over the last dimension
    at::Tensor rotate(const at::Tensor& x, const at::Tensor& positions) const; // x [.., rows, d], positions [rows] int64; half split
    Rotation rotation(const at::Tensor& positions) const;                      // of `positions` [rows] on any device, for several products
    static at::Tensor rotate(const at::Tensor& x, const Rotation& rotation);   // x and what it returns as above, in 32 or 64 bits
};

// The same model with the weights of its layers in bf16: products are three to five times as fast where the processor has units for
// them (AMX), 1.7 times with its AVX-512 instructions for them, and off by about 0.3 %; all else stays as it was.
std::shared_ptr<const FrozenModel> withHalfWeights(const FrozenModel& model);

// Corruption, Io: of the weights. OutOfMemory. Errors of openTrainingDevice(). `type`: kFloat or kDouble.
Result<std::shared_ptr<const FrozenModel>> loadFrozen(const Model& model, at::ScalarType type,
                                                      TrainingDevice device = TrainingDevice::Cpu);

}  // namespace cairn
