// Tables of contents of EPUBs: the nav element of EPUB 3 and the NCX of EPUB 2. A damaged one gives the entries before the damage.
#pragma once

#include "core/documents/epub_package.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// `path`: of the part itself; targets are relative to it.
std::vector<EpubContentsEntry> contentsOfNavigation(std::string_view xhtml, const std::string& path);
std::vector<EpubContentsEntry> contentsOfNcx(std::string_view xml, const std::string& path);

}  // namespace cairn
