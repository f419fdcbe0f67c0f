// Where the characters and links of one page of a PDF stand. Plain values, no Qt: the import worker fills them, views show them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cairn
{

// Points as the page is shown (rotated and cropped as the file asks), from its top left corner, y downwards.
struct GlyphBox
{
    float left = 0, top = 0, right = 0, bottom = 0;
    bool empty() const { return !(right > left && bottom > top); }
    bool operator==(const GlyphBox&) const = default;
};

// One box per UTF-16 unit of QPdfDocument::getAllText(page), the units of PositionRun; empty: no ink (spaces, line ends) or unknown.
using PageGlyphs = std::vector<GlyphBox>;

// A link of the page: to a place of the document, or to an address outside.
struct PageLink
{
    static constexpr std::uint32_t kNoPage = UINT32_MAX;

    GlyphBox box;                  // not empty
    std::uint32_t page = kNoPage;  // target, from 0
    float y = 0;                   // target, points from its page's top; 0 when the file doesn't say
    std::string address;           // UTF-8, without control characters; empty exactly when there is a page
    bool operator==(const PageLink&) const = default;
};

struct PdfPageInfo
{
    float width = 0, height = 0;   // points as shown, > 0
    std::string label;             // as the document numbers it; else counted from 1
    std::uint64_t place = 0;       // pictures of a document without pages: byte of the canonical text before whose paragraph it stands
};

inline constexpr std::uint64_t kMaxPicturePixels = 16'000'000;

// Pixels of a page's picture at a width: the page's proportions, at least 1 x 1, both sides scaled down where it would be larger than
// kMaxPicturePixels. Both ends of the render channel compute it, so that a picture of another size is a violation.
inline std::pair<std::uint32_t, std::uint32_t> pictureSize(const PdfPageInfo& page, std::uint32_t width)
{
    const double ratio = double(page.height) / double(page.width);
    const double widest = std::floor(std::sqrt(double(kMaxPicturePixels) / ratio));
    const double w = std::clamp(double(width), 1.0, std::max(1.0, std::min(widest, double(kMaxPicturePixels))));
    const double h = std::clamp(std::round(w * ratio), 1.0, std::floor(double(kMaxPicturePixels) / w));
    return {std::uint32_t(w), std::uint32_t(h)};
}

}  // namespace cairn
