#include "core/answering/answerer.h"

#include "core/answering/candidates.h"
#include "core/answering/citations.h"
#include "core/answering/evidence.h"
#include "core/answering/follow_up.h"
#include "core/answering/memory_reach.h"
#include "core/answering/passage.h"
#include "core/answering/said_by_itself.h"
#include "core/types/lift.h"
#include "core/types/quotation.h"
#include "core/wording/questions/asked_document.h"
#include "core/wording/questions/asked_place.h"
#include "core/wording/questions/unknown_maker.h"
#include "core/wording/questions/unknown_name.h"
#include "core/wording/questions/whole_question.h"
#include "core/wording/quoting/quoting.h"
#include "core/wording/text/imprint.h"
#include "core/wording/text/quotations.h"
#include "core/wording/words/language.h"

#include <algorithm>
#include <chrono>

namespace cairn
{

namespace
{

constexpr std::size_t kTopBlocks = 4;
constexpr std::size_t kLookedBlocks = 16;
using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void setState(const AskCallbacks& callbacks, AskState state)
{
    if (callbacks.onState)
        callbacks.onState(state);
}

AskOptions asAsked(const Answer& answer, AskOptions options)
{
    options.strategy = answer.strategy;
    return options;
}

std::vector<std::uint32_t> strongest(const std::vector<double>& evidence)
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t block = 0; block < evidence.size(); ++block) {
        if (evidence[block] > 0)
            order.push_back(block);
    }
    const std::size_t kept = std::min(kTopBlocks, order.size());
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return evidence[a] != evidence[b] ? evidence[a] > evidence[b] : a < b; });
    order.resize(kept);
    return order;
}

// A block of what is asked about, or of all, is read, open and in reach.
bool isInReach(const AskingContext& here, const Question& question)
{
    const std::uint32_t reach = here.piecesInReach(question);
    if (question.within.empty()) {
        std::uint32_t block = 0;
        while (block < reach && isBarred(question, block))
            ++block;
        return block < reach;
    }
    return std::any_of(question.within.begin(), question.within.end(), [&](const DocumentPlace& place) {
        const std::vector<BlockId> blocks = here.stream.blocksOf(place);
        return std::any_of(blocks.begin(), blocks.end(),
                           [&](BlockId block) { return block.value < reach && !isBarred(question, block.value); });
    });
}

// What most of the texts is written in: of a few pieces, evenly spread
TextLanguage languageOfTexts(const DocumentStream& stream)
{
    constexpr std::uint32_t kPieces = 48;
    std::string sample;
    const std::uint32_t step = std::max(1u, stream.pieces() / kPieces);
    for (std::uint32_t block = 0; block < stream.pieces(); block += step)
        sample += stream.blockText(BlockId(block)) + " ";
    return languageOf(sample);
}

}  // namespace

Bm25 wordIndexOf(const DocumentStream& stream)
{
    Bm25 words(languageOfTexts(stream));
    for (std::uint32_t block = 0; block < stream.pieces(); ++block)
        words.add(stream.blockText(BlockId(block)));
    return words;
}

Answerer::Answerer(const Engine& engine, const Memory& memory, const DocumentStream& stream, Bm25 words,
                   std::vector<const CanonicalText*> documents)
    : m_engine(engine), m_memory(memory), m_stream(stream), m_documents(std::move(documents)), m_sinks(sinkBlocks(stream.map())),
      m_index(std::move(words))
{
}

Result<void> Answerer::check(const std::string& question, const AskOptions& options) const
{
    if (question.find_first_not_of(" \t\n\r") == std::string::npos)
        return Error{ErrorCode::InvalidArgument, "The question is empty; write what you want to know."};
    if (options.controls.imposed)
        return Error{ErrorCode::InvalidArgument, "Blocks can be barred and pinned for a question, not imposed."};
    for (const DocumentPlace& place : options.within) {
        if (place.document >= m_stream.documents())
            return Error{ErrorCode::InvalidArgument, "The question is limited to a part of a document that is not in this session."};
    }
    for (const BlockId pinned : options.controls.pinned) {
        const auto& barred = options.controls.barred;
        if (std::find(barred.begin(), barred.end(), pinned) != barred.end())
            return Error{ErrorCode::InvalidArgument,
                         "Block " + std::to_string(pinned.value) + " is barred and pinned at once; choose one of them."};
    }
    if (m_memory.regularTokens() == 0)
        return Error{ErrorCode::InvalidArgument, "Nothing has been read yet; read the document first."};
    return {};
}

