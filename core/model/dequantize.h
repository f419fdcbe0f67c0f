// Stored numbers to 32-bit floats. Layouts are those of the GGUF format; scales are IEEE half floats, little endian.
#pragma once

#include "core/model/tensor_type.h"

#include <cstddef>
#include <span>

namespace cairn
{

// REQUIRES: info(type).isFloat and in.size() == *tensorBytes(type, out.size()).
void dequantize(TensorType type, std::span<const std::byte> in, std::span<float> out);

}  // namespace cairn
