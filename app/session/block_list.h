// Blocks as a person names them: "12,40-44" by number, "p61-p70" by page label, "d1" all of document 1 (from 0), "d1p61" a page of it
// where several have one; all may be mixed. No state, any thread.
#pragma once

#include "core/answering/document_stream.h"
#include "core/result.h"
#include "core/types/document.h"
#include "core/types/ids.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Ascending, without doubles. InvalidArgument: not such a list, a block, page or document that isn't there, a page of several.
Result<std::vector<BlockId>> parseBlockList(std::string_view list, const DocumentStream& stream, std::span<const CanonicalText> documents);

// All blocks of the stream, the open one included, that are not in `blocks` (ascending).
std::vector<BlockId> allOthers(const DocumentStream& stream, std::span<const BlockId> blocks);

// The block that holds the first character of a page; for "as if reading had ended before this page". InvalidArgument: no such page.
Result<BlockId> blockOfPage(std::string_view label, const DocumentStream& stream, std::span<const CanonicalText> documents);

}  // namespace cairn
