#include "core/model/model_name.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace cairn
{
namespace
{

constexpr std::size_t kFewestLetters = 4; // of a first word that says whose model it is

std::string firstWord(std::string_view name)
{
    const auto end = std::find_if_not(name.begin(), name.end(), isAsciiAlphanumeric);
    return asciiLower(std::string(name.begin(), end));
}

// "Q4_1", "q4_k_m", "f16", "BF16", "IQ2_XS"
bool isQuantisation(std::string_view word)
{
    std::size_t at = word.starts_with('I') || word.starts_with('i') ? 1 : 0;
    if (word.starts_with("BF") || word.starts_with("bf"))
        at = 1;
    if (at + 1 >= word.size() || std::string_view("QqFf").find(word[at]) == std::string_view::npos)
        return false;
    return word[at + 1] >= '0' && word[at + 1] <= '9' && word.size() <= 8;
}

std::string nameOfFile(const std::string& path)
{
    std::string name = std::filesystem::path(path).stem().string();
    const auto cut = name.find_last_of(".-");
    if (cut != name.npos && cut > 0 && isQuantisation(std::string_view(name).substr(cut + 1)))
        name.resize(cut);
    return name;
}

} // namespace

std::string modelNameOf(const std::string& path, const std::string& stated)
{
    const std::string file = nameOfFile(path), word = firstWord(file);
    const bool same = word.size() >= kFewestLetters && word == firstWord(stated) && file.size() > word.size();
    return stated.empty() || same ? file : stated;
}

} // namespace cairn
