// `cairn-lab evaluate passkey` and `evaluate needle`: options to a plan.
#include "app/lab/commands.h"
#include "app/lab/evaluation/evaluation_commands.h"
#include "app/lab/evaluation/needle_run.h"
#include "core/formats/file.h"

namespace cairn
{

namespace
{

constexpr std::uint64_t kFillerBytes = 256ull << 20;
constexpr std::string_view kFrames[] = {"plain", "chat"};
constexpr std::string_view kReadings[] = {"whole", "spliced"};

std::vector<OptionSpec> options(bool passkey)
{
    std::vector<OptionSpec> own = {
        {"lengths", "LIST", "tokens of text and question: 1K,2K,32K,1M", 0},
        {"depths", "LIST", passkey ? "0,25,50,75,100: where the key stands; default: drawn for each trial"
            : "0,25,50,75,100: where it stands", 0},
        {"trials", "N", "of each length and depth", 0},
        {"strategies", "LIST", "memory, memory-exact, memory-grouped, memory-per-head, memory-group-vote, bounds, window, dense, reread, "
            "bm25", 0},
        {"k", "N", "places when asking (default: of the model's kind)", 0},
        {"frame", "NAME", passkey ? "plain (default): the paper's text alone; chat: in the model's chat" : "chat (default) or plain", 0},
        {"reading", "NAME", "whole: every text; spliced: the filler once, windows around the needles anew (for long texts)", 0},
        {"answers", "", "print every reply", 0}};
    if (!passkey) {
        own.push_back({"kinds", "LIST", "number, words, uuid, several, key-value (default: all)", 0});
        own.push_back({"filler", "NAME", "prose (default), grass (the paper's), pairs; key-value always hides in pairs of its own kind",
            0});
        own.push_back({"text", "FILE", "hide in this text instead", 0});
    }
    return withLabOptions(std::move(own));
}

const CommandSpec kPasskey{.name = "evaluate passkey",
                           .synopsis = "evaluate passkey [--lengths 1K,2K,4K] [--trials 5] [--strategies memory,..] [-o PREFIX]",
                           .summary = "Hides a number in the landmark paper's filler and asks for it, by length.",
                           .options = options(true),
                           .minimumOperands = 0,
                           .maximumOperands = 0};
const CommandSpec kNeedle{.name = "evaluate needle",
                          .synopsis = "evaluate needle [--kinds number,..] [--lengths 2K,8K] [--depths 0,50,100] [--strategies "
                                      "memory,..] [-o PREFIX]",
                          .summary = "Hides facts of several kinds at several depths of texts of several lengths and asks for them.",
                          .options = options(false),
                          .minimumOperands = 0,
                          .maximumOperands = 0};

Result<void> addStrategies(const std::string& list, NeedlePlan& plan)
{
    for (const std::string& word : wordList(list)) {
        plan.strategies.push_back(needleStrategyNamed(word));
        if (!plan.strategies.back())
            return Error{ErrorCode::InvalidArgument, "There is no strategy " + word + "; --help lists them."};
    }
    return {};
}

Result<void> addKinds(const std::string& list, NeedlePlan& plan)
{
    for (const std::string& word : wordList(list)) {
        const auto kind = needleKindNamed(word);
        if (!kind)
            return Error{ErrorCode::InvalidArgument, "There is no kind " + word + "; --help lists them."};
        plan.kinds.push_back(*kind);
    }
    return {};
}

Result<void> addFiller(const Arguments& arguments, NeedlePlan& plan)
{
    const auto filler = fillerKindNamed(arguments.value("filler", "prose"));
    if (!filler)
        return Error{ErrorCode::InvalidArgument, "A filler is prose, grass or pairs."};
    plan.filler = *filler;
    if (const auto path = arguments.value("text")) {
        auto text = readWholeFile(*path, kFillerBytes);
        if (!text)
            return text.error();
        plan.fillerText = *std::move(text);
    }
    return {};
}

Result<NeedlePlan> planFrom(const Arguments& arguments, bool passkey)
{
    NeedlePlan plan;
    plan.passkey = passkey;
    auto lengths = lengthList(arguments.value("lengths", passkey ? "1K,2K,4K" : "2K,4K"));
    auto depths = depthList(arguments.value("depths", passkey ? "" : "0,25,50,75,100"));
    const auto trials = arguments.number("trials", passkey ? 5 : 1, 1, 100'000);
    const auto k = arguments.number("k", 0, 0, 10'000);
    const auto frame = arguments.choice("frame", passkey ? "plain" : "chat", kFrames);
    const auto reading = arguments.choice("reading", "whole", kReadings);
    if (!lengths || !depths)
        return !lengths ? lengths.error() : depths.error();
    for (const auto* number : {&trials, &k}) {
        if (!*number)
            return number->error();
    }
    if (!frame || !reading)
        return !frame ? frame.error() : reading.error();
    if (auto done = addStrategies(arguments.value("strategies", "memory"), plan); !done)
        return done.error();
    if (!passkey) {
        if (auto done = addKinds(arguments.value("kinds", "number,words,uuid,several,key-value"), plan); !done)
            return done.error();
        if (auto done = addFiller(arguments, plan); !done)
            return done.error();
    }
    plan.lengths = *std::move(lengths);
    plan.depths = *std::move(depths);
    plan.trials = *trials;
    plan.topK = static_cast<std::uint32_t>(*k);
    plan.frame = *frame == "chat" ? NeedleFrame::Chat : NeedleFrame::Plain;
    plan.spliced = *reading == "spliced";
    plan.showReplies = arguments.has("answers");
    return plan;
}

// What a trial's result depends on beside model and seed; lengths, depths, trials and strategies name the parts.
std::string settingsOf(const NeedlePlan& plan)
{
    std::string settings(plan.frame == NeedleFrame::Chat ? "chat" : "plain");
    settings.append(plan.spliced ? " spliced" : " whole").append(" k=").append(std::to_string(plan.topK)).append(" ");
    if (plan.fillerText.empty())
        settings.append(name(plan.filler));
    else
        settings.append("text ").append(std::to_string(std::hash<std::string>()(plan.fillerText)));
    if (plan.spliced)   // the filler's end depends on the longest
        settings.append(" ").append(std::to_string(plan.lengths.back()));
    return settings;
}

int run(const CommandSpec& command, const char* evaluation, bool passkey, std::span<char* const> words)
{
    const auto arguments = parseArguments(command, words);
    if (!arguments)
        return complain(arguments.error());
    const auto plan = planFrom(*arguments, passkey);
    if (!plan)
        return complain(plan.error());
    const auto options = labOptions(*arguments, evaluation, words);
    if (!options)
        return complain(options.error());
    auto lab = Lab::open(evaluation, *options, settingsOf(*plan));
    if (!lab)
        return complain(lab.error());
    const auto done = runNeedles(**lab, *plan);
    return done ? 0 : complain(done.error());
}

}  // namespace

const CommandSpec& passkeySpec()
{
    return kPasskey;
}

const CommandSpec& needleSpec()
{
    return kNeedle;
}

int evaluatePasskey(std::span<char* const> words)
{
    return run(kPasskey, "passkey", true, words);
}

int evaluateNeedle(std::span<char* const> words)
{
    return run(kNeedle, "needle", false, words);
}

}  // namespace cairn
