#include "core/answering/document_stream.h"

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::string_view kSeparator = "\n\n";   // between documents, as between paragraphs

}  // namespace

Result<std::vector<TokenId>> chatPrefix(const Tokenizer& tokenizer, const ChatFormat& chat)
{
    auto encoded = encodePrompt(openingPrompt(chat), tokenizer);
    if (!encoded)
        return encoded.error();
    if (tokenizer.addsBos() && tokenizer.bos() && (encoded->empty() || encoded->front() != *tokenizer.bos()))
        encoded->insert(encoded->begin(), *tokenizer.bos());
    return encoded;
}

Result<DocumentStream> DocumentStream::build(std::span<const std::string_view> documents, const Tokenizer& tokenizer,
                                             const ChatFormat& chat, std::uint32_t blockTokens)
{
    DocumentStream stream;
    stream.m_blockTokens = blockTokens;
    auto prefix = chatPrefix(tokenizer, chat);
    if (!prefix)
        return prefix.error();
    stream.m_tokens = *std::move(prefix);
    stream.m_prefixTokens = stream.m_tokens.size();
    stream.m_ends.assign(stream.m_tokens.size(), 0);
    const auto separator = tokenizer.encode(kSeparator);
    if (!separator)
        return separator.error();
    for (const std::string_view text : documents) {
        if (!stream.m_texts.empty()) {
            for (const Token& token : *separator)
                stream.m_tokens.push_back(token.id);
            stream.m_ends.resize(stream.m_tokens.size(), 0);
        }
        const auto encoded = tokenizer.encode(text);
        if (!encoded)
            return encoded.error();
        const std::uint64_t begin = stream.m_tokens.size();
        for (const Token& token : *encoded) {
            stream.m_tokens.push_back(token.id);
            stream.m_ends.push_back(token.end);
        }
        stream.m_texts.push_back(text);
        stream.m_documentTokens.emplace_back(begin, stream.m_tokens.size());
    }
    return stream;
}

std::string_view DocumentStream::text(const DocumentPlace& place) const
{
    return m_texts[place.document].substr(place.range.begin, place.range.size());
}

std::vector<DocumentPlace> DocumentStream::placesOfTokens(std::uint64_t begin, std::uint64_t end) const
{
    std::vector<DocumentPlace> places;
    for (std::uint32_t document = 0; document < documents(); ++document) {
        const auto [first, last] = m_documentTokens[document];
        const std::uint64_t from = std::max(begin, first), to = std::min(end, last);
        if (from >= to)
            continue;
        const std::uint64_t textBegin = from == first ? 0 : m_ends[from - 1];
        if (m_ends[to - 1] > textBegin)
            places.push_back({document, {textBegin, m_ends[to - 1]}});
    }
    return places;
}

std::vector<DocumentPlace> DocumentStream::placesOf(BlockId block) const
{
    const std::uint64_t begin = std::uint64_t{block.value} * m_blockTokens;
    return placesOfTokens(begin, std::min<std::uint64_t>(begin + m_blockTokens, m_tokens.size()));
}

std::string DocumentStream::blockText(BlockId block) const
{
    std::string joined;
    for (const DocumentPlace& place : placesOf(block))
        joined += text(place);
    return joined;
}

std::pair<std::uint64_t, std::uint64_t> DocumentStream::tokensOf(const DocumentPlace& place) const
{
    const auto [first, last] = m_documentTokens[place.document];
    const auto begin = m_ends.begin() + static_cast<std::ptrdiff_t>(first), end = m_ends.begin() + static_cast<std::ptrdiff_t>(last);
    if (place.range.begin >= place.range.end)
        return {first, first};
    const auto from = std::upper_bound(begin, end, place.range.begin);   // first token that ends behind the place's begin
    auto to = std::lower_bound(from, end, place.range.end);              // first token that reaches the place's end
    if (to != end)
        ++to;
    return {static_cast<std::uint64_t>(from - m_ends.begin()), static_cast<std::uint64_t>(to - m_ends.begin())};
}

std::vector<BlockId> DocumentStream::blocksOf(const DocumentPlace& place) const
{
    const auto [first, last] = tokensOf(place);
    std::vector<BlockId> blocks;
    if (first >= last)
        return blocks;
    for (std::uint64_t block = first / m_blockTokens; block <= (last - 1) / m_blockTokens; ++block)
        blocks.emplace_back(static_cast<std::uint32_t>(block));
    return blocks;
}

BlockId DocumentStream::firstBlockOf(std::uint32_t document) const
{
    return BlockId(static_cast<std::uint32_t>(documentBegin(document) / m_blockTokens));
}

}  // namespace cairn
