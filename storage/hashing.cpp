#include "storage/hashing.h"

#include "storage/packed.h"

#include <sys/random.h>

#include <chrono>
#include <cstring>

#define XXH_INLINE_ALL   // the block hash runs on every read: no call through the shared library
#include <xxhash.h>

namespace cairn
{

Hash128 hash128(std::span<const std::byte> bytes)
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    Hash128 hash;
    std::memcpy(hash.data(), canonical.digest, hash.size());
    return hash;
}

Hash128 contentHash(std::string_view canonicalText)
{
    return hash128(std::as_bytes(std::span(canonicalText)));
}

Hash128 documentsHash(std::span<const Hash128> documents)
{
    return documents.size() == 1 ? documents.front() : hash128(std::as_bytes(documents));
}

std::uint64_t rowHash(const RowPlace& place, std::span<const std::byte> bytes)
{
    struct
    {
        Hash128 owner;
        std::uint32_t table, column;
        std::uint64_t id, length;
    } packed{place.owner, place.table, place.column, place.id, bytes.size()};
    static_assert(sizeof packed == 40, "no padding may enter the hash");
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), XXH3_64bits(&packed, sizeof packed));
}

Hash128 randomId()
{
    Hash128 id{};
    if (getrandom(id.data(), id.size(), 0) == static_cast<ssize_t>(id.size()))
        return id;
    // No random source (very early boot, old kernels): the clock is unique enough to tell sessions of one user apart.
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    return hash128(std::as_bytes(std::span(&now, 1)));
}

}  // namespace cairn
