#include "core/training/ranking_examples.h"

#include "core/answering/candidates.h"
#include "core/answering/likelihood.h"
#include "core/corpora/corpus.h"
#include "core/types/random.h"
#include "core/wording/words/bm25.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace cairn
{

namespace
{

// A question with the blocks that hold its answer.
struct PlacedText
{
    const CorpusQuestion* question = nullptr;
    std::vector<std::uint32_t> gold;                // ascending, never block 0
};

// A document as the product would have read it.
struct ReadDocument
{
    std::optional<DocumentStream> stream;
    Bm25 index;
    std::vector<PlacedText> questions;
};

struct Source
{
    double weight = 0;
    std::vector<std::size_t> documents;
    std::vector<double> odds;                       // running sums: a document is as likely as it has questions
};

std::string sourceOf(const std::string& document) { return document.substr(0, document.find(": ")); }

}  // namespace

struct RankingExamples::Impl
{
    const Model& model;
    RankingExampleOptions options;
    std::vector<QuestionDocument> documents;
    std::vector<std::unique_ptr<ReadDocument>> known;   // [documents], those that were needed
    std::vector<Source> sources;
    std::vector<std::size_t> held;

    Impl(const Model& m, const RankingExampleOptions& o) : model(m), options(o) {}

    void split();
    Result<ReadDocument*> document(std::size_t number);
    Result<ReadDocument*> pickTrained(TrainingRandom& random);
    std::vector<double> words(const ReadDocument& read, const CorpusQuestion& question) const;
    std::vector<TokenId> passage(const ReadDocument& read, std::uint32_t block) const;
    Result<RankingGroup> group(const ReadDocument& read, const std::vector<std::uint32_t>& blocks) const;
    Result<void> add(RankingGroup& group, const ReadDocument& read, const PlacedText& asked, const std::vector<std::uint32_t>& blocks,
                     const std::vector<std::uint32_t>& candidates) const;
};

void RankingExamples::Impl::split()
{
    const std::vector<std::string>& names = options.documents.sources;
    for (const std::string& name : names)
        sources.push_back({trainingWeight(name), {}, {}});
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const auto found = std::find(names.begin(), names.end(), sourceOf(documents[i].id));
        if (found == names.end())
            continue;
        if (found == names.begin() && isHeldOut(documents[i].id, options.seed, options.heldOut)) {
            held.push_back(i);
            continue;
        }
        Source& source = sources[static_cast<std::size_t>(found - names.begin())];
        source.documents.push_back(i);
        source.odds.push_back((source.odds.empty() ? 0 : source.odds.back()) + static_cast<double>(documents[i].questions.size()));
    }
    std::erase_if(sources, [](const Source& source) { return source.documents.empty() || source.weight <= 0; });
    known.resize(documents.size());
}

Result<ReadDocument*> RankingExamples::Impl::document(std::size_t number)
{
    auto& slot = known[number];
    if (slot)
        return slot.get();
    auto made = std::make_unique<ReadDocument>();
    const std::string_view text = documents[number].text;
    auto stream = DocumentStream::build({&text, 1}, *model.tokenizer, model.chat, options.blockTokens);
    if (!stream)
        return stream.error();
    made->stream.emplace(*std::move(stream));
    for (std::uint32_t block = 0; block < made->stream->blocks(); ++block)
        made->index.add(made->stream->blockText(BlockId(block)));
    for (const CorpusQuestion& question : documents[number].questions) {
        PlacedText placed{&question, answerBlocks(*made->stream, question.answer)};
        if (!placed.gold.empty())
            made->questions.push_back(std::move(placed));
    }
    slot = std::move(made);
    return slot.get();
}

