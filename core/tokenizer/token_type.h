// Kinds of vocabulary entries, numbered as in tokenizer.model and in `tokenizer.ggml.token_type`.
#pragma once

#include <cstdint>
#include <string_view>

namespace cairn
{

enum class TokenType : std::int32_t { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 };

inline constexpr std::int32_t kLastTokenType = 6;

// Names by which models end an answer, besides the end that their file states.
bool endsAnswer(std::string_view tokenName);

}  // namespace cairn
