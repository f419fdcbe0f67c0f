#include "app/import/frame_input.h"

#include "core/documents/client/import_frame.h"

#include <unistd.h>

#include <cerrno>

namespace cairn
{

bool FrameInput::fill(std::vector<std::byte>& bytes, std::size_t size)
{
    std::size_t have = bytes.size();
    bytes.resize(size);
    while (have < size) {
        const ssize_t n = ::read(m_descriptor, bytes.data() + have, size - have);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        have += n > 0 ? std::size_t(n) : 0;
    }
    return true;
}

std::vector<std::byte> FrameInput::next(LengthOf lengthOf)
{
    std::vector<std::byte> bytes;
    if (!fill(bytes, kFrameBytes))
        return {};
    const std::optional<std::size_t> length = lengthOf(bytes);
    if (!length || !fill(bytes, *length))
        return {};
    return bytes;
}

} // namespace cairn
