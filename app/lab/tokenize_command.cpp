#include "app/common/arguments.h"
#include "app/lab/commands.h"
#include "core/formats/json.h"
#include "core/model/model.h"

#include <iostream>
#include <iterator>

namespace cairn
{

namespace
{

const CommandSpec kTokenize{
    .name = "tokenize",
    .synopsis = "tokenize --model PATH [--json] < TEXT",
    .summary = "Prints the token ids of standard input with their byte offsets: id, begin, end.",
    .options = {{"model", "PATH", "a .gguf file or a model folder", 0}, {"json", "", "one JSON object with the lists ids and offsets", 0}},
    .minimumOperands = 0,
    .maximumOperands = 0};

void printJson(const std::vector<Token>& tokens)
{
    JsonWriter writer;
    writer.beginObject().key("ids").beginArray();
    for (const Token& token : tokens)
        writer.value(token.id);
    writer.endArray().key("offsets").beginArray();
    for (const Token& token : tokens)
        writer.beginArray().value(token.begin).value(token.end).endArray();
    writer.endArray().endObject();
    std::printf("%s\n", writer.text().c_str());
}

}  // namespace

int tokenizeCommand(std::span<char* const> words)
{
    if (printedHelp(kTokenize, words))
        return 0;
    auto arguments = parseArguments(kTokenize, words);
    if (!arguments)
        return complain(arguments.error());
    const auto path = arguments->value("model");
    if (!path)
        return complain({ErrorCode::InvalidArgument, "--model is needed."});
    auto model = openModel(*path);
    if (!model)
        return complain(model.error());
    if (!model->tokenizer)
        return complain({ErrorCode::NotFound, *path + " has no tokenizer."});
    const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
    auto tokens = model->tokenizer->encode(text);
    if (!tokens)
        return complain(tokens.error());
    if (arguments->has("json")) {
        printJson(*tokens);
        return 0;
    }
    for (const Token& token : *tokens)
        std::printf("%d\t%u\t%u\n", token.id, token.begin, token.end);
    return 0;
}

}  // namespace cairn
