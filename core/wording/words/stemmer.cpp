#include "core/wording/words/stemmer.h"

#include <functional>
#include <libstemmer.h>
#include <map>
#include <memory>

namespace cairn
{

namespace
{

struct DeleteStemmer
{
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
};

}  // namespace

std::string snowballStem(std::string_view algorithm, std::string_view word)
{
    thread_local std::map<std::string, std::unique_ptr<sb_stemmer, DeleteStemmer>, std::less<>> stemmers;   // which have a state
    auto known = stemmers.find(algorithm);
    if (known == stemmers.end()) {
        const std::string name(algorithm);
        known = stemmers.emplace(name, sb_stemmer_new(name.c_str(), "UTF_8")).first;
    }
    sb_stemmer* const stemmer = known->second.get();
    if (!stemmer)
        return std::string(word);
    const auto* const bytes = reinterpret_cast<const sb_symbol*>(word.data());
    const sb_symbol* found = sb_stemmer_stem(stemmer, bytes, static_cast<int>(word.size()));
    return found ? std::string(found, found + sb_stemmer_length(stemmer)) : std::string(word);
}

}  // namespace cairn
