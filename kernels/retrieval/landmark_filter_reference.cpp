// One block and query at a time.
#include "kernels/vectors/half_float.h"
#include "kernels/retrieval/landmark_filter_levels.h"

namespace cairn::kernels
{
namespace
{

std::int32_t productOf(const LandmarkFilterScan& work, const std::uint8_t* keys, std::int32_t quads, const std::int8_t* values)
{
    std::int32_t sum = 0;
    for (std::int32_t j = 0; j < 4 * quads; ++j)
        sum += (keys[j / 4 * (4 * kFilterGroup) + j % 4] - 128) * (j < work.numbers ? values[j] : 0);
    return sum;
}

void addBlock(const LandmarkFilterScan& work, const FilterLayout& layout, std::int32_t query, std::int32_t block)
{
    const std::int64_t at = work.slabOffset + block;
    const void* slab = work.filters[at / kSlabBlocks];
    const auto inSlab = static_cast<std::int32_t>(at % kSlabBlocks), lane = inSlab % kFilterGroup;
    const FilterQuery& q = work.query[query];
    FilterList& list = work.lists[query];
    const std::uint16_t* facts = layout.factsOf(slab, work.kvHead, inSlab) + lane;
    const float s = static_cast<float>(productOf(work, layout.values(slab, work.kvHead, inSlab) + 4 * lane, layout.quads, q.values))
                    * (fromHalf(facts[0]) * q.scale);
    const float E = q.perNorm * fromHalf(facts[2 * kFilterGroup]) + q.perError * fromHalf(facts[kFilterGroup]) + 1e-5f;
    offerToFilterList(list, block, s + E, s - E);
}

}  // namespace

void scanLandmarkFilterReference(const LandmarkFilterScan& work)
{
    const FilterLayout layout = filterLayout(work.kvHeads, work.numbers);
    for (std::int32_t query = 0; query < work.queries; ++query)
        for (std::int32_t block = work.first; block < work.end; ++block)
            addBlock(work, layout, query, block);
}

}  // namespace cairn::kernels
