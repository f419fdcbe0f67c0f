#include "landmark_scan.h"

namespace cairn::kernels
{

std::size_t landmarkScanScratch(const LandmarkScan&) { return 64; }

void landmarkScan(const LandmarkScan& work, CpuLevel) { landmarkScanReference(work); }

}  // namespace cairn::kernels
