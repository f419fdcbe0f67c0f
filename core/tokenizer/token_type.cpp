#include "core/tokenizer/token_type.h"

#include <algorithm>
#include <array>

namespace cairn
{

bool endsAnswer(std::string_view tokenName)
{
    static constexpr std::array<std::string_view, 8> kNames = {"</s>", "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>",
                                                                "<|end_of_text|>", "<|end|>", "<|endofturn|>"};
    return std::ranges::find(kNames, tokenName) != kNames.end();
}

}  // namespace cairn
