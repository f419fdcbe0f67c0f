#include "app/session/mending_archive.h"

#include <algorithm>

namespace cairn
{

Result<std::optional<OpenTail>> MendingArchive::loadTail()
{
    auto tail = m_store.loadTail();
    if (!tail && tail.error().code == ErrorCode::Corruption)
        return std::optional<OpenTail>();
    return tail;
}

Result<void> MendingArchive::readLandmarks(LayerIndex layer, BlockId first, std::uint32_t count, std::span<std::byte> out)
{
    auto all = m_store.readLandmarks(layer, first, count, out);
    if (all || all.error().code != ErrorCode::Corruption)
        return all;
    const std::size_t bytes = m_store.identity().shape.landmarkBytes();
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto one = out.subspan(i * bytes, bytes);
        const auto done = m_store.readLandmarks(layer, BlockId(first.value + i), 1, one);
        if (!done && done.error().code != ErrorCode::Corruption)
            return done;
        if (done)
            continue;
        std::fill(one.begin(), one.end(), std::byte{0});
        const std::lock_guard lock(m_damagedMutex);
        m_damaged.insert(first.value + i);
    }
    return {};
}

}  // namespace cairn
