// Vocabularies small enough to work out merges by hand.
#pragma once

#include "core/tokenizer/bpe_tokenizer.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/sentencepiece_file.h"
#include "core/tokenizer/token_type.h"

#include <cstdio>
#include <string>

namespace cairn::testing
{

// The 256 bytes (ids 0..255), then the results of "h e", "l l", "he ll", "hell o", "_ w" (_ is the space), then two markers.
inline BpeVocabulary smallBpe()
{
    BpeVocabulary v;
    for (int byte = 0; byte < 256; ++byte)
        v.tokens.push_back(tokenNameOfBytes(std::string(1, static_cast<char>(byte))));
    const std::string space = tokenNameOfBytes(" ");
    for (const std::string& merge : {std::string("h e"), std::string("l l"), std::string("he ll"), std::string("hell o"), space + " w"}) {
        v.merges.push_back(merge);
        const std::size_t at = merge.find(' ');
        v.tokens.push_back(merge.substr(0, at) + merge.substr(at + 1));   // 256 he, 257 ll, 258 hell, 259 hello, 260 _w
    }
    v.types.assign(v.tokens.size(), static_cast<std::int32_t>(TokenType::Normal));
    for (const char* name : {"<|im_start|>", "<|im_end|>"}) {             // 261, 262
        v.tokens.emplace_back(name);
        v.types.push_back(static_cast<std::int32_t>(TokenType::Control));
    }
    v.bos = 261;
    v.eos = 262;
    return v;
}

// <unk> <s> </s>, 256 bytes (3..258), then pieces with scores; U+2581 is the space.
inline SentencePieceFile smallSentencePiece()
{
    SentencePieceFile file;
    const auto add = [&](std::string text, float score, TokenType type) {
        file.pieces.push_back({std::move(text), score, static_cast<std::int32_t>(type)});
    };
    add("<unk>", 0, TokenType::Unknown);
    add("<s>", 0, TokenType::Control);
    add("</s>", 0, TokenType::Control);
    for (unsigned byte = 0; byte < 256; ++byte) {
        char name[8];
        std::snprintf(name, sizeof(name), "<0x%02X>", byte);
        add(name, 0, TokenType::Byte);
    }
    float score = -1;
    for (const char* text : {"ab", "bc", "abc", "\xE2\x96\x81" "a", "\xE2\x96\x81\xE2\x96\x81",       // 259..263
                             "a", "b", "c", "\xE2\x96\x81", "<", ">", "s", "/"})                        // 264..271
        add(text, score--, TokenType::Normal);
    file.algorithm = SentencePieceAlgorithm::Bpe;
    file.byteFallback = true;
    file.removeExtraSpaces = false;
    return file;
}

}  // namespace cairn::testing
