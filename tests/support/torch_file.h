// Writes PyTorch .bin archives for tests: a zip of stored entries with a protocol-2 pickle.
#pragma once

#include "tests/support/gguf_file.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cairn::test
{

inline std::uint32_t crc32Of(const std::string& data)
{
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char c : data) {
        crc ^= static_cast<std::uint8_t>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

// Stored entries; `method` other than 0 only changes what the headers say.
inline std::string storedZip(const std::vector<std::pair<std::string, std::string>>& entries, std::uint16_t method = 0)
{
    std::string out, directory;
    for (const auto& [name, data] : entries) {
        const std::string common = bytesOf(std::uint16_t(20)) + bytesOf(std::uint16_t(0)) + bytesOf(method) + bytesOf(std::uint16_t(0))
                                   + bytesOf(std::uint16_t(0x21)) + bytesOf(crc32Of(data)) + bytesOf(std::uint32_t(data.size()))
                                   + bytesOf(std::uint32_t(data.size())) + bytesOf(std::uint16_t(name.size())) + bytesOf(std::uint16_t(0));
        const std::uint32_t offset = std::uint32_t(out.size());
        out += "PK\3\4" + common + name + data;
        directory += "PK\1\2" + bytesOf(std::uint16_t(20)) + common + bytesOf(std::uint16_t(0)) + bytesOf(std::uint16_t(0))
                     + bytesOf(std::uint16_t(0)) + bytesOf(std::uint32_t(0)) + bytesOf(offset) + name;
    }
    const std::uint32_t begin = std::uint32_t(out.size());
    return out + directory + "PK\5\6" + std::string(4, '\0') + bytesOf(std::uint16_t(entries.size())) +
           bytesOf(std::uint16_t(entries.size())) + bytesOf(std::uint32_t(directory.size())) + bytesOf(begin) + std::string(2, '\0');
}

namespace pickle
{

inline std::string text(const std::string& value) { return "X" + bytesOf(std::uint32_t(value.size())) + value; }
inline std::string integer(std::int32_t value) { return "J" + bytesOf(value); }
inline std::string global(const std::string& module, const std::string& name) { return "c" + module + "\n" + name + "\n"; }
inline std::string tuple(const std::vector<std::uint64_t>& values)
{
    std::string out = "(";
    for (const std::uint64_t value : values)
        out += integer(static_cast<std::int32_t>(value));
    return out + "t";
}
inline std::string storage(const std::string& type, const std::string& entry, std::int32_t values)
{
    return "(" + text("storage") + global("torch", type) + text(entry) + text("cpu") + integer(values) + "tQ";
}
inline const std::string kOrderedDict = global("collections", "OrderedDict") + ")R";

// _rebuild_tensor_v2(storage, first, shape, strides, False, OrderedDict())
inline std::string tensor(const std::string& storage, std::int32_t first, const std::vector<std::uint64_t>& shape,
                          const std::vector<std::uint64_t>& strides)
{
    return global("torch._utils", "_rebuild_tensor_v2") + "(" + storage + integer(first) + tuple(shape) + tuple(strides) + "\x89"
           + kOrderedDict + "tR";
}
inline std::string dictionary(const std::vector<std::pair<std::string, std::string>>& items)
{
    std::string out = "\x80\x02}q";
    out.push_back('\0');
    out += "(";
    for (const auto& [key, value] : items)
        out += text(key) + value;
    return out + "u.";
}

}  // namespace pickle

struct FloatTensor
{
    std::string name;
    std::vector<std::uint64_t> shape;
    std::vector<float> values;
};

inline std::vector<std::uint64_t> rowStrides(const std::vector<std::uint64_t>& shape)
{
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

inline std::string torchFile(const std::vector<FloatTensor>& tensors)
{
    std::vector<std::pair<std::string, std::string>> entries{{"archive/data.pkl", ""}}, items;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const FloatTensor& t = tensors[i];
        const std::string storage = pickle::storage("FloatStorage", std::to_string(i), static_cast<std::int32_t>(t.values.size()));
        items.emplace_back(t.name, pickle::tensor(storage, 0, t.shape, rowStrides(t.shape)));
        entries.emplace_back("archive/data/" + std::to_string(i), bytesOf(t.values));
    }
    entries[0].second = pickle::dictionary(items);
    entries.emplace_back("archive/version", "3\n");
    return storedZip(entries);
}

}  // namespace cairn::test
