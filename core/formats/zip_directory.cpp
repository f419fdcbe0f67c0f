#include "core/formats/zip_directory.h"

#include "core/formats/byte_reader.h"
#include "core/formats/utf8.h"

#include <algorithm>
#include <cctype>
#include <unordered_set>

namespace cairn
{

namespace
{

constexpr std::uint32_t kEndSignature = 0x06054b50;
constexpr std::uint32_t kEnd64Signature = 0x06064b50;
constexpr std::uint32_t kLocator64Signature = 0x07064b50;
constexpr std::uint32_t kCentralSignature = 0x02014b50;
constexpr std::uint32_t kLocalSignature = 0x04034b50;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kEnd64Bytes = 56;
constexpr std::uint64_t kLocator64Bytes = 20;
constexpr std::uint64_t kCentralBytes = 46;
constexpr std::uint64_t kLocalBytes = 30;
constexpr std::uint64_t kLongestComment = 0xFFFF;
constexpr std::size_t kLongestName = 1024;
constexpr std::uint16_t kFlagEncrypted = 1u << 0;
constexpr std::uint16_t kFlagSizesFollow = 1u << 3;
constexpr std::uint16_t kFlagPatched = 1u << 5;
constexpr std::uint16_t kFlagStrongEncryption = 1u << 6;
constexpr std::uint16_t kFlagMaskedHeaders = 1u << 13;
constexpr std::uint16_t kZip64Extra = 0x0001;

struct Directory
{
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
};

struct CentralHeader
{
    ZipEntry entry;
    std::uint16_t flags = 0;
};

class DirectoryReader
{
public:
    DirectoryReader(const ByteSource& source, const ZipLimits& limits) : m_source(source), m_limits(limits) {}
    Result<std::vector<ZipEntry>> read();

private:
    Error damaged(const std::string& what, std::uint64_t offset) const { return zipError(m_source, ErrorCode::Corruption, what, offset); }
    Error refused(const std::string& what, std::uint64_t offset) const { return zipError(m_source, ErrorCode::Unsupported, what, offset); }

    Result<std::string> bytes(std::uint64_t offset, std::uint64_t size) const;
    Result<std::uint64_t> findEnd() const;
    Result<Directory> locate() const;
    Result<Directory> locate64(std::uint64_t end, const Directory& small) const;
    Result<CentralHeader> readCentral(ByteReader& reader) const;
    Result<void> readZip64(std::string_view extra, std::uint64_t offset, ZipEntry& entry, std::uint32_t disk) const;
    Result<void> checkName(const std::string& name, std::uint64_t offset) const;
    Result<void> checkLimits(const CentralHeader& header, std::uint64_t offset) const;
    Result<void> checkLocal(CentralHeader& header) const;
    Result<void> checkOverlap(std::vector<CentralHeader>& headers, std::uint64_t directoryOffset) const;

