// What a strategy gives the model: tokens that continue a fork, which of them repeat words of the documents, and the settings and
// controls they run under. Built from the chat format's pieces, so that text can't smuggle a marker in.
#pragma once

#include "core/answering/document_stream.h"
#include "core/engine/engine.h"
#include "core/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

// An earlier question of the conversation and its answer.
struct ConversationTurn
{
    std::string question;
    std::string answer;
};

struct PreparedPrompt
{
    AskingSettings settings;
    Controls controls;                        // while the question is fed and the answer is written
    std::size_t readingTokens = 0;            // the first of `tokens`, up to the end of the passages, are fed under readingControls:
    Controls readingControls;                 // passages are read for themselves, only the question looks into the memory
    std::vector<TokenId> tokens;
    std::vector<std::uint32_t> sourceBlocks;  // [tokens] as FeedOptions::sourceBlocks
    std::vector<DocumentPlace> passages;      // what the prompt repeats, in its order
    std::string quotation;                    // words of the passages that are the answer, in quotation marks: nothing is written
    bool declines = false;                    // nothing in it answers: nothing is written, and the answer says so
    double prior = 0;                         // how much speaks for this prompt before an answer is written (log scale)
};

// Of plain words, without markers.
Result<std::vector<TokenId>> tokenIds(std::string_view text, const Tokenizer& tokenizer);

// Appends to a prompt piece by piece. One use per prompt.
class PromptBuilder
{
public:
    PromptBuilder(const Tokenizer& tokenizer, const ChatFormat& chat, const DocumentStream& stream);

    Result<void> openChat();                              // the stream's prefix again: for prompts that don't see the stream
    Result<void> addTurns(std::span<const ConversationTurn> turns);   // complete turns; ends where the user speaks again
    Result<void> addPassage(const DocumentPlace& place);  // followed by a blank line
    Result<void> addText(std::string_view text);          // plain
    Result<void> endUserTurn();

    // "Question: .. Answer in a few words from the text." and the end of the user's turn.
    Result<void> addQuestion(std::string_view question);

    std::vector<TokenId> tokens;
    std::vector<std::uint32_t> sourceBlocks;
    std::vector<DocumentPlace> passages;

private:
    Result<void> append(const Prompt& prompt);

    const Tokenizer& m_tokenizer;
    const ChatFormat& m_chat;
    const DocumentStream& m_stream;
};

}  // namespace cairn
