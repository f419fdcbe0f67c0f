// Cuts text into the words that merges never cross. Hand-written state machines for the known patterns; no pattern of a file
// is ever compiled. Linear in the length of the text, whatever it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cairn
{

enum class WordPattern : std::uint8_t
{
    Gpt2,     // 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
    Digits,   // every \p{N} alone, what is between them by Gpt2 (SmolLM, StarCoder)
    Llama3,   // (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
    Qwen2     // as Llama3, but every \p{N} alone
};

// `tokenizer.ggml.pre` of a GGUF file; nullopt: not one we know.
std::optional<WordPattern> wordPatternOfGguf(std::string_view name);

// The regular expression of a tokenizer.json's Split, compared as text.
std::optional<WordPattern> wordPatternOfRegex(std::string_view regex);

class WordSplitter
{
public:
    // `text` is valid UTF-8 and outlives the splitter.
    WordSplitter(WordPattern pattern, std::string_view text) : m_pattern(pattern), m_text(text) {}

    // The next word, never empty; nullopt at the end. Words follow each other without gaps.
    std::optional<std::string_view> next();

private:
    std::size_t gpt2Word(std::size_t end) const;
    std::size_t llama3Word(std::size_t maxDigits) const;
    std::size_t digitsWord();

    WordPattern m_pattern;
    std::string_view m_text;
    std::size_t m_at = 0;
    std::size_t m_segmentEnd = 0;   // Digits: where the stretch without numbers around m_at ends
};

}  // namespace cairn
