// A page saved as one file whose window is divided into frames: the texts are in parts of their own (RFC 2557). Pure functions.
#pragma once

#include "core/documents/html/mime_parts.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct PagePart
{
    std::vector<MimePart> parts;   // one, or those of a multipart
    std::string location;          // Content-Location, Content-ID; may be empty
    std::string id;
};

// What is read of the page: the part that `start` names by its id, else the first; in place of one that is a set of frames those frames
// in its order, each part once, and the sheets that a spreadsheet program lists there. REQUIRES: !page.empty(), none without parts.
std::vector<MimePart> partsOfPage(std::string_view file, const std::vector<PagePart>& page, std::string_view start);

}  // namespace cairn
