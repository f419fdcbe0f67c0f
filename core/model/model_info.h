// What a person wants to know about a model before using it: `cairn-cli model info`.
#pragma once

#include "core/model/adapter.h"
#include "core/model/model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

struct ModelInfo
{
    std::string path, name, license, format;
    std::vector<std::string> languages;   // as the file states them
    std::string kind;                     // "landmark model", "adapter", "bounds" (landmark_semantics.md 11)
    ModelConfig config;
    std::uint32_t blockTokens = 0;        // F
    std::uint64_t parameters = 0;
    std::uint64_t bytes = 0;              // of the weights as stored
    std::string fingerprint, adapterFingerprint;   // 32 hexadecimal digits; the second empty without an adapter
    std::string chat;
    std::vector<std::string> notes;
};

// `adapter`: the one that would be used with it, or null.
ModelInfo modelInfo(const Model& model, const LandmarkAdapter* adapter = nullptr);

std::string toJson(const ModelInfo& info);    // one line
std::string toText(const ModelInfo& info);    // lines "name: value"

}  // namespace cairn
