// What tells headings from the lines around them. Pure functions.
#pragma once

#include "core/documents/pdf/pdf_lines.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace cairn
{

using PageLines = std::vector<std::vector<PdfLine>>;

inline constexpr qsizetype kMaxNumberedHeading = 90;
inline constexpr std::uint8_t kDeepestLevel = 6;
inline constexpr double kLargerType = 1.12; // of the usual size: of headings that others are told by
inline constexpr double kSameSize = 0.05;

// Type of the document's text. No line tells it: so large that nothing is larger.
struct UsualType
{
    double size = std::numeric_limits<double>::infinity();
    double width = std::numeric_limits<double>::infinity();   // of a character
};

UsualType usualType(const PdfSource& source, const PageLines& lines);

// Space above a heading: it stands alone, or begins the page. `byLineAbove`: as much as tells paragraphs of that line's size.
bool standsApart(const std::vector<PdfLine>& lines, std::size_t i, bool byLineAbove = false);

} // namespace cairn
