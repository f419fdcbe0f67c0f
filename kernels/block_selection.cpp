#include "block_selection.h"

namespace cairn::kernels
{

std::size_t blockSelectionScratch(std::int32_t memoryBlocks) { return static_cast<std::size_t>(memoryBlocks) * 8 + 64; }

void selectBlocks(BlockSelection& work, CpuLevel) { selectBlocksReference(work); }

void sharedValues(const SharedValues& work, CpuLevel) { sharedValuesReference(work); }

}  // namespace cairn::kernels
