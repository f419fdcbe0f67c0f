// What an EPUB says about itself: package document, reading order, table of contents, protection (EPUB 3.3, and 2.0.1 by NCX).
#pragma once

#include "core/documents/packages/package.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace cairn
{

struct EpubItem
{
    std::string path;
    std::string mediaType;
};

struct EpubContentsEntry
{
    std::string title;
    PartReference target;
    unsigned level = 1;
};

struct EpubPackage
{
    std::string title;
    std::string author;
    std::string cover;                           // path of the picture that the book names as its cover; empty: none
    std::vector<EpubItem> spine;                 // in reading order
    std::vector<EpubContentsEntry> contents;     // may be empty
    std::vector<EpubContentsEntry> pages;        // of a printed book, by their labels; most books name none
    std::vector<std::string> warnings;
};

// Unsupported: protected (the sentence names by what), over a limit. Corruption: no EPUB, or damaged.
Result<EpubPackage> readEpubPackage(Package& package);

}  // namespace cairn
