#include "core/tokenizer/sentencepiece_tokenizer.h"

#include "core/formats/file.h"
#include "core/formats/utf8.h"
#include "core/tokenizer/file_limit.h"
#include "core/tokenizer/piece_merger.h"
#include "core/tokenizer/sentencepiece_library.h"

#include <limits>
#include <map>

namespace cairn
{

namespace
{

constexpr TokenId kUnnamedTokens = 1'024;   // between the end of a tokenizer.model and an added token

class SentencePieceTokenizer final : public Tokenizer
{
public:
    SentencePieceTokenizer(SentencePieceFile file, bool addsBos) : m_vocabulary(std::move(file)), m_addsBos(addsBos) {}

    Result<void> prepare()
    {
        if (PieceMerger::canEncode(m_vocabulary.file())) {
            auto merger = PieceMerger::create(m_vocabulary);
            if (!merger)
                return merger.error();
            m_merger = *std::move(merger);
            return {};
        }
        auto library = SentencePieceLibrary::create(m_vocabulary);
        if (!library)
            return library.error();
        m_library = *std::move(library);
        return {};
    }

    Result<std::vector<Token>> encode(std::string_view text) const override { return encode(text, m_vocabulary.file().addDummyPrefix); }
    Result<std::vector<Token>> encodeContinuation(std::string_view text) const override { return encode(text, false); }

    std::string decode(TokenId id, bool first) const override { return m_vocabulary.decode(id, first); }
    std::int32_t vocabularySize() const override { return m_vocabulary.size(); }
    std::optional<TokenId> bos() const override { return m_vocabulary.optional(m_vocabulary.file().bos); }
    std::optional<TokenId> pad() const override { return m_vocabulary.optional(m_vocabulary.file().pad); }
    std::vector<TokenId> endOfText() const override { return m_vocabulary.ends(); }
    std::optional<TokenId> special(std::string_view name) const override { return m_vocabulary.special(name); }
    bool addsBos() const override { return m_addsBos && m_vocabulary.file().bos >= 0; }

private:
    Result<std::vector<Token>> encode(std::string_view text, bool prefixSpace) const
    {
        if (text.size() > std::numeric_limits<std::uint32_t>::max())
            return Error{ErrorCode::InvalidArgument, "The text is larger than 4 GiB; split it into several documents."};
        if (const std::size_t valid = validUtf8Prefix(text); valid != text.size())
            return Error{ErrorCode::InvalidArgument, "The text isn't valid UTF-8; convert it first.", valid};
        return m_merger ? m_merger->encode(text, prefixSpace) : m_library->encode(text, prefixSpace);
    }

    PieceVocabulary m_vocabulary;
    bool m_addsBos;
    std::unique_ptr<const PieceMerger> m_merger;             // one of the two
    std::unique_ptr<const SentencePieceLibrary> m_library;
};

Result<std::shared_ptr<const Tokenizer>> makeTokenizer(SentencePieceFile file, bool addsBos)
{
    auto tokenizer = std::make_shared<SentencePieceTokenizer>(std::move(file), addsBos);
    if (auto prepared = tokenizer->prepare(); !prepared)
        return prepared.error();
    return std::shared_ptr<const Tokenizer>(std::move(tokenizer));
}

// Ids that nobody names on the way (models whose vocabulary was rounded up) become unused pieces.
Result<void> addTokens(SentencePieceFile& file, const AddedTokens& added)
{
    std::map<TokenId, std::string> byId;
    for (const auto& [name, id] : added)
        if (!byId.emplace(id, name).second)
            return Error{ErrorCode::Corruption, "Two added tokens have the id " + std::to_string(id) + "; fetch the model again."};
    for (const auto& [id, name] : byId) {
        const auto size = static_cast<TokenId>(file.pieces.size());
        if (id >= 0 && id < size && file.pieces[static_cast<std::size_t>(id)].text == name)
            continue;
        if (id < size || id - size > kUnnamedTokens)
            return Error{ErrorCode::Corruption, "The added token " + name + " has the id " + std::to_string(id) +
                                                    ", but the tokenizer.model ends at " + std::to_string(size) +
                                                    "; fetch the model again."};
        for (TokenId unnamed = size; unnamed < id; ++unnamed)
            file.pieces.push_back({"<unnamed " + std::to_string(unnamed) + ">", 0, static_cast<std::int32_t>(TokenType::Unused)});
        file.pieces.push_back({name, 0, static_cast<std::int32_t>(TokenType::Control)});
    }
    return checkSentencePieceFile(file);
}

// Files without types come from old converters, which kept the usual names.
TokenType typeByName(std::string_view name)
{
    if (name == "<unk>")
        return TokenType::Unknown;
    if (name == "<s>" || name == "</s>")
        return TokenType::Control;
    return name.size() == 6 && name.starts_with("<0x") && name.ends_with('>') ? TokenType::Byte : TokenType::Normal;
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> makeSentencePieceTokenizer(SentencePieceVocabulary vocabulary)
{
    SentencePieceVocabulary& v = vocabulary;
    const std::size_t size = v.tokens.size();
    if (v.scores.size() != size || (!v.types.empty() && v.types.size() != size))
        return Error{ErrorCode::Corruption, "The model file is damaged: its vocabulary has " + std::to_string(size) + " tokens, " +
                                                std::to_string(v.scores.size()) + " scores and " + std::to_string(v.types.size()) +
                                                " types; fetch it again."};
    SentencePieceFile file;
    file.algorithm = SentencePieceAlgorithm::Bpe;
    file.unknown = v.unknown.value_or(-1);
    file.bos = v.bos.value_or(-1);
    file.eos = v.eos.value_or(-1);
    file.pad = v.pad.value_or(-1);
    file.addDummyPrefix = v.addSpacePrefix.value_or(true);
    file.removeExtraSpaces = v.removeExtraSpaces;
    file.pieces.reserve(size);
    for (std::size_t i = 0; i < size; ++i) {
        const std::int32_t type = v.types.empty() ? static_cast<std::int32_t>(typeByName(v.tokens[i])) : v.types[i];
        file.byteFallback = file.byteFallback || type == static_cast<std::int32_t>(TokenType::Byte);
        file.pieces.push_back({std::move(v.tokens[i]), v.scores[i], type});
    }
    if (auto checked = checkSentencePieceFile(file); !checked)
        return checked.error();
    return makeTokenizer(std::move(file), v.addBos.value_or(true));
}

Result<std::shared_ptr<const Tokenizer>> parseSentencePieceModel(std::string_view bytes, const AddedTokens& added)
{
    auto file = parseSentencePieceFile(bytes);
    if (!file)
        return file.error();
    if (auto done = addTokens(*file, added); !done)
        return done.error();
    return makeTokenizer(*std::move(file), true);
}

Result<std::shared_ptr<const Tokenizer>> readSentencePieceModel(const std::string& path, const AddedTokens& added)
{
    const auto bytes = readWholeFile(path, kTokenizerFileBytes);
    if (!bytes)
        return bytes.error();
    return parseSentencePieceModel(*bytes, added);
}

}  // namespace cairn
