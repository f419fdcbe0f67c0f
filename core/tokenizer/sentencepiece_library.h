// The sentencepiece library for what PieceMerger doesn't do: unigram models, normalisation rules, collapsing of spaces.
// It is given a message that serialise() wrote, never a file. Immutable: any thread may call.
#pragma once

#include "core/result.h"
#include "core/tokenizer/piece_vocabulary.h"
#include "core/tokenizer/tokenizer.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace cairn
{

class SentencePieceLibrary
{
public:
    // Unsupported: the library doesn't take the vocabulary. REQUIRES: the vocabulary outlives it.
    static Result<std::unique_ptr<const SentencePieceLibrary>> create(const PieceVocabulary& vocabulary);
    ~SentencePieceLibrary();

    // `prefixSpace`: with the space that the model's file puts before a text. REQUIRES: valid UTF-8, less than 4 GiB.
    std::vector<Token> encode(std::string_view text, bool prefixSpace) const;

private:
    struct Impl;
    explicit SentencePieceLibrary(const PieceVocabulary& vocabulary);
    std::size_t partEnd(std::string_view text, std::size_t begin) const;
    void encodePart(std::string_view text, std::uint32_t offset, bool prefixSpace, std::vector<Token>& tokens) const;

    const PieceVocabulary& m_vocabulary;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
