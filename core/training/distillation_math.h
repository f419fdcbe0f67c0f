// The loss of landmark_distiller.h as tensor arithmetic. Torch inside: sources of core/training only.
#pragma once

#include "core/training/frozen_model.h"
#include "core/training/landmark_distiller.h"
#include "core/training/trainables.h"

#include <vector>

namespace cairn
{

class DistillationMath
{
public:
    DistillationMath(const FrozenModel& model, const Trainables& weights, const DistillationOptions& options);

    // [] with a gradient to the weights of the trained layers. `found`, where wanted: for k blocks.
    at::Tensor loss(const LandmarkRow& row, MassFound* found = nullptr, std::uint32_t k = 0) const;

private:
    // What follows from a row's length and queries alone.
    struct Geometry
    {
        std::int64_t tokens = 0, blocks = 0;      // T, n
        at::Tensor positions, landmarkPositions;  // [T], [n]: in the stream with landmarks inserted
        at::Tensor queries, sections;             // [Q] token and block of each query
        at::Tensor future;                        // [Q, n] blocks that are not complete before the query
        at::Tensor foreign;                       // [Q, T] tokens outside the query's section, or after it
        at::Tensor unseen;                        // [n, T] tokens that a landmark does not see
        at::Tensor mask;                          // [T, T] tokens that an ordinary row sees; undefined: all before it
    };
    struct Teacher                                // of one layer; no gradient
    {
        at::Tensor queries;                       // [H, Q, d] rotated
        at::Tensor keys, values;                  // [H, T, d] rotated keys, repeated over the group
        at::Tensor own;                           // [H, Q, 1] LSE_own
        at::Tensor target;                        // [H, Q, n + 1] log of the masses
    };

    Geometry geometry(const LandmarkRow& row) const;
    Teacher teach(std::size_t layer, const Geometry& shape, at::Tensor& x) const;
    at::Tensor landmarkKeys(std::size_t layer, const Geometry& shape, const at::Tensor& h) const;
    at::Tensor nextLandmarks(std::size_t layer, const Geometry& shape, const Teacher& teacher, const at::Tensor& h,
                             const at::Tensor& y) const;
    at::Tensor divergence(const at::Tensor& target, const at::Tensor& predicted) const;
    at::Tensor lowRank(std::size_t layer, Projection7 projection, const at::Tensor& x) const;
    at::Tensor weight(std::size_t layer, const std::string& name) const;
    void addFound(const Geometry& shape, const Teacher& teacher, const at::Tensor& scores, std::uint32_t k, MassFound& found) const;
    bool isTrained(std::size_t layer) const { return layer >= m_options.firstLayer && layer < m_options.endLayer; }

    const FrozenModel& m_model;
    const Trainables& m_weights;
    DistillationOptions m_options;                // endLayer filled in
};

}  // namespace cairn
