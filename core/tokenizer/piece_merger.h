// Sentencepiece BPE in our own code: characters, merged by score, what stays unknown as bytes. Exact offsets; n log n for any
// text. Immutable: any thread may call.
#pragma once

#include "core/result.h"
#include "core/tokenizer/merge_table.h"
#include "core/tokenizer/piece_vocabulary.h"
#include "core/tokenizer/tokenizer.h"

#include <array>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn
{

class PieceMerger
{
public:
    // What it was made for; else the library has to do it.
    static bool canEncode(const SentencePieceFile& file);

    // Unsupported: pieces can be put together in more than 8 million ways. REQUIRES: canEncode(); the vocabulary outlives it.
    static Result<std::unique_ptr<const PieceMerger>> create(const PieceVocabulary& vocabulary);

    // `prefixSpace`: the text starts with a space that it doesn't hold. REQUIRES: valid UTF-8, less than 4 GiB.
    std::vector<Token> encode(std::string_view text, bool prefixSpace) const;

private:
    explicit PieceMerger(const PieceVocabulary& vocabulary) : m_vocabulary(vocabulary) {}

    Result<void> build();
    void addRules(TokenId piece, std::vector<MergeTable::Rule>& rules);
    TokenId idOf(std::string_view text);                                            // normal pieces and lone characters; while building
    std::size_t wordEnd(std::string_view text, std::size_t begin) const;
    Symbol symbolAt(std::string_view text, std::size_t at) const;
    void encodeWord(std::string_view word, std::vector<Symbol>& symbols) const;

    const PieceVocabulary& m_vocabulary;
    MergeTable m_merges;
    std::unordered_map<std::string_view, TokenId> m_ids;    // views into the vocabulary
    std::vector<std::uint32_t> m_ranks;                     // per piece: scores from the best down, equal ones equal
    TokenId m_nextCharacter = 0;                            // ids from the vocabulary's end on: characters that are no pieces
    std::array<std::vector<TokenId>, 256> m_userDefined;    // by first byte, longest first
    bool m_wordsStandAlone = true;                          // no piece goes on over the start of a word
};

}  // namespace cairn
