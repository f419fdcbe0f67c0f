#include "app/lab/benchmark/goals.h"

#include <cassert>

namespace cairn::benchmark
{

namespace
{

constexpr double kNone = kUnknown;

constexpr Goal kGoals[] = {
    {"C1", 0, "decode at 512: SmolLM2, 1.1B, 7B layers; int8, int4", "llama", 2.0, 1.0, 1.4},
    {"C2", 0, "decode 8K, 7B layers", "llama", 1.7, 1.5, 1.7},
    {"C2", 1, "decode 32K, 7B layers", "llama", 3.8, 3, 5},
    {"C2", 2, "decode 128K, 7B layers", "llama", 11.6, 9, 15},
    {"C3", 0, "decode 4K, 1.1B q4_0", "llama", 2.0, 1.5, 2},
    {"C3", 1, "decode 32K, 1.1B q4_0", "llama", 8.5, 4, 8},
    {"C3", 2, "decode 4K, SmolLM2 q4_1", "llama", 3.2, 2.2, 2.8},
    {"C3", 3, "decode 8K, SmolLM2 q4_1", "llama", 5.2, 3.5, 4.5},
    {"C3", 4, "decode 32K, SmolLM2 q4_1", "llama", 18, 12, 16},
    {"C4", 0, "tokens/s 1M / 4K, 1.1B", "itself", 0.9, 0.8, 0.9},
    {"C4", 1, "tokens/s 1M / 4K, SmolLM2", "itself", 0.69, 0.6, 0.66},
    {"C5", 0, "tokens/s 16M / 4K, 1.1B flat scan", "itself", 0.43, 0.35, 0.4},
    {"C5", 1, "tokens/s 16M / 4K, 1.1B two-level scan", "itself", 0.95, 0.8, 0.9},
    {"C5", 2, "tokens/s 16M / 4K, SmolLM2 two-level scan", "itself", 0.75, 0.55, 0.7},
    {"C6", 0, "scan + top-k", "read rate", 0.92, 0.85, 0.92},
    {"C7", 0, "reading at 0, 1.1B", "llama pp", 1, 0.8, 1},
    {"C7", 1, "reading at 8K, 7B layers", "llama pp", 3.0, 1.8, 2.5},
    {"C7", 2, "reading at 0, SmolLM2", "llama pp", kNone, 2, 3},
    {"C7", 3, "reading at 8K, SmolLM2", "llama pp", kNone, 6, 10},
    {"C7", 4, "reading at 32K, SmolLM2", "llama pp", kNone, 15, 25},
    {"C8", 0, "tokens/s, cores 2x oversubscribed / idle", "itself", 0.5, 0.35, 0.45},
    {"C9", 0, "rows >= 128 KB from SQLite, warm", "pread", 1.0, 0.8, 0.95},
    {"C9", 1, "rows >= 128 KB from SQLite, cold", "pread", 0.85, 0.7, 0.9},
    {"C9", 2, "rows of 48-64 KB from SQLite, warm", "pread", 1.0, 0.75, 0.95},
    {"C9", 3, "rows of 48-64 KB from SQLite, cold", "pread", 0.85, 0.6, 0.9},
    {"C10", 0, "storing chunks", "raw write + fdatasync", 0.7, 0.5, 0.7},
    {"C11", 0, "open session -> first token, 32K", "llama state restore", kNone, 5, 20},
    {"C12", 0, "open session -> first token, 32K", "reading again", kNone, 100, 400},
    {"C13", 0, "peak RAM growth at 128K, low RAM budget", "dense KV size", kNone, 0.1, kNone, true},
    {"C13", 1, "peak RAM growth at 1M, low RAM budget", "dense KV size", kNone, 0.03, kNone, true},
    {"C14", 0, "safetensors load, cold and warm", "plain read", 1.0, 0.9, 1.0},
    {"C15", 0, "decode 8K-32K", "LibTorch port of the reference", kNone, 10, 50},
    {"G1", 0, "decode 512, 7B bf16, bytes/s", "copy rate", 1.0, 0.80, 0.88},
    {"G1", 1, "decode 512, SmolLM2 bf16, step with graph", "without graph", 4, 2.5, 3},
    {"G2", 0, "decode 32K, KV in HBM, MHA", "dense", 2.3, 1.8, 2.1},
    {"G2", 1, "decode 128K, KV in HBM, MHA", "dense", 6.0, 4, 5},
    {"G2", 2, "decode 32K, KV in HBM, GQA", "dense", 1.26, 1.1, 1.2},
    {"G2", 3, "decode 128K, KV in HBM, GQA", "dense", 2.1, 1.6, 1.9},
    {"G3", 0, "tokens/s 1M / 4K, int8 landmarks", "itself", 0.97, 0.75, 0.85},
    {"G4", 0, "tokens/s, KV in RAM, 7B, hit rate >= 90 %", "KV in HBM", 0.95, 0.85, 0.95},
    {"G4", 1, "tokens/s, KV in RAM, 7B, cold", "KV in HBM", 0.64, 0.6, 0.8},
    {"G5", 0, "tokens/s, KV in RAM, 7B 128K", "dense, all KV over PCIe each step", 280, 100, 200},
    {"G6", 0, "reading 32K, 7B", "own engine, dense flash kernel", 1.6, 1.2, 1.5},
    {"G6", 1, "reading 128K, 7B", "own engine, dense flash kernel", 3.5, 2.5, 3},
    {"G6", 2, "reading 1M, 7B", "own engine, dense flash kernel", 18, 10, 14},
    {"G6", 3, "reading 32K, SmolLM2", "own engine, dense flash kernel", 2.5, 1.6, kNone},
    {"G6", 4, "reading 128K, SmolLM2", "own engine, dense flash kernel", 9, 5, kNone},
    {"G6", 5, "reading 1M, SmolLM2", "own engine, dense flash kernel", 69, 30, kNone},
    {"G7", 0, "reading time with retrieval", "window-only reading", 1.2, 1.35, 1.2, true},
    {"G8", 0, "scan + top-k, >= 256 MB of keys, bytes/s", "copy rate", 0.9, 0.80, 0.9},
    {"G9", 0, "attention over retrieved blocks, time", "dense over as many contiguous keys", 1.01, 1.10, 1.03, true},
    {"G10", 0, "miss fetch, 26 KB pieces, bytes/s", "large pinned copy", 0.82, 0.7, 0.85},
    {"G10", 1, "miss fetch, rows, bytes/s", "large pinned copy", 1, 0.9, 0.95},
    {"G11", 0, "16M passkey in RAM, tokens/s", "itself at 32K", kNone, 0.5, 0.8},
};

}  // namespace

std::span<const Goal> goals()
{
    return kGoals;
}

const Goal& goalOf(std::string_view id, int part)
{
    const Goal* found = nullptr;
    for (const Goal& goal : kGoals)
        if (goal.id == id && goal.part == part)
            found = &goal;
    assert(found);
    return *found;
}

}  // namespace cairn::benchmark
