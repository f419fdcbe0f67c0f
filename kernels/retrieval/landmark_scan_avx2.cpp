#include "kernels/vectors/simd_avx2.h"

#include "kernels/rows/vector_products.h"
#include "kernels/retrieval/landmark_scan_vectors.h"

namespace cairn::kernels::avx2
{

void landmarkScan(const LandmarkScan& work)
{
    const LandmarkScanLayout layout = landmarkScanLayout(work);
    Scan(work, layout).run();
}

void landmarkScores(const LandmarkScan& work, const LandmarkScores& list)
{
    const LandmarkScanLayout layout = landmarkScanLayout(work);
    Scan(work, layout).scoreListed(list);
}

}  // namespace cairn::kernels::avx2
