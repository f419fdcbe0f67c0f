#include "core/formats/source_cursor.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::uint64_t kBufferBytes = 256 * 1024;

}  // namespace

Error formatError(const ByteSource& source, std::uint64_t offset, const std::string& rule)
{
    return {ErrorCode::Corruption, source.name() + ": " + rule + " (offset " + std::to_string(offset) + ").", offset};
}

bool SourceCursor::fill()
{
    m_buffer.resize(static_cast<std::size_t>(std::min(kBufferBytes, remaining())));
    m_bufferBegin = m_position;
    if (auto done = m_source.read(m_position, m_buffer); !done) {
        m_readError = done.error();
        m_buffer.clear();
        return false;
    }
    return true;
}

bool SourceCursor::read(std::span<std::byte> out)
{
    if (out.size() > remaining() || m_readError)
        return false;
    while (!out.empty()) {
        const bool buffered = m_position >= m_bufferBegin && m_position - m_bufferBegin < m_buffer.size();
        if (!buffered && !fill())
            return false;
        const auto at = static_cast<std::size_t>(m_position - m_bufferBegin);
        const std::size_t step = std::min(out.size(), m_buffer.size() - at);
        std::memcpy(out.data(), m_buffer.data() + at, step);
        out = out.subspan(step);
        m_position += step;
    }
    return true;
}

std::optional<std::string> SourceCursor::text(std::uint64_t n)
{
    if (n > remaining())
        return std::nullopt;
    std::string result(static_cast<std::size_t>(n), '\0');
    if (!read(std::as_writable_bytes(std::span(result))))
        return std::nullopt;
    return result;
}

bool SourceCursor::skip(std::uint64_t n)
{
    if (n > remaining())
        return false;
    m_position += n;
    return true;
}

Error SourceCursor::failure(const std::string& rule) const
{
    return m_readError ? *m_readError : formatError(m_source, m_position, rule);
}

}  // namespace cairn