Result<ReadDocument*> RankingExamples::Impl::pickTrained(TrainingRandom& random)
{
    constexpr int kTries = 100;                     // a document may be one block, or its answers stand in its open end
    const double all = std::accumulate(sources.begin(), sources.end(), 0.0, [](double sum, const Source& s) { return sum + s.weight; });
    for (int i = 0; i < kTries; ++i) {
        double place = random.real() * all;
        auto source = sources.begin();
        while (source + 1 != sources.end() && (place -= source->weight) >= 0)
            ++source;
        const auto odds = std::upper_bound(source->odds.begin(), source->odds.end() - 1, random.real() * source->odds.back());
        const auto read = document(source->documents[static_cast<std::size_t>(odds - source->odds.begin())]);
        if (!read || !(*read)->questions.empty())
            return read;
    }
    return Error{ErrorCode::InvalidArgument, "Hardly any question has its answer in a whole block of its document; choose other data."};
}

std::vector<double> RankingExamples::Impl::words(const ReadDocument& read, const CorpusQuestion& question) const
{
    return zScores(read.index.scores(question.text));
}

// What likelihoodAfter() sees of a candidate.
std::vector<TokenId> RankingExamples::Impl::passage(const ReadDocument& read, std::uint32_t block) const
{
    std::vector<TokenId> tokens;
    const std::size_t F = options.blockTokens;
    for (const BlockId near : passageAround(block, read.stream->blocks())) {
        const auto part = read.stream->tokens().subspan(near.value * F, F);
        tokens.insert(tokens.end(), part.begin(), part.end());
    }
    return tokens;
}

Result<RankingGroup> RankingExamples::Impl::group(const ReadDocument& read, const std::vector<std::uint32_t>& blocks) const
{
    RankingGroup group;
    const auto asked = askedTokens("", *model.tokenizer, model.chat);
    if (!asked)
        return asked.error();
    group.frame = asked->tokens;
    for (const std::uint32_t block : blocks)
        group.passages.push_back(passage(read, block));
    return group;
}

// `candidates`: blocks among `blocks`, which the group's passages are.
Result<void> RankingExamples::Impl::add(RankingGroup& group, const ReadDocument& read, const PlacedText& asked,
                                        const std::vector<std::uint32_t>& blocks, const std::vector<std::uint32_t>& candidates) const
{
    auto tokens = tokenIds(asked.question->text, *model.tokenizer);
    if (!tokens)
        return tokens.error();
    if (tokens->empty())
        return {};
    RankedQuestion question{*std::move(tokens), {}, {}, {}};
    const std::vector<double> scores = words(read, *asked.question);
    for (const std::uint32_t block : candidates) {
        question.candidates.push_back(static_cast<std::uint32_t>(std::find(blocks.begin(), blocks.end(), block) - blocks.begin()));
        question.words.push_back(static_cast<float>(scores[block]));
        question.gold.push_back(std::binary_search(asked.gold.begin(), asked.gold.end(), block) ? 1 : 0);
    }
    group.questions.push_back(std::move(question));
    return {};
}

namespace
{

// Blocks from 1 on, best first.
std::vector<std::uint32_t> byWords(const std::vector<double>& scores)
{
    std::vector<std::uint32_t> order(scores.size() > 1 ? scores.size() - 1 : 0);
    std::iota(order.begin(), order.end(), 1u);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return scores[a] > scores[b]; });
    return order;
}

bool holds(const std::vector<std::uint32_t>& blocks, std::uint32_t block)
{
    return std::find(blocks.begin(), blocks.end(), block) != blocks.end();
}

}  // namespace

