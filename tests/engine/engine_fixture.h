// Engines on the small models of tests/golden, and texts for them.
#pragma once

#include "core/engine/engine.h"

#include <memory>
#include <string>
#include <vector>

namespace cairn
{

// The model of a golden case; its adapter where it has one. Fails the process where it can't be opened (QFAIL has no value).
std::unique_ptr<Engine> openGolden(const std::string& name, KvType type = KvType::F32, std::uint64_t budget = 1 << 30);

// Deterministic tokens that may stand in a text of the model.
std::vector<TokenId> textTokens(const Engine& engine, std::size_t count, std::uint64_t seed = 1);

// Reading settings for the tiny models: window of `windowBlocks` blocks, K places, block 0 and the newest pinned.
ReadingSettings smallReading(const Engine& engine, std::uint32_t topK, std::uint32_t windowBlocks, std::uint32_t pinFirst,
                             std::uint32_t pinNewest);

}  // namespace cairn
