#include "core/tokenizer/piece_merger.h"

#include "core/tokenizer/code_point.h"
#include "core/tokenizer/word_cache.h"

#include <algorithm>
#include <functional>

namespace cairn
{

namespace
{

constexpr std::size_t kRules = 8'000'000;   // about 400 MB while loading; real vocabularies have 0.2 to 2 million

std::size_t characterEnd(std::string_view text, std::size_t at) { return at + codePointAt(text, at).length; }

// A space, or the mark that stands for one.
std::size_t spaceLength(std::string_view text, std::size_t at)
{
    if (text[at] == ' ')
        return 1;
    return text.substr(at).starts_with(kSpaceMark) ? kSpaceMark.size() : 0;
}

// Bytes of `text` at `at` that `piece` stands for; 0: something else is there.
std::size_t matchLength(std::string_view piece, std::string_view text, std::size_t at)
{
    const std::size_t begin = at;
    while (!piece.empty()) {
        if (at == text.size())
            return 0;
        const std::size_t space = spaceLength(text, at);
        if (space > 0 && piece.starts_with(kSpaceMark)) {
            piece.remove_prefix(kSpaceMark.size());
            at += space;
        } else if (text[at] == piece.front()) {
            piece.remove_prefix(1);
            ++at;
        } else {
            return 0;
        }
    }
    return at - begin;
}

bool startsWordInside(std::string_view piece)
{
    std::size_t at = 0;
    while (piece.substr(at).starts_with(kSpaceMark))
        at += kSpaceMark.size();
    return piece.find(kSpaceMark, at) != std::string_view::npos;
}

// Symbols to tokens: pieces as they are, the rest byte by byte, or as the unknown where the vocabulary has no bytes.
class PieceWriter
{
public:
    PieceWriter(const PieceVocabulary& vocabulary, std::string_view text) : m_vocabulary(vocabulary), m_text(text) {}

    void add(const Symbol& symbol)
    {
        if (symbol.id >= 0 && symbol.id < m_vocabulary.size())
            put(symbol.id, symbol.bytes);
        else if (symbol.bytes == 0 || m_text.substr(m_at, symbol.bytes) == " ")
            addBytes(kSpaceMark, symbol.bytes);
        else
            addBytes(m_text.substr(m_at, symbol.bytes), symbol.bytes);
    }
    std::vector<Token> take() { return std::move(m_tokens); }

private:
    void put(TokenId id, std::uint32_t bytes)
    {
        m_tokens.push_back({id, m_at, m_at + bytes});
        m_at += bytes;
    }
    // `covered` bytes of the text are shared out from the first token on.
    void addBytes(std::string_view bytes, std::uint32_t covered)
    {
        if (m_vocabulary.byteToken(0) == kNoPiece) {
            addUnknown(covered);
            return;
        }
        for (const char byte : bytes) {
            const std::uint32_t own = covered > 0 ? 1 : 0;
            put(m_vocabulary.byteToken(static_cast<unsigned char>(byte)), own);
            covered -= own;
        }
    }
    // Neighbouring unknowns are one.
    void addUnknown(std::uint32_t bytes)
    {
        const TokenId unknown = m_vocabulary.file().unknown;
        if (!m_tokens.empty() && (unknown < 0 || m_tokens.back().id == unknown)) {
            m_at += bytes;
            m_tokens.back().end = m_at;
        } else if (unknown >= 0) {
            put(unknown, bytes);
        }
    }

