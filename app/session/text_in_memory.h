// The text of a document as the memory of its session holds it. Any thread.
#pragma once

#include "core/tokenizer/tokenizer.h"
#include "core/types/stream_map.h"
#include "storage/block_store.h"

#include <optional>
#include <string>

namespace cairn
{

// Its tokens, decoded: the text where the tokenizer loses nothing, which its hash tells. nullopt: some are not stored, or damaged.
// `map`: of that memory.
std::optional<std::string> textInMemory(const StreamMap& map, std::uint32_t document, BlockStore& blocks, const Tokenizer& tokenizer);

}  // namespace cairn
