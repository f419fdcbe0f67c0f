// Training of a question adapter (question_encoder.h): cross entropy of the vote over the blocks of a document and some of other
// documents, half of it alone and half together with BM25, so that it learns above all what the words of a question don't tell:
//   loss = -ln softmax(vote)[gold] / 2  -  ln softmax(vote + w z(BM25))[gold] / 2,   w learned; several gold blocks: their sum
// The landmark keys stay as they are. One thread; no torch in this header.
#pragma once

#include "core/training/question_set.h"
#include "core/training/training_device.h"
#include "core/training/training_loop.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace cairn
{

struct QuestionTrainingOptions
{
    std::uint32_t rank = 8;
    std::uint32_t documents = 1;           // a step; its loss is the mean over them
    std::uint32_t batch = 16;              // questions of each of these documents
    std::uint32_t foreignBlocks = 256;     // of other documents, beside each
    std::uint32_t measured = 40;           // questions of each held-out document
    std::uint64_t seed = 0;
    bool halfPrecision = true;             // products with the base's weights in bf16: three to five times as fast, where the processor can
    TrainingDevice device = TrainingDevice::Cpu;
    std::string frameBefore = "Question: ", frameAfter = "\nPassage:";   // around the question; the last token asks
};

struct QuestionTrainingSet
{
    std::vector<ReadArticle> train, heldOut;
    std::uint32_t blockTokens = 0;         // F
};

// How often the right block is among the first 1, 3, 8, 16.
struct FoundAmong
{
    std::uint32_t questions = 0;
    std::array<std::uint32_t, 4> found{};  // in the order of kFirst
    static constexpr std::array<std::uint32_t, 4> kFirst = {1, 3, 8, 16};

    void add(std::span<const float> scores, std::span<const std::uint32_t> gold);   // one question; ties count against it
    double share(std::size_t i) const { return questions == 0 ? 0 : static_cast<double>(found[i]) / questions; }
};

class QuestionTraining : public TrainingTask
{
public:
    // Weights for adapter.h's file: those of save() without the optimiser's.
    virtual std::map<std::string, AdapterTensor> adapter() const = 0;
    virtual double wordWeight() const = 0;                 // w
    virtual std::vector<TokenId> frameBefore() const = 0;
    virtual std::vector<TokenId> frameAfter() const = 0;
    // What a question gives each block of a document from 1 on. `article` with its landmarks.
    virtual std::vector<float> votes(const ReadArticle& article, const PlacedQuestion& question) const = 0;
    // Starts from an adapter's weights instead of nothing. InvalidArgument: another shape.
    virtual Result<void> startFrom(const std::map<std::string, AdapterTensor>& weights) = 0;
};

// InvalidArgument: no document to train on or to measure with. OutOfMemory, Corruption: of the model. Errors of openTrainingDevice().
Result<std::unique_ptr<QuestionTraining>> makeQuestionTraining(const Model& model, QuestionTrainingSet set,
                                                               const QuestionTrainingOptions& options);

}  // namespace cairn
