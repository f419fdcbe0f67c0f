#include "packed_dots_avx2.h"

#include "landmark_filter_vectors.h"

namespace cairn::kernels::avx2
{

void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout) { filterScan(work, layout); }

}  // namespace cairn::kernels::avx2
