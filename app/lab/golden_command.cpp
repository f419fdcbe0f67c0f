#include "app/common/arguments.h"
#include "app/lab/commands.h"
#include "app/lab/golden_replay.h"
#include "core/formats/json.h"

#include <filesystem>

namespace cairn
{

namespace
{

const CommandSpec kGolden{
    .name = "golden",
    .synopsis = "golden DIR.. [--json] [--impose]",
    .summary = "Replays recorded cases and compares every number; succeeds only if all pass.",
    .options = {{"json", "", "one JSON object per case", 0}, {"impose", "", "retrieve the recorded blocks instead of choosing", 0}},
    .minimumOperands = 1,
    .maximumOperands = 100000};

double largestOf(const GoldenResult& result, const std::string& kind)
{
    const auto found = result.largest.find(kind);
    return found == result.largest.end() ? 0.0 : found->second;
}

void printJson(const GoldenResult& result)
{
    JsonWriter writer;
    writer.beginObject().member("case", result.name).member("passed", result.passed).key("largest").beginObject();
    writer.member("logits", largestOf(result, "logits")).member("hidden", largestOf(result, "hidden"));
    writer.member("scores", largestOf(result, "blockscores")).member("gates", largestOf(result, "gates"));
    for (const auto& [kind, value] : result.largest) {
        if (kind != "logits" && kind != "hidden" && kind != "blockscores" && kind != "gates")
            writer.member(kind, value);
    }
    writer.endObject().member("wrong_selections", result.wrongSelections).member("wrong_integers", result.wrongIntegers);
    writer.member("compared", result.compared).member("missing", result.missing);
    if (!result.firstDifference.empty())
        writer.member("first_difference", result.firstDifference);
    if (!result.error.empty())
        writer.member("error", result.error);
    std::printf("%s\n", writer.endObject().text().c_str());
}

void printText(const GoldenResult& result)
{
    std::printf("%s %-36s %5llu tensors ", result.passed ? "ok  " : "FAIL", result.name.c_str(),
                static_cast<unsigned long long>(result.compared));
    for (const auto& [kind, value] : result.largest)
        std::printf(" %s %.1e", kind == "blockscores" ? "scores" : kind.c_str(), value);
    std::printf("  wrong selections %llu", static_cast<unsigned long long>(result.wrongSelections));
    if (result.wrongIntegers > 0)
        std::printf("  wrong integers %llu", static_cast<unsigned long long>(result.wrongIntegers));
    if (result.missing > 0)
        std::printf("  missing %llu", static_cast<unsigned long long>(result.missing));
    if (!result.passed && !result.firstDifference.empty())
        std::printf("  first: %s", result.firstDifference.c_str());
    std::printf("%s%s\n", result.error.empty() ? "" : "  ", result.error.c_str());
}

}  // namespace

int goldenCommand(std::span<char* const> words)
{
    if (printedHelp(kGolden, words))
        return 0;
    auto arguments = parseArguments(kGolden, words);
    if (!arguments)
        return complain(arguments.error());
    bool allPassed = true;
    std::size_t replayed = 0;
    for (const std::string& folder : arguments->operands()) {
        if (!std::filesystem::is_directory(folder)) {   // "DIR/*" also names single files beside the cases
            std::fprintf(stderr, "cairn-lab: %s is not a folder, left out.\n", folder.c_str());
            continue;
        }
        const GoldenResult result = replayGoldenCase(folder, arguments->has("impose"));
        allPassed = allPassed && result.passed;
        ++replayed;
        arguments->has("json") ? printJson(result) : printText(result);
        std::fflush(stdout);
    }
    return allPassed && replayed > 0 ? 0 : 1;
}

}  // namespace cairn
