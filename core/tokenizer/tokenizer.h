// Text to tokens and back, with exact byte offsets. Implementations: sentencepiece (tokenizer.model) and byte-level BPE
// (tokenizer.json, GGUF). Immutable after loading: any thread may call. No Qt, no torch.
#pragma once

#include "core/result.h"
#include "core/types/ids.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// Bytes [begin, end) of the encoded text. Ranges ascend and together cover the text. A byte token of a multi-byte character
// covers its own byte; a prefix space that the model adds covers none.
struct Token
{
    TokenId id = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

class Tokenizer
{
public:
    virtual ~Tokenizer() = default;

    // Plain text only: what spells a special token is ordinary characters. No BOS is added. `text` is valid UTF-8 (else
    // InvalidArgument) and at most 4 GiB.
    virtual Result<std::vector<Token>> encode(std::string_view text) const = 0;

    // For text that goes on after other text of the same stream: as encode(), without the space that sentencepiece models put
    // before a text's first word.
    virtual Result<std::vector<Token>> encodeContinuation(std::string_view text) const { return encode(text); }

    // The bytes a token adds to a text being written (may be part of a character). Special tokens give "". `first`: the
    // token starts the text (sentencepiece then drops its leading space).
    virtual std::string decode(TokenId id, bool first = false) const = 0;

    virtual std::int32_t vocabularySize() const = 0;
    virtual std::optional<TokenId> bos() const = 0;
    virtual std::optional<TokenId> pad() const { return std::nullopt; }              // never generated, unless it also ends a text
    virtual std::vector<TokenId> endOfText() const = 0;                              // any of them ends an answer
    virtual std::optional<TokenId> special(std::string_view name) const = 0;         // "<|im_start|>", "[PAD]", "<landmark>"
    virtual bool addsBos() const = 0;                                                // the model expects BOS once per stream
};

}  // namespace cairn
