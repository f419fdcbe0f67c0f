#include "core/wording/word_family.h"

#include <array>
#include <libstemmer.h>
#include <memory>

namespace cairn
{

namespace
{

struct DeleteStemmer
{
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

// "painter", "inventor", "violinist", "treatment", "approval", "assistance": what is left of the stem of each.
constexpr auto kEndings = std::to_array<std::string_view>({"ment", "ist", "anc", "enc", "er", "or", "al"});
constexpr std::size_t kShortestRoot = 5;

std::string snowballStem(std::string_view word)
{
    thread_local const std::unique_ptr<sb_stemmer, DeleteStemmer> stemmer{sb_stemmer_new("english", "UTF_8")};
    const auto* const bytes = reinterpret_cast<const sb_symbol*>(word.data());
    const sb_symbol* found = stemmer ? sb_stemmer_stem(stemmer.get(), bytes, static_cast<int>(word.size())) : nullptr;
    return found ? std::string(found, found + sb_stemmer_length(stemmer.get())) : std::string(word);
}

}  // namespace

std::string familyOf(std::string_view stem)
{
    std::string family = snowballStem(stem);
    for (const std::string_view ending : kEndings) {
        if (family.ends_with(ending) && family.size() >= ending.size() + kShortestRoot) {
            family.resize(family.size() - ending.size());
            break;
        }
    }
    return family;
}

}  // namespace cairn
