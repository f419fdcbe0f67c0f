// How a model wants to be asked. Recognised by comparing the file's template with known forms; templates are never run
// (reliability.md 4). Pieces are alternately plain text and special tokens, so that text can't smuggle a marker in.
#pragma once

#include "core/tokenizer/tokenizer.h"
#include "core/result.h"
#include "core/types/ids.h"

#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class ChatKind { Plain, ChatML, Llama2, Llama3, Mistral, Alpaca, Zephyr, Vicuna };

// Special tokens are named, plain text is quoted: {{"<|im_start|>", true}, {"user\n", false}}.
struct PromptPiece
{
    std::string text;
    bool special = false;
};
using Prompt = std::vector<PromptPiece>;

struct ChatFormat
{
    ChatKind kind = ChatKind::Plain;
    Prompt beforeSystem, afterSystem;     // around the system message (empty: the form has none)
    Prompt beforeUser, afterUser;         // around what the user says; afterUser ends where the reply begins
    Prompt afterReply;                    // closes the reply before the next user turn
    std::string defaultSystem;            // the model's own default system message, if its template has one
    bool systemInUserTurn = false;        // the system message follows beforeUser instead of preceding it (Llama-2, Mistral)
};

// `chatTemplate`: tokenizer.chat_template of the file, or empty.
ChatFormat recogniseChatFormat(std::string_view chatTemplate, const Tokenizer& tokenizer);

// The two halves of a turn about a text: openingPrompt(), then the text, then questionPrompt(); the reply follows.
// openingPrompt: system message (`system`, or the model's own if empty; none if it has none) and the start of the user's turn.
// BOS is not among the pieces: who starts a stream puts bos() first where addsBos() says so.
Prompt openingPrompt(const ChatFormat& format, std::string_view system = {});
Prompt questionPrompt(const ChatFormat& format, std::string_view question);

// Token ids of a prompt: special pieces become one id each (NotFound if the vocabulary lacks it), the others are encoded as plain
// text, neighbouring ones together. InvalidArgument: a plain piece isn't UTF-8.
Result<std::vector<TokenId>> encodePrompt(const Prompt& prompt, const Tokenizer& tokenizer);

std::string_view name(ChatKind kind);

}  // namespace cairn
