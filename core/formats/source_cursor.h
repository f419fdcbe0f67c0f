// Cursor over a file that is too large for memory: byte_reader.h's rules with a buffer of 256 KiB. Borrows the source.
#pragma once

#include "core/formats/file.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace cairn
{

class SourceCursor
{
public:
    explicit SourceCursor(const ByteSource& source) : m_source(source), m_end(source.size()) {}

    std::uint64_t offset() const { return m_position; }
    std::uint64_t remaining() const { return m_end - m_position; }

    // False: fewer than out.size() bytes remain (the cursor stays), or reading failed (failure() then says so).
    bool read(std::span<std::byte> out);

    template <typename T>
        requires std::is_arithmetic_v<T>
    std::optional<T> number()
    {
        T value;
        if (!read(std::as_writable_bytes(std::span(&value, 1))))
            return std::nullopt;
        return value;
    }

    std::optional<std::string> text(std::uint64_t n);
    bool skip(std::uint64_t n);

    // The error of a step that failed here: the source's own if reading failed, else Corruption with `rule` and the offset.
    Error failure(const std::string& rule) const;

private:
    bool fill();

    const ByteSource& m_source;
    std::uint64_t m_end = 0;
    std::uint64_t m_position = 0;
    std::uint64_t m_bufferBegin = 0;
    std::vector<std::byte> m_buffer;
    std::optional<Error> m_readError;
};

// "NAME: RULE (offset N)." with the offset also as a number.
Error formatError(const ByteSource& source, std::uint64_t offset, const std::string& rule);

}  // namespace cairn
