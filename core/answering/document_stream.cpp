#include "core/answering/document_stream.h"

namespace cairn
{

namespace
{

constexpr std::string_view kSeparator = "\n\n";   // between documents, as between paragraphs

// Documents without tokens stand where the next one starts.
void placeEmptyOnes(StreamMapData& map)
{
    std::uint64_t next = map.ends.size();
    for (auto tokens = map.documentTokens.rbegin(); tokens != map.documentTokens.rend(); ++tokens) {
        if (tokens->first == tokens->second)
            *tokens = {next, next};
        next = tokens->first;
    }
}

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
    DocumentStream stream(documents);
    StreamMapData map;
    map.blockTokens = blockTokens;
    auto prefix = chatPrefix(tokenizer, chat);
    if (!prefix)
        return prefix.error();
    stream.m_tokens = *std::move(prefix);
    map.prefixTokens = stream.m_tokens.size();
    map.ends.assign(stream.m_tokens.size(), 0);
    const auto separator = tokenizer.encode(kSeparator);
    if (!separator)
        return separator.error();
    for (const std::string_view text : documents) {
        if (!text.empty() && stream.m_tokens.size() > map.prefixTokens) {
            for (const Token& token : *separator)
                stream.m_tokens.push_back(token.id);
            map.ends.resize(stream.m_tokens.size(), 0);
        }
        const auto encoded = tokenizer.encode(text);
        if (!encoded)
            return encoded.error();
        const std::uint64_t begin = stream.m_tokens.size();
        for (const Token& token : *encoded) {
            stream.m_tokens.push_back(token.id);
            map.ends.push_back(token.end);
        }
        map.documentTokens.emplace_back(begin, stream.m_tokens.size());
    }
    placeEmptyOnes(map);
    stream.m_map = StreamMap(std::move(map));
    return stream;
}

std::optional<DocumentStream> DocumentStream::ofTokens(std::string_view text, std::vector<TokenId> tokens, StreamMapData map)
{
    DocumentStream stream(std::span(&text, 1));
    stream.m_map = StreamMap(std::move(map));
    if (stream.m_map.tokens() != tokens.size() || !stream.m_map.isConsistent({text.size()}))
        return std::nullopt;
    stream.m_tokens = std::move(tokens);
    return stream;
}

std::string DocumentStream::blockText(BlockId block) const
{
    std::string joined;
    for (const DocumentPlace& place : placesOf(block))
        joined += text(place);
    return joined;
}

}  // namespace cairn
