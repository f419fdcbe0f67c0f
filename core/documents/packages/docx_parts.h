// Words that a WordprocessingML document keeps in parts of their own: what was put in as a file of another kind, drawn schemes, titles of
// charts. What is read here is for OfficeText::box(). One thread.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/documents/packages/package.h"
#include "core/result.h"
#include "core/types/document.h"

#include <string>

namespace cairn
{

enum class DocxWords
{
    Scheme,
    ChartTitles
};

// An error: none in it, or the part can't be read.
Result<CanonicalText> readDocxWords(Package& package, const std::string& path, DocxWords words);

// A part with a document: HTML, a saved page, plain text, a Word document (whose own such parts are left out). Unsupported: of another
// kind.
Result<CanonicalText> readDocxChunk(Package& package, const std::string& path);

} // namespace cairn
