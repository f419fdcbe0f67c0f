#include "core/evaluation/cost_model.h"

#include <algorithm>

namespace cairn
{

CostPoint costAt(const ModelConfig& model, const MemoryShape& shape, std::uint32_t places, std::uint64_t tokens)
{
    const double L = model.layers, H = model.heads, d = model.headDim, F = shape.blockTokens, hidden = model.hidden;
    const double X = static_cast<double>(tokens), N = static_cast<double>(tokens / shape.blockTokens);
    const double k = std::min<double>(places, N), row = static_cast<double>(shape.rowBytes());
    const double width = H * d, keyWidth = static_cast<double>(model.kvHeads) * d;
    const double value = shape.type == KvType::F32 ? 4 : shape.type == KvType::F16 ? 2 : row / (2 * F * keyWidth);
    CostPoint point;
    point.denseBytes = 2 * L * keyWidth * value * X;
    point.memoryBytes = L * N * row;
    point.landmarkBytes = L * N * static_cast<double>(shape.landmarkBytes());
    point.retrievedBytes = std::min(k * H / model.kvHeads, N) * L * row;
    point.weightFlops = 2 * L * hidden * (2 * width + 2 * keyWidth + 3.0 * model.feedForward);
    point.denseFlops = 4 * L * width * X;   // q.k and weight times value
    const double scan = 2 * L * width * N * (shape.key == SelectionKey::Bounds ? 2 : 1);
    point.landmarkFlops = scan + 4 * L * width * (k * F + F / 2);
    return point;
}

}  // namespace cairn
