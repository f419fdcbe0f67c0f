// What all readers of text formats ask first and say last.
#pragma once

#include "core/documents/text/decoded_text.h"
#include "core/documents/text/text_builder.h"
#include "core/result.h"

#include <cstddef>
#include <span>
#include <string>

namespace cairn
{

// Unsupported: empty, or no text.
Result<void> checkText(std::span<const std::byte> bytes);

// A warning where the encoding had to be guessed or was chosen.
void warnOfEncoding(const DecodedText& decoded, TextBuilder& builder);

// With that warning, what was built of the decoded text, with places in the file's bytes.
Result<CanonicalText> finishDecoded(const DecodedText& decoded, TextBuilder& builder, const std::string& fileName);

}  // namespace cairn
