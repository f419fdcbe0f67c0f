// The sub-commands of cairn-lab. Each parses its own words and returns the exit code: 0 done and good, 1 a comparison failed,
// 2 wrong use or could not run, 130 and 143 ended by a signal.
#pragma once

#include "app/common/arguments.h"
#include "core/result.h"

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

namespace cairn
{

int goldenCommand(std::span<char* const> words);
int logitsCommand(std::span<char* const> words);
int selftestCommand(std::span<char* const> words);
int tokenizeCommand(std::span<char* const> words);
int benchmarkCommand(std::span<char* const> words);
int evaluateCommand(std::span<char* const> words);
int trainCommand(std::span<char* const> words);
int trainAdapterCommand(std::span<char* const> words);
int trainAnswersCommand(std::span<char* const> words);
int trainRankingCommand(std::span<char* const> words);
int trainQuestionCommand(std::span<char* const> words);

inline int complain(const Error& error)
{
    std::fprintf(stderr, "cairn-lab: %s\n", error.message.c_str());
    return 2;
}

// Before a list of the commands there are.
inline void tellNoCommand(const std::string& words)
{
    std::fprintf(stderr, "cairn-lab: There is no command '%s'.\n", words.c_str());
}

inline bool isHelp(std::string_view word)
{
    return word == "--help" || word == "-h";
}

// `--help` comes first: its text is on standard output and the command is done.
inline bool printedHelp(const CommandSpec& command, std::span<char* const> words)
{
    if (words.empty() || !isHelp(words[0]))
        return false;
    std::fputs(helpText("cairn-lab", command).c_str(), stdout);
    return true;
}

}  // namespace cairn
