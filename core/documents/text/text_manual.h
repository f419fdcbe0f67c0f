// A manual page as "man NAME | col -b" prints it: "TAR(1)   GNU TAR Manual   TAR(1)" above headings at the edge, texts that are indented.
// Pure functions.
#pragma once

#include "core/documents/text/text_headings.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// By its first line.
bool isManualPage(std::string_view text);

// As withTextHeadings(). REQUIRES: isManualPage().
std::vector<TextParagraph> withManualHeadings(std::string_view text, const std::vector<TextParagraph>& paragraphs);

// "tar - an archiving utility", as its first section says; else "TAR(1)". `paragraphs`: with headings.
std::string manualTitle(std::string_view text, const std::vector<TextParagraph>& paragraphs);

}  // namespace cairn
