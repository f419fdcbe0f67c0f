#include "app/window/frequent_names.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <unordered_map>

namespace cairn
{
namespace
{

constexpr std::size_t kLooked = 300'000;   // bytes
constexpr int kLeastMentions = 5;
constexpr std::size_t kShortest = 4;       // bytes of a name

struct Mentions
{
    int asName = 0, small = 0;
};

bool isSmall(char c) { return c >= 'a' && c <= 'z'; }
bool isLetter(char c) { return isAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; }

// "the Whale", "said, Ahab": no beginning of a sentence, no title of several capitals.
bool isInsideSentence(std::string_view text, std::size_t at)
{
    return at >= 2 && text[at - 1] == ' ' && (isSmall(text[at - 2]) || text[at - 2] == ',');
}

}  // namespace

std::vector<std::string> frequentNames(std::string_view text, std::size_t count)
{
    text = text.substr(0, kLooked);
    std::unordered_map<std::string, Mentions> mentions;   // by the word in small letters
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        end = begin;
        while (end < text.size() && isLetter(text[end]))
            ++end;
        const std::string_view word = text.substr(begin, end - begin);
        if (word.size() < kShortest)
            continue;
        const bool name = isAsciiCapital(word[0]) && isSmall(word[1]);
        if (name && isInsideSentence(text, begin))
            ++mentions[asciiLower(word)].asName;
        else if (isSmall(word[0]))
            ++mentions[std::string(word)].small;
    }
    std::vector<std::pair<int, std::string>> names;
    for (const auto& [word, counted] : mentions) {
        if (counted.asName >= kLeastMentions && counted.small == 0)
            names.emplace_back(-counted.asName, static_cast<char>(word[0] - 'a' + 'A') + word.substr(1));
    }
    std::sort(names.begin(), names.end());
    std::vector<std::string> most;
    for (const auto& name : names) {
        if (most.size() < count)
            most.push_back(name.second);
    }
    return most;
}

}  // namespace cairn