    const ByteSource& m_source;
    const ZipLimits& m_limits;
};

std::span<const std::byte> asBytes(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

Result<std::string> DirectoryReader::bytes(std::uint64_t offset, std::uint64_t size) const
{
    if (offset > m_source.size() || size > m_source.size() - offset)
        return damaged("ends in the middle of its directory", offset);
    std::string result(static_cast<std::size_t>(size), '\0');
    if (auto done = m_source.read(offset, std::as_writable_bytes(std::span(result.data(), result.size()))); !done)
        return done.error();
    return result;
}

// The last end record whose comment reaches exactly to the end of the file.
Result<std::uint64_t> DirectoryReader::findEnd() const
{
    const std::uint64_t size = m_source.size();
    const std::uint64_t tail = std::min(size, kEndBytes + kLongestComment);
    auto text = bytes(size - tail, tail);
    if (!text)
        return text.error();
    for (std::uint64_t back = kEndBytes; back <= tail; ++back) {
        ByteReader reader(asBytes(*text).subspan(static_cast<std::size_t>(tail - back)));
        if (*reader.number<std::uint32_t>() != kEndSignature)
            continue;
        reader.skip(16);
        if (*reader.number<std::uint16_t>() == back - kEndBytes)
            return size - back;
    }
    return damaged("has no complete directory at its end, so it is no zip file or was cut off", size);
}

Result<Directory> DirectoryReader::locate() const
{
    const auto end = findEnd();
    if (!end)
        return end.error();
    const auto text = bytes(*end, kEndBytes);
    if (!text)
        return text.error();
    ByteReader reader(asBytes(*text));
    reader.skip(4);
    const auto disk = *reader.number<std::uint16_t>();
    const auto directoryDisk = *reader.number<std::uint16_t>();
    const auto entriesHere = *reader.number<std::uint16_t>();
    Directory result;
    result.entries = *reader.number<std::uint16_t>();
    result.bytes = *reader.number<std::uint32_t>();
    result.offset = *reader.number<std::uint32_t>();
    if (*end >= kLocator64Bytes) {
        const auto locator = bytes(*end - kLocator64Bytes, 4);
        if (!locator)
            return locator.error();
        if (*ByteReader(asBytes(*locator)).number<std::uint32_t>() == kLocator64Signature)
            return locate64(*end, result);
    }
    if (disk != directoryDisk || disk != 0 || entriesHere != result.entries)
        return refused("is one part of an archive in several parts", *end);
    if (result.offset > *end || result.bytes != *end - result.offset)
        return damaged("states a directory that isn't there", *end);
    return result;
}

Result<Directory> DirectoryReader::locate64(std::uint64_t end, const Directory& small) const
{
    const auto locator = bytes(end - kLocator64Bytes, kLocator64Bytes);
    if (!locator)
        return locator.error();
    ByteReader reader(asBytes(*locator));
    reader.skip(8);
    const auto offset = *reader.number<std::uint64_t>();
    const auto text = bytes(offset, kEnd64Bytes);
    if (!text)
        return text.error();
    ByteReader record(asBytes(*text));
    const auto signature = *record.number<std::uint32_t>();
    const auto rest = *record.number<std::uint64_t>();
    if (signature != kEnd64Signature || rest < kEnd64Bytes - 12 || rest != end - kLocator64Bytes - offset - 12)
        return damaged("has a damaged end record", offset);
    record.skip(4);
    if (*record.number<std::uint32_t>() != 0 || *record.number<std::uint32_t>() != 0)
        return refused("is one part of an archive in several parts", offset);
    Directory result;
    const auto entriesHere = *record.number<std::uint64_t>();
    result.entries = *record.number<std::uint64_t>();
    result.bytes = *record.number<std::uint64_t>();
    result.offset = *record.number<std::uint64_t>();
    const bool agrees = (small.entries == 0xFFFF || small.entries == result.entries) &&
                        (small.bytes == 0xFFFFFFFF || small.bytes == result.bytes) &&
                        (small.offset == 0xFFFFFFFF || small.offset == result.offset);
    if (entriesHere != result.entries || !agrees)
        return damaged("has two end records that differ", offset);
    if (result.offset > offset || result.bytes != offset - result.offset)
        return damaged("states a directory that isn't there", offset);
    return result;
}

Result<void> DirectoryReader::checkName(const std::string& name, std::uint64_t offset) const
{
    if (name.empty() || name.size() > kLongestName)
        return damaged("has an entry without a usable name", offset);
    if (!isValidUtf8(name))
        return refused("has an entry whose name is not valid UTF-8", offset);
    for (const char c : name)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '\\')
            return refused("has an entry whose name holds a forbidden character", offset);
    const bool drive = name.size() > 1 && name[1] == ':' && std::isalpha(static_cast<unsigned char>(name[0]));
    if (name.front() == '/' || drive)
        return refused("has an entry with an absolute path", offset);
    for (std::size_t begin = 0; begin <= name.size();) {
        const std::size_t end = std::min(name.find('/', begin), name.size());
        if (name.compare(begin, end - begin, "..") == 0)
            return refused("has an entry that points outside the archive", offset);
        begin = end + 1;
    }
    return {};
}

Result<void> DirectoryReader::readZip64(std::string_view extra, std::uint64_t offset, ZipEntry& entry, std::uint32_t disk) const
{
    const bool wantsBytes = entry.bytes == 0xFFFFFFFF;
    const bool wantsPacked = entry.packedBytes == 0xFFFFFFFF;
    const bool wantsOffset = entry.headerOffset == 0xFFFFFFFF;
    bool found = false;
    ByteReader reader(asBytes(extra));
    while (!reader.atEnd()) {
        const auto id = reader.number<std::uint16_t>();
        const auto size = id ? reader.number<std::uint16_t>() : std::nullopt;
        const auto field = size ? reader.text(*size) : std::nullopt;
        if (!field)
            return damaged("has an entry with a damaged extra field", offset);
        if (*id != kZip64Extra)
            continue;
        if (found)
            return damaged("has an entry with two zip64 fields", offset);
        found = true;
        ByteReader value(asBytes(*field));
        const auto take = [&](bool wanted, std::uint64_t& into) {
            const auto number = wanted ? value.number<std::uint64_t>() : std::optional<std::uint64_t>(into);
            into = number.value_or(0);
            return number.has_value();
        };
        if (!take(wantsBytes, entry.bytes) || !take(wantsPacked, entry.packedBytes) || !take(wantsOffset, entry.headerOffset))
            return damaged("has an entry with a short zip64 field", offset);
    }
    if ((wantsBytes || wantsPacked || wantsOffset) && !found)
        return damaged("has a large entry without its sizes", offset);
    if (disk != 0 && disk != 0xFFFF)
        return refused("is one part of an archive in several parts", offset);
    return {};
}

Result<CentralHeader> DirectoryReader::readCentral(ByteReader& reader) const
{
    const std::uint64_t offset = reader.offset();
    const auto fixed = reader.bytes(kCentralBytes);
    if (!fixed)
        return damaged("states more entries than its directory holds", offset);
    ByteReader header(*fixed);
    if (*header.number<std::uint32_t>() != kCentralSignature)
        return damaged("has a damaged directory", offset);
    CentralHeader result;
    const auto madeBy = *header.number<std::uint16_t>();
    header.skip(2);
    result.flags = *header.number<std::uint16_t>();
    result.entry.method = static_cast<ZipMethod>(*header.number<std::uint16_t>());
    header.skip(4);
    result.entry.crc32 = *header.number<std::uint32_t>();
    result.entry.packedBytes = *header.number<std::uint32_t>();
    result.entry.bytes = *header.number<std::uint32_t>();
    const auto nameBytes = *header.number<std::uint16_t>();
    const auto extraBytes = *header.number<std::uint16_t>();
    const auto commentBytes = *header.number<std::uint16_t>();
    const auto disk = *header.number<std::uint16_t>();
    header.skip(2);
    const auto attributes = *header.number<std::uint32_t>();
    result.entry.headerOffset = *header.number<std::uint32_t>();
    const auto name = reader.text(nameBytes);
    const auto extra = name ? reader.text(extraBytes) : std::nullopt;
    if (!extra || !reader.skip(commentBytes))
        return damaged("has an entry that reaches past its directory", offset);
    result.entry.name = *name;
    if (auto done = checkName(result.entry.name, offset); !done)
        return done.error();
    constexpr std::uint32_t kUnix = 3, kTypeMask = 0170000, kSymbolicLink = 0120000;
    if ((madeBy >> 8) == kUnix && ((attributes >> 16) & kTypeMask) == kSymbolicLink)
        return refused("holds a symbolic link", offset);
    if (auto done = readZip64(*extra, offset, result.entry, disk); !done)
        return done.error();
    if (auto done = checkLimits(result, offset); !done)
        return done.error();
    return result;
}

Result<void> DirectoryReader::checkLimits(const CentralHeader& header, std::uint64_t offset) const
{
    const ZipEntry& entry = header.entry;
    if (header.flags & (kFlagEncrypted | kFlagStrongEncryption | kFlagMaskedHeaders))
        return refused("is encrypted; remove the password with the program that made it", offset);
    if (header.flags & kFlagPatched)
        return refused("holds patch data instead of files", offset);
    if (entry.method != ZipMethod::Stored && entry.method != ZipMethod::Deflate)
        return refused("uses a packing method other than deflate; pack it again as an ordinary zip", offset);
    if (entry.method == ZipMethod::Stored && entry.bytes != entry.packedBytes)
        return damaged("has an unpacked entry with two sizes", offset);
    if (entry.isFolder() && entry.bytes != 0)
        return damaged("has a folder with contents", offset);
    if (entry.bytes > m_limits.entryBytes)
        return refused("has an entry larger than the limit of " + std::to_string(m_limits.entryBytes >> 20) + " MiB", offset);
    return {};
}

// Central = local: name, method, flags that change meaning, checksum and sizes (zero in the local header where they follow the data).
Result<void> DirectoryReader::checkLocal(CentralHeader& header) const
{
    ZipEntry& entry = header.entry;
    const std::uint64_t offset = entry.headerOffset;
    const auto fixed = bytes(offset, kLocalBytes);
    if (!fixed)
        return fixed.error();
    ByteReader reader(asBytes(*fixed));
    if (*reader.number<std::uint32_t>() != kLocalSignature)
        return damaged("has no entry where its directory says", offset);
    reader.skip(2);
    const auto flags = *reader.number<std::uint16_t>();
    const auto method = static_cast<ZipMethod>(*reader.number<std::uint16_t>());
    reader.skip(4);
    const auto crc = *reader.number<std::uint32_t>();
    const auto packed = *reader.number<std::uint32_t>();
    const auto unpacked = *reader.number<std::uint32_t>();
    const auto nameBytes = *reader.number<std::uint16_t>();
    const auto extraBytes = *reader.number<std::uint16_t>();
    const auto name = bytes(offset + kLocalBytes, nameBytes);
    if (!name)
        return name.error();
    const bool follow = (flags & kFlagSizesFollow) != 0;
    const auto same = [follow](std::uint32_t local, std::uint64_t central) {
        return local == central || local == 0xFFFFFFFF || (follow && local == 0);
    };
    constexpr std::uint16_t kMeaning = kFlagEncrypted | kFlagSizesFollow | kFlagPatched | kFlagStrongEncryption | kFlagMaskedHeaders;
    if (*name != entry.name || method != entry.method || (flags & kMeaning) != (header.flags & kMeaning) ||
        !(crc == entry.crc32 || (follow && crc == 0)) || !same(packed, entry.packedBytes) || !same(unpacked, entry.bytes))
        return damaged("has an entry that differs from its directory", offset);
    entry.dataOffset = offset + kLocalBytes + nameBytes + extraBytes;
    return {};
}

Result<void> DirectoryReader::checkOverlap(std::vector<CentralHeader>& headers, std::uint64_t directoryOffset) const
{
    std::vector<const ZipEntry*> order;
    order.reserve(headers.size());
    for (CentralHeader& header : headers) {
        if (header.entry.headerOffset >= directoryOffset)
            return damaged("has no entry where its directory says", header.entry.headerOffset);
        if (auto done = checkLocal(header); !done)
            return done.error();
        order.push_back(&header.entry);
    }
    std::sort(order.begin(), order.end(), [](auto* a, auto* b) { return a->headerOffset < b->headerOffset; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint64_t next = i + 1 < order.size() ? order[i + 1]->headerOffset : directoryOffset;
        const ZipEntry& entry = *order[i];
        if (entry.dataOffset > next || entry.packedBytes > next - entry.dataOffset)
            return damaged("has entries that overlap", entry.headerOffset);
    }
    return {};
}

Result<std::vector<ZipEntry>> DirectoryReader::read()
{
    const auto directory = locate();
    if (!directory)
        return directory.error();
    if (directory->entries > m_limits.entries)
        return refused("has more than " + std::to_string(m_limits.entries) + " entries", directory->offset);
    if (directory->bytes > m_limits.directoryBytes || directory->entries > directory->bytes / kCentralBytes)
        return damaged("states more entries than its directory holds", directory->offset);
    const auto text = bytes(directory->offset, directory->bytes);
    if (!text)
        return text.error();
    ByteReader reader(asBytes(*text), directory->offset);
    std::vector<CentralHeader> headers;
    std::unordered_set<std::string> names;
    for (std::uint64_t i = 0; i < directory->entries; ++i) {
        const std::uint64_t offset = reader.offset();
        auto header = readCentral(reader);
        if (!header)
            return header.error();
        if (!names.insert(header->entry.name).second)
            return refused("has two entries of one name", offset);
        headers.push_back(std::move(*header));
    }
    if (!reader.atEnd())
        return damaged("has more entries than it states", reader.offset());
    if (auto done = checkOverlap(headers, directory->offset); !done)
        return done.error();
    std::vector<ZipEntry> entries;
    entries.reserve(headers.size());
    for (CentralHeader& header : headers)
        entries.push_back(std::move(header.entry));
    return entries;
}

}  // namespace

Error zipError(const ByteSource& source, ErrorCode code, const std::string& what, std::uint64_t offset)
{
    const std::string name = source.name().empty() ? "The zip archive " : source.name() + ": the zip archive ";
    return {code, name + what + (code == ErrorCode::Corruption ? "; get a fresh copy of the file." : "."), offset};
}

Result<std::vector<ZipEntry>> readZipDirectory(const ByteSource& source, const ZipLimits& limits)
{
    return DirectoryReader(source, limits).read();
}

}  // namespace cairn
