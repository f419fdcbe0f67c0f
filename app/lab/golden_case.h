// A recorded case: settings, turns, controls and expected tensors of one folder (tests/golden/README.md).
#pragma once

#include "core/engine/step/stream.h"
#include "core/formats/json.h"
#include "core/model/safetensors.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace cairn
{

struct GoldenTurn
{
    std::string prompt, generated;       // tensor names
    std::uint32_t generate = 0;
};

struct GoldenControl
{
    std::uint32_t fromStep = 0;
    std::vector<std::uint32_t> masked, pinned;
};

struct GoldenCase
{
    std::string folder, name;
    JsonValue json;
    SafetensorsFile expected;
    StreamSettings settings;
    SelectionKey key = SelectionKey::Landmark;
    std::uint32_t window = 0;
    std::optional<std::uint32_t> blockTokens;      // mem_freq of case.json
    std::vector<GoldenTurn> turns;
    std::vector<GoldenControl> controls;
    std::vector<TokenId> suppressed;
    std::map<std::string, double> tightTolerance;  // per kind of tensor

    bool has(const std::string& tensor) const { return expected.tensors.contains(tensor); }
    std::vector<std::uint64_t> shape(const std::string& tensor) const { return expected.tensors.at(tensor).shape; }
};

// Corruption, NotFound: of case.json or expected.safetensors; a missing or strange setting is named.
Result<GoldenCase> readGoldenCase(const std::string& folder);

// A folder without config.json holds a table without a model.
bool isUnitCase(const std::string& folder);

}  // namespace cairn
