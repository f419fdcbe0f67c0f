// The directory of a zip archive: found, checked and turned into entries. Only ZipReader uses it.
#pragma once

#include "core/formats/zip_reader.h"

namespace cairn
{

// All entries with names, sizes and data offsets proved against each other and against their local headers.
// Corruption, Unsupported: as ZipReader::open().
Result<std::vector<ZipEntry>> readZipDirectory(const ByteSource& source, const ZipLimits& limits);

// "NAME: the zip archive ...": one form for all messages of the zip code.
Error zipError(const ByteSource& source, ErrorCode code, const std::string& what, std::uint64_t offset);

}  // namespace cairn
