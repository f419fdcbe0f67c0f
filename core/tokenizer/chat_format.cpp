#include "core/tokenizer/chat_format.h"

#include <array>

namespace cairn
{

namespace
{

PromptPiece marker(std::string_view name) { return {std::string(name), true}; }
PromptPiece plain(std::string_view text) { return {std::string(text), false}; }

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// A message that stands literally in a ChatML template ("<|im_start|>system\nYou are ..<|im_end|>"); "" if the template only
// pastes one from its input. Line breaks may be written as such or as \n.
std::string literalSystem(std::string_view chatTemplate)
{
    static constexpr std::string_view kOpen = "<|im_start|>system", kClose = "<|im_end|>";
    for (std::size_t at = chatTemplate.find(kOpen); at != std::string_view::npos; at = chatTemplate.find(kOpen, at + 1)) {
        std::string_view rest = chatTemplate.substr(at + kOpen.size());
        if (rest.starts_with("\\n"))
            rest.remove_prefix(2);
        else if (rest.starts_with('\n'))
            rest.remove_prefix(1);
        else
            continue;
        const std::string_view message = rest.substr(0, rest.find(kClose));
        if (message.size() < rest.size() && !message.empty() && message.find_first_of("'\"{}\\") == std::string_view::npos)
            return std::string(message);
    }
    return {};
}

ChatFormat chatMl(std::string_view chatTemplate)
{
    const PromptPiece start = marker("<|im_start|>"), end = marker("<|im_end|>"), lineBreak = plain("\n");
    ChatFormat format;
    format.kind = ChatKind::ChatML;
    format.beforeSystem = {start, plain("system\n")};
    format.afterSystem = {end, lineBreak};
    format.beforeUser = {start, plain("user\n")};
    format.afterUser = {end, lineBreak, start, plain("assistant\n")};
    format.afterReply = {end, lineBreak};
    format.defaultSystem = literalSystem(chatTemplate);
    return format;
}

ChatFormat llama3()
{
    const PromptPiece open = marker("<|start_header_id|>"), close = marker("<|end_header_id|>"), end = marker("<|eot_id|>");
    const PromptPiece blankLine = plain("\n\n");
    ChatFormat format;
    format.kind = ChatKind::Llama3;
    format.beforeSystem = {open, plain("system"), close, blankLine};
    format.afterSystem = {end};
    format.beforeUser = {open, plain("user"), close, blankLine};
    format.afterUser = {end, open, plain("assistant"), close, blankLine};
    format.afterReply = {end};
    return format;
}

ChatFormat llama2()
{
    ChatFormat format;
    format.kind = ChatKind::Llama2;
    format.beforeSystem = {plain("<<SYS>>\n")};
    format.afterSystem = {plain("\n<</SYS>>\n\n")};
    format.beforeUser = {plain("[INST] ")};
    format.afterUser = {plain(" [/INST]")};
    format.afterReply = {marker("</s>"), marker("<s>")};   // every turn is a stream of its own to the model
    format.systemInUserTurn = true;
    return format;
}

// Newer vocabularies have [INST] as a token, the first ones spell it.
ChatFormat mistral(const Tokenizer& tokenizer)
{
    const bool special = tokenizer.special("[INST]") && tokenizer.special("[/INST]");
    ChatFormat format;
    format.kind = ChatKind::Mistral;
    format.afterSystem = {plain("\n\n")};
    format.beforeUser = {special ? marker("[INST]") : plain("[INST] ")};
    format.afterUser = {special ? marker("[/INST]") : plain(" [/INST]")};
    format.afterReply = {marker("</s>")};
    format.systemInUserTurn = true;
    return format;
}

ChatFormat zephyr()
{
    const PromptPiece end = marker("</s>");
    ChatFormat format;
    format.kind = ChatKind::Zephyr;
    format.beforeSystem = {plain("<|system|>\n")};
    format.afterSystem = {end, plain("\n")};
    format.beforeUser = {plain("<|user|>\n")};
    format.afterUser = {end, plain("\n<|assistant|>\n")};
    format.afterReply = {end, plain("\n")};
    return format;
}

ChatFormat alpaca()
{
    ChatFormat format;
    format.kind = ChatKind::Alpaca;
    format.afterSystem = {plain("\n\n")};
    format.beforeUser = {plain("### Instruction:\n")};
    format.afterUser = {plain("\n\n### Response:\n")};
    format.afterReply = {plain("\n\n")};
    format.defaultSystem = "Below is an instruction that describes a task. Write a response that appropriately completes the request.";
    return format;
}

// Who speaks is spelled on one line with what is said; its files' templates, where they have one, tell no system message.
ChatFormat vicuna()
{
    ChatFormat format;
    format.kind = ChatKind::Vicuna;
    format.afterSystem = {plain(" ")};
    format.beforeUser = {plain("USER: ")};
    format.afterUser = {plain(" ASSISTANT:")};
    format.afterReply = {marker("</s>")};
    format.defaultSystem = "A chat between a curious user and an artificial intelligence assistant. "
                           "The assistant gives helpful, detailed, and polite answers to the user's questions.";
    return format;
}

// Question and answer, for models that were never taught to chat.
ChatFormat plainForm()
{
    ChatFormat format;
    format.afterSystem = {plain("\n\n")};
    format.afterUser = {plain("\nAnswer:")};
    format.afterReply = {plain("\n\n")};
    return format;
}

void append(Prompt& prompt, const Prompt& pieces) { prompt.insert(prompt.end(), pieces.begin(), pieces.end()); }

}  // namespace

ChatFormat recogniseChatFormat(std::string_view chatTemplate, const Tokenizer& tokenizer)
{
    const auto has = [&](std::string_view name) { return contains(chatTemplate, name) && tokenizer.special(name); };
    if (has("<|im_start|>") && has("<|im_end|>"))
        return chatMl(chatTemplate);
    if (has("<|start_header_id|>") && tokenizer.special("<|end_header_id|>") && tokenizer.special("<|eot_id|>"))
        return llama3();
    const bool endsTurns = tokenizer.special("</s>").has_value();
    if (contains(chatTemplate, "[INST]") && contains(chatTemplate, "<<SYS>>") && endsTurns && tokenizer.special("<s>"))
        return llama2();
    if (contains(chatTemplate, "[INST]") && endsTurns)
        return mistral(tokenizer);
    if (contains(chatTemplate, "<|user|>") && contains(chatTemplate, "<|assistant|>") && endsTurns)
        return zephyr();
    if (contains(chatTemplate, "### Instruction:"))
        return alpaca();
    if (contains(chatTemplate, "USER:") && contains(chatTemplate, "ASSISTANT:") && endsTurns)
        return vicuna();
    return plainForm();
}

Prompt openingPrompt(const ChatFormat& format, std::string_view system)
{
    const std::string message = system.empty() ? format.defaultSystem : std::string(system);
    Prompt prompt;
    if (message.empty()) {
        append(prompt, format.beforeUser);
        return prompt;
    }
    if (format.systemInUserTurn)
        append(prompt, format.beforeUser);
    append(prompt, format.beforeSystem);
    prompt.push_back(plain(message));
    append(prompt, format.afterSystem);
    if (!format.systemInUserTurn)
        append(prompt, format.beforeUser);
    return prompt;
}

Prompt questionPrompt(const ChatFormat& format, std::string_view question)
{
    Prompt prompt = {plain(format.kind == ChatKind::Plain ? "\n\nQuestion: " : "\n\n"), plain(question)};
    append(prompt, format.afterUser);
    return prompt;
}

Result<std::vector<TokenId>> encodePrompt(const Prompt& prompt, const Tokenizer& tokenizer)
{
    std::vector<TokenId> ids;
    for (std::size_t i = 0; i < prompt.size();) {
        if (prompt[i].special) {
            const auto id = tokenizer.special(prompt[i].text);
            if (!id)
                return Error{ErrorCode::NotFound,
                             "The model's vocabulary has no token " + prompt[i].text + "; choose another chat format."};
            ids.push_back(*id);
            ++i;
            continue;
        }
        std::string text;
        for (; i < prompt.size() && !prompt[i].special; ++i)
            text += prompt[i].text;
        const auto tokens = text.starts_with('\n') ? tokenizer.encodeContinuation(text) : tokenizer.encode(text);
        if (!tokens)
            return tokens.error();
        for (const Token& token : *tokens)
            ids.push_back(token.id);
    }
    return ids;
}

std::string_view name(ChatKind kind)
{
    static constexpr std::array<std::string_view, 8> kNames = {"plain",   "ChatML", "Llama-2", "Llama-3",
                                                              "Mistral", "Alpaca", "Zephyr",  "Vicuna"};
    return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace cairn
