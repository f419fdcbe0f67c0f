#include "core/wording/quoting/characters.h"

#include "core/wording/words/people.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace cairn
{

namespace
{

constexpr std::uint32_t kFewestSpoken = 3;  // times that a name stands beside a verb of speech or behind a title,
constexpr std::uint32_t kSpokenShare = 100; // and once in so many mentions
constexpr std::size_t kMostWords = 3;       // of a name

// Before a name where a sentence begins, or instead of one
constexpr auto kNoNames = std::to_array<std::string_view>(
    {"the", "my", "a",   "an", "and", "but",  "or",  "then", "so",     "o",    "oh",   "ah",  "old", "poor", "dear", "young",
     "yes", "no", "aye", "ay", "nay", "well", "now", "god",  "heaven", "good", "come", "ive", "im",  "ill",  "id"});

struct Form
{
    std::uint32_t times = 0;
    ByteRange where; // first
};

struct Name
{
    std::map<std::string, Form> forms;      // by their words: "Holmes", "Sherlock Holmes"
    std::uint32_t mentions = 0, inside = 0; // all, and those that begin no sentence
    std::uint32_t spoken = 0;               // beside a verb of speech, or behind a title
    std::uint64_t first = 0;
};

bool isCapitalised(std::string_view text, const Word& word)
{
    std::size_t at = word.range.begin;
    return isUpperCase(nextCharacter(text, at)) && at < word.range.end && !isUpperCase(nextCharacter(text, at)); // not "CHAPTER", "I"
}

// Between two words of one name: a space, or "Mr. "
bool isJoined(std::string_view text, const Word& a, const Word& b)
{
    const std::string_view between = text.substr(a.range.end, b.range.begin - a.range.end);
    return between == " " || (between == ". " && isTitleOfPerson(a.folded));
}

bool opensSentence(std::string_view text, std::uint64_t begin)
{
    const std::size_t before = text.substr(0, begin).find_last_not_of(" ");
    if (before == std::string_view::npos)
        return true;
    const char c = text[before];
    return c == '.' || c == '!' || c == '?' || c == '\n' || c == '"' || c == '\'' || c == ':' || static_cast<unsigned char>(c) >= 0x80;
}

// Counts the capitalised words [begin, end) as a mention, without the titles before the name; a title alone ("the King") is one.
void mention(std::string_view text, const std::vector<Word>& words, std::size_t begin, std::size_t end,
             std::unordered_map<std::string, Name>& names)
{
    const bool opens = opensSentence(text, words[begin].range.begin);
    bool isTitled = false;
    for (; begin < end && (isTitleOfPerson(words[begin].folded) || isOneOf(words[begin].folded, kNoNames)); ++begin)
        isTitled = isTitled || isTitleOfPerson(words[begin].folded);
    if (begin == end && isTitleOfPerson(words[end - 1].folded)) {
        --begin;
        isTitled = false;
    }
    if (begin == end || end - begin > kMostWords || isStopWord(words[end - 1].folded))
        return;
    std::size_t before = begin; // "said the old Captain Ahab"
    while (before > 0 && (isTitleOfPerson(words[before - 1].folded) || isOneOf(words[before - 1].folded, kNoNames)))
        --before;
    const bool isSpoken =
        (end < words.size() && isVerbOfSpeech(words[end].folded)) || (before > 0 && isVerbOfSpeech(words[before - 1].folded));
    Name& name = names[words[end - 1].folded];
    const ByteRange range{words[begin].range.begin, words[end - 1].range.end};
    name.first = name.mentions == 0 ? range.begin : name.first;
    ++name.mentions;
    name.inside += opens ? 0 : 1;
    name.spoken += isSpoken || isTitled ? 1 : 0;
    Form& form = name.forms.try_emplace(std::string(text.substr(range.begin, range.size())), Form{0, range}).first->second;
    ++form.times;
}

}  // namespace

std::vector<NamedCharacter> charactersOf(const DocumentTexts& texts, const DocumentPlace& part, std::size_t most)
{
    const std::string_view text = texts.text(part);
    const std::vector<Word> words = splitWords(text);
    std::unordered_map<std::string, Name> names;          // by their last word
    std::unordered_map<std::string, std::uint32_t> lower; // times that a word is written small
    for (std::size_t i = 0; i < words.size();) {
        if (!isCapitalised(text, words[i])) {
            ++lower[words[i].folded];
            ++i;
            continue;
        }
        const std::size_t begin = i;
        do
            ++i;
        while (i < words.size() && isCapitalised(text, words[i]) && isJoined(text, words[i - 1], words[i]));
        mention(text, words, begin, i, names);
    }
    std::vector<const Name*> people;
    for (const auto& [folded, name] : names) {
        const auto small = lower.find(folded);
        const bool isWord = small != lower.end() && small->second >= name.mentions;
        if (name.inside > 0 && name.spoken >= kFewestSpoken && name.spoken * kSpokenShare >= name.mentions && !isWord)
            people.push_back(&name);
    }
    std::sort(people.begin(), people.end(),
              [](const Name* a, const Name* b) { return a->mentions != b->mentions ? a->mentions > b->mentions : a->first < b->first; });
    std::vector<NamedCharacter> characters;
    for (const Name* name : people) {
        if (characters.size() == most)
            break;
        const auto form = std::max_element(name->forms.begin(), name->forms.end(),
                                           [](const auto& a, const auto& b) { return a.second.times < b.second.times; });
        const ByteRange& first = form->second.where;
        characters.push_back({{part.document, {part.range.begin + first.begin, part.range.begin + first.end}}, name->mentions});
    }
    return characters;
}

}  // namespace cairn
