// `cairn-lab train WHAT ..`: which training.
#include "app/lab/commands.h"

#include <cstring>

namespace cairn
{

namespace
{

struct Training
{
    const char* name;
    int (*run)(std::span<char* const> words);
    const char* summary;
};

constexpr Training kTrainings[] = {
    {"adapter", trainAdapterCommand, "landmarks of an ordinary model, which predict where dense attention looks"},
    {"answers", trainAnswersCommand, "answers from passages, short and in the words of the text"},
    {"ranking", trainRankingCommand, "questions that are likeliest after the passage that answers them"},
    {"question", trainQuestionCommand, "questions that find their blocks by landmark keys"},
};

int usage(std::FILE* to)
{
    std::fprintf(to, "usage: cairn-lab train WHAT ..\n");
    for (const Training& training : kTrainings)
        std::fprintf(to, "  %-10s %s\n", training.name, training.summary);
    std::fprintf(to, "exit code: 0 trained, or stopped by --minutes and saved; 2 wrong use or could not run; 130 stopped by Ctrl+C and\n"
                     "saved, 143 by SIGTERM: the same command with --resume goes on\n");
    return to == stdout ? 0 : 2;
}

}  // namespace

int trainCommand(std::span<char* const> words)
{
    if (words.empty())
        return usage(stderr);
    if (isHelp(words[0]))
        return usage(stdout);
    for (const Training& training : kTrainings) {
        if (std::strcmp(words[0], training.name) == 0)
            return training.run(words.subspan(1));
    }
    tellNoCommand(std::string("train ") + words[0]);
    return usage(stderr);
}

}  // namespace cairn
