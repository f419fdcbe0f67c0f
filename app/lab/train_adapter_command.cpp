// `cairn-lab train adapter`: a landmark adapter for an ordinary model.
#include "app/lab/commands.h"
#include "app/lab/train_run.h"
#include "core/training/adapter_training.h"

#include <charconv>

namespace cairn
{

namespace
{

CommandSpec adapterSpec()
{
    CommandSpec spec{
        .name = "train adapter",
        .synopsis = "train adapter TEXT.. -o FILE.safetensors [--questions DIR] [--start FILE] [--steps N] [--resume]",
        .summary =
            "Trains landmark rows so that landmarks predict where dense attention looks. TEXT: .txt, .md, .jsonl or .jsonl.xz files, or\n"
            "folders of them. On two cores in minutes:\n"
            "  cairn-lab train adapter books/ -o adapter.safetensors --steps 20 --blocks 12 --measured-blocks 24 --text-mb 4",
        .options = planOptions("in all (default 300)", "peak learning rate (default 1e-3)",
                               "of the documents, by name and seed: measured, never trained on (default 0.05; one at least)"),
        .minimumOperands = 0,
        .maximumOperands = 1000};
    const std::vector<OptionSpec> own = {
        {"questions", "DIR", "folder with qa_contexts.jsonl and qa_train.jsonl (or .xz): rows that end in a question", 0},
        {"asked", "SHARE", "of the rows that end in a question or a needle (default 0.5)", 0},
        {"block-tokens", "F", "ordinary tokens of a block: 31, 63, 127, .. (default 63)", 0},
        {"half-precision", "", "products with the base's weights in bf16: faster where the processor has units for it, masses less exact",
         0},
        {"rank", "N", "of the low-rank weights (default 16)", 0},
        {"layers", "A-B", "train the landmark rows of these layers only, from 0 (default: all)", 0},
        {"blocks", "N or A-B", "blocks of a row, uniform between (default 24)", 0},
        {"queries", "N", "whose masses are compared, of a row (default 192)", 0},
        {"batch", "N", "rows a step (default 1)", 0},
        {"window", "N", "ordinary rows see block 0, N blocks before and their own, as while reading (default 0: everything)", 0},
        {"group-vote", "", "compare the masses of all query heads of a kv head together", 0},
        {"text-mb", "N", "text kept of all files, a sample by seed (default 64)", 0},
        {"measured-rows", "N", "held-out rows at each measurement (default 2)", 0},
        {"measured-blocks", "N", "their blocks (default 64)", 0},
        {"measured-k", "N", "blocks chosen of them (default 8)", 0}};
    spec.options.insert(spec.options.end(), own.begin(), own.end());
    return spec;
}

// "N" or "A-B", both within [minimum, maximum].
Result<std::pair<std::uint32_t, std::uint32_t>> range(const std::string& option, const std::string& text, std::uint32_t minimum,
                                                      std::uint32_t maximum)
{
    const char* const end = text.data() + text.size();
    std::uint32_t first = 0, last = 0;
    auto parsed = std::from_chars(text.data(), end, first);
    last = first;
    if (parsed.ec == std::errc{} && parsed.ptr != end && *parsed.ptr == '-')
        parsed = std::from_chars(parsed.ptr + 1, end, last);
    if (parsed.ec != std::errc{} || parsed.ptr != end || first < minimum || last > maximum || last < first)
        return Error{ErrorCode::InvalidArgument, "--" + option + " takes a number or a range as 16-32, from " + std::to_string(minimum) +
                                                     " to " + std::to_string(maximum) + ", not '" + text + "'."};
    return std::pair(first, last);
}

Result<void> readShape(const Arguments& arguments, AdapterTrainingRequest& request)
{
    const auto blockTokens = arguments.number("block-tokens", 63, 2, 1024), rank = arguments.number("rank", 16, 1, 4096);
    const auto queries = arguments.number("queries", 192, 1, 100'000), batch = arguments.number("batch", 1, 1, 1024);
    const auto window = arguments.number("window", 0, 0, 100'000);
    const auto blocks = range("blocks", arguments.value("blocks", "24"), 2, 4096);
    const auto asked = arguments.real("asked", 0.5, 0, 1);
    if (auto good = allGood(blockTokens, rank, queries, batch, window, blocks, asked); !good)
        return good;
    if (const auto layers = arguments.value("layers")) {
        const auto chosen = range("layers", *layers, 0, 10'000);
        if (!chosen)
            return chosen.error();
        request.distillation.firstLayer = chosen->first;
        request.distillation.endLayer = chosen->second + 1;
    }
    request.distillation.blockTokens = static_cast<std::uint32_t>(*blockTokens);
    request.distillation.rank = static_cast<std::uint32_t>(*rank);
    request.distillation.window = static_cast<std::uint32_t>(*window);
    request.distillation.halfWeights = arguments.has("half-precision");
    request.distillation.groupVote = arguments.has("group-vote");
    request.rows.shortest = blocks->first;
    request.rows.longest = blocks->second;
    request.rows.queries = static_cast<std::uint32_t>(*queries);
    request.rows.asked = *asked;
    request.batch = static_cast<std::uint32_t>(*batch);
    return {};
}

Result<void> readMeasuring(const Arguments& arguments, AdapterTrainingRequest& request)
{
    const auto rows = arguments.number("measured-rows", 2, 1, 1000), blocks = arguments.number("measured-blocks", 64, 3, 4096);
    const auto k = arguments.number("measured-k", 8, 1, 4096), megabytes = arguments.number("text-mb", 64, 1, 100'000);
    const auto seed = arguments.number("seed", 0, 0, ~0ull);
    const auto heldOut = arguments.real("held-out", 0.05, 0, 0.9);
    if (auto good = allGood(rows, blocks, k, megabytes, seed, heldOut); !good)
        return good;
    if (*k + 1 >= *blocks)
        return Error{ErrorCode::InvalidArgument, "--measured-k must be smaller than --measured-blocks less one, or all blocks are chosen."};
    request.measuredRows = static_cast<std::uint32_t>(*rows);
    request.measuredBlocks = static_cast<std::uint32_t>(*blocks);
    request.measuredK = static_cast<std::uint32_t>(*k);
    request.texts.bytes = *megabytes << 20;
    request.texts.seed = request.seed = *seed;
    request.heldOut = *heldOut;
    return {};
}

Result<AdapterTrainingRequest> requestFrom(const Arguments& arguments)
{
    AdapterTrainingRequest request;
    const auto output = arguments.value("output");
    if (!output || arguments.operands().empty())
        return Error{ErrorCode::InvalidArgument, "Name the text to train on, and with -o where the adapter goes."};
    request.out = *output;
    request.texts.paths = arguments.operands();
    request.questions = arguments.value("questions", "");
    request.start = arguments.value("start", "");
    if (auto good = readShape(arguments, request); !good)
        return good.error();
    if (auto good = readMeasuring(arguments, request); !good)
        return good.error();
    auto plan = planFrom(arguments, request.out, {300, 1e-3});
    if (!plan)
        return plan.error();
    request.plan = *std::move(plan);
    return request;
}

Result<void> train(const Arguments& arguments, const std::string& command)
{
    auto request = requestFrom(arguments);
    if (!request)
        return request.error();
    const auto base = openedBase(arguments);
    if (!base)
        return base.error();
    request->distillation.device = base->device.device;
    request->onPart = partsOnStandardError();
    const TrainingJob job{request->out, "Landmark adapter", command, base->device.name};
    return trainWithReports(job, base->model, [&](const OnTrainingPoint& onPoint, std::stop_token stop) {
        return trainAdapter(base->model, *request, onPoint, stop);
    });
}

}  // namespace

int trainAdapterCommand(std::span<char* const> words)
{
    return trainCommandOf(adapterSpec(), words, train);
}

}  // namespace cairn
