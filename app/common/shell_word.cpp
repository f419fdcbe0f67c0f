#include "app/common/shell_word.h"

#include <algorithm>
#include <string_view>

namespace cairn
{
namespace
{

// Bytes of other scripts are plain, too.
bool isPlain(char c)
{
    constexpr std::string_view kMarks = "/._-+,:@%=";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || kMarks.find(c) != kMarks.npos ||
           static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string shellWord(const std::string& word)
{
    if (!word.empty() && std::all_of(word.begin(), word.end(), isPlain))
        return word.front() == '-' ? "./" + word : word;
    std::string quoted = "'";
    for (const char c : word)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string typedCommand(std::string name, std::span<char* const> words)
{
    for (const std::string word : words) {
        const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
        name += " " + word.substr(0, dashes);
        if (dashes == 0 || dashes < word.size())
            name += shellWord(word.substr(dashes));
    }
    return name;
}

}  // namespace cairn
