// Cursor over foreign bytes in memory. Every read tests `n <= remaining()` and moves only if it succeeds; numbers are little
// endian. A failed read leaves the cursor where it was. Borrows the bytes.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace cairn
{

static_assert(std::endian::native == std::endian::little, "numbers are read as they lie in the file");

class ByteReader
{
public:
    // `base`: offset of the first byte in its file, for offset().
    explicit ByteReader(std::span<const std::byte> bytes, std::uint64_t base = 0) : m_bytes(bytes), m_base(base) {}

    std::size_t remaining() const { return m_bytes.size() - m_position; }
    bool atEnd() const { return remaining() == 0; }
    std::uint64_t offset() const { return m_base + m_position; }

    std::optional<std::span<const std::byte>> bytes(std::uint64_t n)
    {
        if (n > remaining())
            return std::nullopt;
        const auto result = m_bytes.subspan(m_position, static_cast<std::size_t>(n));
        m_position += static_cast<std::size_t>(n);
        return result;
    }

    template <typename T>
        requires std::is_arithmetic_v<T>
    std::optional<T> number()
    {
        const auto raw = bytes(sizeof(T));
        if (!raw)
            return std::nullopt;
        T value;
        std::memcpy(&value, raw->data(), sizeof value);
        return value;
    }

    std::optional<std::string_view> text(std::uint64_t n)
    {
        const auto raw = bytes(n);
        if (!raw)
            return std::nullopt;
        return std::string_view(reinterpret_cast<const char*>(raw->data()), raw->size());
    }

    bool skip(std::uint64_t n) { return bytes(n).has_value(); }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
    std::uint64_t m_base = 0;
};

}  // namespace cairn
