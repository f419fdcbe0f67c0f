// DOCX (Office Open XML, ECMA-376): main text, then foot- and endnotes, each part a unit labelled with its path; source
// offsets are bytes of the part as UTF-8. Text marked as deleted or hidden, comments, headers and footers are left out.
#pragma once

#include "core/documents/client/import_context.h"
#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>

namespace cairn
{

// Unsupported: protected by a password, over a limit, no text. Corruption: damaged or no DOCX.
Result<CanonicalText> readDocx(std::span<const std::byte> bytes, const ImportContext& context);

// A document inside another one: what lies in parts of its own is left out.
Result<CanonicalText> readDocxPart(std::span<const std::byte> bytes);

}  // namespace cairn
