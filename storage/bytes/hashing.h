// Hashes of stored data (XXH3, against accident only, reliability.md 3.3).
#pragma once

#include "core/types/document.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace cairn
{

Hash128 hash128(std::span<const std::byte> bytes);
Hash128 contentHash(std::string_view canonicalText);

// Of a file's bytes, from its beginning wherever it stands. nullopt: it can't be read, or `stop` was requested.
std::optional<Hash128> fileHash(int file, const std::stop_token& stop = {});

// Of the texts read together, in reading order: the text's own hash for one, XXH3-128 of the concatenated hashes for more.
Hash128 documentsHash(std::span<const Hash128> documents);

// Where a row belongs. It seeds the row's hash, so that right bytes in the wrong place fail too.
struct RowPlace
{
    Hash128 owner{};             // memory key or session id
    std::uint32_t table = 0;     // number of the table, storage/README.md
    std::uint32_t column = 0;    // layer, or number of the column
    std::uint64_t id = 0;        // block or row id
};

// XXH3-64 of the bytes, seeded with XXH3-64 of {owner, table, column, id, length}.
std::uint64_t rowHash(const RowPlace& place, std::span<const std::byte> bytes);

// 16 bytes of the system's random source, for session ids.
Hash128 randomId();

std::string hexText(const Hash128& hash);                       // 32 lower-case digits
std::optional<Hash128> hashFromHex(std::string_view digits);    // nullopt: not such

}  // namespace cairn
