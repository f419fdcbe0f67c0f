#include "core/answering/answer_writer.h"

#include "core/answering/repetition.h"
#include "core/answering/support.h"
#include "core/tokenizer/utf8_assembler.h"
#include "core/wording/words/words.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace cairn
{

namespace
{

// Models that were never taught to end a turn go on with the next question; chat formats end by a token.
constexpr std::string_view kNextQuestion = "\nQuestion:";
constexpr std::string_view kBlankLine = "\n\n";

bool endsTurnsByToken(const ChatFormat& chat)
{
    return std::any_of(chat.afterReply.begin(), chat.afterReply.end(), [](const PromptPiece& piece) { return piece.special; });
}

std::size_t endOfPlainReply(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \n");
    if (start == std::string_view::npos)
        return std::string_view::npos;
    return std::min(text.find(kNextQuestion, start), text.find(kBlankLine, start));
}

// A model that has answered may go on to say that the text does not: only its answer counts.
std::size_t endBeforeDoubt(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(" \n");
    const std::size_t end = start == std::string_view::npos ? start : text.find('\n', start);
    if (end == std::string_view::npos)
        return end;
    const std::string_view answer = text.substr(start, end - start);
    return isRefusal(text.substr(end)) && !isRefusal(answer) && !saysNothing(answer) ? end : std::string_view::npos;
}

std::vector<TokenId> turnEnds(const Tokenizer& tokenizer, const ChatFormat& chat)
{
    std::vector<TokenId> ends;
    for (const PromptPiece& piece : chat.afterReply) {
        if (!piece.special)
            continue;
        if (const auto id = tokenizer.special(piece.text))
            ends.push_back(*id);
        break;
    }
    return ends;
}

// Text and tokens of an answer that grows.
class GrowingAnswer
{
public:
    GrowingAnswer(const Tokenizer& tokenizer, Written& written) : m_tokenizer(tokenizer), m_written(written) {}

    void add(const GeneratedToken& generated, std::string& piece)
    {
        AnswerToken token;
        token.id = generated.id;
        token.logProbability = generated.logProbability;
        token.text.begin = m_written.text.size();
        piece = m_assembler.add(m_tokenizer.decode(generated.id, m_written.tokens.empty()));
        m_written.text += piece;
        token.text.end = m_written.text.size();
        m_written.fed.push_back(generated.id);
        m_written.logProbability += static_cast<double>(generated.logProbability);
        m_written.tokens.push_back(std::move(token));
    }

    void finish()
    {
        m_written.text += m_assembler.finish();
        if (!m_written.tokens.empty())
            m_written.tokens.back().text.end = m_written.text.size();
    }

private:
    const Tokenizer& m_tokenizer;
    Written& m_written;
    Utf8Assembler m_assembler;
};

// A prompt as it says: passages that are read for themselves, if any, then the rest under its controls.
struct PromptFeeds
{
    ForkFeed reading, asking;
};

// The prompt outlives them. `fed`: tokens that the fork has been fed with.
PromptFeeds feedsOf(Fork& fork, const PreparedPrompt& prompt, std::size_t fed = 0)
{
    const std::size_t asking = std::max(std::min(prompt.readingTokens, prompt.tokens.size()), fed);
    const std::span<const TokenId> tokens = prompt.tokens;
    const std::span<const std::uint32_t> sources = prompt.sourceBlocks;
    PromptFeeds feeds{{&fork, tokens.subspan(fed, asking - fed), {}}, {&fork, tokens.subspan(asking), {}}};
    feeds.reading.options.controls = prompt.readingControls;
    feeds.reading.options.predicts = false;
    feeds.reading.options.sourceBlocks = sources.subspan(fed, asking - fed);
    feeds.asking.options.controls = prompt.controls;
    feeds.asking.options.sourceBlocks = sources.subspan(asking);
    return feeds;
}

// How many tokens all of these prompts open with (a chat's system message), where they are fed under the same settings and controls. Every
// prompt goes on behind them.
std::size_t sharedOpening(std::span<const PreparedPrompt> prompts)
{
    const PreparedPrompt& first = prompts.front();
    std::size_t shared = first.tokens.size();
    for (const PreparedPrompt& prompt : prompts) {
        const bool isAlike = prompt.readingTokens == 0 && prompt.settings.topK == first.settings.topK &&
                             prompt.controls.imposed == first.controls.imposed;   // all else is the question's
        const std::size_t most = isAlike && !prompt.tokens.empty() ? std::min(shared, prompt.tokens.size() - 1) : 0;
        const auto end = prompt.tokens.begin() + static_cast<std::ptrdiff_t>(most);
        shared = static_cast<std::size_t>(std::mismatch(prompt.tokens.begin(), end, first.tokens.begin()).first - prompt.tokens.begin());
    }
    return shared;
}

// The answer's first word is predicted by the prompt's last row. `options`: its controls and source blocks are set here.
Result<void> feedPrompt(Fork& fork, const PreparedPrompt& prompt, FeedOptions options, std::stop_token stop)
{
    const PromptFeeds feeds = feedsOf(fork, prompt);
    if (!feeds.reading.tokens.empty()) {
        if (auto fed = fork.feed(feeds.reading.tokens, feeds.reading.options, stop); !fed)
            return fed.error();
    }
    options.controls = feeds.asking.options.controls;
    options.sourceBlocks = feeds.asking.options.sourceBlocks;
    if (auto fed = fork.feed(feeds.asking.tokens, options, stop); !fed)
        return fed.error();
    return {};
}

struct OpenedForks
{
    std::vector<Fork> forks;
    std::size_t fed = 0;   // tokens of every prompt
};

// A fork for each prompt; what all open with is fed once.
Result<OpenedForks> openForks(const Memory& memory, std::span<const PreparedPrompt> prompts, const std::stop_token& stop)
{
    OpenedForks opened;
    opened.fed = prompts.size() < 2 ? 0 : sharedOpening(prompts);
    if (opened.fed == 0) {
        for (const PreparedPrompt& prompt : prompts) {
            auto fork = memory.fork(prompt.settings);
            if (!fork)
                return fork.error();
            opened.forks.push_back(*std::move(fork));
        }
        return opened;
    }
    auto first = memory.fork(prompts.front().settings);
    if (!first)
        return first.error();
    FeedOptions options;
    options.controls = prompts.front().controls;
    options.predicts = false;
    if (auto fed = first->feed(std::span(prompts.front().tokens).first(opened.fed), options, stop); !fed)
        return fed.error();
    for (std::size_t i = 1; i < prompts.size(); ++i)
        opened.forks.push_back(first->clone());
    opened.forks.push_back(*std::move(first));
    return opened;
}

// Where the character that holds this byte starts: tokens may end within one, their ranges not (Utf8Assembler has it so, too).
std::uint64_t characterStart(std::string_view text, std::uint64_t at)
{
    while (at > 0 && isInsideCharacter(text, at))
        --at;
    return at;
}

// White space around the answer is no part of it; token ranges follow.
void trim(Written& written, std::size_t end)
{
    const std::string_view text = std::string_view(written.text).substr(0, end);
    const std::size_t first = std::min(text.find_first_not_of(" \n\t"), text.size());
    const std::size_t last = text.find_last_not_of(" \n\t");
    const std::size_t size = last == std::string_view::npos ? 0 : last + 1 - first;
    for (AnswerToken& token : written.tokens) {
        token.text.begin = std::min<std::uint64_t>(token.text.begin - std::min<std::uint64_t>(token.text.begin, first), size);
        token.text.end = std::min<std::uint64_t>(token.text.end - std::min<std::uint64_t>(token.text.end, first), size);
    }
    written.text = written.text.substr(first, size);
}

}  // namespace

Result<Written> AnswerWriter::write(const PreparedPrompt& prompt, const OnWritten& onWritten, std::stop_token stop) const
{
    auto fork = m_context.memory.fork(prompt.settings);
    if (!fork)
        return fork.error();
    Written written;
    FeedOptions feed;
    feed.trace = TraceRows::Predicting;
    feed.into = &written.trace;
    if (auto fed = feedPrompt(*fork, prompt, feed, stop); !fed)
        return fed.error();

    const ChatFormat& chat = m_context.engine.chatFormat();
    const bool plain = !endsTurnsByToken(chat);
    std::stop_source inner;
    const std::stop_callback forward(stop, [&] { inner.request_stop(); });
    GrowingAnswer growing(m_context.engine.tokenizer(), written);
    GenerateOptions options;
    options.controls = prompt.controls;
    options.maxTokens = m_question.options.maxTokens;
    options.temperature = m_question.options.temperature;
    options.topP = m_question.options.topP;
    options.seed = m_question.options.seed;
    options.stopTokens = turnEnds(m_context.engine.tokenizer(), chat);
    options.goesOn = false;
    options.trace = &written.trace;
    std::size_t circle = std::string_view::npos;   // where the words begin to go in one
    const auto start = std::chrono::steady_clock::now();
    auto generated = fork->generate(
        options,
        [&](const GeneratedToken& token) {
            std::string piece;
            growing.add(token, piece);
            if (const auto kept = endBeforeRepetition(written.fed))
                circle = written.tokens[*kept].text.begin;
            const bool ended = circle != std::string_view::npos || (plain && endOfPlainReply(written.text) != std::string_view::npos);
            if (ended || (onWritten && !onWritten(written, piece)))
                inner.request_stop();
        },
        inner.get_token());
    if (!generated)
        return generated.error();
    written.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    growing.finish();
    trim(written, std::min(circle, plain ? endOfPlainReply(written.text) : endBeforeDoubt(written.text)));
    written.stopped = generated->cancelled && stop.stop_requested();
    return written;
}

Result<Written> AnswerWriter::quote(const PreparedPrompt& prompt, std::string_view text, std::stop_token stop) const
{
    const auto encoded = m_context.engine.tokenizer().encode(text);
    if (!encoded)
        return encoded.error();
    auto fork = m_context.memory.fork(prompt.settings);
    if (!fork)
        return fork.error();
    Written written;
    written.text = text;
    FeedOptions feed;
    feed.trace = TraceRows::Predicting;
    feed.into = &written.trace;
    if (auto fed = feedPrompt(*fork, prompt, feed, stop); !fed)
        return fed.error();
    feed.controls = prompt.controls;
    feed.logProbabilities = true;
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < encoded->size(); ++i) {
        const Token& token = (*encoded)[i];
        const bool last = i + 1 == encoded->size();
        feed.trace = last ? TraceRows::None : TraceRows::Predicting;   // a row tells what its token was chosen with
        feed.into = last ? nullptr : &written.trace;
        auto fed = fork->feed({&token.id, 1}, feed, stop);
        if (!fed)
            return fed.error();
        const ByteRange words{characterStart(text, token.begin), characterStart(text, token.end)};
        written.tokens.push_back({token.id, words, fed->logProbabilities.front(), 0, {}});
        written.fed.push_back(token.id);
        written.logProbability += static_cast<double>(fed->logProbabilities.front());
    }
    written.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return written;
}

