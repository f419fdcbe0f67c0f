// What both sentencepiece tokenizers share: names, kinds and decoding of pieces. Immutable.
#pragma once

#include "core/tokenizer/sentencepiece_file.h"
#include "core/tokenizer/token_type.h"
#include "core/types/ids.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn
{

inline constexpr std::string_view kSpaceMark = "\xE2\x96\x81";   // U+2581 stands for a space in pieces
inline constexpr TokenId kNoPiece = -1;

// A name in <..> or [..]: never to be matched in plain text.
bool looksLikeMarker(std::string_view name);

class PieceVocabulary
{
public:
    // REQUIRES: `file` passed checkSentencePieceFile(). User-defined markers become control pieces.
    explicit PieceVocabulary(SentencePieceFile file);

    const SentencePieceFile& file() const { return m_file; }
    std::int32_t size() const { return static_cast<std::int32_t>(m_file.pieces.size()); }
    TokenType type(TokenId id) const { return static_cast<TokenType>(m_file.pieces[static_cast<std::size_t>(id)].type); }
    std::string_view text(TokenId id) const { return m_file.pieces[static_cast<std::size_t>(id)].text; }

    std::string decode(TokenId id, bool first) const;
    TokenId byteToken(unsigned char byte) const { return m_byteTokens[byte]; }   // kNoPiece: none
    std::optional<TokenId> special(std::string_view name) const;
    std::vector<TokenId> ends() const;
    std::optional<TokenId> optional(std::int32_t id) const { return id < 0 ? std::nullopt : std::optional<TokenId>(id); }

private:
    SentencePieceFile m_file;
    std::array<TokenId, 256> m_byteTokens;
    std::unordered_map<std::string, TokenId> m_specials;
};

}  // namespace cairn
