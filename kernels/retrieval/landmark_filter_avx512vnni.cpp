#include "kernels/vectors/packed_dots_avx512vnni.h"

#include "kernels/retrieval/landmark_filter_vectors.h"

namespace cairn::kernels::avx512vnni
{

void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout) { filterScan(work, layout); }

}  // namespace cairn::kernels::avx512vnni
