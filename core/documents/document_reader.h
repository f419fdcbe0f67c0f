// Any document to canonical text: recognises the type by its bytes, never by its suffix alone, and calls the reader.
// Runs inside the import worker (reliability.md 5.1); nothing else may link the parsers behind it. One thread.
#pragma once

#include "core/documents/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cairn
{

struct ReadOptions
{
    std::string fileName;                 // last part of the path: hint and fallback title
    std::string password;                 // encrypted PDF; UTF-8, empty = none
    std::vector<std::uint32_t> skipPages; // PDF pages (from 0) an earlier worker hung or died on: left empty, with a warning
    bool systemFonts = true;              // false: no font folder can be reached, so text of non-embedded fonts may be missing
    std::string encoding{};               // of text, Markdown, reStructuredText, HTML (encodings.h); empty: to be found
    std::vector<std::uint32_t> crashedPages{}; // those of skipPages that a worker died on
};

// Reads the whole document behind `descriptor`, which stays the caller's. REQUIRES: a regular file, open for reading.
// Failure: one sentence with cause and next step; codes: PasswordRequired (missing or wrong), Unsupported (a type Cairn
// can't read, scans without text, limits), Corruption (damaged), Io.
Result<CanonicalText> readDocument(int descriptor, const ReadOptions& options, const ProgressFn& progress);

} // namespace cairn
