#include "app/session/text_in_memory.h"

#include "core/formats/utf8.h"
#include "storage/blocks/block_store.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace cairn
{
namespace
{

Error notHeld() { return {ErrorCode::NotFound, "The memory does not hold this text."}; }

// From `first`, which is set, on: as many as are stored up to the block that holds the last one.
std::optional<std::vector<TokenId>> storedTokens(const TokensInMemory& wanted, BlockStore& blocks, std::uint64_t& first)
{
    const std::uint64_t size = wanted.blockTokens, cursor = blocks.cursor().value;
    const std::uint64_t firstBlock = std::min(wanted.begin / size, cursor), behind = std::min((wanted.end + size - 1) / size, cursor);
    std::vector<TokenId> tokens;
    if (firstBlock < behind) {
        auto stored = blocks.readTokens(BlockId(static_cast<std::uint32_t>(firstBlock)), static_cast<std::uint32_t>(behind - firstBlock));
        if (!stored)
            return std::nullopt;
        tokens = std::move(*stored);
    }
    if (wanted.end > cursor * size) {
        const auto tail = blocks.loadTail();
        if (!tail || !*tail)
            return std::nullopt;
        tokens.insert(tokens.end(), (*tail)->tokens.begin(), (*tail)->tokens.end());
    }
    first = firstBlock * size;
    return tokens;
}

}  // namespace

Result<std::string> textInMemory(const std::string& blocksPath, const TokensInMemory& wanted, const ModelWishes& wishes)
{
    BlockStoreOptions options;
    options.access = Access::ReadOnly;
    const auto blocks = BlockStore::open(blocksPath, options);
    if (!blocks || (*blocks)->key() != wanted.memoryKey || wanted.blockTokens == 0 ||
        (*blocks)->identity().shape.blockTokens != wanted.blockTokens)
        return notHeld();
    std::uint64_t first = 0;
    const auto tokens = storedTokens(wanted, **blocks, first);
    if (!tokens || tokens->size() < wanted.end - first)
        return notHeld();
    const auto model = chooseModel(wishes);
    if (!model)
        return model.error();
    const Tokenizer& tokenizer = *model->files.model.tokenizer;
    std::string text;
    for (std::uint64_t token = wanted.begin; token < wanted.end; ++token)
        text += tokenizer.decode((*tokens)[token - first], token == wanted.begin);
    return isValidUtf8(text) ? Result<std::string>(std::move(text)) : Result<std::string>(notHeld());
}

}  // namespace cairn