RankingExamples::RankingExamples(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
RankingExamples::~RankingExamples() = default;

Result<std::unique_ptr<RankingExamples>> RankingExamples::create(const Model& model, const QaCorpus& corpus,
                                                                 const RankingExampleOptions& options)
{
    if (!model.tokenizer)
        return Error{ErrorCode::InvalidArgument, model.name + " has no tokenizer, so nothing can be asked; name a complete model."};
    auto impl = std::make_unique<Impl>(model, options);
    impl->documents = questionDocuments(corpus, options.documents);
    impl->split();
    if (impl->sources.empty())
        return Error{ErrorCode::InvalidArgument,
                     "The corpus has no question whose answer stands in its passage; there is nothing to train on."};
    if (impl->held.empty())
        return Error{ErrorCode::InvalidArgument,
                     "No document with questions is held out; raise the held-out share or choose another seed."};
    return std::unique_ptr<RankingExamples>(new RankingExamples(std::move(impl)));
}

Result<RankingGroup> RankingExamples::training(std::uint64_t step)
{
    Impl& impl = *m_impl;
    TrainingRandom random(impl.options.seed, "ranking examples", step);
    const auto read = impl.pickTrained(random);
    if (!read)
        return read.error();
    std::vector<const PlacedText*> order;
    for (const PlacedText& question : (*read)->questions)
        order.push_back(&question);
    random.shuffle(std::span(order));
    const std::size_t leads = std::min<std::size_t>(std::max(1u, impl.options.leads), order.size());
    const std::size_t share = std::max<std::size_t>(2, impl.options.passages / leads);
    std::vector<std::uint32_t> blocks;
    for (std::size_t lead = 0; lead < leads; ++lead) {
        const std::size_t end = std::min<std::size_t>(impl.options.passages, (lead + 1) * share);
        for (const std::uint32_t block : order[lead]->gold)
            if (!holds(blocks, block))
                blocks.push_back(block);
        for (const std::uint32_t block : byWords(impl.words(**read, *order[lead]->question))) {
            if (blocks.size() >= end)
                break;
            if (!holds(blocks, block))
                blocks.push_back(block);
        }
    }
    auto group = impl.group(**read, blocks);
    if (!group)
        return group;
    for (const PlacedText* asked : order) {         // the leads first
        const bool isAnswered = std::any_of(asked->gold.begin(), asked->gold.end(), [&](std::uint32_t b) { return holds(blocks, b); });
        if (group->questions.size() >= impl.options.questions || !isAnswered)
            continue;
        if (auto done = impl.add(*group, **read, *asked, blocks, blocks); !done)
            return done.error();
    }
    return group;
}

Result<RankingGroup> RankingExamples::heldOut(std::size_t index, std::uint32_t questions)
{
    Impl& impl = *m_impl;
    const auto read = impl.document(impl.held[index]);
    if (!read)
        return read.error();
    const std::size_t all = (*read)->questions.size(), count = std::min<std::size_t>(all, questions);
    std::vector<std::uint32_t> blocks;
    std::vector<std::pair<const PlacedText*, std::vector<std::uint32_t>>> asked;
    for (std::size_t i = 0; i < count; ++i) {
        const PlacedText& question = (*read)->questions[i * all / count];
        std::vector<std::uint32_t> candidates = byWords(impl.words(**read, *question.question));
        candidates.resize(std::min<std::size_t>(candidates.size(), impl.options.candidates));
        for (const std::uint32_t block : candidates)
            if (!holds(blocks, block))
                blocks.push_back(block);
        asked.emplace_back(&question, std::move(candidates));
    }
    auto group = impl.group(**read, blocks);
    if (!group)
        return group;
    for (const auto& [question, candidates] : asked) {
        if (auto done = impl.add(*group, **read, *question, blocks, candidates); !done)
            return done.error();
    }
    return group;
}

std::vector<std::string> RankingExamples::heldOutDocuments() const
{
    std::vector<std::string> names;
    for (const std::size_t number : m_impl->held)
        names.push_back(m_impl->documents[number].id);
    return names;
}

std::size_t RankingExamples::trainingDocuments() const
{
    return std::accumulate(m_impl->sources.begin(), m_impl->sources.end(), std::size_t{0},
                           [](std::size_t sum, const Source& source) { return sum + source.documents.size(); });
}

std::size_t RankingExamples::trainingQuestions() const
{
    double count = 0;
    for (const Source& source : m_impl->sources)
        count += source.odds.back();
    return static_cast<std::size_t>(count);
}

}  // namespace cairn
