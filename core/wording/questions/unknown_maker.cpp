#include "core/wording/questions/unknown_maker.h"

#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cairn
{

namespace
{

// Ways to make something: the words that ask for it, then others that tell it
struct Making
{
    std::array<std::string_view, 4> asked;
    std::array<std::string_view, 5> told;
};

constexpr std::array kMakings = std::to_array<Making>({
    {{"write", "author", "writer", "coauthor"}, {"writing", "penned", "", "", ""}},
    {{"invent", "inventor", "", ""}, {"invention", "create", "develop", "devise", "creator"}},
    {{"design", "designer", "architect", ""}, {"architecture", "plan", "planner", "draw", "create"}},
    {{"paint", "painter", "", ""}, {"painting", "portrait", "artist", "canvas", ""}},
    {{"compose", "composer", "", ""}, {"composition", "music", "score", "", ""}},
    {{"translate", "translator", "", ""}, {"translation", "rendered", "", "", ""}},
    {{"edit", "editor", "", ""}, {"edition", "editing", "edited", "editorial", ""}},
    {{"illustrate", "illustrator", "", ""}, {"illustration", "drawing", "draw", "picture", ""}},
    {{"photograph", "photographer", "", ""}, {"photo", "picture", "", "", ""}},
});

bool isAskedBy(const Making& making, const Word& word)
{
    const std::string its = stem(word.folded);
    return std::any_of(making.asked.begin(), making.asked.end(), [&](std::string_view one) { return !one.empty() && stem(one) == its; });
}

template <std::size_t N>
bool hasAny(const Bm25& index, const std::array<std::string_view, N>& words)
{
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return !word.empty() && index.has(stem(word)); });
}

}  // namespace

bool makerUnknown(std::string_view question, const Bm25& index)
{
    constexpr auto kIs = std::to_array<std::string_view>({"is", "was", "are", "were"});
    const std::vector<Word> words = splitWords(question);
    if (index.language() != TextLanguage::English || words.size() < 3 || words[0].folded != "who")
        return false;
    const bool isRole = isOneOf(words[1].folded, kIs) && words.size() > 3 && isArticle(words[2].folded);
    const Word& deed = words[isRole ? 3 : 1];
    const auto making = std::find_if(kMakings.begin(), kMakings.end(), [&](const Making& one) { return isAskedBy(one, deed); });
    return making != kMakings.end() && !hasAny(index, making->asked) && !hasAny(index, making->told);
}

}  // namespace cairn
