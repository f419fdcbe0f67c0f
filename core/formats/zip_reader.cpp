#include "core/formats/zip_reader.h"

#include "core/formats/zip_directory.h"

#include <algorithm>
#include <array>
#include <limits>

#include <zlib.h>

namespace cairn
{

namespace
{

constexpr std::size_t kPieceBytes = 64 * 1024;

std::uint32_t checksum(std::string_view text)
{
    return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), text.size()));
}

// zlib's raw inflate, freed at the end of its scope.
struct InflateStream
{
    z_stream state{};
    bool ready = inflateInit2(&state, -MAX_WBITS) == Z_OK;
    InflateStream() = default;
    InflateStream(const InflateStream&) = delete;
    InflateStream& operator=(const InflateStream&) = delete;
    ~InflateStream()
    {
        if (ready)
            inflateEnd(&state);
    }
};

}  // namespace

Result<ZipReader> ZipReader::open(std::shared_ptr<const ByteSource> source, const ZipLimits& limits)
{
    auto entries = readZipDirectory(*source, limits);
    if (!entries)
        return entries.error();
    ZipReader reader(std::move(source), limits);
    reader.m_entries = std::move(*entries);
    for (std::size_t i = 0; i < reader.m_entries.size(); ++i)
        reader.m_byName.emplace(reader.m_entries[i].name, i);
    return reader;
}

const ZipEntry* ZipReader::find(std::string_view name) const
{
    const auto found = m_byName.find(name);
    return found == m_byName.end() ? nullptr : &m_entries[found->second];
}

Result<std::string> ZipReader::read(const ZipEntry& entry)
{
    if (entry.bytes > m_limits.totalBytes - m_unpacked)
        return zipError(*m_source, ErrorCode::Unsupported,
                        "unpacks to more than " + std::to_string(m_limits.totalBytes >> 20) + " MiB", entry.headerOffset);
    auto text = entry.method == ZipMethod::Stored ? readStored(entry) : readDeflated(entry);
    if (!text)
        return text;
    m_unpacked += text->size();
    if (checksum(*text) != entry.crc32)
        return zipError(*m_source, ErrorCode::Corruption, "has a damaged entry (its checksum differs)", entry.dataOffset);
    return text;
}

Result<std::string> ZipReader::readStored(const ZipEntry& entry) const
{
    std::string text(static_cast<std::size_t>(entry.bytes), '\0');
    if (auto done = m_source->read(entry.dataOffset, std::as_writable_bytes(std::span(text.data(), text.size()))); !done)
        return done.error();
    return text;
}

// Memory grows with the bytes that really come out, never with the size an entry states.
Result<std::string> ZipReader::readDeflated(const ZipEntry& entry) const
{
    InflateStream stream;
    if (!stream.ready)
        return Error{ErrorCode::OutOfMemory, "There is not enough memory to unpack the document; close other programs and try again."};
    std::array<std::byte, kPieceBytes> input;
    std::array<char, kPieceBytes> output;
    std::string text;
    std::uint64_t consumed = 0;
    z_stream& z = stream.state;
    for (int status = Z_OK; status != Z_STREAM_END;) {
        const auto damaged = [&](const char* what) {
            return zipError(*m_source, ErrorCode::Corruption, what, entry.dataOffset + consumed - z.avail_in);
        };
        if (z.avail_in == 0 && consumed < entry.packedBytes) {
            const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(kPieceBytes, entry.packedBytes - consumed));
            if (auto done = m_source->read(entry.dataOffset + consumed, std::span(input).first(n)); !done)
                return done.error();
            consumed += n;
            z.next_in = reinterpret_cast<Bytef*>(input.data());
            z.avail_in = static_cast<uInt>(n);
        }
        z.next_out = reinterpret_cast<Bytef*>(output.data());
        z.avail_out = kPieceBytes;
        status = inflate(&z, Z_NO_FLUSH);
        const std::size_t made = kPieceBytes - z.avail_out;
        if (status != Z_OK && status != Z_STREAM_END)
            return damaged(status == Z_BUF_ERROR ? "has an entry that ends too early" : "has an entry that can't be unpacked");
        if (made > entry.bytes - text.size())
            return damaged("has an entry that unpacks to more than it states");
        text.append(output.data(), made);
        if (text.size() > m_limits.ratioFrom && text.size() / m_limits.ratio > consumed - z.avail_in)
            return zipError(*m_source, ErrorCode::Unsupported,
                            "has an entry that unpacks to more than " + std::to_string(m_limits.ratio) +
                                " times its size, as a zip bomb does",
                            entry.headerOffset);
    }
    if (text.size() != entry.bytes || consumed - z.avail_in != entry.packedBytes)
        return zipError(*m_source, ErrorCode::Corruption, "has an entry whose stated size is wrong", entry.headerOffset);
    return text;
}

}  // namespace cairn
