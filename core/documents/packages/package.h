// A document that is a zip archive of XML parts (EPUB, DOCX, ODT). Borrows the bytes; nothing is extracted to disk.
#pragma once

#include "core/formats/zip_reader.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

class Package
{
public:
    // REQUIRES: the bytes outlive it.
    static Result<Package> open(std::span<const std::byte> bytes);

    bool has(std::string_view path) const { return m_zip.find(path) != nullptr; }

    // "book/" where the archive has "book/" + path instead of `path`, as where a folder was packed rather than its contents; else empty.
    std::string folderAbove(std::string_view path) const;

    // A part as UTF-8, whatever its encoding. NotFound: no such part. Else as ZipReader::read().
    Result<std::string> text(std::string_view path);

    // A part as it is. NotFound: no such part. Unsupported: more than `limit` bytes. Else as ZipReader::read().
    Result<std::string> bytes(std::string_view path, std::uint64_t limit);

private:
    explicit Package(ZipReader zip) : m_zip(std::move(zip)) {}
    ZipReader m_zip;
};

struct PartReference
{
    std::string path;       // inside the archive
    std::string fragment;   // behind '#', decoded
};

// What `reference` (a relative URL) means in the part `from`. Nothing: it points outside the archive.
std::optional<PartReference> resolvePart(std::string_view from, std::string_view reference);

}  // namespace cairn
