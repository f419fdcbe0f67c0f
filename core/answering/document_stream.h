// The token stream of a session: [chat prefix][document 1][separator][document 2].. , tokenised once, with maps between tokens,
// blocks and bytes (architecture.md 4). The prefix opens the model's chat up to where the user speaks, so that a question goes on
// in the same turn. Block m is tokens [m F, (m + 1) F). Immutable; any thread may ask.
#pragma once

#include "core/result.h"
#include "core/tokenizer/chat_format.h"
#include "core/tokenizer/tokenizer.h"
#include "core/types/document.h"
#include "core/types/ids.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// What stands before everything a user says first: BOS if the model wants one, system message, start of the user's turn.
Result<std::vector<TokenId>> chatPrefix(const Tokenizer& tokenizer, const ChatFormat& chat);

class DocumentStream
{
public:
    // `documents`: canonical texts in reading order. InvalidArgument: not UTF-8, or the vocabulary lacks a marker of the chat format.
    // REQUIRES: the texts outlive the stream; blockTokens > 0.
    static Result<DocumentStream> build(std::span<const std::string_view> documents, const Tokenizer& tokenizer, const ChatFormat& chat,
                                        std::uint32_t blockTokens);

    std::span<const TokenId> tokens() const { return m_tokens; }
    std::span<const TokenId> prefix() const { return std::span(m_tokens).first(m_prefixTokens); }
    std::uint32_t blockTokens() const { return m_blockTokens; }
    // Complete blocks; pieces: with the open one.
    std::uint32_t blocks() const { return static_cast<std::uint32_t>(m_tokens.size() / m_blockTokens); }
    std::uint32_t pieces() const { return static_cast<std::uint32_t>((m_tokens.size() + m_blockTokens - 1) / m_blockTokens); }

    std::uint32_t documents() const { return static_cast<std::uint32_t>(m_texts.size()); }
    std::string_view text(std::uint32_t document) const { return m_texts[document]; }
    std::string_view text(const DocumentPlace& place) const;

    // The text of a block, document by document; empty for a block of prefix or separators alone. Blocks cut between bytes of a
    // character where tokens do; the ranges of all blocks together cover every document without gap or overlap.
    std::vector<DocumentPlace> placesOf(BlockId block) const;
    std::vector<DocumentPlace> placesOfTokens(std::uint64_t begin, std::uint64_t end) const;
    std::string blockText(BlockId block) const;

    // Blocks whose text meets the place, ascending (the open last block included).
    std::vector<BlockId> blocksOf(const DocumentPlace& place) const;

    // First and one past the last token whose text meets the place; equal if the place is empty.
    std::pair<std::uint64_t, std::uint64_t> tokensOf(const DocumentPlace& place) const;

    // The block in which a document starts: attention rests there whatever is asked (a sink, experience.md 4).
    BlockId firstBlockOf(std::uint32_t document) const;

private:
    std::uint64_t documentBegin(std::uint32_t document) const { return m_documentTokens[document].first; }

    std::uint32_t m_blockTokens = 0;
    std::size_t m_prefixTokens = 0;
    std::vector<std::string_view> m_texts;
    std::vector<TokenId> m_tokens;
    std::vector<std::uint32_t> m_ends;   // per token: where its text ends in its document; it begins where the one before ends
    std::vector<std::pair<std::uint64_t, std::uint64_t>> m_documentTokens;   // [begin, end) of each document
};

}  // namespace cairn
