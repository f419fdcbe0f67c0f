// The identity of a model: XXH3-128 over what changes its results (reliability.md 3.3). The same numbers in another file format are
// another model: quantised bytes differ, and so do their results.
#pragma once

#include "core/model/tensor_table.h"
#include "core/result.h"
#include "core/types/document.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

// Feeds labelled parts; each part's length is hashed too, so that parts can't run into each other.
class FingerprintBuilder
{
public:
    FingerprintBuilder();
    ~FingerprintBuilder();
    FingerprintBuilder(const FingerprintBuilder&) = delete;
    FingerprintBuilder& operator=(const FingerprintBuilder&) = delete;

    void add(std::string_view label, std::span<const std::byte> bytes);
    void add(std::string_view label, std::string_view text);
    // Name, type, shape and raw bytes of every tensor in name order; streamed. Io, Corruption: of the source.
    Result<void> addTensors(const TensorTable& table);

    Hash128 finish() const;   // canonical (big-endian) form

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace cairn
