#include "core/tokenizer/sentencepiece_library.h"

#include <sentencepiece_processor.h>

#include <algorithm>

namespace cairn
{

namespace
{

constexpr std::size_t kPartBytes = 1 << 20;   // the library needs some 50 times the bytes it encodes at once

bool load(sentencepiece::SentencePieceProcessor& processor, const SentencePieceFile& file)
{
    return processor.LoadFromSerializedProto(serialise(file)).ok();
}

// The library gives the whole character to the last of its byte tokens: one byte each instead.
void shareBytes(const PieceVocabulary& vocabulary, std::vector<Token>& tokens, std::size_t from)
{
    for (std::size_t i = from; i < tokens.size(); ++i) {
        std::size_t last = i;
        while (last < tokens.size() && vocabulary.type(tokens[last].id) == TokenType::Byte && tokens[last].end == tokens[last].begin)
            ++last;
        if (last == i || last == tokens.size() || vocabulary.type(tokens[last].id) != TokenType::Byte)
            continue;
        const std::uint32_t end = tokens[last].end;
        std::uint32_t at = tokens[i].begin;
        for (std::size_t k = i; k <= last; ++k) {
            tokens[k].begin = at;
            at = tokens[k].end = k == last ? end : std::min(at + 1, end);
        }
        i = last;
    }
}

}  // namespace

struct SentencePieceLibrary::Impl
{
    sentencepiece::SentencePieceProcessor starting;     // as the file says
    sentencepiece::SentencePieceProcessor continuing;   // without a prefix space
};

SentencePieceLibrary::SentencePieceLibrary(const PieceVocabulary& vocabulary)
    : m_vocabulary(vocabulary), m_impl(std::make_unique<Impl>())
{
}

SentencePieceLibrary::~SentencePieceLibrary() = default;

Result<std::unique_ptr<const SentencePieceLibrary>> SentencePieceLibrary::create(const PieceVocabulary& vocabulary)
{
    SentencePieceFile file = vocabulary.file();
    std::unique_ptr<SentencePieceLibrary> library(new SentencePieceLibrary(vocabulary));
    bool loaded = load(library->m_impl->starting, file);
    file.addDummyPrefix = false;
    loaded = loaded && load(library->m_impl->continuing, file);
    if (!loaded)
        return Error{ErrorCode::Unsupported, "The sentencepiece library doesn't accept this tokenizer.model; use another model."};
    return std::unique_ptr<const SentencePieceLibrary>(std::move(library));
}

// Where spaces collapse and words start with one, a text may be cut before a word: the next part begins with the same mark.
std::size_t SentencePieceLibrary::partEnd(std::string_view text, std::size_t begin) const
{
    const SentencePieceFile& file = m_vocabulary.file();
    if (!file.removeExtraSpaces || !file.addDummyPrefix || file.spaceAsSuffix || text.size() - begin <= kPartBytes)
        return text.size();
    return std::min(text.find(' ', begin + kPartBytes), text.size());
}

std::vector<Token> SentencePieceLibrary::encode(std::string_view text, bool prefixSpace) const
{
    std::vector<Token> tokens;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = partEnd(text, begin);
        encodePart(text.substr(begin, end - begin), static_cast<std::uint32_t>(begin), begin > 0 || prefixSpace, tokens);
        begin = end;
    }
    return tokens;
}

// Ranges follow each other: what normalisation removed belongs to the token after it, at the end to the one before.
void SentencePieceLibrary::encodePart(std::string_view text, std::uint32_t offset, bool prefixSpace, std::vector<Token>& tokens) const
{
    const auto& processor = prefixSpace ? m_impl->starting : m_impl->continuing;
    const std::size_t from = tokens.size();
    const auto encoded = processor.EncodeAsImmutableProto({text.data(), text.size()});   // owns what pieces() points to
    for (const auto& piece : encoded.pieces()) {
        const std::uint32_t begin = tokens.empty() ? 0 : tokens.back().end;
        const auto end = std::min<std::uint32_t>(piece.end(), static_cast<std::uint32_t>(text.size()));
        tokens.push_back({static_cast<TokenId>(piece.id()), begin, std::max(begin, offset + end)});
    }
    shareBytes(m_vocabulary, tokens, from);
    if (!tokens.empty())
        tokens.back().end = offset + static_cast<std::uint32_t>(text.size());
}

}  // namespace cairn
