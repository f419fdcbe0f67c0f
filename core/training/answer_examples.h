// Questions as the product asks them (core/answering/prompt.h): what strategy reread puts into the window, made from passages whose
// document is known. A document becomes a stream of blocks; the passage around a block is cut as reread cuts it; wrong passages are
// those that BM25 would bring; at times the right one is missing and the answer is that the text doesn't say. One thread.
#pragma once

#include "core/corpora/qa_corpus.h"
#include "core/model/model.h"
#include "core/result.h"
#include "core/types/ids.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cairn
{

enum class PassageForm
{
    Attached,    // one passage after the memory: the document's opening and some of its blocks, read by the base model
    Alone,       // one passage in a chat of its own
    Joint        // three passages in a chat of their own
};

struct AnswerExample
{
    std::vector<TokenId> prompt;
    std::size_t base = 0;                  // the first tokens of the prompt, which the memory would hold
    std::vector<TokenId> answer;           // and the end of the reply
    bool answerable = true;                // a passage of the prompt holds the answer
};

struct AnswerExampleOptions
{
    std::uint32_t blockTokens = 63;
    std::uint64_t passageBytes = 450;      // RereadTuning; training varies it
    double missing = 0.2;                  // share of examples without the right passage
    double heldOut = 0.14;                 // share of documents
    std::uint32_t perPassage = 1;          // questions about what one example shows, where there are so many
    std::uint64_t seed = 0;
};

// A document that training doesn't see, with its questions: for cairn-lab evaluate questions.
struct HeldOutArticle
{
    std::string name;                      // of the document, with its data set
    std::string text;
    struct Asked
    {
        std::string question;
        std::vector<std::string> answers;
        std::uint64_t begin = 0;           // byte offset in `text`
    };
    std::vector<Asked> questions;
};

class AnswerExamples
{
public:
    // InvalidArgument: no tokenizer, or nothing to train on or to hold out. REQUIRES: `model` and `corpus` outlive it.
    static Result<std::unique_ptr<AnswerExamples>> create(const Model& model, const QaCorpus& corpus, const AnswerExampleOptions& options);
    ~AnswerExamples();

    // Questions about the same passages: number `index` of step `step`; follows from both and the seed. At least one; prompts differ in the
    // question alone.
    Result<std::vector<AnswerExample>> training(std::uint64_t step, std::uint64_t index);

    // Question number `index` of the held-out documents in one form; the same on every call.
    Result<AnswerExample> heldOut(std::uint64_t index, PassageForm form, bool missing);

    // The whole paragraph that a held-out question is about, alone.
    Result<AnswerExample> heldOutParagraph(std::uint64_t index);

    std::vector<HeldOutArticle> heldOutArticles() const;       // of more than one passage, by name
    std::size_t trainingQuestions() const;
    std::size_t heldOutQuestions() const;

private:
    struct Impl;
    explicit AnswerExamples(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

}  // namespace cairn
