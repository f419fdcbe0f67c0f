// The token stream of a session: [chat prefix][document 1][separator][document 2].. , tokenised once, with maps between tokens,
// blocks and bytes (architecture.md 4). The prefix opens the model's chat up to where the user speaks, so that a question goes on
// in the same turn. Block m is tokens [m F, (m + 1) F). Immutable; any thread may ask.
#pragma once

#include "core/result.h"
#include "core/tokenizer/chat_format.h"
#include "core/tokenizer/tokenizer.h"
#include "core/types/document.h"
#include "core/types/ids.h"
#include "core/types/stream_map.h"
#include "core/wording/text/document_texts.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// What stands before everything a user says first: BOS if the model wants one, system message, start of the user's turn.
Result<std::vector<TokenId>> chatPrefix(const Tokenizer& tokenizer, const ChatFormat& chat);

class DocumentStream : public DocumentTexts
{
public:
    // `documents`: canonical texts in reading order; an empty one (a document that was removed) keeps its number and adds no token, so
    // that the stream is that of the others alone. InvalidArgument: not UTF-8, or the vocabulary lacks a marker of the chat format.
    // REQUIRES: the texts outlive the stream; blockTokens > 0.
    static Result<DocumentStream> build(std::span<const std::string_view> documents, const Tokenizer& tokenizer, const ChatFormat& chat,
                                        std::uint32_t blockTokens);

    // Of one document whose tokens are known; they need not be those that its text would get. Nothing: text, tokens and map don't fit
    // each other. REQUIRES: the text outlives the stream.
    static std::optional<DocumentStream> ofTokens(std::string_view text, std::vector<TokenId> tokens, StreamMapData map);

    std::span<const TokenId> tokens() const { return m_tokens; }
    std::span<const TokenId> prefix() const { return std::span(m_tokens).first(m_map.data().prefixTokens); }
    const StreamMap& map() const { return m_map; }
    std::uint32_t blockTokens() const { return m_map.blockTokens(); }
    std::uint32_t blocks() const { return m_map.blocks(); }
    std::uint32_t pieces() const { return m_map.pieces(); }

    // As StreamMap says.
    std::vector<DocumentPlace> placesOf(BlockId block) const { return m_map.placesOf(block); }
    std::vector<DocumentPlace> placesOfTokens(std::uint64_t begin, std::uint64_t end) const { return m_map.placesOfTokens(begin, end); }
    std::vector<BlockId> blocksOf(const DocumentPlace& place) const { return m_map.blocksOf(place); }
    std::pair<std::uint64_t, std::uint64_t> tokensOf(const DocumentPlace& place) const { return m_map.tokensOf(place); }
    BlockId firstBlockOf(std::uint32_t document) const { return m_map.firstBlockOf(document); }

    std::string blockText(BlockId block) const;

private:
    explicit DocumentStream(std::span<const std::string_view> documents)
        : DocumentTexts(std::vector<std::string_view>(documents.begin(), documents.end()))
    {
    }

    StreamMap m_map;
    std::vector<TokenId> m_tokens;
};

}  // namespace cairn
