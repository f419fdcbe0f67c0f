#include "kernels/vectors/packed_dots_avx2.h"

#include "kernels/retrieval/landmark_filter_vectors.h"

#include "kernels/retrieval/landmark_filter_fill.h"

namespace cairn::kernels::avx2
{

void fillLandmarkFilter(const LandmarkFilterFill& work, const FilterLayout& layout) { FilterFill(work, layout).run(); }
void scanLandmarkFilter(const LandmarkFilterScan& work, const FilterLayout& layout) { filterScan(work, layout); }

}  // namespace cairn::kernels::avx2