    const PieceVocabulary& m_vocabulary;
    std::string_view m_text;
    std::vector<Token> m_tokens;
    std::uint32_t m_at = 0;
};

}  // namespace

bool PieceMerger::canEncode(const SentencePieceFile& file)
{
    return file.algorithm == SentencePieceAlgorithm::Bpe && file.charsmap.empty() && !file.removeExtraSpaces && file.escapeSpaces &&
           !file.spaceAsSuffix;
}

Result<std::unique_ptr<const PieceMerger>> PieceMerger::create(const PieceVocabulary& vocabulary)
{
    std::unique_ptr<PieceMerger> merger(new PieceMerger(vocabulary));
    if (auto built = merger->build(); !built)
        return built.error();
    return std::unique_ptr<const PieceMerger>(std::move(merger));
}

Result<void> PieceMerger::build()
{
    const auto& pieces = m_vocabulary.file().pieces;
    std::vector<float> scores;
    for (const auto& piece : pieces)
        scores.push_back(piece.score);
    std::ranges::sort(scores, std::greater());
    scores.erase(std::unique(scores.begin(), scores.end()), scores.end());   // clang 14 has no subrange of libstdc++ 12
    m_nextCharacter = m_vocabulary.size();
    for (TokenId id = 0; id < m_vocabulary.size(); ++id) {
        const std::string_view text = m_vocabulary.text(id);
        const float score = pieces[static_cast<std::size_t>(id)].score;
        m_ranks.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(scores, score, std::greater()) - scores.begin()));
        const TokenType type = m_vocabulary.type(id);
        if (type == TokenType::Normal)
            m_ids.emplace(text, id);
        if (type == TokenType::UserDefined)
            m_userDefined[static_cast<unsigned char>(text.front())].push_back(id);
        if ((type == TokenType::Normal || type == TokenType::UserDefined) && startsWordInside(text))
            m_wordsStandAlone = false;
    }
    for (auto& ids : m_userDefined)
        std::ranges::sort(ids, std::greater(), [this](TokenId id) { return m_vocabulary.text(id).size(); });
    std::vector<MergeTable::Rule> rules;
    for (TokenId id = 0; id < m_vocabulary.size(); ++id) {
        if (m_vocabulary.type(id) == TokenType::Normal)
            addRules(id, rules);
        if (rules.size() > kRules)
            return Error{ErrorCode::Unsupported, "The vocabulary's pieces overlap in more than 8 million ways; use another model."};
    }
    m_merges = MergeTable(rules);
    return {};
}

// Every way to put the piece together from two others.
void PieceMerger::addRules(TokenId piece, std::vector<MergeTable::Rule>& rules)
{
    const std::string_view text = m_vocabulary.text(piece);
    for (std::size_t at = characterEnd(text, 0); at < text.size(); at = characterEnd(text, at)) {
        const TokenId left = idOf(text.substr(0, at));
        const TokenId right = left == kNoPiece ? kNoPiece : idOf(text.substr(at));
        if (right != kNoPiece)
            rules.push_back({left, right, piece, m_ranks[static_cast<std::size_t>(piece)]});
    }
}

TokenId PieceMerger::idOf(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end())
        return found->second;
    if (characterEnd(text, 0) != text.size())
        return kNoPiece;
    m_ids.emplace(text, m_nextCharacter);
    return m_nextCharacter++;
}

// Spaces and what follows them up to the next space: merges never cross its ends.
std::size_t PieceMerger::wordEnd(std::string_view text, std::size_t begin) const
{
    if (!m_wordsStandAlone)
        return text.size();
    std::size_t at = begin;
    while (at < text.size() && spaceLength(text, at) > 0)
        at += spaceLength(text, at);
    while (at < text.size() && spaceLength(text, at) == 0)
        ++at;   // a byte of a longer character is no space
    return at;
}

Symbol PieceMerger::symbolAt(std::string_view text, std::size_t at) const
{
    const std::size_t space = spaceLength(text, at);
    const char first = space > 0 ? kSpaceMark.front() : text[at];
    for (const TokenId id : m_userDefined[static_cast<unsigned char>(first)])
        if (const std::size_t length = matchLength(m_vocabulary.text(id), text, at); length > 0)
            return {id, static_cast<std::uint32_t>(length)};
    const std::size_t length = space > 0 ? space : codePointAt(text, at).length;
    const auto found = m_ids.find(space > 0 ? kSpaceMark : text.substr(at, length));
    return {found == m_ids.end() ? kNoPiece : found->second, static_cast<std::uint32_t>(length)};
}

void PieceMerger::encodeWord(std::string_view word, std::vector<Symbol>& symbols) const
{
    for (std::size_t at = 0; at < word.size(); at += symbols.back().bytes)
        symbols.push_back(symbolAt(word, at));
    m_merges.merge(symbols);
}

std::vector<Token> PieceMerger::encode(std::string_view text, bool prefixSpace) const
{
    PieceWriter writer(m_vocabulary, text);
    std::size_t at = 0;
    if (prefixSpace && !text.empty()) {
        at = wordEnd(text, 0);
        Symbol space = symbolAt(" ", 0);
        space.bytes = 0;
        std::vector<Symbol> symbols = {space};
        for (std::size_t i = 0; i < at; i += symbols.back().bytes)
            symbols.push_back(symbolAt(text.substr(0, at), i));
        m_merges.merge(symbols);
        for (const Symbol& symbol : symbols)
            writer.add(symbol);
    }
    WordCache cache;
    while (at < text.size()) {
        const std::size_t end = wordEnd(text, at);
        const auto encode = [this](std::string_view word, std::vector<Symbol>& symbols) { encodeWord(word, symbols); };
        for (const Symbol& symbol : cache.symbols(text.substr(at, end - at), encode))
            writer.add(symbol);
        at = end;
    }
    return writer.take();
}

}  // namespace cairn
