// GGUF files, version 2 and 3 (reliability.md 4): metadata and tensor table, every count and offset checked. No weights are read.
#pragma once

#include "core/formats/file.h"
#include "core/model/tensor_table.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace cairn
{

// Integers of any width as 64-bit; arrays of the vocabulary only. Values that nobody asks for are checked and skipped.
struct GgufValue
{
    std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, std::vector<std::int64_t>,
                 std::vector<double>, std::vector<std::string>> value;
    std::uint64_t offset = 0;   // of the value in the file, for messages
};

struct GgufFile
{
    std::uint32_t version = 0;
    std::map<std::string, GgufValue> metadata;
    std::map<std::string, StoredTensor> tensors;   // by the file's own names, shapes outermost first

    // Nothing where the key is missing. Corruption: it has another type.
    Result<std::optional<std::uint64_t>> unsignedInteger(const std::string& key) const;
    Result<std::optional<double>> number(const std::string& key) const;
    Result<std::optional<bool>> boolean(const std::string& key) const;
    Result<std::optional<std::string>> string(const std::string& key) const;
    template <typename T>   // std::int64_t, double, std::string; null pointer where the key is missing
    Result<const std::vector<T>*> array(const std::string& key) const;

    std::string name;           // of the file, for messages
};

// Corruption with offset and rule; Unsupported: big-endian, another version, a tensor type Cairn can't decode.
Result<GgufFile> readGguf(const ByteSource& source);

}  // namespace cairn
