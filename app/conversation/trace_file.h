// Traces in files that other programs read (experience.md 7, 12): `.trace` (header, columns, checksum), CSV, NPY. No state, any thread.
//
// .trace: "CAIRNTRC", u32 header bytes, JSON header, then the columns as they stand in core/types/trace.h, little endian, without
// padding, each as long as the header's "columns" says (version 3, of deep traces: near misses behind the others); then XXH3-64 of
// everything before it, u64.
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
    std::string question, model, adapter, tokenizer, documents, options;   // options: JSON, seed and all
    std::string version;   // of the program that wrote the answer; empty where tokenizer and version were not kept yet
};

std::vector<std::byte> traceFile(const Trace& trace, const TraceProvenance& provenance);

bool isTraceFile(std::span<const std::byte> bytes);   // by its first bytes

// Corruption: cut, flipped, or counts that don't fit. The trace is safe to show: every index is in range.
Result<Trace> readTraceFile(std::span<const std::byte> bytes);

// One row per attended place: token, layer, head, place, block, gate, score, kind. Kinds: "document", a block of the text; "conversation",
// one of the question and answer, numbered behind the text's; "reread" (without place and score), the share on words of this block of the
// text that the question's prompt read again (document_blocks: the open block at the text's end). Its gate counts for the text as a
// document row's does; a conversation row's gate holds the part of it that lay in that block. Deep traces: "near" (without gate), a block
// that was nearly opened, best first, its place counted on from k.
std::string traceCsv(const Trace& trace);

// The same records as JSON lines; what is empty there is missing.
std::string traceJson(const Trace& trace);

// NumPy array of the same records: u4 token, layer, head, block; f4 gate, score (NaN: none); u4 kind: 0 document,
// 1 conversation, 2 reread, 3 near (gate NaN).
std::vector<std::byte> traceNpy(const Trace& trace);

}  // namespace cairn
