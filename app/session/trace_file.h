// Traces in files that other programs read (experience.md 7, 12): `.trace` (header, columns, checksum), CSV, NPY. No state, any thread.
//
// .trace: "CAIRNTRC", u32 header bytes, JSON header, then the columns as they stand in core/types/trace.h, little endian, without
// padding, each as long as the header's "columns" says; then XXH3-64 of everything before it, u64.
#pragma once

#include "core/result.h"
#include "core/types/trace.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct TraceProvenance
{
    std::string question, model, adapter, documents, options;   // options: JSON
};

std::vector<std::byte> traceFile(const Trace& trace, const TraceProvenance& provenance);

// Corruption: cut, flipped, or counts that don't fit. The trace is safe to show: every index is in range.
Result<Trace> readTraceFile(std::span<const std::byte> bytes);

// One row per attended place: token, layer, head, place, block, gate, score.
std::string traceCsv(const Trace& trace);

// NumPy array of the same records: u4 token, layer, head, block; f4 gate, score.
std::vector<std::byte> traceNpy(const Trace& trace);

}  // namespace cairn
