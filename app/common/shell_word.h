// Words of command lines that messages tell people to run: paths with spaces, quotes or a leading dash included. No state, any thread.
#pragma once

#include <span>
#include <string>

namespace cairn
{

// As a shell takes it for one word: as it is where that is plain, else in single quotes.
std::string shellWord(const std::string& word);

// A command as it was typed, for reports: its name, then its words, options as they are.
std::string typedCommand(std::string name, std::span<char* const> words);

}  // namespace cairn
