// Words come again and again: their symbols, kept for the length of one encode(). One thread.
#pragma once

#include "core/tokenizer/merge_table.h"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace cairn
{

class WordCache
{
public:
    // Symbols of `word`; `encode(word, symbols)` fills them when they aren't here yet. Valid until the next call.
    // REQUIRES: the word's bytes outlive the cache.
    template <typename Encode>
    const std::vector<Symbol>& symbols(std::string_view word, const Encode& encode)
    {
        if (word.size() > kWordBytes || m_words.size() >= kWords) {
            m_uncached.clear();
            encode(word, m_uncached);
            return m_uncached;
        }
        const auto [entry, isNew] = m_words.try_emplace(word);
        if (isNew)
            encode(word, entry->second);
        return entry->second;
    }

private:
    static constexpr std::size_t kWordBytes = 64;     // longer words hardly ever come again
    static constexpr std::size_t kWords = 500'000;    // about 50 MB

    std::unordered_map<std::string_view, std::vector<Symbol>> m_words;
    std::vector<Symbol> m_uncached;
};

}  // namespace cairn
