// Zip archives read strictly (reliability.md 4): everything is checked before anything is unpacked, nothing goes to disk.
// Refused: encryption, several disks, methods other than stored and deflate, a directory that isn't where the end record says
// or differs from the entries, entries that overlap, doubled names, names that point elsewhere (absolute, "..", '\', links).
// Format: APPNOTE.TXT 6.3 sections 4.3 to 4.5, zip64 included.
#pragma once

#include "core/formats/file.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn
{

struct ZipLimits
{
    std::uint32_t entries = 20'000;
    std::uint64_t entryBytes = 64ull << 20;          // unpacked; model archives: the file's own size
    std::uint64_t totalBytes = 1ull << 30;           // unpacked, over all read() calls, real bytes counted
    std::uint64_t directoryBytes = 32ull << 20;
    std::uint32_t ratio = 200;                       // unpacked : packed, enforced from ratioFrom unpacked bytes on
    std::uint64_t ratioFrom = 1ull << 20;
};

enum class ZipMethod : std::uint16_t { Stored = 0, Deflate = 8 };

struct ZipEntry
{
    std::string name;               // UTF-8, '/' between folders
    ZipMethod method = ZipMethod::Stored;
    std::uint32_t crc32 = 0;
    std::uint64_t packedBytes = 0;
    std::uint64_t bytes = 0;        // as the directory says; read() proves it
    std::uint64_t headerOffset = 0; // local header
    std::uint64_t dataOffset = 0;   // first packed byte; a stored entry can be read in place from here
    bool isFolder() const { return !name.empty() && name.back() == '/'; }
};

// Thread-compatible. Shares the source.
class ZipReader
{
public:
    ZipReader(ZipReader&&) noexcept = default;
    ZipReader& operator=(ZipReader&&) noexcept = default;
    ZipReader(const ZipReader&) = delete;
    ZipReader& operator=(const ZipReader&) = delete;

    // Checks the whole directory and every local header. Corruption: the rule and offset it failed at. Unsupported: encrypted,
    // other methods, several disks, over a limit. Sizes and checksums of contents are proved by read().
    static Result<ZipReader> open(std::shared_ptr<const ByteSource> source, const ZipLimits& limits = {});

    const std::vector<ZipEntry>& entries() const { return m_entries; }   // in the directory's order
    const ZipEntry* find(std::string_view name) const;                   // null pointer: no such entry

    // Unpacks one entry: exactly entry.bytes, checksum proved. Unsupported: over a limit (a zip bomb). Corruption: the data
    // is damaged, shorter or longer than stated. REQUIRES: `entry` is of entries().
    Result<std::string> read(const ZipEntry& entry);

private:
    ZipReader(std::shared_ptr<const ByteSource> source, const ZipLimits& limits) : m_source(std::move(source)), m_limits(limits) {}

    Result<std::string> readStored(const ZipEntry& entry) const;
    Result<std::string> readDeflated(const ZipEntry& entry) const;

    std::shared_ptr<const ByteSource> m_source;
    ZipLimits m_limits;
    std::vector<ZipEntry> m_entries;
    std::unordered_map<std::string_view, std::size_t> m_byName;   // views into m_entries
    std::uint64_t m_unpacked = 0;
};

}  // namespace cairn
