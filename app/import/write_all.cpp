#include "app/import/write_all.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cairn
{

bool writeAll(int descriptor, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t n = ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1 << 20));
        if (n <= 0 && errno != EINTR)
            return false;
        bytes = bytes.subspan(std::size_t(std::max<ssize_t>(n, 0)));
    }
    return true;
}

} // namespace cairn
