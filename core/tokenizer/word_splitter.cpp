#include "core/tokenizer/word_splitter.h"

#include "core/tokenizer/code_point.h"
#include "core/tokenizer/unicode_class.h"

#include <array>

namespace cairn
{

namespace
{

struct Character
{
    char32_t value = 0;
    std::size_t end = 0;    // where the next one begins
    CharClass type = CharClass::Other;
    bool none = true;       // past the end

    bool is(CharClass c) const { return !none && type == c; }
    bool isLineBreak() const { return value == '\r' || value == '\n'; }
};

Character characterAt(std::string_view text, std::size_t at, std::size_t end)
{
    if (at >= end)
        return {};
    const CodePoint c = codePointAt(text, at);
    return {c.value, at + c.length, charClass(c.value), false};
}

std::size_t skip(std::string_view text, std::size_t at, std::size_t end, CharClass type)
{
    while (at < end) {
        const Character c = characterAt(text, at, end);
        if (c.type != type)
            break;
        at = c.end;
    }
    return at;
}

std::size_t skipLineBreaks(std::string_view text, std::size_t at)
{
    while (at < text.size() && (text[at] == '\r' || text[at] == '\n'))
        ++at;
    return at;
}

// Length of 's 't 're 've 'm 'll 'd at `at`, else 0.
std::size_t contraction(std::string_view text, std::size_t at, std::size_t end, bool anyCase)
{
    static constexpr std::array<std::string_view, 7> kEndings = {"s", "t", "re", "ve", "m", "ll", "d"};
    if (text[at] != '\'')
        return 0;
    for (const std::string_view ending : kEndings) {
        if (ending.size() > end - at - 1)
            continue;
        const auto same = [&](std::size_t i) {
            const char c = text[at + 1 + i];
            return c == ending[i] || (anyCase && c == ending[i] - 'a' + 'A');
        };
        if (same(0) && (ending.size() == 1 || same(1)))
            return 1 + ending.size();
    }
    return 0;
}

// \s+(?!\S)|\s+ on the white space [at, runEnd): before a word its last character is left to the word.
std::size_t spaceWord(std::string_view text, std::size_t at, std::size_t runEnd, std::size_t end)
{
    if (runEnd == end)
        return runEnd;
    std::size_t last = runEnd - 1;
    while ((static_cast<unsigned char>(text[last]) & 0xC0) == 0x80)
        --last;
    return last > at ? last : runEnd;
}

}  // namespace

std::optional<std::string_view> WordSplitter::next()
{
    if (m_at >= m_text.size())
        return std::nullopt;
    std::size_t end = 0;
    switch (m_pattern) {
    case WordPattern::Gpt2: end = gpt2Word(m_text.size()); break;
    case WordPattern::Digits: end = digitsWord(); break;
    case WordPattern::Llama3: end = llama3Word(3); break;
    case WordPattern::Qwen2: end = llama3Word(1); break;
    }
    const std::string_view word = m_text.substr(m_at, end - m_at);
    m_at = end;
    return word;
}

// End of the word at m_at; the pattern sees the text up to `end` only.
std::size_t WordSplitter::gpt2Word(std::size_t end) const
{
    if (const std::size_t length = contraction(m_text, m_at, end, false))
        return m_at + length;
    const Character first = characterAt(m_text, m_at, end);
    const Character second = characterAt(m_text, first.end, end);
    const bool led = first.value == ' ' && !second.none && second.type != CharClass::Space;
    const Character& start = led ? second : first;
    if (start.type != CharClass::Space)
        return skip(m_text, start.end, end, start.type);
    return spaceWord(m_text, m_at, skip(m_text, first.end, end, CharClass::Space), end);
}

std::size_t WordSplitter::digitsWord()
{
    const Character first = characterAt(m_text, m_at, m_text.size());
    if (first.is(CharClass::Number))
        return first.end;
    if (m_segmentEnd <= m_at) {
        m_segmentEnd = first.end;
        while (m_segmentEnd < m_text.size()) {
            const Character c = characterAt(m_text, m_segmentEnd, m_text.size());
            if (c.is(CharClass::Number))
                break;
            m_segmentEnd = c.end;
        }
    }
    return gpt2Word(m_segmentEnd);
}

std::size_t WordSplitter::llama3Word(std::size_t maxDigits) const
{
    const std::size_t end = m_text.size();
    if (const std::size_t length = contraction(m_text, m_at, end, true))
        return m_at + length;
    const Character first = characterAt(m_text, m_at, end);
    const Character second = characterAt(m_text, first.end, end);
    if (first.is(CharClass::Letter) || (!first.isLineBreak() && !first.is(CharClass::Number) && second.is(CharClass::Letter)))
        return skip(m_text, first.end, end, CharClass::Letter);
    if (first.is(CharClass::Number)) {
        std::size_t at = first.end;
        for (std::size_t digits = 1; digits < maxDigits; ++digits) {
            const Character c = characterAt(m_text, at, end);
            if (!c.is(CharClass::Number))
                break;
            at = c.end;
        }
        return at;
    }
    if (first.is(CharClass::Other) || (first.value == ' ' && second.is(CharClass::Other)))
        return skipLineBreaks(m_text, skip(m_text, first.end, end, CharClass::Other));
    const std::size_t runEnd = skip(m_text, first.end, end, CharClass::Space);
    const std::size_t lastBreak = m_text.substr(m_at, runEnd - m_at).find_last_of("\r\n");
    return lastBreak != std::string_view::npos ? m_at + lastBreak + 1 : spaceWord(m_text, m_at, runEnd, end);
}

std::optional<WordPattern> wordPatternOfGguf(std::string_view name)
{
    struct Known { std::string_view name; WordPattern pattern; };
    static constexpr Known kKnown[] = {
        {"gpt-2", WordPattern::Gpt2}, {"phi-2", WordPattern::Gpt2}, {"mpt", WordPattern::Gpt2}, {"olmo", WordPattern::Gpt2},
        {"jais", WordPattern::Gpt2}, {"smollm", WordPattern::Digits}, {"starcoder", WordPattern::Digits},
        {"refact", WordPattern::Digits}, {"command-r", WordPattern::Digits}, {"codeshell", WordPattern::Digits},
        {"exaone", WordPattern::Digits}, {"minerva-7b", WordPattern::Digits}, {"llama3", WordPattern::Llama3},
        {"llama-v3", WordPattern::Llama3}, {"llama-bpe", WordPattern::Llama3}, {"falcon3", WordPattern::Llama3},
        {"dbrx", WordPattern::Llama3}, {"smaug-bpe", WordPattern::Llama3}, {"chatglm-bpe", WordPattern::Llama3},
        {"qwen2", WordPattern::Qwen2}, {"deepseek-r1-qwen", WordPattern::Qwen2}, {"stablelm2", WordPattern::Qwen2},
        {"hunyuan", WordPattern::Qwen2}, {"megrez", WordPattern::Qwen2}};
    for (const Known& known : kKnown)
        if (known.name == name)
            return known.pattern;
    return std::nullopt;
}

std::optional<WordPattern> wordPatternOfRegex(std::string_view regex)
{
    static constexpr std::string_view kGpt2 = R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
    static constexpr std::string_view kLlama3 =
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
    static constexpr std::string_view kQwen2 =
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
    if (regex == kGpt2)
        return WordPattern::Gpt2;
    if (regex == kLlama3)
        return WordPattern::Llama3;
    if (regex == kQwen2)
        return WordPattern::Qwen2;
    return std::nullopt;
}

}  // namespace cairn
