// Byte-level BPE: vocabularies of GGUF files (`tokenizer.ggml.*`, model "gpt2") and of Hugging Face's tokenizer.json.
// Text is taken as it stands: no normalisation, so that offsets are exact.
#pragma once

#include "core/result.h"
#include "core/tokenizer/tokenizer.h"
#include "core/types/ids.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

struct BpeVocabulary
{
    std::vector<std::string> tokens;        // names in the byte-level alphabet; special tokens as they are written
    std::vector<std::int32_t> types;        // TokenType per token; empty: all normal
    std::vector<std::string> merges;        // "left right", most important first
    std::string preTokenizer;               // `tokenizer.ggml.pre`; empty: GPT-2's
    std::optional<TokenId> bos, eos, pad, unknown;
    std::optional<bool> addBos;             // not stated: true with Llama-3's pattern, else false
    std::optional<bool> ignoreMerges;       // a word that is a token is taken whole; not stated: as addBos
};

// Corruption: names of tokens aren't valid UTF-8 of 1..1,024 bytes or occur twice, a merge's sides or result aren't tokens, a
// special id is out of range, sizes differ. Unsupported: a pre-tokenizer that Cairn doesn't know.
//
// encode(): a byte without a token (some vocabularies lack control characters) is left out; the range of the token before it,
// or else of the one after it, covers it.
Result<std::shared_ptr<const Tokenizer>> makeBpeTokenizer(BpeVocabulary vocabulary);

// A tokenizer.json with model BPE over bytes. Special ids by the names that occur among its added tokens; BOS where the
// file's post-processor puts one first. Corruption, Unsupported (another kind of tokenizer), NotFound, Io.
Result<BpeVocabulary> readTokenizerJson(const std::string& path);
Result<BpeVocabulary> parseTokenizerJson(std::string_view text);

}  // namespace cairn
