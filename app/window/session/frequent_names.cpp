#include "app/window/session/frequent_names.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <functional>
#include <map>
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
    std::map<std::string, int, std::less<>> followers;   // names right behind it: "Medical Man"
};

bool isSmall(char c) { return c >= 'a' && c <= 'z'; }
bool isLetter(char c) { return isAsciiLetter(c) || static_cast<unsigned char>(c) >= 0x80; }

bool isName(std::string_view word) { return word.size() > 1 && isAsciiCapital(word[0]) && isSmall(word[1]); }

std::string_view wordAt(std::string_view text, std::size_t begin)
{
    std::size_t end = begin;
    while (end < text.size() && isLetter(text[end]))
        ++end;
    return text.substr(begin, end - begin);
}

// What stands behind it nearly every time is part of the name.
std::string withFollower(std::string name, const Mentions& counted)
{
    for (const auto& [follower, times] : counted.followers)
        if (times * 4 >= counted.asName * 3)
            return name + ' ' + follower;
    return name;
}

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
        const std::string_view word = wordAt(text, begin);
        end = begin + word.size();
        if (word.size() < kShortest)
            continue;
        if (isName(word) && isInsideSentence(text, begin)) {
            Mentions& counted = mentions[asciiLower(word)];
            ++counted.asName;
            if (const auto next = wordAt(text, std::min(end + 1, text.size())); end < text.size() && text[end] == ' ' && isName(next))
                ++counted.followers[std::string(next)];
        } else if (isSmall(word[0]))
            ++mentions[std::string(word)].small;
    }
    std::vector<std::pair<int, std::string>> names;
    for (const auto& [word, counted] : mentions) {
        if (counted.asName >= kLeastMentions && counted.small == 0)
            names.emplace_back(-counted.asName, withFollower(static_cast<char>(word[0] - 'a' + 'A') + word.substr(1), counted));
    }
    std::sort(names.begin(), names.end());
    std::vector<std::string> most;
    for (const auto& [times, name] : names) {
        const auto isAsked = [&name](const std::string& other) { return other.ends_with(' ' + name) || name.ends_with(' ' + other); };
        if (most.size() < count && std::none_of(most.begin(), most.end(), isAsked))   // Holmes and Sherlock Holmes are one
            most.push_back(name);
    }
    return most;
}

}  // namespace cairn
