// One function per op of gpu_table.h: checks limits, picks grid and variant, queues.
#pragma once

#include "gpu_table.h"

namespace cairn::cuda
{

std::int32_t multiply(const MatrixProduct& work);
std::int32_t embed(const EmbedRows& work);
std::int32_t norm(const NormRows& work);
std::int32_t gate(const GatedProduct& work);
std::int32_t fillLocal(const FillLocal& work);
std::int32_t keepTail(const KeepTail& work);
std::int32_t storeBlocks(const StoreBlocks& work);
std::int32_t missScores(const MissScores& work);
std::int32_t scan(const ScanBlocks& work);
std::int32_t share(const ShareValues& work);
std::int32_t choose(const ChoosePlaces& work);
std::int32_t attend(const AttendBlocks& work);
std::int32_t gather(const GatherRows& work);
std::int32_t setPointers(const SetPointers& work);

}  // namespace cairn::cuda
