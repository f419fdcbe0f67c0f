// Sentencepiece vocabularies: tokenizer.model files and GGUF files with model "llama".
#pragma once

#include "core/result.h"
#include "core/tokenizer/tokenizer.h"
#include "core/types/ids.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Fields of a GGUF file (`tokenizer.ggml.*`); pieces merge by score (BPE), text is taken as it stands.
struct SentencePieceVocabulary
{
    std::vector<std::string> tokens;          // U+2581 for a space
    std::vector<float> scores;
    std::vector<std::int32_t> types;          // TokenType per token; empty: all normal but <0xNN>, <unk>, <s>, </s>
    std::optional<TokenId> bos, eos, pad, unknown;
    std::optional<bool> addBos;               // not stated: true
    std::optional<bool> addSpacePrefix;       // not stated: true
    bool removeExtraSpaces = false;
};

// Corruption: a rule of reliability.md 4 fails. Markers (tokens like <s> or [INST]) never come out of plain text, also where
// the vocabulary calls them user-defined.
Result<std::shared_ptr<const Tokenizer>> makeSentencePieceTokenizer(SentencePieceVocabulary vocabulary);

// Names and ids of added_tokens.json: markers that a model was given after its tokenizer.model was made.
using AddedTokens = std::map<std::string, TokenId>;

// `path`: a tokenizer.model. BPE without normalisation rules runs in our own code, everything else in the sentencepiece library.
// Added tokens are special ones; their ids follow those of the file (at most 1,024 may be left out), or name pieces that it has.
// NotFound, Io, InvalidArgument (no regular file, too large), Corruption.
Result<std::shared_ptr<const Tokenizer>> readSentencePieceModel(const std::string& path, const AddedTokens& added = {});
Result<std::shared_ptr<const Tokenizer>> parseSentencePieceModel(std::string_view bytes, const AddedTokens& added = {});

}  // namespace cairn
