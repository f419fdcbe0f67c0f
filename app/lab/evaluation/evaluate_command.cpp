// `cairn-lab evaluate WHAT ..`: finds the sub-command and its help.
#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"

namespace cairn
{

namespace
{

constexpr Evaluation kEvaluations[] = {
    {passkeySpec, evaluatePasskey, "--lengths 1K,8K --trials 1 --strategies memory,reread --frame chat"},
    {needleSpec, evaluateNeedle, "--lengths 1K,2K --kinds number,words,uuid --depths 0,50 --trials 1 --strategies memory,reread"},
    {perplexitySpec, evaluatePerplexity, "TEXT --lengths 2K --strategies memory,dense --k 17"},
    {retrievalSpec, evaluateRetrieval, "TEXT --cases 8/64 --samples 1 --queries 16"},
    {scanSpec, evaluateScan, "SESSION --groups 16,32 --samples 1 --queries 1"},
    {paritySpec, evaluateParity, "TEXT --tokens 1500"},
    {costSpec, evaluateCost, "--lengths 2K,8K --tokens 8"},
    {uniqueBlocksSpec, evaluateUniqueBlocks, "TEXT --tokens 4K"},
    {questionsSpec, evaluateQuestionsCommand, "FILE.jsonl --docs DIR --strategies reread --limit 10"},
    {articlesSpec, evaluateArticles, "--corpus DIR --output DIR --held-out 0.14 --questions 12"},
};

std::string_view shortName(const CommandSpec& spec)
{
    return spec.name.substr(std::string_view("evaluate ").size());
}

int listAll(std::FILE* to)
{
    std::fprintf(to, "usage: cairn-lab evaluate WHAT .. (--help after WHAT lists its options)\n");
    for (const Evaluation& one : kEvaluations) {
        const CommandSpec& spec = one.spec();
        std::fprintf(to, "  %-14s %s\n", std::string(shortName(spec)).c_str(), std::string(spec.summary).c_str());
    }
    std::fprintf(to, "exit code: 0 done; 1 parity: something differs; 2 wrong use or could not run; 130 ended by Ctrl+C, 143 by SIGTERM:\n"
                     "finished parts are kept with -o\n");
    return to == stdout ? 0 : 2;
}

}  // namespace

std::span<const Evaluation> evaluations()
{
    return kEvaluations;
}

int evaluateCommand(std::span<char* const> words)
{
    if (words.empty() || isHelp(words[0]))
        return listAll(words.empty() ? stderr : stdout);
    for (const Evaluation& one : kEvaluations) {
        if (shortName(one.spec()) != words[0])
            continue;
        if (words.size() > 1 && isHelp(words[1])) {
            std::printf("%s\nWithin minutes on two cores:\n  cairn-lab %s %s\n", helpText("cairn-lab", one.spec()).c_str(),
                        std::string(one.spec().name).c_str(), one.example);
            return 0;
        }
        return one.run(words.subspan(1));
    }
    tellNoCommand(std::string("evaluate ") + words[0]);
    return listAll(stderr);
}

}  // namespace cairn
