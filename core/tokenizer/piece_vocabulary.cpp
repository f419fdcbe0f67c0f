#include "core/tokenizer/piece_vocabulary.h"

#include <algorithm>

namespace cairn
{

namespace
{

unsigned hexDigit(char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'A' + 10); }

}  // namespace

bool looksLikeMarker(std::string_view name)
{
    return name.size() > 2 && ((name.front() == '<' && name.back() == '>') || (name.front() == '[' && name.back() == ']'));
}

PieceVocabulary::PieceVocabulary(SentencePieceFile file) : m_file(std::move(file))
{
    m_byteTokens.fill(kNoPiece);
    for (TokenId id = 0; id < size(); ++id) {
        auto& piece = m_file.pieces[static_cast<std::size_t>(id)];
        if (type(id) == TokenType::UserDefined && looksLikeMarker(piece.text))
            piece.type = static_cast<std::int32_t>(TokenType::Control);
        if (type(id) == TokenType::Byte)
            m_byteTokens[hexDigit(piece.text[3]) * 16 + hexDigit(piece.text[4])] = id;
        else if (type(id) != TokenType::Normal && type(id) != TokenType::Unused)
            m_specials.emplace(piece.text, id);
    }
}

std::string PieceVocabulary::decode(TokenId id, bool first) const
{
    if (id < 0 || id >= size())
        return {};
    std::string_view rest = text(id);
    switch (type(id)) {
    case TokenType::Unknown:
    case TokenType::Control: return {};
    case TokenType::Byte: return std::string(1, static_cast<char>(hexDigit(rest[3]) * 16 + hexDigit(rest[4])));
    default: break;
    }
    if (first && m_file.addDummyPrefix && rest.starts_with(kSpaceMark))
        rest.remove_prefix(kSpaceMark.size());
    std::string out;
    while (!rest.empty()) {
        const std::size_t mark = std::min(rest.find(kSpaceMark), rest.size());
        out += rest.substr(0, mark);
        rest.remove_prefix(mark);
        if (!rest.empty()) {
            out += ' ';
            rest.remove_prefix(kSpaceMark.size());
        }
    }
    return out;
}

std::optional<TokenId> PieceVocabulary::special(std::string_view name) const
{
    const auto found = m_specials.find(std::string(name));
    return found == m_specials.end() ? std::nullopt : std::optional(found->second);
}

std::vector<TokenId> PieceVocabulary::ends() const
{
    std::vector<TokenId> ids;
    if (m_file.eos >= 0)
        ids.push_back(m_file.eos);
    for (const auto& [name, id] : m_specials)
        if (endsAnswer(name) && id != m_file.eos)
            ids.push_back(id);
    std::ranges::sort(ids);
    return ids;
}

}  // namespace cairn
