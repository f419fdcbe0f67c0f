// What all readers of text formats ask first and say last.
#pragma once

#include "core/documents/decoded_text.h"
#include "core/documents/text_builder.h"
#include "core/result.h"

#include <cstddef>
#include <span>

namespace cairn
{

// Unsupported: empty, or no text.
Result<void> checkText(std::span<const std::byte> bytes);

// A warning where the encoding had to be guessed or was chosen.
void warnOfEncoding(const DecodedText& decoded, TextBuilder& builder);

}  // namespace cairn
