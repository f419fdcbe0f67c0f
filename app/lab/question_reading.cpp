#include "app/lab/question_reading.h"

#include "app/lab/sampled_archive.h"
#include "core/answering/document_stream.h"
#include "core/model/safetensors.h"
#include "core/wording/words/bm25.h"
#include "kernels/rows/kv_row.h"
#include "storage/blocks/block_identity.h"

#include <filesystem>

namespace cairn
{

namespace
{

constexpr const char* kTensor = "landmarks";

// Landmark keys of a document that is read now.
Result<void> readLandmarks(const Engine& engine, const DocumentStream& stream, ReadArticle& article)
{
    const MemoryShape shape = engine.memoryShape(KvType::Int8);
    SampledArchive archive(shape);
    auto memory = engine.openMemory(archive, engine.defaultReading(), KvType::Int8);
    if (!memory)
        return memory.error();
    if (auto done = memory->read(stream.tokens(), {}); !done)
        return done.error();
    const std::size_t values = std::size_t{article.blocks} * article.width;
    article.landmarks.resize(article.layers * values);
    std::vector<std::byte> bytes(article.blocks * shape.landmarkBytes());
    for (std::uint32_t layer = 0; layer < article.layers; ++layer) {
        if (auto done = archive.readLandmarks(LayerIndex(layer), BlockId(0), article.blocks, bytes); !done)
            return done.error();
        kernels::decodeHalves(reinterpret_cast<const std::uint16_t*>(bytes.data()), values, &article.landmarks[layer * values]);
    }
    return {};
}

Result<void> loadOrRead(const Engine& engine, const DocumentStream& stream, std::string_view text, const std::string& folder,
                        ReadArticle& article)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    const Hash128 key = memoryKey(engine.identity(contentHash(text), engine.defaultReading(), KvType::Int8));
    const std::string path = (std::filesystem::path(folder) / (toHex(key) + ".safetensors")).string();
    const std::vector<std::uint64_t> shape{article.layers, article.blocks, article.width};
    if (const auto file = openSafetensors(path)) {
        const auto stored = file->tensors.find(kTensor);
        if (stored != file->tensors.end() && stored->second.shape == shape) {
            auto values = file->readFloats(kTensor);
            if (values) {
                article.landmarks = *std::move(values);
                return {};
            }
        }
    }
    if (auto done = readLandmarks(engine, stream, article); !done)
        return done.error();
    const TensorToWrite tensor{kTensor, shape, article.landmarks, TensorType::F16};
    return writeSafetensors(path, {&tensor, 1}, {{"document", article.id}});
}

}  // namespace

Result<ReadArticle> readArticle(const Engine& engine, const QuestionDocument& document, const QuestionReading& reading)
{
    const std::string_view text = document.text;
    const auto stream = DocumentStream::build({&text, 1}, engine.tokenizer(), engine.chatFormat(), engine.info().blockTokens);
    if (!stream)
        return stream.error();
    const ModelConfig& config = engine.info().config;
    ReadArticle article{document.id, config.layers, config.kvHeads * config.headDim, stream->blocks(), {}, {}};
    if (auto done = loadOrRead(engine, *stream, text, reading.folder, article); !done)
        return done.error();
    Bm25 index;
    for (std::uint32_t block = 0; block < stream->pieces(); ++block)
        index.add(stream->blockText(BlockId(block)));
    for (const CorpusQuestion& question : document.questions) {
        PlacedQuestion placed{question.text, {}, answerBlocks(*stream, question.answer), index.scores(question.text)};
        if (placed.gold.empty() || question.text.size() > reading.questionBytes)
            continue;
        const auto tokens = engine.tokenizer().encode(question.text);
        if (!tokens)
            return tokens.error();
        for (const Token& token : *tokens)
            placed.tokens.push_back(token.id);
        placed.words.resize(article.blocks);
        article.questions.push_back(std::move(placed));
    }
    return article;
}

}  // namespace cairn
