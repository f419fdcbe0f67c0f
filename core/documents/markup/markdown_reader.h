// Markdown (CommonMark with tables, strike-through and task lists, by md4c). Front matter between "---" lines goes to title and
// author; HTML inside is read as html_text.h does, without its tags; links are their text.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>

namespace cairn
{

// Unsupported: not text, no text, too much text.
Result<CanonicalText> readMarkdown(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