// What is asked in full. A question about a part of a document is asked of that part where it is read, one about who made it and when, of
// where that may stand, and one that names one document, of that: by strategies that choose passages. Where the asker limits it, of what
// both have in common; if that is nothing, of what the asker wants.
Question Answerer::understood(const std::string& written, const AskOptions& options) const
{
    const std::string question = withoutEllipsis(written, options.previous);
    Question asked{question, options, options.within};
    context().barOthers(asked.options);
    context().keepControlsInReach(asked.options);
    const Strategy strategy = options.strategy.value_or(kDefaultStrategy);
    if (strategy != Strategy::Reread && strategy != Strategy::Bm25)
        return asked;
    const std::uint32_t reach = context().piecesInReach(asked);
    const auto inReach = [&](std::vector<DocumentPlace> places) {
        std::erase_if(places, [&](const DocumentPlace& place) {
            const std::vector<BlockId> blocks = m_stream.blocksOf(place);
            return blocks.empty() || blocks.front().value >= reach;
        });
        return common(places, asked.options.within);
    };
    if (auto part = askedPlace(question, m_documents)) {
        if (auto places = inReach(std::move(part->within)); !places.empty()) {
            asked.within = std::move(places);
            asked.text = std::move(part->question);
        }
        return asked;
    }
    if (auto places = inReach(partsMeant(question, m_documents, m_stream, !options.previous.empty())); !places.empty())
        asked.within = std::move(places);
    return asked;
}

Result<Answer> Answerer::ask(const std::string& question, const AskOptions& options, const AskCallbacks& callbacks, std::stop_token stop)
{
    if (auto valid = check(question, options); !valid)
        return valid.error();
    const auto start = Clock::now();
    setState(callbacks, AskState::Retrieving);
    const Question asked = understood(question, options);
    if (!isInReach(context(), asked))
        return Error{ErrorCode::InvalidArgument,
                     "Nothing of the part that the question is limited to is read and open to it; wait for it to be read, or ask without "
                     "the limit."};
    const Strategy strategy = options.strategy.value_or(kDefaultStrategy);
    auto prompts = makeStrategy(strategy)->prepare(asked, context(), stop);
    if (!prompts)
        return prompts.error();
    const double questionMs = millisecondsSince(start);
    setState(callbacks, AskState::Writing);
    auto answer = writeBest(asked, *prompts, callbacks, stop);
    if (!answer)
        return answer.error();
    answer->question = question;
    answer->strategy = strategy;
    answer->questionMs = questionMs;
    answer->firstTokenMs += questionMs;
    if (strategy == Strategy::Memory && !answer->stopped && question != kNeutralQuestion) {   // which would be asked twice
        if (auto done = learnNeutralEvidence(options, stop); !done)
            return done.error();
    }
    setState(callbacks, AskState::Citing);
    cite(*answer, asked, prompts->front());
    if (auto done = judge(*answer, asked, prompts->front(), stop); !done)
        return done.error();
    return answer;
}

Result<Answer> Answerer::writeBest(const Question& question, std::vector<PreparedPrompt>& prompts, const AskCallbacks& callbacks,
                                   std::stop_token stop)
{
    const auto start = Clock::now();
    double firstTokenMs = 0;
    const bool quotes = !prompts.front().quotation.empty(), streamed = prompts.size() == 1 && !quotes;
    const OnDraft onDraft = [&](std::size_t prompt, const Written& soFar, std::string_view text) {
        if (firstTokenMs == 0)
            firstTokenMs = millisecondsSince(start);
        if (callbacks.onDraft)
            callbacks.onDraft(static_cast<std::uint32_t>(prompt), soFar);
        if (streamed && callbacks.onToken)
            callbacks.onToken(soFar.tokens.back(), text);
    };
    const AskingContext here = context();
    const auto write = [&]() -> Result<Written> {
        if (prompts.front().declines)
            return Written();
        return quotes ? AnswerWriter(here, question).quote(prompts.front(), prompts.front().quotation, stop)
                      : writeAgreed(question, prompts, onDraft, stop);
    };
    auto kept = write();
    if (!kept)
        return kept.error();
    Answer answer;
    answer.text = std::move(kept->text);
    answer.tokens = std::move(kept->tokens);
    answer.trace = std::move(kept->trace);
    answer.stopped = kept->stopped || stop.stop_requested();
    answer.passages.assign(prompts.front().passages.begin(), prompts.front().passages.end());
    answer.firstTokenMs = streamed ? firstTokenMs : millisecondsSince(start);
    answer.tokensPerSecond = static_cast<double>(answer.tokens.size()) / std::max(1e-3, kept->seconds);
    for (std::size_t i = 0; !streamed && callbacks.onToken && i < answer.tokens.size(); ++i) {
        const ByteRange range = answer.tokens[i].text;
        callbacks.onToken(answer.tokens[i], std::string_view(answer.text).substr(range.begin, range.size()));
    }
    return answer;
}

