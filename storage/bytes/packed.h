// Little-endian bytes of plain values, for columns and hashes; reading back checks every bound. No allocation beyond the data.
#pragma once

#include "core/result.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace cairn
{

static_assert(std::endian::native == std::endian::little, "stored columns are copied as they lie in memory");

class Packer
{
public:
    template <typename T>
        requires std::is_arithmetic_v<T>
    void number(T value)
    {
        bytes(std::as_bytes(std::span(&value, 1)));
    }

    void varint(std::uint64_t value)   // LEB128
    {
        for (; value >= 0x80; value >>= 7)
            m_bytes.push_back(static_cast<std::byte>(value | 0x80));
        m_bytes.push_back(static_cast<std::byte>(value));
    }

    void text(std::string_view value)  // length, then bytes
    {
        varint(value.size());
        bytes(std::as_bytes(std::span(value)));
    }

    void bytes(std::span<const std::byte> value) { m_bytes.insert(m_bytes.end(), value.begin(), value.end()); }

    template <typename T>
        requires std::is_arithmetic_v<T>
    void array(const std::vector<T>& values)   // no length: the reader knows it or takes the rest
    {
        bytes(std::as_bytes(std::span(values)));
    }

    std::span<const std::byte> view() const { return m_bytes; }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

// After the first value that does not fit, everything reads as zero and ok() stays false.
class Unpacker
{
public:
    explicit Unpacker(std::span<const std::byte> bytes) : m_rest(bytes) {}

    template <typename T>
        requires std::is_arithmetic_v<T>
    T number()
    {
        T value{};
        const auto part = take(sizeof(T));
        if (part.size() == sizeof(T))
            std::memcpy(&value, part.data(), sizeof(T));
        return value;
    }

    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const auto byte = number<std::uint8_t>();
            value |= std::uint64_t{byte & 0x7Fu} << shift;
            if (byte < 0x80)
                return value;
        }
        m_ok = false;
        return 0;
    }

    // A count of items of at least `leastBytes` each: more than the rest can hold is an error, so it is safe to reserve.
    std::size_t count(std::size_t leastBytes = 1)
    {
        const std::uint64_t value = varint();
        if (value > m_rest.size() / leastBytes) {
            m_ok = false;
            return 0;
        }
        return static_cast<std::size_t>(value);
    }

    std::string text()
    {
        const auto part = take(count());
        return {reinterpret_cast<const char*>(part.data()), part.size()};
    }

    template <typename T>
        requires std::is_arithmetic_v<T>
    std::vector<T> array(std::size_t size)
    {
        if (size > m_rest.size() / sizeof(T)) {
            m_ok = false;
            return {};
        }
        std::vector<T> values(size);
        const auto part = take(size * sizeof(T));
        if (!part.empty())
            std::memcpy(values.data(), part.data(), part.size());
        return values;
    }

    template <typename T>
        requires std::is_arithmetic_v<T>
    std::vector<T> restAs()
    {
        if (m_rest.size() % sizeof(T) != 0)
            m_ok = false;
        return array<T>(m_rest.size() / sizeof(T));
    }

    std::span<const std::byte> take(std::size_t size)
    {
        if (!m_ok || size > m_rest.size()) {
            m_ok = false;
            m_rest = {};
            return {};
        }
        const auto part = m_rest.first(size);
        m_rest = m_rest.subspan(size);
        return part;
    }

    bool ok() const { return m_ok; }
    bool done() const { return m_ok && m_rest.empty(); }   // everything read, nothing left

private:
    std::span<const std::byte> m_rest;
    bool m_ok = true;
};

}  // namespace cairn
