// Writes GGUF files for tests, good ones and, on request, wrong ones. Layout: reliability.md 4.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace cairn::test
{

template <typename T>
std::string bytesOf(const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    return std::string(reinterpret_cast<const char*>(&value), sizeof value);
}

inline std::string bytesOf(const std::vector<float>& values)
{
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
}

class GgufBuilder
{
public:
    std::uint32_t version = 3;
    std::uint64_t alignment = 32;
    std::string magic = "GGUF";
    std::int64_t extraTensors = 0, extraPairs = 0;   // added to the counts of the header

    static std::string text(const std::string& value) { return bytesOf(std::uint64_t(value.size())) + value; }

    GgufBuilder& raw(const std::string& key, std::uint32_t type, const std::string& value)
    {
        m_pairs.push_back(text(key) + bytesOf(type) + value);
        return *this;
    }
    GgufBuilder& u32(const std::string& key, std::uint32_t value) { return raw(key, 4, bytesOf(value)); }
    GgufBuilder& f32(const std::string& key, float value) { return raw(key, 6, bytesOf(value)); }
    GgufBuilder& boolean(const std::string& key, bool value) { return raw(key, 7, bytesOf(std::uint8_t(value))); }
    GgufBuilder& string(const std::string& key, const std::string& value) { return raw(key, 8, text(value)); }
    GgufBuilder& strings(const std::string& key, const std::vector<std::string>& values)
    {
        std::string all = bytesOf(std::uint32_t(8)) + bytesOf(std::uint64_t(values.size()));
        for (const std::string& value : values)
            all += text(value);
        return raw(key, 9, all);
    }
    GgufBuilder& integers(const std::string& key, const std::vector<std::int32_t>& values)
    {
        std::string all = bytesOf(std::uint32_t(5)) + bytesOf(std::uint64_t(values.size()));
        for (const std::int32_t value : values)
            all += bytesOf(value);
        return raw(key, 9, all);
    }
    // `dimensions`: innermost first, as in the file.
    GgufBuilder& tensor(const std::string& name, const std::vector<std::uint64_t>& dimensions, std::uint32_t type, const std::string& data)
    {
        m_tensors.push_back({name, dimensions, type, data, m_dataBytes});
        m_dataBytes += (data.size() + alignment - 1) / alignment * alignment;
        return *this;
    }
    // Changes the offset that the table states for the newest tensor.
    GgufBuilder& moveLast(std::int64_t by)
    {
        m_tensors.back().offset += static_cast<std::uint64_t>(by);
        return *this;
    }
    std::string build() const
    {
        std::string out = magic + bytesOf(version) + bytesOf(std::uint64_t(m_tensors.size() + extraTensors))
                          + bytesOf(std::uint64_t(m_pairs.size() + extraPairs));
        for (const std::string& pair : m_pairs)
            out += pair;
        for (const Tensor& t : m_tensors) {
            out += text(t.name) + bytesOf(std::uint32_t(t.dimensions.size()));
            for (const std::uint64_t dimension : t.dimensions)
                out += bytesOf(dimension);
            out += bytesOf(t.type) + bytesOf(t.offset);
        }
        for (const Tensor& t : m_tensors) {
            out.resize((out.size() + alignment - 1) / alignment * alignment, '\0');
            out += t.data;
        }
        return out;
    }

private:
    struct Tensor
    {
        std::string name;
        std::vector<std::uint64_t> dimensions;
        std::uint32_t type;
        std::string data;
        std::uint64_t offset;
    };
    std::vector<std::string> m_pairs;
    std::vector<Tensor> m_tensors;
    std::uint64_t m_dataBytes = 0;
};

}  // namespace cairn::test
