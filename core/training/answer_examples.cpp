#include "core/training/answer_examples.h"

#include "core/answering/passage.h"
#include "core/answering/prompt.h"
#include "core/answering/support.h"
#include "core/corpora/corpus.h"
#include "core/types/ascii.h"
#include "core/types/random.h"
#include "core/wording/words/bm25.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

namespace cairn
{

namespace
{

constexpr std::size_t kJointPassages = 3;           // as RereadTuning::jointPassages
constexpr std::size_t kMemoryBlocks = 3;            // of the document, before an attached passage; the product has up to 16
constexpr std::uint64_t kLongestAnswer = 160;       // bytes: short answers
constexpr double kForeign = 0.3;                    // of the examples without the right passage: a question about another document

bool isUsable(const QaQuestion& question)
{
    return question.kind == "noanswer" || (question.begin && question.answers.front().size() <= kLongestAnswer);
}

bool holdsAnswer(std::string_view passage, const std::vector<std::string>& answers)
{
    const std::string text = asciiLower(passage);
    return std::any_of(answers.begin(), answers.end(),
                       [&](const std::string& answer) { return text.find(asciiLower(answer)) != std::string::npos; });
}

// A document as the product would have read it.
struct ReadArticle
{
    std::string document;
    QaCorpus::Article article;
    std::optional<DocumentStream> stream;
    Bm25 index;
    std::map<std::size_t, std::uint64_t> begins;   // passage -> byte offset
};

struct Asked                                       // what one example is made from
{
    const QaQuestion* question = nullptr;
    PassageForm form = PassageForm::Alone;
    bool missing = false;
    std::uint64_t bytes = 450;
};

// A prompt up to its question.
struct Window
{
    PromptBuilder builder;
    const ReadArticle* read = nullptr;
    std::vector<DocumentPlace> passages;
    std::size_t base = 0;                          // AnswerExample::base
};

}  // namespace

struct AnswerExamples::Impl
{
    const Model& model;
    const QaCorpus& corpus;
    AnswerExampleOptions options;
    std::map<std::string, std::vector<std::size_t>> trained;    // data set -> questions
    double weights = 0;                                         // of all data sets in `trained`
    std::map<std::string, std::vector<std::size_t>> about;      // document -> its questions that are trained on
    std::vector<std::size_t> held;
    std::map<std::string, std::unique_ptr<ReadArticle>> articles;

    Impl(const Model& m, const QaCorpus& c, const AnswerExampleOptions& o) : model(m), corpus(c), options(o) {}

