// reStructuredText, read line by line: section titles by their adornments, lists, definition lists, literal and line blocks,
// tables, directives by what they usually hold (code, admonitions, captions; indexes and inclusions are left out).
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>

namespace cairn
{

// Unsupported: not text, no text, too much text.
Result<CanonicalText> readReStructuredText(std::span<const std::byte> bytes, const ImportContext& context);

}  // namespace cairn