// What most of the prompts say; the one that is kept is then the first.
Result<Written> Answerer::writeAgreed(const Question& question, std::vector<PreparedPrompt>& prompts, const OnDraft& onDraft,
                                      std::stop_token stop) const
{
    const AskingContext here = context();
    auto drafts = writeDrafts(here, question, prompts, onDraft, stop);
    if (!drafts)
        return drafts.error();
    const std::size_t agreed = mostAgreed(drafts->said, question.options.reread.agreement);
    Written& kept = drafts->written[agreed];
    std::swap(prompts.front(), prompts[drafts->prompts[agreed]]);
    if (!kept.stopped && !stop.stop_requested()) {
        auto quoted = quoteStated(question, prompts.front(), kept.text, stop);
        if (!quoted && quoted.error().code != ErrorCode::Cancelled)
            return quoted.error();
        if (quoted && *quoted)
            return *std::move(*quoted);
    }
    const std::vector<DocumentPlace>& readAgain = prompts.front().passages;
    const bool isFromBeside = readAgain.size() == 1 && isForeign(kept.text, m_stream.text(readAgain.front()));
    if ((isEmptyAnswer(kept.text, question.text) || isFromBeside) && !kept.stopped && !stop.stop_requested()) {
        auto quoted = quoteInstead(question, prompts, stop);
        if (!quoted && quoted.error().code != ErrorCode::Cancelled)
            return quoted.error();
        if (quoted && *quoted)
            return *std::move(*quoted);
    }
    const PreparedPrompt& prompt = prompts.front();
    if (const auto said = saidInFull(question, here, prompt.passages, kept.text); said && !kept.stopped && !stop.stop_requested()) {
        auto whole = AnswerWriter(here, question).quote(prompt, said->answer, stop);
        if (whole || whole.error().code != ErrorCode::Cancelled)
            return whole;
    }
    return std::move(kept);
}

// The sentence that states what is asked in place of an answer from beside it; the prompt is then that of its passage.
Result<std::optional<Written>> Answerer::quoteStated(const Question& question, PreparedPrompt& prompt, std::string_view answer,
                                                     std::stop_token stop) const
{
    const AskingContext here = context();
    const auto said = stated(question, here, answer);
    if (!said)
        return std::optional<Written>();
    const std::uint64_t bytes = std::max(question.options.reread.passageBytes, said->places.front().range.size());
    const DocumentPlace passage = passageFor(question, here, said->places.front(), bytes);
    auto own = passagePrompt(question, here, {&passage, 1}, question.options.reread.attachMemory);
    if (!own)
        return own.error();
    own->prior = prompt.prior;
    auto written = AnswerWriter(here, question).quote(*own, said->answer, stop);
    if (!written)
        return written.error();
    prompt = *std::move(own);
    return std::optional<Written>(*std::move(written));
}

// A sentence of the best passage in place of a refusal, where that passage speaks for itself; its prompt is then the first.
Result<std::optional<Written>> Answerer::quoteInstead(const Question& question, std::vector<PreparedPrompt>& prompts,
                                                      std::stop_token stop) const
{
    std::optional<Written> none;
    const auto best = std::max_element(prompts.begin(), prompts.end(),
                                       [](const PreparedPrompt& a, const PreparedPrompt& b) { return a.prior < b.prior; });
    if (!question.options.reread.quoteInstead || prompts.size() < 2 || best->passages.size() != 1)   // other strategies have no likelihood
        return none;
    const DocumentPlace passage = best->passages.front();
    const AskingContext here = context();
    const auto alone = CandidateRanker(here).likelihoodAlone(question, stop);
    if (!alone)
        return alone.error();
    const auto sentence = sentenceToQuote(askedInFull(question), m_stream, passage, m_index);
    const double gain = best->prior - *alone;
    const auto overlap = [&](const DocumentPlace& words) { return questionOverlap(askedInFull(question), m_stream.text(words), m_index); };
    if (!sentence || !(speaksForItself(gain, overlap(passage)) || tellsWhatHappens(question.text, gain, overlap(*sentence))))
        return none;
    auto written = AnswerWriter(here, question).quote(*best, inQuotationMarks(m_stream.text(*sentence)), stop);
    if (!written)
        return written.error();
    std::iter_swap(prompts.begin(), best);
    return std::optional<Written>(*std::move(written));
}