    void split();
    Result<ReadArticle*> article(const std::string& document);
    const QaQuestion& pickTrained(TrainingRandom& random) const;
    Result<Window> window(const Asked& asked, TrainingRandom& random);
    Result<AnswerExample> ask(const Window& window, const QaQuestion& question, bool missing) const;
    Result<AnswerExample> example(const Asked& asked, TrainingRandom& random);
    std::vector<std::pair<const QaQuestion*, bool>> others(const Window& window, const QaQuestion& first, TrainingRandom& random) const;
    DocumentPlace goldPassage(const ReadArticle& read, const QaQuestion& question, std::uint64_t bytes) const;
    std::vector<DocumentPlace> wrongPassages(const ReadArticle& read, const Asked& asked, std::size_t count) const;
    Result<std::size_t> addMemory(PromptBuilder& builder, const ReadArticle& read, TrainingRandom& random) const;
    Result<std::vector<TokenId>> reply(std::string_view text) const;
};

void AnswerExamples::Impl::split()
{
    std::vector<std::size_t> heldAnywhere;
    for (std::size_t i = 0; i < corpus.questions.size(); ++i) {
        const QaQuestion& question = corpus.questions[i];
        const QaPassage& passage = corpus.passages[question.passage];
        if (!isUsable(question))
            continue;
        if (!isHeldOut(passage.document, options.seed, options.heldOut)) {
            if (trainingWeight(passage.source) > 0) {
                trained[passage.source].push_back(i);
                about[passage.document].push_back(i);
            }
        } else if (question.begin) {
            (passage.source.starts_with("squad1") ? held : heldAnywhere).push_back(i);
        }
    }
    if (held.empty())
        held = std::move(heldAnywhere);
    TrainingRandom random(options.seed, "held-out questions");
    random.shuffle(std::span(held));
    for (const auto& [source, questions] : trained)
        weights += trainingWeight(source);
}

Result<ReadArticle*> AnswerExamples::Impl::article(const std::string& document)
{
    auto& slot = articles[document];
    if (slot)
        return slot.get();
    slot = std::make_unique<ReadArticle>();
    slot->document = document;
    slot->article = corpus.article(document);
    const std::string_view text = slot->article.text;
    auto stream = DocumentStream::build({&text, 1}, *model.tokenizer, model.chat, options.blockTokens);
    if (!stream)
        return stream.error();
    slot->stream.emplace(*std::move(stream));
    for (std::uint32_t block = 0; block < slot->stream->pieces(); ++block)
        slot->index.add(slot->stream->blockText(BlockId(block)));
    for (const auto& [passage, begin] : slot->article.passages)
        slot->begins[passage] = begin;
    return slot.get();
}

const QaQuestion& AnswerExamples::Impl::pickTrained(TrainingRandom& random) const
{
    double place = random.real() * weights;
    for (const auto& [source, questions] : trained) {
        place -= trainingWeight(source);
        if (place < 0)
            return corpus.questions[random.pick(questions)];
    }
    return corpus.questions[random.pick(trained.rbegin()->second)];
}

// The passage that reread would cut around the block with the answer.
DocumentPlace AnswerExamples::Impl::goldPassage(const ReadArticle& read, const QaQuestion& question, std::uint64_t bytes) const
{
    const std::uint64_t begin = read.begins.at(question.passage) + *question.begin;
    const DocumentPlace answer{0, {begin, begin + question.answers.front().size()}};
    const std::vector<BlockId> blocks = read.stream->blocksOf(answer);
    const DocumentPlace core = blocks.empty() ? answer : mainPlace(*read.stream, blocks.front());
    const DocumentPlace passage = passageAround(*read.stream, core, bytes);
    const bool whole = passage.range.begin <= answer.range.begin && answer.range.end <= passage.range.end;
    return whole ? passage : passageAround(*read.stream, answer, bytes);
}

// The best of BM25 that don't hold the answer, without overlap.
std::vector<DocumentPlace> AnswerExamples::Impl::wrongPassages(const ReadArticle& read, const Asked& asked, std::size_t count) const
{
    const std::vector<float> scores = read.index.scores(asked.question->question);
    std::vector<std::uint32_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
    std::vector<DocumentPlace> passages;
    for (const std::uint32_t block : order) {
        if (passages.size() >= count)
            break;
        const DocumentPlace core = mainPlace(*read.stream, BlockId(block));
        if (core.range.size() == 0)
            continue;
        const DocumentPlace passage = passageAround(*read.stream, core, asked.bytes);
        const bool known =
            std::any_of(passages.begin(), passages.end(), [&](const DocumentPlace& other) { return sharedBytes(other, passage) > 0; });
        if (!known && !holdsAnswer(read.stream->text(passage), asked.question->answers))
            passages.push_back(passage);
    }
    return passages;
}

// Block 0 and some blocks of the document in its order: what a question finds in the memory. Returns how many tokens that are.
Result<std::size_t> AnswerExamples::Impl::addMemory(PromptBuilder& builder, const ReadArticle& read, TrainingRandom& random) const
{
    const std::span<const TokenId> tokens = read.stream->tokens();
    const std::size_t F = options.blockTokens, blocks = tokens.size() / F;
    std::vector<std::size_t> chosen = {0};
    for (std::size_t i = 0; i < kMemoryBlocks && blocks > 1; ++i)
        chosen.push_back(1 + static_cast<std::size_t>(random.below(blocks - 1)));
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    for (const std::size_t block : chosen) {
        const auto part = tokens.subspan(block * F, std::min(F, tokens.size() - block * F));
        builder.tokens.insert(builder.tokens.end(), part.begin(), part.end());
    }
    const std::size_t count = builder.tokens.size();
    builder.sourceBlocks.resize(count, kNoBlock);
    if (auto done = builder.addText("\n\n"); !done)
        return done.error();
    return count;
}

Result<std::vector<TokenId>> AnswerExamples::Impl::reply(std::string_view text) const
{
    Prompt prompt = {{std::string(text), false}};
    if (!model.chat.afterReply.empty() && model.chat.afterReply.front().special)
        prompt.push_back(model.chat.afterReply.front());
    auto tokens = encodePrompt(prompt, *model.tokenizer);
    if (tokens && prompt.size() == 1 && !model.tokenizer->endOfText().empty())
        tokens->push_back(model.tokenizer->endOfText().front());
    return tokens;
}

Result<Window> AnswerExamples::Impl::window(const Asked& asked, TrainingRandom& random)
{
    const bool foreign = asked.missing && random.chance(kForeign);
    const QaQuestion& subject = foreign ? pickTrained(random) : *asked.question;
    const auto read = article(corpus.passages[subject.passage].document);
    if (!read)
        return read.error();
    const bool missing = asked.missing || !asked.question->begin;
    const std::size_t wanted = asked.form == PassageForm::Joint ? kJointPassages : 1;
    std::vector<DocumentPlace> passages = wrongPassages(**read, asked, missing ? wanted : wanted - 1);
    if (!missing) {
        const DocumentPlace gold = goldPassage(**read, *asked.question, asked.bytes);
        std::erase_if(passages, [&](const DocumentPlace& other) { return sharedBytes(other, gold) > 0; });
        const std::size_t place = static_cast<std::size_t>(random.below(passages.size() + 1));
        passages.insert(passages.begin() + static_cast<std::ptrdiff_t>(random.chance(0.5) ? 0 : place), gold);   // mostly ranked first
    }
    Window window{PromptBuilder(*model.tokenizer, model.chat, *(*read)->stream), *read, std::move(passages), 0};
    if (asked.form == PassageForm::Attached) {
        const auto base = addMemory(window.builder, **read, random);
        if (!base)
            return base.error();
        window.base = *base;
    } else if (auto done = window.builder.openChat(); !done) {
        return done.error();
    }
    for (const DocumentPlace& passage : window.passages) {
        if (auto done = window.builder.addPassage(passage); !done)
            return done.error();
    }
    return window;
}

Result<AnswerExample> AnswerExamples::Impl::ask(const Window& window, const QaQuestion& question, bool missing) const
{
    PromptBuilder builder = window.builder;
    if (auto done = builder.addQuestion(question.question); !done)
        return done.error();
    auto answer = reply(missing ? kDecliningText : std::string_view(question.answers.front()));
    if (!answer)
        return answer.error();
    return AnswerExample{std::move(builder.tokens), window.base, *std::move(answer), !missing};
}

Result<AnswerExample> AnswerExamples::Impl::example(const Asked& asked, TrainingRandom& random)
{
    const auto shown = window(asked, random);
    if (!shown)
        return shown.error();
    return ask(*shown, *asked.question, asked.missing || !asked.question->begin);
}

// More questions about what a window shows, some of them (missing: true) that it doesn't answer.
std::vector<std::pair<const QaQuestion*, bool>> AnswerExamples::Impl::others(const Window& window, const QaQuestion& first,
                                                                             TrainingRandom& random) const
{
    std::vector<std::pair<const QaQuestion*, bool>> chosen;
    const auto found = about.find(window.read->document);
    if (found == about.end())
        return chosen;
    std::vector<const QaQuestion*> answered, unanswered;
    for (const std::size_t number : found->second) {
        const QaQuestion& question = corpus.questions[number];
        if (&question == &first || !question.begin)
            continue;
        const std::uint64_t begin = window.read->begins.at(question.passage) + *question.begin;
        const std::uint64_t end = begin + question.answers.front().size();
        const bool shown = std::any_of(window.passages.begin(), window.passages.end(), [&](const DocumentPlace& passage) {
            return passage.range.begin <= begin && end <= passage.range.end;
        });
        (shown ? answered : unanswered).push_back(&question);
    }
    random.shuffle(std::span(answered));
    random.shuffle(std::span(unanswered));
    const auto tellsNothing = [&](const QaQuestion& question) {
        return std::none_of(window.passages.begin(), window.passages.end(), [&](const DocumentPlace& passage) {
            return holdsAnswer(window.read->stream->text(passage), question.answers);
        });
    };
    for (std::uint32_t tries = 0; tries < 4 * options.perPassage && chosen.size() + 1 < options.perPassage && !answered.empty(); ++tries) {
        if (!random.chance(options.missing)) {
            chosen.emplace_back(answered.back(), false);
            answered.pop_back();
            continue;
        }
        const bool foreign = unanswered.empty() || random.chance(kForeign);
        const QaQuestion& question = foreign ? pickTrained(random) : *unanswered.back();
        if (!foreign)
            unanswered.pop_back();
        const bool known =
            &question == &first || std::any_of(chosen.begin(), chosen.end(), [&](const auto& one) { return one.first == &question; });
        if (!known && tellsNothing(question))
            chosen.emplace_back(&question, true);
    }
    return chosen;
}

AnswerExamples::AnswerExamples(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
AnswerExamples::~AnswerExamples() = default;

Result<std::unique_ptr<AnswerExamples>> AnswerExamples::create(const Model& model, const QaCorpus& corpus,
                                                               const AnswerExampleOptions& options)
{
    if (!model.tokenizer)
        return Error{ErrorCode::InvalidArgument, model.name + " has no tokenizer, so nothing can be asked; name a complete model."};
    auto impl = std::make_unique<Impl>(model, corpus, options);
    impl->split();
    if (impl->trained.empty() || impl->weights <= 0)
        return Error{ErrorCode::InvalidArgument,
                     "The corpus has no question whose answer stands in its passage; there is nothing to train on."};
    if (impl->held.empty())
        return Error{ErrorCode::InvalidArgument,
                     "No document with questions is held out; raise the held-out share or choose another seed."};
    return std::unique_ptr<AnswerExamples>(new AnswerExamples(std::move(impl)));
}

Result<std::vector<AnswerExample>> AnswerExamples::training(std::uint64_t step, std::uint64_t index)
{
    TrainingRandom random(m_impl->options.seed, "answer examples", (step << 16) + index);
    Asked asked;
    asked.question = &m_impl->pickTrained(random);
    const double form = random.real();
    asked.form = form < 0.4 ? PassageForm::Attached : form < 0.65 ? PassageForm::Alone : PassageForm::Joint;
    asked.missing = random.chance(m_impl->options.missing);
    asked.bytes = random.chance(0.6) ? m_impl->options.passageBytes : 250 + random.below(650);
    const auto window = m_impl->window(asked, random);
    if (!window)
        return window.error();
    std::vector<AnswerExample> examples;
    auto questions = m_impl->others(*window, *asked.question, random);
    questions.insert(questions.begin(), {asked.question, asked.missing || !asked.question->begin});
    for (const auto& [question, missing] : questions) {
        auto example = m_impl->ask(*window, *question, missing);
        if (!example)
            return example.error();
        examples.push_back(*std::move(example));
    }
    return examples;
}

Result<AnswerExample> AnswerExamples::heldOut(std::uint64_t index, PassageForm form, bool missing)
{
    TrainingRandom random(m_impl->options.seed, missing ? "held out, missing" : "held out", index);
    const QaQuestion& question = m_impl->corpus.questions[m_impl->held[static_cast<std::size_t>(index) % m_impl->held.size()]];
    return m_impl->example({&question, form, missing, m_impl->options.passageBytes}, random);
}

Result<AnswerExample> AnswerExamples::heldOutParagraph(std::uint64_t index)
{
    const QaQuestion& question = m_impl->corpus.questions[m_impl->held[static_cast<std::size_t>(index) % m_impl->held.size()]];
    const auto read = m_impl->article(m_impl->corpus.passages[question.passage].document);
    if (!read)
        return read.error();
    const std::uint64_t begin = (*read)->begins.at(question.passage);
    PromptBuilder builder(*m_impl->model.tokenizer, m_impl->model.chat, *(*read)->stream);
    if (auto done = builder.openChat(); !done)
        return done.error();
    if (auto done = builder.addPassage({0, {begin, begin + m_impl->corpus.passages[question.passage].text.size()}}); !done)
        return done.error();
    if (auto done = builder.addQuestion(question.question); !done)
        return done.error();
    auto answer = m_impl->reply(question.answers.front());
    if (!answer)
        return answer.error();
    return AnswerExample{std::move(builder.tokens), 0, *std::move(answer), true};
}

std::vector<HeldOutArticle> AnswerExamples::heldOutArticles() const
{
    std::map<std::string, HeldOutArticle> articles;
    std::map<std::string, QaCorpus::Article> texts;
    for (const std::size_t number : m_impl->held) {
        const QaQuestion& question = m_impl->corpus.questions[number];
        const std::string& document = m_impl->corpus.passages[question.passage].document;
        if (!texts.contains(document)) {
            texts[document] = m_impl->corpus.article(document);
            articles[document] = {document, texts[document].text, {}};
        }
        const auto& passages = texts[document].passages;
        const auto place = std::find_if(passages.begin(), passages.end(), [&](const auto& p) { return p.first == question.passage; });
        articles[document].questions.push_back({question.question, question.answers, place->second + *question.begin});
    }
    std::vector<HeldOutArticle> list;
    for (auto& [document, article] : articles) {
        if (texts[document].passages.size() > 1)
            list.push_back(std::move(article));
    }
    return list;
}

std::size_t AnswerExamples::trainingQuestions() const
{
    return std::accumulate(m_impl->trained.begin(), m_impl->trained.end(), std::size_t(0),
                           [](std::size_t sum, const auto& entry) { return sum + entry.second.size(); });
}

std::size_t AnswerExamples::heldOutQuestions() const { return m_impl->held.size(); }

}  // namespace cairn