Result<std::vector<float>> AnswerWriter::score(const PreparedPrompt& prompt, std::span<const TokenId> answer, std::stop_token stop) const
{
    auto fork = m_context.memory.fork(prompt.settings);
    if (!fork)
        return fork.error();
    if (auto fed = feedPrompt(*fork, prompt, {}, stop); !fed)
        return fed.error();
    FeedOptions options;
    options.controls = prompt.controls;
    options.logProbabilities = true;
    std::vector<float> values;
    for (const TokenId token : answer) {   // one by one, as they were written: the arithmetic of a window differs
        auto fed = fork->feed({&token, 1}, options, stop);
        if (!fed)
            return fed.error();
        values.push_back(fed->logProbabilities.front());
    }
    return values;
}

Result<std::vector<double>> AnswerWriter::declining(std::span<const PreparedPrompt> prompts, std::stop_token stop) const
{
    const auto isTaught = [](const PreparedPrompt& prompt) { return prompt.settings.rows == RowWeights::Answers; };
    if (!std::all_of(prompts.begin(), prompts.end(), isTaught))
        return std::vector<double>();
    const auto words = tokenIds(kDecliningText, m_context.engine.tokenizer());
    if (!words)
        return words.error();
    std::vector<PreparedPrompt> declined(prompts.begin(), prompts.end());
    auto opened = openForks(m_context.memory, declined, stop);
    if (!opened)
        return opened.error();
    std::vector<ForkFeed> readings, askings;
    for (std::size_t i = 0; i < declined.size(); ++i) {
        PreparedPrompt& prompt = declined[i];
        prompt.tokens.insert(prompt.tokens.end(), words->begin(), words->end());
        prompt.sourceBlocks.resize(prompt.tokens.size(), kNoBlock);
        PromptFeeds feeds = feedsOf(opened->forks[i], prompt, opened->fed);
        feeds.asking.options.logProbabilities = true;
        feeds.asking.options.scoredFrom = feeds.asking.tokens.size() - words->size();
        if (!feeds.reading.tokens.empty())
            readings.push_back(std::move(feeds.reading));
        askings.push_back(std::move(feeds.asking));
    }
    if (auto read = Fork::feedTogether(readings, stop); !read)
        return read.error();
    const auto fed = Fork::feedTogether(askings, std::move(stop));
    if (!fed)
        return fed.error();
    std::vector<double> sums;
    for (const FeedResult& one : *fed)   // tokens that are not scored have 0
        sums.push_back(std::accumulate(one.logProbabilities.begin(), one.logProbabilities.end(), 0.0));
    return sums;
}

}  // namespace cairn
