// Files of models and tokenizers, JSON among them.
#include "core/formats/json.h"
#include "core/model/gguf.h"
#include "core/model/safetensors.h"
#include "core/model/torch_archive.h"
#include "core/model/torch_pickle.h"
#include "core/tokenizer/bpe_tokenizer.h"
#include "core/tokenizer/sentencepiece_file.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/model_folder.h"

#include <cmath>

namespace cairn::fuzz
{

namespace
{

std::shared_ptr<const ByteSource> sourceOf(Input input)
{
    return std::make_shared<MemorySource>(input, "fuzz");
}

void requireInside(const auto& tensors, std::size_t size)
{
    for (const auto& [name, tensor] : tensors)
        require(tensor.offset <= size && tensor.bytes <= size - tensor.offset);
}

void gguf(Input input)
{
    if (const auto file = readGguf(MemorySource(input, "fuzz")))
        requireInside(file->tensors, input.size());
}

// What was read and written is read again as the same.
void json(Input input)
{
    const auto value = parseJson(textOf(input));
    if (!value)
        return;
    JsonWriter first, second;
    first.value(*value);
    const auto again = parseJson(first.text());
    require(again.has_value());
    second.value(*again);
    require(first.text() == second.text());
}

void safetensors(Input input)
{
    const auto file = readSafetensors(sourceOf(input));
    if (!file)
        return;
    requireInside(file->tensors, input.size());
    for (const auto& [name, tensor] : file->tensors)
        (void)file->readFloats(name).has_value();
}

void torchArchive(Input input)
{
    if (const auto tensors = readTorchArchive(sourceOf(input)))
        requireInside(*tensors, input.size());
}

void torchPickle(Input input)
{
    (void)readTorchPickle(input, "fuzz").has_value();
}

void tokenizerJson(Input input)
{
    (void)parseTokenizerJson(textOf(input)).has_value();
}

// What passes keeps the rules, also once written anew.
void sentencePiece(Input input)
{
    const auto file = parseSentencePieceFile(textOf(input));
    if (!file)
        return;
    require(checkSentencePieceFile(*file).has_value());
    const auto again = parseSentencePieceFile(serialise(*file));
    require(again && again->pieces.size() == file->pieces.size());
}

std::string tokenizerSeed()
{
    return R"({"version":"1.0","added_tokens":[{"id":3,"content":"<|end|>","special":true}],"pre_tokenizer":{"type":"ByteLevel",)"
           R"("add_prefix_space":false,"use_regex":true},"decoder":{"type":"ByteLevel"},"model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2},)"
           R"("merges":["a b"]}})";
}

std::string sentencePieceSeed()
{
    SentencePieceFile file;
    file.pieces = {{"<unk>", 0, 2}, {"<s>", 0, 3}, {"</s>", 0, 3}, {"a", -1, 1}, {"ab", -2.5f, 1}};
    return serialise(file);
}

}  // namespace

std::vector<Target> modelTargets()
{
    using Seeds = std::vector<std::string>;
    return {
        {"gguf", gguf, [] { return Seeds{test::ggufModel(test::TinyModel()).build()}; }, 4096, 1500},
        {"json", json,
         [] { return Seeds{R"({"text":"\ud83d\ude00 \u00e9","numbers":[1,-2.5e3,18446744073709551615,null,true],"deep":[[[{}]]]})"}; }, 1 << 20, 3000},
        {"safetensors", safetensors, [] { return Seeds{test::safetensorsFile(test::TinyModel().tensors(), R"({"format":"pt"})")}; }, 4096, 1500},
        {"torch_archive", torchArchive, [] { return Seeds{test::torchFile(test::TinyModel().tensors())}; }, 4096, 1000},
        {"torch_pickle", torchPickle,
         [] {
             namespace pickle = test::pickle;
             return Seeds{pickle::dictionary({{"w", pickle::tensor(pickle::storage("FloatStorage", "0", 6), 0, {2, 3}, {3, 1})}})};
         }, 1 << 20, 3000},
        {"tokenizer_json", tokenizerJson, [] { return Seeds{tokenizerSeed()}; }, 1 << 20, 2000},
        {"sentencepiece", sentencePiece, [] { return Seeds{sentencePieceSeed()}; }, 1 << 20, 3000},
    };
}

}  // namespace cairn::fuzz
