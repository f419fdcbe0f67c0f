// Canonical text as bytes, for the way from the import worker to the program. Host byte order, one machine, one version;
// nothing is kept on disk in this form. Pure functions.
//
//   u32 magic "CRNC", u32 version, u64 bytes in all
//   u8 format; string title, author, text
//   u64 count, units: string label, u64 begin, u64 end
//   u64 count, runs: u64 begin, u64 end, u32 unit, u64 source begin, u64 source length, u8 verbatim
//   u64 count, paragraphs: u64 begin, u64 end, u8 kind, u8 level
//   u64 count, outline: string text, u8 level, u64 begin
//   u64 count, warnings: string
//   string: u64 bytes, UTF-8
#pragma once

#include "core/result.h"
#include "core/types/document.h"

#include <cstddef>
#include <span>
#include <vector>

namespace cairn
{

std::vector<std::byte> encodeCanonicalText(const CanonicalText& text);

// Trusts no byte: counts against the bytes left before anything is reserved, UTF-8, limits, and every promise of
// core/types/document.h that a reader of the text relies on (units cover it, runs ascend and stay inside their unit,
// ranges end on characters). Corruption names the offset of the first violation.
Result<CanonicalText> decodeCanonicalText(std::span<const std::byte> bytes);

// The promises alone; also used by tests of the readers. Empty error = they hold.
Result<void> checkCanonicalText(const CanonicalText& text);

} // namespace cairn
