// safetensors files (reliability.md 4): an 8-byte length, a JSON table, the tensors without gaps.
#pragma once

#include "core/formats/file.h"
#include "core/model/tensor_table.h"

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct SafetensorsFile
{
    std::shared_ptr<const ByteSource> source;
    std::map<std::string, StoredTensor> tensors;
    std::map<std::string, std::string> metadata;   // "__metadata__"

    // Decoded to 32 bits. NotFound, Unsupported: integers.
    Result<std::vector<float>> readFloats(const std::string& name) const;
    // I8, U8, I16, I32. NotFound; Unsupported: another type.
    Result<std::vector<std::int32_t>> readIntegers(const std::string& name) const;
};

// Corruption with offset and rule; Unsupported: an element type Cairn doesn't know.
Result<SafetensorsFile> readSafetensors(std::shared_ptr<const ByteSource> source);
Result<SafetensorsFile> openSafetensors(const std::string& path);

struct TensorToWrite
{
    std::string name;
    std::vector<std::uint64_t> shape;
    std::span<const float> values;
    TensorType type = TensorType::F32;             // F32 or F16
};

// In one go; piece by piece: safetensors_writer.h. A failure leaves an earlier file as it was. Io, DiskFull.
Result<void> writeSafetensors(const std::string& path, std::span<const TensorToWrite> tensors,
                              const std::map<std::string, std::string>& metadata);

}  // namespace cairn
