// cairn-lab: replays, measurements and comparisons for developers; no Qt, runs on a headless machine.
#include "app/common/passive_threads.h"
#include "app/common/process_start.h"
#include "app/lab/commands.h"
#include "core/float_products/deleted_folder.h"

#include <unistd.h>

#include <cstring>
#include <exception>
#include <filesystem>

namespace
{

struct Command
{
    const char* name;
    int (*run)(std::span<char* const> words);
    const char* summary;
};

constexpr Command kCommands[] = {
    {"golden", cairn::goldenCommand, "replay recorded cases and compare every number"},
    {"selftest", cairn::selftestCommand, "check a GPU: kernels, recorded cases, rates, in one report"},
    {"logits", cairn::logitsCommand, "logits of a plain dense pass over given ids"},
    {"tokenize", cairn::tokenizeCommand, "ids and byte offsets of standard input"},
    {"train", cairn::trainCommand, "make adapters of a model: landmarks, answers, ranking, questions"},
    {"benchmark", cairn::benchmarkCommand, "measure the goals against a baseline, in one run"},
    {"evaluate", cairn::evaluateCommand, "ask questions with known answers and count what came out right"},
};

// LibTorch is linked for training, so it is loaded before main(): this runs before the libraries' own initialisers.
constinit cairn::DeletedFolder g_current;
void leaveDeletedFolder(int, char**, char**)
{
    g_current.leave();
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const kBeforeLibraries)(int, char**, char**) = leaveDeletedFolder;

// What LibTorch has read from the environment already is read again.
void startAgainPassively(char** words)
{
    std::error_code code;
    if (cairn::waitPassively())
        execv(std::filesystem::read_symlink("/proc/self/exe", code).c_str(), words);
}

int usage(std::FILE* to)
{
    std::fprintf(to, "usage: cairn-lab COMMAND ..\n");
    for (const Command& command : kCommands)
        std::fprintf(to, "  %-10s %s\n", command.name, command.summary);
    std::fprintf(to, "exit code: 0 done and good; 1 a comparison, a check or a goal failed; 2 wrong use or could not run; 130 ended by\n"
                     "Ctrl+C, 143 by SIGTERM. --help after a command lists its options; what it reads is described in docs/lab.md.\n");
    return to == stdout ? 0 : 2;
}

}  // namespace

namespace
{

// The exit code; results that could not be written are no success.
int endOutput(int code)
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return code;
    std::fputs("cairn-lab: The results could not be written completely. Is the disk full?\n", stderr);
    return code == 0 ? 2 : code;
}

}  // namespace

int main(int count, char** words)
{
    g_current.comeBack();
    cairn::prepareProcess();
    startAgainPassively(words);
    if (count < 2)
        return usage(stderr);
    if (cairn::isHelp(words[1]))
        return usage(stdout);
    if (std::strcmp(words[1], "--version") == 0)
        return std::puts("cairn-lab " CAIRN_VERSION) < 0 ? 2 : 0;
    try {
        for (const Command& command : kCommands) {
            if (std::strcmp(words[1], command.name) == 0)
                return endOutput(command.run({words + 2, static_cast<std::size_t>(count - 2)}));
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cairn-lab: %s\n", error.what());
        return 2;
    }
    cairn::tellNoCommand(words[1]);
    return usage(stderr);
}
