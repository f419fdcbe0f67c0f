// Where a block of a stored session stands in its documents, without engine and model: for what a search of many sessions finds.
// Reads session.db alone. Any thread.
#pragma once

#include "core/result.h"
#include "core/types/document.h"
#include "core/types/ids.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct FoundPlace
{
    DocumentId document;
    ByteRange range;                 // in the document's text
    std::string documentTitle;
    std::string page, section;       // core/types/place_label.h
    std::string text;                // of the range
};

struct SessionPlaces
{
    std::string title;               // of the session
    std::vector<FoundPlace> places;  // one for each block that stands in a document
    std::vector<std::size_t> blocks; // which of the blocks asked for each is
};

// NotFound: the session keeps no map of its blocks; opening it once makes one. Others: it can't be opened.
Result<SessionPlaces> placesInSession(const std::string& folder, std::span<const BlockId> blocks);

}  // namespace cairn
