// Tables of contents and lists of printed pages of EPUBs: the nav elements of EPUB 3 and the NCX of EPUB 2. A damaged one gives the
// entries before the damage.
#pragma once

#include "core/documents/packages/epub_package.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct EpubContents
{
    std::vector<EpubContentsEntry> entries;
    std::vector<EpubContentsEntry> pages;   // their titles are the labels
};

// `path`: of the part itself; targets are relative to it.
EpubContents contentsOfNavigation(std::string_view xhtml, const std::string& path);
EpubContents contentsOfNcx(std::string_view xml, const std::string& path);

}  // namespace cairn
