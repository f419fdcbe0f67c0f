// What both modes of the import worker begin with: the file, opened once and never by path again, and the worker's program.
#pragma once

#include "core/documents/client/unique_fd.h"
#include "core/result.h"

#include <string>

namespace cairn
{

std::string fileNameOf(const std::string& path); // its last part as UTF-8, cut to 255 bytes; for messages and titles

// The address of a page where somebody wrote one instead of a path ("https://..", also behind a working folder); empty: it is none.
std::string webAddressIn(const std::string& path);
std::string webAddressSentence(const std::string& address);

// Read-only. NotFound, Io: the file; InvalidArgument: the address of a page, no regular file; Unsupported: empty, or more than
// limits::kDocumentBytes.
Result<UniqueFd> openDocument(const std::string& path, const std::string& name);

// `chosen`, else CAIRN_IMPORT, else `cairn-import` beside this program.
std::string importWorkerPath(const std::string& chosen);

} // namespace cairn