void Answerer::cite(Answer& answer, const Question& question, const PreparedPrompt& prompt) const
{
    for (std::uint32_t t = 0; t < answer.tokens.size() && t < answer.trace.tokens; ++t) {
        answer.tokens[t].memoryShare = meanMemoryShare(answer.trace, t);
        answer.tokens[t].topBlocks = strongest(evidenceOf(answer.trace, t, t + 1, m_sinks));
    }
    const std::span<const double> neutral =
        answer.strategy == Strategy::Memory ? std::span<const double>(m_neutral) : std::span<const double>();
    const CitationSources sources{m_stream, m_documents, m_sinks, neutral};
    const bool quotesAll = !prompt.quotation.empty() && prompt.passages.size() > 1;   // each passage whole, as several headings
    answer.citations = quotesAll ? citeQuoted(answer, prompt.passages, sources) : citeAnswer(answer, sources);
    const std::uint32_t reach = context().piecesInReach(question);
    keepInReach(answer.citations, sources, [&](BlockId block) { return block.value < reach && !isBarred(question, block.value); });
    std::vector<std::string_view> texts;
    for (const CanonicalText* document : m_documents)
        texts.push_back(document->text);
    std::vector<DocumentPlace> near;
    for (const Citation& citation : answer.citations)
        near.push_back({citation.document, citation.range});
    answer.quotations = checkQuotations(answer.text, texts, near);
    answer.coverage = coverageOf(answer.trace, m_sinks);
    answer.coverage.total = std::max(answer.coverage.total, m_stream.blocks());
}

// What an answer may rest on besides what was read again: the blocks that drew most evidence, and those in which documents start.
std::string Answerer::textInReach(const Answer& answer) const
{
    std::vector<std::uint32_t> blocks = rankedBlocks(answer, m_sinks);
    if (blocks.size() > kLookedBlocks)
        blocks.resize(kLookedBlocks);
    blocks.insert(blocks.end(), m_sinks.begin(), m_sinks.end());
    for (const DocumentPlace& passage : answer.passages)
        blocks.push_back(m_stream.firstBlockOf(passage.document).value);
    std::string text;
    for (const std::uint32_t block : blocks)
        text += m_stream.blockText(BlockId(block)) + " ";
    return text;
}

// How likely the model is to decline where it has answered. Nothing: it was not taught how, or the asker stops.
Result<std::optional<double>> Answerer::declining(const Question& question, const PreparedPrompt& prompt, std::stop_token stop) const
{
    const AskingContext here = context();
    const auto value = AnswerWriter(here, question).declining({&prompt, 1}, std::move(stop));
    if (!value)
        return value.error().code == ErrorCode::Cancelled ? Result<std::optional<double>>(std::nullopt) : value.error();
    return value->empty() ? std::optional<double>() : value->front();
}

// What a small model makes up about a document as a whole where its own words don't say it: a summary, a hero, a word as an author or
// a date.
bool Answerer::isNoAnswerOfWhole(const Answer& answer, const Question& question) const
{
    switch (wholeQuestion(question.text, m_documents, !question.options.previous.empty())) {
    case WholeQuestion::Author:
        return !areNames(answer.text, false);
    case WholeQuestion::Date:
        return !mayBeDate(answer.text);
    case WholeQuestion::Subject:
    case WholeQuestion::Summary:
    case WholeQuestion::Characters:
        return question.within.empty();   // a part may be answered about in other words
    default:
        return false;
    }
}

Result<void> Answerer::judge(Answer& answer, const Question& question, const PreparedPrompt& prompt, std::stop_token stop) const
{
    std::string looked;
    for (const DocumentPlace& passage : answer.passages)
        looked += std::string(m_stream.text(passage)) + "\n";
    for (const Citation& citation : answer.citations)
        looked += citation.text + "\n";
    looked += textInReach(answer);
    SupportSignals signals{.questionLikelihood = prompt.prior};
    const bool isWritten = prompt.quotation.empty() && answer.strategy == Strategy::Reread;
    const bool isFact = isWritten && isStatedFact(question, context(), answer.text);
    signals.refused = isRefusal(answer.text) || saysNothing(answer.text) ||
                      (isWritten && !isFact &&
                       (namesUnknown(question.text, m_index, m_documents) || makerUnknown(question.text, m_index) ||
                        isNoAnswerOfWhole(answer, question) || tellsNothingAsked(answer.text, question.text, looked)));
    double sum = 0;
    for (const AnswerToken& token : answer.tokens)
        sum += static_cast<double>(token.logProbability);
    const bool isGiven = !prompt.quotation.empty() || isFact;   // its words stand in the text, those of the question ("stand for") need not
    const auto tokens = static_cast<double>(std::max<std::size_t>(1, answer.tokens.size()));
    signals.answerLikelihood = isGiven || isQuotation(answer) ? 0 : sum / tokens;   // words of the text are no guess
    signals.answerInText = isGiven ? 1 : answerOverlap(answer.text, looked);
    signals.questionInText = isGiven ? 1 : questionInText(askedInFull(question), looked, m_index);
    if (isDoubtful(signals) && !isGiven && !answer.stopped) {
        const auto value = declining(question, prompt, std::move(stop));
        if (!value)
            return value.error();
        signals.declining = *value;
    }
    answer.found = isSupported(signals) && !(question.options.bookOnly && answer.citations.empty());
    const bool refusal = isRefusal(answer.text);
    if (answer.found || answer.stopped || (question.options.showUnsupported && !refusal))
        return {};
    answer.citations.clear();
    answer.quotations.clear();
    if (refusal)
        return {};                              // the model's own words say it, and no passage does
    answer.text = std::string(kNotFoundText);   // rather than a guess
    answer.tokens.clear();
    answer.trace = {};
    return {};
}

