#include "core/model/tensor_type.h"

namespace cairn
{

const TensorTypeInfo& info(TensorType type)
{
    static constexpr TensorTypeInfo kTypes[] = {
        {"F32", 1, 4}, {"F16", 1, 2}, {"BF16", 1, 2}, {"F64", 1, 8}, {"Q8_0", 32, 34},
        {"Q4_0", 32, 18}, {"Q4_1", 32, 20}, {"Q4_K", 256, 144}, {"Q5_K", 256, 176}, {"Q6_K", 256, 210},
        {"I64", 1, 8, false}, {"I32", 1, 4, false}, {"I16", 1, 2, false}, {"I8", 1, 1, false},
        {"U8", 1, 1, false}, {"BOOL", 1, 1, false},
    };
    return kTypes[static_cast<std::size_t>(type)];
}

std::optional<std::uint64_t> tensorBytes(TensorType type, std::uint64_t values)
{
    const TensorTypeInfo& t = info(type);
    std::uint64_t bytes = 0;
    if (values % t.values != 0 || __builtin_mul_overflow(values / t.values, std::uint64_t{t.bytes}, &bytes))
        return std::nullopt;
    return bytes;
}

}  // namespace cairn
