// Scoring a question's direction against the landmarks of a memory.
#include "core/engine/memory_impl.h"
#include "core/engine/common/parallel.h"
#include "kernels/rows/kv_row.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace cairn
{

Result<std::vector<float>> landmarkProducts(const LandmarkIndex& landmarks, std::uint32_t count, std::span<const float> direction,
                                            const std::stop_token& stop)
{
    const MemoryShape& shape = landmarks.shape();
    const std::size_t width = std::size_t{shape.kvHeads} * shape.headDim;
    constexpr std::uint32_t kBlocksAPiece = 64;       // 0.7 MB of the default model's landmarks
    std::vector<float> products(count, 0.0f);
    parallelPieces((count + kBlocksAPiece - 1) / kBlocksAPiece, [&](std::size_t piece) {
        std::vector<float> decoded(width);
        const auto first = static_cast<std::uint32_t>(piece) * kBlocksAPiece;
        for (std::uint32_t block = first; block < std::min(count, first + kBlocksAPiece) && !stop.stop_requested(); ++block) {
            for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
                const float* key = reinterpret_cast<const float*>(landmarks.at(layer, block));
                if (shape.landmarkType != KvType::F32) {
                    kernels::decodeHalves(reinterpret_cast<const std::uint16_t*>(landmarks.at(layer, block)), width, decoded.data());
                    key = decoded.data();
                }
                std::array<float, 16> sums{};         // independent sums: the compiler may use vectors
                const float* with = direction.data() + layer * width;
                std::size_t j = 0;
                for (; j + sums.size() <= width; j += sums.size()) {
                    for (std::size_t i = 0; i < sums.size(); ++i)
                        sums[i] += with[j + i] * key[j + i];
                }
                for (; j < width; ++j)
                    sums[0] += with[j] * key[j];
                for (const float sum : sums)
                    products[block] += sum;
            }
        }
    });
    if (stop.stop_requested())
        return Error{ErrorCode::Cancelled, "The search was cancelled."};
    return products;
}

namespace
{

// Block 0 holds the chat's opening, which answers nothing: it takes no part in the mean and gets it.
void centre(std::vector<float>& votes)
{
    if (votes.empty())
        return;
    const double sum = std::accumulate(votes.begin() + 1, votes.end(), 0.0);
    const auto mean = static_cast<float>(sum / static_cast<double>(std::max<std::size_t>(1, votes.size() - 1)));
    for (float& vote : votes)
        vote -= mean;
    votes.front() = 0;
}

}  // namespace

Result<std::vector<float>> Memory::questionVote(std::span<const TokenId> question, std::stop_token stop) const
{
    return guarded([&]() -> Result<std::vector<float>> {
        const EngineCore& core = *m_impl->core;
        if (!core.question)
            return Error{ErrorCode::Unsupported, "There is no question adapter for this model."};
        const auto isForeign = [&](TokenId id) { return id < 0 || static_cast<std::uint32_t>(id) >= core.info.config.vocabulary; };
        if (question.empty() || std::any_of(question.begin(), question.end(), isForeign))
            return Error{ErrorCode::InvalidArgument, "A question needs words that the model knows."};
        const auto direction = core.question->direction(question, stop);
        if (!direction)
            return direction.error();
        const Stream& stream = m_impl->stream;
        auto votes = landmarkProducts(m_impl->blocks->landmarks(), stream.baseBlocks(), *direction, stop);
        if (!votes)
            return votes.error();
        const auto own = landmarkProducts(stream.ownLandmarks(), stream.blocks() - stream.baseBlocks(), *direction, stop);
        if (!own)
            return own.error();
        votes->insert(votes->end(), own->begin(), own->end());
        centre(*votes);
        return votes;
    });
}

}  // namespace cairn
