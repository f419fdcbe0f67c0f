#include "app/common/arguments.h"
#include "app/lab/commands.h"
#include "app/lab/dense_pass.h"
#include "core/engine/common/parallel.h"
#include "core/formats/json.h"

namespace cairn
{

namespace
{

const CommandSpec kLogits{
    .name = "logits",
    .synopsis = "logits --model PATH --tokens FILE.json [--last] --json",
    .summary = "Prints the logits of a plain dense pass over given token ids.",
    .options = {{"model", "PATH", "a .gguf file or a model folder", 0},
                {"tokens", "FILE", "JSON: a list of ids, or an object with such a list as \"tokens\" or \"ids\"", 0},
                {"last", "", "the last row only", 0},
                {"json", "", "one JSON object (the only form)", 0}},
    .minimumOperands = 0,
    .maximumOperands = 0};

Result<std::vector<TokenId>> readIds(const std::string& path, std::uint32_t vocabulary)
{
    auto json = readJsonFile(path, {.bytes = 64ull << 20});
    if (!json)
        return json.error();
    const JsonValue* list = &*json;
    for (const char* key : {"tokens", "ids"}) {
        if (const JsonValue* member = json->find(key))
            list = member;
    }
    std::vector<TokenId> ids;
    for (const JsonValue& value : list->elements()) {
        const auto id = value.integer();
        if (!id || *id < 0 || *id >= vocabulary)
            return Error{ErrorCode::InvalidArgument, path + ": every element must be an id below " + std::to_string(vocabulary) + "."};
        ids.push_back(static_cast<TokenId>(*id));
    }
    if (ids.empty())
        return Error{ErrorCode::InvalidArgument, path + " holds no list of token ids."};
    return ids;
}

}  // namespace

int logitsCommand(std::span<char* const> words)
{
    if (printedHelp(kLogits, words))
        return 0;
    auto arguments = parseArguments(kLogits, words);
    if (!arguments)
        return complain(arguments.error());
    const auto model = arguments->value("model"), tokens = arguments->value("tokens");
    if (!model || !tokens)
        return complain(
            {ErrorCode::InvalidArgument, std::string("Both --model and --tokens are needed: ") + std::string(kLogits.synopsis)});
    setWorkerThreads(0);
    auto opened = openModel(*model);
    if (!opened)
        return complain(opened.error());
    auto ids = readIds(*tokens, opened->config.vocabulary);
    if (!ids)
        return complain(ids.error());
    auto pass = DensePass::open(*model, static_cast<std::uint32_t>(ids->size()));
    if (!pass)
        return complain(pass.error());
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = arguments->has("last") ? static_cast<std::uint32_t>(ids->size() - 1) : 0; row < ids->size(); ++row)
        rows.push_back(row);
    std::printf("{\"tokens\":%zu,\"vocabulary\":%u,\"first_row\":%u,\"logits\":[", ids->size(), opened->config.vocabulary, rows.front());
    auto done = pass->run(*ids, rows, [&](std::uint32_t row, std::span<const float> logits) {
        for (std::size_t i = 0; i < logits.size(); ++i)
            std::printf("%s%.7g", i > 0 ? "," : row == rows.front() ? "[" : ",[", static_cast<double>(logits[i]));
        std::printf("]");
    });
    std::printf("]}\n");
    return done ? 0 : complain(done.error());
}

}  // namespace cairn
