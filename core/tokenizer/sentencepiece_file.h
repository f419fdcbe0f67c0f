// The bytes of a tokenizer.model: a protocol buffer (sentencepiece_model.proto), read by our own strict reader. Only a message
// written anew from checked fields ever reaches the sentencepiece library.
#pragma once

#include "core/result.h"
#include "core/types/ids.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class SentencePieceAlgorithm : std::uint8_t { Unigram = 1, Bpe = 2, Word = 3, Char = 4 };

// Field numbers and defaults are those of sentencepiece_model.proto; -1: no such token.
struct SentencePieceFile
{
    struct Piece
    {
        std::string text;
        float score = 0;
        std::int32_t type = 1;   // TokenType
    };
    std::vector<Piece> pieces;
    SentencePieceAlgorithm algorithm = SentencePieceAlgorithm::Unigram;
    bool byteFallback = false;
    bool spaceAsSuffix = false;
    std::int32_t unknown = 0, bos = 1, eos = 2, pad = -1;
    std::string charsmap;               // compiled normalisation rules; empty: identity
    bool addDummyPrefix = true;
    bool removeExtraSpaces = true;
    bool escapeSpaces = true;
};

// Corruption with the byte offset where a rule of reliability.md 4 fails; every field of the result then keeps those rules.
Result<SentencePieceFile> parseSentencePieceFile(std::string_view bytes);

// The rules on fields, for vocabularies from elsewhere (GGUF).
Result<void> checkSentencePieceFile(const SentencePieceFile& file);

// A message with these fields and no others.
std::string serialise(const SentencePieceFile& file);

}  // namespace cairn
