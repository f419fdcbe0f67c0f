// Writes safetensors files for tests from a header as text, so that it can be wrong in any way.
#pragma once

#include "tests/support/torch_file.h"

#include <string>
#include <vector>

namespace cairn::test
{

inline std::string safetensorsFile(const std::string& header, const std::string& data)
{
    return bytesOf(std::uint64_t(header.size())) + header + data;
}

inline std::string safetensorsEntry(const std::string& name, const std::string& type, const std::vector<std::uint64_t>& shape,
                                    std::uint64_t begin, std::uint64_t end)
{
    std::string dimensions;
    for (const std::uint64_t dimension : shape)
        dimensions += (dimensions.empty() ? "" : ",") + std::to_string(dimension);
    return "\"" + name + "\":{\"dtype\":\"" + type + "\",\"shape\":[" + dimensions + "],\"data_offsets\":[" + std::to_string(begin) + ","
           + std::to_string(end) + "]}";
}

inline std::string safetensorsFile(const std::vector<FloatTensor>& tensors, const std::string& metadata = {})
{
    std::string header = metadata.empty() ? "{" : "{\"__metadata__\":" + metadata + (tensors.empty() ? "" : ",");
    std::string data;
    for (const FloatTensor& t : tensors) {
        const std::string bytes = bytesOf(t.values);
        header += safetensorsEntry(t.name, "F32", t.shape, data.size(), data.size() + bytes.size());
        header += &t == &tensors.back() ? "" : ",";
        data += bytes;
    }
    return safetensorsFile(header + "}", data);
}

}  // namespace cairn::test
