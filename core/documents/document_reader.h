// Any document to canonical text: recognises the type by its bytes, never by its suffix alone, and calls the reader.
// Runs inside the import worker (reliability.md 5.1); nothing else may link the parsers behind it. One thread.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

namespace cairn
{

// Reads the whole document behind `descriptor`, which stays the caller's. REQUIRES: a regular file, open for reading.
// Failure: one sentence with cause and next step; codes: PasswordRequired (missing or wrong), Unsupported (a type Cairn
// can't read, scans without text, limits), Corruption (damaged), Io.
Result<CanonicalText> readDocument(int descriptor, const ReadOptions& options, const ProgressFn& progress);

} // namespace cairn
