#include "storage/bytes/hashing.h"

#include "storage/bytes/long_hash.h"
#include "storage/bytes/packed.h"

#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#define XXH_INLINE_ALL   // the block hash runs on every read: no call through the shared library
#include <xxhash.h>

namespace cairn
{

namespace
{

Hash128 canonical(const XXH128_hash_t& value)
{
    XXH128_canonical_t digits;
    XXH128_canonicalFromHash(&digits, value);
    Hash128 hash;
    std::memcpy(hash.data(), digits.digest, hash.size());
    return hash;
}

}  // namespace

Hash128 hash128(std::span<const std::byte> bytes) { return canonical(XXH3_128bits(bytes.data(), bytes.size())); }

std::optional<Hash128> fileHash(int file, const std::stop_token& stop)
{
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), &XXH3_freeState);
    if (!state || XXH3_128bits_reset(state.get()) != XXH_OK)
        return std::nullopt;
    std::vector<char> piece(1 << 20);
    for (off_t at = 0; !stop.stop_requested();) {
        const ssize_t got = pread(file, piece.data(), piece.size(), at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 || XXH3_128bits_update(state.get(), piece.data(), static_cast<std::size_t>(got)) != XXH_OK)
            return std::nullopt;
        if (got == 0)
            return canonical(XXH3_128bits_digest(state.get()));
        at += got;
    }
    return std::nullopt;
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
    return longHash(bytes.data(), bytes.size(), XXH3_64bits(&packed, sizeof packed));
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

std::string hexText(const Hash128& hash)
{
    constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : hash) {
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

std::optional<Hash128> hashFromHex(std::string_view digits)
{
    Hash128 hash{};
    if (digits.size() != 2 * hash.size())
        return std::nullopt;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const char c = digits[i];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return std::nullopt;
        const auto value = static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10);
        hash[i / 2] = static_cast<std::uint8_t>(hash[i / 2] << 4 | value);
    }
    return hash;
}

}  // namespace cairn
