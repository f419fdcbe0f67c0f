#include "core/wording/words/word_family.h"

#include "core/wording/words/stemmer.h"

#include <array>

namespace cairn
{

namespace
{

// "painter", "inventor", "violinist", "treatment", "approval", "assistance": what is left of the stem of each.
constexpr auto kEndings = std::to_array<std::string_view>({"ment", "ist", "anc", "enc", "er", "or", "al"});
constexpr std::size_t kShortestRoot = 5;

}  // namespace

std::string familyOf(std::string_view stem)
{
    std::string family = snowballStem("english", stem);
    for (const std::string_view ending : kEndings) {
        if (family.ends_with(ending) && family.size() >= ending.size() + kShortestRoot) {
            family.resize(family.size() - ending.size());
            break;
        }
    }
    return family;
}

bool endsAsPlural(std::string_view folded)
{
    return folded.size() > 3 && folded.ends_with('s') && !folded.ends_with("ss") && !folded.ends_with("us");
}

}  // namespace cairn
