// What the engine tells about an opened session and its finds. Plain values, used at both ends and by the window.
#pragma once

#include "core/types/document.h"
#include "core/types/memory.h"
#include "core/types/stream_map.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <vector>

namespace cairn
{

struct EngineFacts                           // of an opened session
{
    QString modelName, modelPath, modelKind, license;   // kind: "landmark model", "adapter", "bounds"
    QString tokenizer;                       // size and hash
    QString adapter, attention;              // fingerprint of the landmark adapter, empty: none; when asking: "exact", "grouped"
    QString device, deviceReason;
    QStringList languages;                   // that the model was taught, where its file says so (ISO 639)
    QStringList notes;
    std::uint32_t layers = 0, heads = 0, kvHeads = 0, blockTokens = 0, topK = 0;
    KvType kvType = KvType::Int8;
    Hash128 memoryKey{};
    std::uint32_t storedBlocks = 0, totalBlocks = 0;
    std::uint64_t totalTokens = 0;
    std::uint64_t bytesPerToken = 0;         // on disk, for "Reading needs 2.8 GB"
    double readingRate = 0;                  // tokens/s as measured last by this client with model and device; 0: not known
    std::shared_ptr<const StreamMap> map;
};

struct FoundPassage
{
    std::uint32_t block = 0;                 // of the map; the last may be the open block at the end
    double score = 0;                        // 1: the best; the others relative to it
};

}  // namespace cairn
