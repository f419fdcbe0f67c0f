#include "core/answering/prompt.h"

namespace cairn
{

namespace
{

// The wording that the answer weights were trained with.
constexpr std::string_view kBeforeQuestion = "Question: ";
constexpr std::string_view kAfterQuestion = "\nAnswer in a few words from the text.";
constexpr std::string_view kBlankLine = "\n\n";

}  // namespace

Result<std::vector<TokenId>> tokenIds(std::string_view text, const Tokenizer& tokenizer)
{
    const auto encoded = tokenizer.encode(text);
    if (!encoded)
        return encoded.error();
    std::vector<TokenId> ids;
    for (const Token& token : *encoded)
        ids.push_back(token.id);
    return ids;
}

PromptBuilder::PromptBuilder(const Tokenizer& tokenizer, const ChatFormat& chat, const DocumentStream& stream)
    : m_tokenizer(tokenizer), m_chat(chat), m_stream(stream)
{
}

Result<void> PromptBuilder::append(const Prompt& prompt)
{
    const auto encoded = encodePrompt(prompt, m_tokenizer);
    if (!encoded)
        return encoded.error();
    tokens.insert(tokens.end(), encoded->begin(), encoded->end());
    sourceBlocks.resize(tokens.size(), kNoBlock);
    return {};
}

Result<void> PromptBuilder::openChat()
{
    tokens.insert(tokens.end(), m_stream.prefix().begin(), m_stream.prefix().end());
    sourceBlocks.resize(tokens.size(), kNoBlock);
    return {};
}

Result<void> PromptBuilder::addText(std::string_view text)
{
    return append({{std::string(text), false}});
}

Result<void> PromptBuilder::addTurns(std::span<const ConversationTurn> turns)
{
    for (const ConversationTurn& turn : turns) {
        Prompt prompt = {{std::string(kBeforeQuestion) + turn.question, false}};
        prompt.insert(prompt.end(), m_chat.afterUser.begin(), m_chat.afterUser.end());
        prompt.push_back({turn.answer, false});
        prompt.insert(prompt.end(), m_chat.afterReply.begin(), m_chat.afterReply.end());
        prompt.insert(prompt.end(), m_chat.beforeUser.begin(), m_chat.beforeUser.end());
        if (auto done = append(prompt); !done)
            return done;
    }
    return {};
}

Result<void> PromptBuilder::addPassage(const DocumentPlace& place)
{
    const auto encoded = m_tokenizer.encode(m_stream.text(place));
    if (!encoded)
        return encoded.error();
    for (const Token& token : *encoded) {
        const std::uint64_t at = place.range.begin + token.begin;
        const std::vector<BlockId> blocks = m_stream.blocksOf({place.document, {at, at + 1}});
        tokens.push_back(token.id);
        sourceBlocks.push_back(blocks.empty() ? kNoBlock : blocks.front().value);
    }
    passages.push_back(place);
    return addText(kBlankLine);
}

Result<void> PromptBuilder::endUserTurn()
{
    return append(m_chat.afterUser);
}

Result<void> PromptBuilder::addQuestion(std::string_view question)
{
    Prompt prompt = {{std::string(kBeforeQuestion) + std::string(question) + std::string(kAfterQuestion), false}};
    prompt.insert(prompt.end(), m_chat.afterUser.begin(), m_chat.afterUser.end());
    return append(prompt);
}

}  // namespace cairn
