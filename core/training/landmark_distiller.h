// Landmark rows that learn to predict where dense attention looks (landmark_semantics.md 12.2, 12.3). Per layer, head and query:
//   loss = KL( softmax[LSE_1 .. LSE_n, LSE_own] || softmax[s_1 .. s_n, LSE_own] ), mean over layers, heads, queries
// LSE_b: log-sum-exp of the query's scores with the F ordinary keys of block b, LSE_own: over its own section up to itself,
// s_b: its score with the block's landmark key; blocks before the query's section only. Ordinary rows run without gradient and never
// see a landmark, so the backward pass runs through the landmark rows alone. One thread.
#pragma once

#include "core/model/adapter.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/training/training_device.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cairn
{

struct DistillationOptions
{
    std::uint32_t blockTokens = 63;        // F
    std::uint32_t rank = 16;
    std::uint32_t firstLayer = 0;          // layers whose landmark rows are trained and counted: [firstLayer, endLayer)
    std::uint32_t endLayer = 0;            // 0: all
    std::uint32_t window = 0;              // ordinary rows see block 0, this many blocks before and their own, as reading does; 0: all
    bool groupVote = false;                // masses are summed over the query heads of a kv head, as per_token_and_group selects
    std::uint64_t seed = 0;                // of the low-rank weights' start
    bool doublePrecision = false;          // for gradient checks
    bool halfWeights = false; // products with the base's weights in bf16: faster, but masses shift (one row: KL 0.571, not 0.602)
    TrainingDevice device = TrainingDevice::Cpu;
    std::function<void(std::uint32_t done, std::uint32_t layers)> onLayer = {};   // LandmarkDistiller::setOnLayer()
};

// Ordinary tokens, n blocks of F, and the tokens among them whose queries are looked at: ascending, none in block 0.
struct LandmarkRow
{
    std::vector<TokenId> tokens;
    std::vector<std::uint32_t> queries;
};

// Of queries whose section is at least `k` + 1: dense mass of the k blocks that the landmarks choose / of the k best. Mean over layers.
struct MassFound
{
    double loss = 0;
    double byHead = 0;                     // every head chooses for itself
    double byGroup = 0;                    // the query heads of a kv head choose together
    std::vector<double> layers;            // byHead, per layer
};

class LandmarkDistiller
{
public:
    // Starts with the embedding of a line break (else the mean row), no delta, lora_B = 0. Unsupported: the model has landmarks of its
    // own. InvalidArgument: impossible options. Errors of the weights and of openTrainingDevice().
    static Result<std::unique_ptr<LandmarkDistiller>> create(const Model& model, const DistillationOptions& options);
    ~LandmarkDistiller();

    // One step of AdamW (0.9, 0.98, no decay, clipped at 1) on the mean loss of the rows, which is returned.
    Result<double> step(const std::vector<LandmarkRow>& rows, double rate);

    // Called behind each layer of a row's pass in all that follows; the pass back, through the landmark rows alone, is short.
    void setOnLayer(std::function<void(std::uint32_t done, std::uint32_t layers)> onLayer);

    Result<double> loss(const LandmarkRow& row) const;
    Result<MassFound> measure(const LandmarkRow& row, std::uint32_t k) const;
    Result<std::map<std::string, AdapterTensor>> gradients(const LandmarkRow& row);   // of the loss, by tensor name of the file

    std::map<std::string, AdapterTensor> values() const;                              // as in the file (landmark_semantics.md 12.4)
    Result<void> setValues(const std::map<std::string, AdapterTensor>& values);       // InvalidArgument: another shape
    std::map<std::string, AdapterTensor> save() const;                                // optimiser too
    Result<void> restore(const std::map<std::string, AdapterTensor>& state);

private:
    struct Impl;
    explicit LandmarkDistiller(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
