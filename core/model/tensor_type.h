// How the numbers of a stored tensor are encoded: groups of `values` numbers in `bytes` bytes (reliability.md 4).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn
{

enum class TensorType : std::uint8_t
{
    F32, F16, BF16, F64, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K, Q6_K,
    I64, I32, I16, I8, U8, Bool   // allowed in files, never weights
};

struct TensorTypeInfo
{
    std::string_view name;
    std::uint32_t values = 1;     // in a group
    std::uint32_t bytes = 1;      // of a group
    bool isFloat = true;          // can be decoded to 32-bit floats
};

const TensorTypeInfo& info(TensorType type);

// Bytes of `values` numbers in rows of whole groups; nothing on overflow or when a group would be cut.
std::optional<std::uint64_t> tensorBytes(TensorType type, std::uint64_t values);

}  // namespace cairn
