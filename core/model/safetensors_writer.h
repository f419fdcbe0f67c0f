// Writes safetensors files piece by piece, so that a matrix is in memory only while it is made.
#pragma once

#include "core/model/tensor_type.h"
#include "core/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct TensorDescription
{
    std::string name;
    std::vector<std::uint64_t> shape;
    TensorType type = TensorType::F32;     // F32 or F16
};

// The file appears under its name with finish(), complete and durable; until then, or without it, an earlier file stays.
class SafetensorsWriter
{
public:
    // InvalidArgument: a name twice, another type. Io, DiskFull.
    static Result<SafetensorsWriter> create(const std::string& path, std::vector<TensorDescription> tensors,
                                            const std::map<std::string, std::string>& metadata);
    ~SafetensorsWriter();
    SafetensorsWriter(SafetensorsWriter&&) noexcept;
    SafetensorsWriter& operator=(SafetensorsWriter&&) noexcept;

    // The next values, in the order of the descriptions; any cut. REQUIRES: no more than described.
    Result<void> append(std::span<const float> values);

    // REQUIRES: everything described was appended.
    Result<void> finish();

private:
    struct Impl;
    explicit SafetensorsWriter(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
