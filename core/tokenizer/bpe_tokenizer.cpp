#include "core/tokenizer/bpe_tokenizer.h"

#include "core/formats/utf8.h"
#include "core/tokenizer/byte_alphabet.h"
#include "core/tokenizer/merge_table.h"
#include "core/tokenizer/token_type.h"
#include "core/tokenizer/word_cache.h"
#include "core/tokenizer/word_splitter.h"
#include "core/types/limits.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace cairn
{

namespace
{

constexpr std::size_t kMerges = 2'000'000;       // reliability.md 4
constexpr std::size_t kTokenNameBytes = 1'024;
constexpr TokenId kNoToken = -1;

using Index = std::unordered_map<std::string_view, TokenId>;

Error corrupt(std::string message)
{
    return {ErrorCode::Corruption, std::move(message) + "; the model file is damaged, fetch it again."};
}

// What the vocabulary means to encode() and decode().
struct BpeData
{
    std::vector<std::string> bytes;                       // per token what it adds to a text; "" for special ones
    std::unordered_map<std::string, TokenId> words;       // ignoreMerges: bytes of every ordinary token
    std::unordered_map<std::string, TokenId> specials;    // by name
    std::array<TokenId, 256> byteTokens{};                // kNoToken: the vocabulary lacks it
    MergeTable merges;
    WordPattern pattern = WordPattern::Gpt2;
    std::optional<TokenId> bos, pad;
    std::vector<TokenId> ends;
    bool addsBos = false;
    bool ignoreMerges = false;
};

class BpeTokenizer final : public Tokenizer
{
public:
    explicit BpeTokenizer(BpeData data) : m_data(std::move(data)) {}

    Result<std::vector<Token>> encode(std::string_view text) const override;
    std::string decode(TokenId id, bool) const override
    {
        return id >= 0 && id < vocabularySize() ? m_data.bytes[static_cast<std::size_t>(id)] : std::string();
    }
    std::int32_t vocabularySize() const override { return static_cast<std::int32_t>(m_data.bytes.size()); }
    std::optional<TokenId> bos() const override { return m_data.bos; }
    std::optional<TokenId> pad() const override { return m_data.pad; }
    std::vector<TokenId> endOfText() const override { return m_data.ends; }
    std::optional<TokenId> special(std::string_view name) const override
    {
        const auto found = m_data.specials.find(std::string(name));
        return found == m_data.specials.end() ? std::nullopt : std::optional(found->second);
    }
    bool addsBos() const override { return m_data.addsBos; }

private:
    void encodeWord(std::string_view word, std::vector<Symbol>& symbols) const;

    BpeData m_data;
};

// Appends symbols to a token list, keeping the ranges together.
class TokenWriter
{
public:
    void add(const std::vector<Symbol>& symbols)
    {
        for (const Symbol& symbol : symbols) {
            m_at += symbol.bytes;
            if (symbol.id == kNoToken) {
                if (!m_tokens.empty())
                    m_tokens.back().end = m_at;
                continue;
            }
            m_tokens.push_back({symbol.id, m_tokens.empty() ? 0 : m_tokens.back().end, m_at});
        }
    }
    std::vector<Token> take() { return std::move(m_tokens); }

private:
    std::vector<Token> m_tokens;
    std::uint32_t m_at = 0;
};

void BpeTokenizer::encodeWord(std::string_view word, std::vector<Symbol>& symbols) const
{
    if (m_data.ignoreMerges && word.size() <= kTokenNameBytes) {
        if (const auto found = m_data.words.find(std::string(word)); found != m_data.words.end()) {
            symbols.push_back({found->second, static_cast<std::uint32_t>(word.size())});
            return;
        }
    }
    for (const char byte : word)
        symbols.push_back({m_data.byteTokens[static_cast<unsigned char>(byte)], 1});
    m_data.merges.merge(symbols);
}

Result<std::vector<Token>> BpeTokenizer::encode(std::string_view text) const
{
    if (text.size() > std::numeric_limits<std::uint32_t>::max())
        return Error{ErrorCode::InvalidArgument, "The text is larger than 4 GiB; split it into several documents."};
    if (const std::size_t valid = validUtf8Prefix(text); valid != text.size())
        return Error{ErrorCode::InvalidArgument, "The text isn't valid UTF-8; convert it first.", valid};
    TokenWriter writer;
    WordSplitter splitter(m_data.pattern, text);
    WordCache cache;
    while (const auto word = splitter.next())
        writer.add(cache.symbols(*word, [this](std::string_view w, std::vector<Symbol>& symbols) { encodeWord(w, symbols); }));
    return writer.take();
}

Result<void> checkSizes(const BpeVocabulary& v)
{
    if (v.tokens.empty() || v.tokens.size() > limits::kVocabulary)
        return corrupt("The vocabulary has " + std::to_string(v.tokens.size()) + " tokens instead of 1 to 1,000,000");
    if (!v.types.empty() && v.types.size() != v.tokens.size())
        return corrupt("The vocabulary has " + std::to_string(v.tokens.size()) + " tokens but " + std::to_string(v.types.size()) +
                       " types");
    if (v.merges.size() > kMerges)
        return corrupt("The vocabulary has " + std::to_string(v.merges.size()) + " merges, more than 2,000,000");
    for (const auto& id : {v.bos, v.eos, v.pad, v.unknown})
        if (id && (*id < 0 || static_cast<std::size_t>(*id) >= v.tokens.size()))
            return corrupt("The special token id " + std::to_string(*id) + " lies outside the vocabulary");
    return {};
}

Result<Index> indexTokens(const BpeVocabulary& v)
{
    Index index;
    index.reserve(v.tokens.size());
    for (std::size_t i = 0; i < v.tokens.size(); ++i) {
        const std::string& token = v.tokens[i];
        if (token.empty() || token.size() > kTokenNameBytes || !isValidUtf8(token))
            return corrupt("Token " + std::to_string(i) + " isn't a name of 1 to 1,024 bytes of UTF-8");
        if (!index.emplace(token, static_cast<TokenId>(i)).second)
            return corrupt("Token " + std::to_string(i) + " occurs twice");
        if (!v.types.empty() && (v.types[i] < 1 || v.types[i] > kLastTokenType))
            return corrupt("Token " + std::to_string(i) + " is of the unknown type " + std::to_string(v.types[i]));
    }
    return index;
}

Result<MergeTable> readMerges(const BpeVocabulary& v, const Index& index)
{
    std::vector<MergeTable::Rule> rules;
    rules.reserve(v.merges.size());
    for (std::size_t i = 0; i < v.merges.size(); ++i) {
        const std::string& merge = v.merges[i];
        const std::size_t space = merge.find(' ');
        if (space == std::string::npos || merge.find(' ', space + 1) != std::string::npos)
            return corrupt("Merge " + std::to_string(i) + " isn't two names with a space between them");
        const std::string left = merge.substr(0, space), right = merge.substr(space + 1);
        const auto l = index.find(left), r = index.find(right), both = index.find(left + right);
        if (l == index.end() || r == index.end() || both == index.end())
            return corrupt("Merge " + std::to_string(i) + " names a token that the vocabulary lacks");
        rules.push_back({l->second, r->second, both->second, static_cast<std::uint32_t>(i)});
    }
    return MergeTable(rules);
}

TokenType typeOf(const BpeVocabulary& v, std::size_t i)
{
    return v.types.empty() ? TokenType::Normal : static_cast<TokenType>(v.types[i]);
}

// Ordinary tokens: their bytes. User-defined ones are plain text outside the alphabet. The rest stands for no text.
void readTokens(const BpeVocabulary& v, const Index& index, BpeData& data)
{
    for (std::size_t i = 0; i < v.tokens.size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        const TokenType type = typeOf(v, i);
        const auto bytes = bytesOfTokenName(v.tokens[i]);
        if (type == TokenType::Normal && bytes) {
            data.bytes.push_back(*bytes);
            if (data.ignoreMerges)
                data.words.emplace(*bytes, id);
            if (v.types.empty() && endsAnswer(v.tokens[i]))
                data.specials.emplace(v.tokens[i], id);
            continue;
        }
        data.bytes.push_back(type == TokenType::Normal || type == TokenType::UserDefined ? v.tokens[i] : std::string());
        if (type != TokenType::Unused)
            data.specials.emplace(v.tokens[i], id);
    }
    for (std::size_t byte = 0; byte < 256; ++byte) {
        const auto found = index.find(tokenNameOfBytes(std::string(1, static_cast<char>(byte))));
        data.byteTokens[byte] = found == index.end() ? kNoToken : found->second;
    }
}

std::vector<TokenId> endsOf(const BpeVocabulary& v, const BpeData& data)
{
    std::vector<TokenId> ends;
    if (v.eos)
        ends.push_back(*v.eos);
    for (const auto& [name, id] : data.specials)
        if (endsAnswer(name) && id != v.eos)
            ends.push_back(id);
    std::ranges::sort(ends);
    return ends;
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> makeBpeTokenizer(BpeVocabulary vocabulary)
{
    BpeVocabulary& v = vocabulary;
    if (auto checked = checkSizes(v); !checked)
        return checked.error();
    const auto pattern = v.preTokenizer.empty() ? WordPattern::Gpt2 : wordPatternOfGguf(v.preTokenizer);
    if (!pattern)
        return Error{ErrorCode::Unsupported,
                     "The model cuts text by the rule \"" + v.preTokenizer + "\", which Cairn doesn't know; use another model."};
    const auto index = indexTokens(v);
    if (!index)
        return index.error();
    auto merges = readMerges(v, *index);
    if (!merges)
        return merges.error();
    BpeData data;
    data.merges = std::move(*merges);
    data.pattern = *pattern;
    data.addsBos = v.addBos.value_or(*pattern == WordPattern::Llama3) && v.bos;
    data.ignoreMerges = v.ignoreMerges.value_or(*pattern == WordPattern::Llama3);
    readTokens(v, *index, data);
    data.bos = v.bos;
    data.pad = v.pad;
    data.ends = endsOf(v, data);
    return std::shared_ptr<const Tokenizer>(std::make_shared<BpeTokenizer>(std::move(data)));
}

}  // namespace cairn
