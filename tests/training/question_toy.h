// Documents and questions whose answer follows from the question's token, and a training of the noise model on them.
#pragma once

#include "core/training/question_training.h"
#include "tests/training/noise_model.h"

#include <QTest>

#include <memory>
#include <string>
#include <vector>

namespace cairn::test
{

inline constexpr std::uint32_t kBlockTokens = 5;

// The vocabulary of the noise model: a character is a token.
class CharacterTokenizer final : public Tokenizer
{
public:
    Result<std::vector<Token>> encode(std::string_view text) const override
    {
        std::vector<Token> tokens;
        for (std::uint32_t i = 0; i < text.size(); ++i)
            tokens.push_back({static_cast<unsigned char>(text[i]) % 38, i, i + 1});
        return tokens;
    }
    std::string decode(TokenId, bool) const override { return {}; }
    std::int32_t vocabularySize() const override { return 40; }
    std::optional<TokenId> bos() const override { return std::nullopt; }
    std::vector<TokenId> endOfText() const override { return {}; }
    std::optional<TokenId> special(std::string_view) const override { return std::nullopt; }
    bool addsBos() const override { return false; }
};

// A landmark model of noise, F = 5.
inline Model noiseModel(const TemporaryFolder& folder)
{
    writeNoiseModel(folder.path(), R"(,"mem_id":39,"mem_freq":5,"train_context_length":60)");
    auto model = openModel(folder.path());
    if (!model)
        qFatal("%s", model.error().message.c_str());
    model->tokenizer = std::make_shared<CharacterTokenizer>();
    return *std::move(model);
}

// Block b of every document has the same random key; a question of token t is answered by block 1 + t % (blocks - 1).
inline ReadArticle madeUpArticle(const std::string& id, std::uint32_t blocks)
{
    ReadArticle article{id, 3, 16, blocks, noise(500, std::size_t{3} * blocks * 16, 1.0), {}};
    for (TokenId token = 0; token < 12; ++token) {
        PlacedQuestion question{"?", {token, 30}, {1 + static_cast<std::uint32_t>(token) % (blocks - 1)}, std::vector<float>(blocks, 0.0f)};
        question.words[1] = 1;   // a word of all questions stands there: BM25 alone is no help
        article.questions.push_back(std::move(question));
    }
    return article;
}

struct QuestionToy
{
    std::uint32_t documents = 1, foreignBlocks = 0;
    bool halfPrecision = false;
    TrainingDevice device = TrainingDevice::Cpu;
};

inline std::unique_ptr<QuestionTraining> trainingOf(const Model& model, QuestionTrainingSet set, const QuestionToy& toy = {})
{
    QuestionTrainingOptions options;
    options.rank = 4;
    options.documents = toy.documents;
    options.batch = 8;
    options.foreignBlocks = toy.foreignBlocks;
    options.halfPrecision = toy.halfPrecision;
    options.device = toy.device;
    options.frameBefore = "Q";
    options.frameAfter = "AB";
    auto training = makeQuestionTraining(model, std::move(set), options);
    if (!training)
        qFatal("%s", training.error().message.c_str());
    return *std::move(training);
}

inline QuestionTrainingSet smallSet()
{
    return {{madeUpArticle("a", 7), madeUpArticle("b", 7)}, {madeUpArticle("c", 7)}, kBlockTokens};
}

}  // namespace cairn::test