Result<void> Answerer::learnNeutralEvidence(const AskOptions& options, std::stop_token stop)
{
    if (m_neutralBlocks == m_memory.blocks() && !m_neutral.empty())
        return {};
    Question neutral{std::string(kNeutralQuestion), {}};
    neutral.options.topK = options.topK;
    neutral.options.maxTokens = kNeutralTokens;
    const AskingContext here = context();
    auto prompts = makeMemoryStrategy()->prepare(neutral, here, stop);
    if (!prompts)
        return prompts.error();
    auto written = AnswerWriter(here, neutral).write(prompts->front(), {}, stop);
    if (!written)
        return written.error().code == ErrorCode::Cancelled ? Result<void>() : Result<void>(written.error());
    m_neutral = evidenceOf(written->trace, 0, written->trace.tokens, m_sinks);
    m_neutralBlocks = m_memory.blocks();
    return {};
}

Result<std::vector<float>> Answerer::rescore(const Answer& answer, const AskOptions& options, std::span<const BlockId> barred,
                                             std::stop_token stop)
{
    Question question = understood(answer.question, asAsked(answer, options));
    question.options.controls.barred.insert(question.options.controls.barred.end(), barred.begin(), barred.end());
    std::erase_if(question.options.controls.pinned,
                  [&](BlockId block) { return std::find(barred.begin(), barred.end(), block) != barred.end(); });
    context().keepControlsInReach(question.options);
    return score(question, answer, context(), barred, std::move(stop));
}

Result<std::vector<float>> Answerer::rescoreOver(const Memory& without, const Answer& answer, const AskOptions& options,
                                                 std::span<const BlockId> barred, std::stop_token stop)
{
    Question question = understood(answer.question, asAsked(answer, options));
    const auto placeNow = [&](BlockId block) {
        const auto before = std::count_if(barred.begin(), barred.end(), [block](BlockId one) { return one < block; });
        return BlockId(block.value - static_cast<std::uint32_t>(before));
    };
    for (std::vector<BlockId>* blocks : {&question.options.controls.barred, &question.options.controls.pinned}) {
        std::erase_if(*blocks, [&](BlockId block) { return std::find(barred.begin(), barred.end(), block) != barred.end(); });
        std::transform(blocks->begin(), blocks->end(), blocks->begin(), placeNow);
    }
    if (question.options.until)
        question.options.until = placeNow(*question.options.until);
    return score(question, answer, {m_engine, without, m_stream, m_index, m_documents}, barred, std::move(stop));
}

Result<std::vector<float>> Answerer::score(const Question& question, const Answer& answer, const AskingContext& here,
                                           std::span<const BlockId> barred, std::stop_token stop) const
{
    std::vector<DocumentPlace> passages;
    for (const DocumentPlace& passage : answer.passages) {
        for (const DocumentPlace& part : withoutBlocks(m_stream, passage, barred))
            passages.push_back(part);
    }
    const auto prompt = passagePrompt(question, here, passages, looksIntoMemory(answer, question.options));
    if (!prompt)
        return prompt.error();
    std::vector<TokenId> tokens;
    for (const AnswerToken& token : answer.tokens)
        tokens.push_back(token.id);
    return AnswerWriter(here, question).score(*prompt, tokens, stop);
}

Result<std::vector<BlockScore>> Answerer::findPassages(const std::string& words, std::uint32_t count, std::stop_token stop) const
{
    return cairn::findPassages(context(), words, count, stop);
}

}  // namespace cairn
