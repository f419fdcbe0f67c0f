#include "app/session/tokenizer_name.h"

#include "storage/bytes/hashing.h"

#include <cstdint>
#include <span>

namespace cairn
{

std::string tokenizerName(const Tokenizer& tokenizer)
{
    std::string pieces;   // each behind its length: no other pieces give the same bytes
    for (TokenId id = 0; id < tokenizer.vocabularySize(); ++id) {
        const std::string piece = tokenizer.decode(id);
        pieces.append(std::to_string(piece.size())).append(1, ' ').append(piece);
    }
    return std::to_string(tokenizer.vocabularySize()) + " tokens, " + hexText(hash128(std::as_bytes(std::span<const char>(pieces))));
}

}  // namespace cairn
