// Imports a file through the sandboxed worker `cairn-import` (reliability.md 5.1). No parser of documents is linked here:
// this process opens the file, hands its descriptor over, watches the worker and decodes what comes back as hostile.
// Blocking; call it on a thread that lives until it returns (the worker dies with that thread). Thread-compatible.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/documents/client/import_protocol.h"
#include "core/result.h"
#include "core/types/document.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

namespace cairn
{

struct ImportOptions
{
    std::string password;                      // encrypted PDF; UTF-8, empty = none
    std::string workerPath;                    // empty: CAIRN_IMPORT, else `cairn-import` beside this program
    std::chrono::milliseconds silence{30'000}; // without a message: the worker is killed
    std::string encoding{};                    // of a text file, of encodings.h; empty: to be found. Other documents name their own
};

// Reads the document at `path` ("-" is not special). PDF pages a worker hung or died on are left out and named in the
// warnings. Nothing is left behind, whatever the end; the file is never changed.
// Failure: one sentence with cause and next step. NotFound and Io: the file; InvalidArgument: no regular file; Unsupported,
// Corruption, PasswordRequired, OutOfMemory: its content; Cancelled: stop was requested; Device never.
Result<CanonicalText> importDocument(const std::string& path, const ImportOptions& options, const ProgressFn& progress = {},
                                     std::stop_token stop = {});

// The same worker for another mode: `take` gets what it wrote, hostile bytes that live until it returns.
using TakeResult = std::function<Result<void>(std::span<const std::byte>)>;
Result<void> importThroughWorker(const std::string& path, ImportMode mode, const ImportOptions& options, const TakeResult& take,
                                 std::stop_token stop = {});

} // namespace cairn
