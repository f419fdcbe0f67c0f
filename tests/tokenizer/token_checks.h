// What holds for the tokens of every text, and texts that are likely to break it.
#pragma once

#include "core/formats/utf8.h"
#include "core/tokenizer/tokenizer.h"

#include <random>
#include <string>
#include <vector>

namespace cairn::testing
{

// Empty: ranges ascend without gaps and cover the text; else what is wrong.
inline std::string rangeFault(const std::vector<Token>& tokens, std::string_view text)
{
    std::uint32_t at = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].begin != at || tokens[i].end < tokens[i].begin)
            return "token " + std::to_string(i) + " covers " + std::to_string(tokens[i].begin) + ".." + std::to_string(tokens[i].end);
        at = tokens[i].end;
    }
    return at == text.size() ? std::string() : "the text ends at " + std::to_string(text.size()) + ", the tokens at " + std::to_string(at);
}

inline std::string decodeAll(const Tokenizer& tokenizer, const std::vector<Token>& tokens)
{
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        text += tokenizer.decode(tokens[i].id, i == 0);
    return text;
}

inline std::vector<TokenId> idsOf(const std::vector<Token>& tokens)
{
    std::vector<TokenId> ids;
    for (const Token& token : tokens)
        ids.push_back(token.id);
    return ids;
}

// Characters of many scripts, spaces, line ends, marks, emoji; the alphabet is chosen so that neighbours often interact.
inline std::string randomText(std::mt19937& random, std::size_t characters)
{
    static constexpr char32_t kRanges[][2] = {{0x20, 0x7E}, {0x61, 0x7A}, {0x61, 0x7A}, {0x30, 0x39}, {0x20, 0x20}, {0x09, 0x0D},
        {0xA0, 0xFF}, {0x300, 0x33F}, {0x370, 0x4FF}, {0x5D0, 0x6FF}, {0x900, 0x97F}, {0x2000, 0x200F}, {0x2010, 0x2070},
        {0x3000, 0x30FF}, {0x4E00, 0x4FFF}, {0xAC00, 0xADFF}, {0xFB00, 0xFB06}, {0x1F600, 0x1F64F}, {0x10FFF0, 0x10FFFF}};
    std::string text;
    for (std::size_t i = 0; i < characters; ++i) {
        const auto& range = kRanges[random() % std::size(kRanges)];
        appendUtf8(text, range[0] + static_cast<char32_t>(random() % (range[1] - range[0] + 1)));
    }
    return text;
}

}  // namespace cairn::testing
