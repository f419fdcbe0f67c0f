// `cairn-lab evaluate WHAT ..`: finds the sub-command and its help.
#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"

#include <cstring>

namespace cairn
{

namespace
{

struct Evaluation
{
    const CommandSpec& (*spec)();
    int (*run)(std::span<char* const> words);
};

constexpr Evaluation kEvaluations[] = {
    {passkeySpec, evaluatePasskey},
    {needleSpec, evaluateNeedle},
    {perplexitySpec, evaluatePerplexity},
    {retrievalSpec, evaluateRetrieval},
    {paritySpec, evaluateParity},
    {costSpec, evaluateCost},
    {uniqueBlocksSpec, evaluateUniqueBlocks},
    {questionsSpec, evaluateQuestionsCommand},
    {articlesSpec, evaluateArticles},
};

std::string_view shortName(const CommandSpec& spec)
{
    return spec.name.substr(std::string_view("evaluate ").size());
}

bool isHelp(const char* word)
{
    return std::strcmp(word, "--help") == 0 || std::strcmp(word, "-h") == 0;
}

int listAll(std::FILE* to)
{
    std::fprintf(to, "usage: cairn-lab evaluate WHAT .. (--help after WHAT lists its options)\n");
    for (const Evaluation& one : kEvaluations) {
        const CommandSpec& spec = one.spec();
        std::fprintf(to, "  %-14s %s\n", std::string(shortName(spec)).c_str(), std::string(spec.summary).c_str());
    }
    return to == stdout ? 0 : 2;
}

}  // namespace

int evaluateCommand(std::span<char* const> words)
{
    if (words.empty() || isHelp(words[0]))
        return listAll(words.empty() ? stderr : stdout);
    for (const Evaluation& one : kEvaluations) {
        if (shortName(one.spec()) != words[0])
            continue;
        if (words.size() > 1 && isHelp(words[1])) {
            std::printf("%s", helpText("cairn-lab", one.spec()).c_str());
            return 0;
        }
        return one.run(words.subspan(1));
    }
    return listAll(stderr);
}

}  // namespace cairn
