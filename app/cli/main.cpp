// cairn-cli: read, ask, look at what was opened, on the command line. Finds the command and runs it.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/common/crash_report.h"
#include "app/common/ignored_variables.h"
#include "app/common/passive_threads.h"
#include "app/common/process_start.h"
#include "app/common/standard_input.h"
#include "core/documents/client/encodings.h"
#include "core/documents/client/open_document.h"
#include "core/documents/client/worker_process.h"
#include "kernels/thread_pool.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <vector>

#include <sched.h>
#include <unistd.h>

namespace cairn
{
namespace
{

std::vector<Command> commands()
{
    return {readCommand(),   askCommand(),    traceCommand(),         heatmapCommand(),   exportCommand(),      infoCommand(),
            verifyCommand(), textCommand(),   blocksCommand(),        listCommand(),      findCommand(),        removeCommand(),
            renameCommand(), importCommand(), importSessionCommand(), modelInfoCommand(), modelRecoverCommand()};
}

int printOverview()
{
    constexpr std::size_t kIndent = 17;
    std::puts("Usage: cairn-cli COMMAND ...\n\nReads documents into a landmark memory and answers questions about them\nwith "
              "citations.\n\nCommands:");
    for (const Command& command : commands())
        std::printf("  %-14.*s %s\n", static_cast<int>(command.spec.name.size()), command.spec.name.data(),
                    wrapped(command.spec.summary, kIndent).c_str());
    std::puts("\ncairn-cli COMMAND --help shows a command's options. Results go to standard\noutput, progress to standard error.");
    return kDone;
}

// "model info" is one command of two words.
const Command* commandNamed(std::span<const Command> all, std::span<char* const>& words)
{
    for (const Command& command : all) {
        const auto space = command.spec.name.find(' ');
        if (space == command.spec.name.npos && command.spec.name == words[0]) {
            words = words.subspan(1);
            return &command;
        }
        if (space != command.spec.name.npos && words.size() > 1 && command.spec.name.substr(0, space) == words[0] &&
            command.spec.name.substr(space + 1) == words[1]) {
            words = words.subspan(2);
            return &command;
        }
    }
    return nullptr;
}

// A first word that several commands share ("model"): their names, separated by commas; else empty.
std::string namesUnder(std::span<const Command> all, std::string_view word)
{
    std::string names;
    for (const Command& command : all) {
        if (command.spec.name.starts_with(word) && command.spec.name.substr(word.size()).starts_with(' '))
            names += (names.empty() ? "" : ", ") + std::string(command.spec.name);
    }
    return names;
}

Error noSuchCommand(std::span<const Command> all, std::string_view word)
{
    if (const std::string address = webAddressIn(std::string(word)); !address.empty())
        return {ErrorCode::InvalidArgument, webAddressSentence(address)};
    const std::string named = "'" + std::string(word) + "'", under = namesUnder(all, word);
    std::vector<std::string> names;
    for (const Command& command : all)
        names.emplace_back(command.spec.name);
    const std::string meant = closestWord(word, names);
    std::string sentence = "There is no command " + named + "." + (meant.empty() ? "" : " Did you mean " + meant + "?");
    if (!under.empty())
        sentence = named + " alone is no command: " + under + ".";
    else if (word.starts_with("-"))
        sentence = "The command comes first, then its options: cairn-cli COMMAND " + std::string(word) + ".";
    return {ErrorCode::InvalidArgument, sentence + (under.empty() ? " cairn-cli --help lists them." : "")};
}

int printHelp(const Command& command)
{
    std::fputs(helpText("cairn-cli", command.spec).c_str(), stdout);
    return kDone;
}

bool contains(std::span<char* const> words, std::string_view word)
{
    for (const char* const candidate : words) {
        if (std::string_view(candidate) == "--")
            return false;
        if (candidate == word)
            return true;
    }
    return false;
}

// The exit code; results that could not be written are no success.
int endOutput(int code)
{
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return code;
    std::fputs("cairn-cli: The results could not be written completely. Is the disk full?\n", stderr);
    return code == kDone ? kStorageFailed : code;
}

// CPUs that this process may use, as far as threads of the engine gain by them.
int usefulCpus()
{
    cpu_set_t mask;
    const int cores = kernels::usefulThreads();
    return sched_getaffinity(0, sizeof mask, &mask) == 0 ? std::min(CPU_COUNT(&mask), 2 * cores) : 2 * cores;
}

// What is taken as it is wished, though hardly meant so.
void tellSlowChoices(const Arguments& arguments, Console& console)
{
    for (const std::string& sentence : ignoredVariables())
        console.note(sentence);
    const auto threads = arguments.number("threads", 0, 1, UINT64_MAX);
    if (const int cpus = usefulCpus(); threads && *threads > static_cast<std::uint64_t>(cpus))
        console.note("--threads " + std::to_string(*threads) + " is more than this computer has for it (" + std::to_string(cpus) +
                     "), and slower than " + std::to_string(cpus) + ".");
}

Result<void> checkEncoding(const Arguments& arguments)
{
    const auto name = arguments.value("encoding");
    if (!name || encodingLabelled(*name))
        return {};
    return Error{ErrorCode::InvalidArgument, "“" + *name + "” is no encoding that Cairn knows; " + knownEncodings() + "."};
}

int run(std::span<char* const> words)
{
    const bool asksForHelp = !words.empty() && (words[0] == std::string_view("--help") || words[0] == std::string_view("help"));
    if (words.empty() || (asksForHelp && words.size() == 1))
        return printOverview();
    if (asksForHelp)
        words = words.subspan(1);   // "help ask" is "ask --help"
    if (words[0] == std::string_view("--version")) {
        std::puts("cairn-cli " CAIRN_VERSION);
        return kDone;
    }
    const std::vector<Command> all = commands();
    const Command* command = commandNamed(all, words);
    if (!command)
        return Console(contains(words, "--json")).fail({Stage::Usage, noSuchCommand(all, words[0])});
    if (asksForHelp || contains(words, "--help"))
        return printHelp(*command);
    if (runsEngine(command->spec))
        waitPassively();
    Console console(contains(words, "--json"));
    const Result<Arguments> arguments = parseArguments(command->spec, words);
    if (!arguments)
        return console.fail({Stage::Usage, arguments.error()});
    if (const auto encoding = checkEncoding(*arguments); !encoding)
        return console.fail({Stage::Usage, encoding.error()});
    if (runsEngine(command->spec))
        tellSlowChoices(*arguments, console);
    return command->run(*arguments, console);
}

}  // namespace
}  // namespace cairn

int main(int argc, char** argv)
{
    cairn::prepareProcess();
    cairn::reportCrashes("cairn-cli", cairn::CrashTarget::File);
    cairn::onWorkerCrash([](std::string_view errors) {
        if (const auto report = cairn::keepCrashReport(errors))
            std::fprintf(stderr, "cairn-import crashed. A report without words of your documents: %s\n", report->c_str());
    });
    cairn::sweepInputs(cairn::inputFolder());
    const int code = cairn::run(std::span<char* const>(argv, static_cast<std::size_t>(argc)).subspan(1));
    cairn::endInputs();
    _exit(cairn::endOutput(code));   // what libraries would still take down ends with the process
}
