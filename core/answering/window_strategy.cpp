#include "core/answering/passage.h"
#include "core/answering/strategy.h"

#include <algorithm>
#include <iterator>

namespace cairn
{

namespace
{

constexpr std::uint64_t kQuestionRoom = 200;   // tokens of the window kept for chat markers and question

std::uint64_t firstAsked(const Question& question, const DocumentStream& stream)
{
    return question.within.empty() ? 0 : stream.tokensOf(question.within.front()).first;
}

// The first part of the session, or of what is asked about, that fits: most questions about a paper or manual without a search ask what it
// opens with.
class WindowStrategy final : public AnswerStrategy
{
public:
    Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context, std::stop_token) const override
    {
        const std::uint64_t window = context.engine.defaultReading().window;
        const std::uint64_t first = context.stream.prefix().size();
        const std::uint64_t read = std::uint64_t{context.blocksInReach(question)} * context.stream.blockTokens();
        const std::uint64_t last = context.tailInReach(question) ? context.stream.tokens().size() : read;
        const std::uint64_t room = window > 2 * kQuestionRoom ? window - kQuestionRoom : kQuestionRoom;
        std::vector<DocumentPlace> passages;
        const std::uint64_t begin = std::max(first, firstAsked(question, context.stream));
        for (const DocumentPlace& place : context.stream.placesOfTokens(begin, std::max(begin, std::min(last, begin + room))))
            std::ranges::copy(withoutBlocks(context.stream, wholeCharacters(context.stream, place), question.options.controls.barred),
                              std::back_inserter(passages));
        auto prompt = passagePrompt(question, context, passages, false);
        if (!prompt)
            return prompt.error();
        return std::vector<PreparedPrompt>{*std::move(prompt)};
    }
};

}  // namespace

std::unique_ptr<AnswerStrategy> makeWindowStrategy()
{
    return std::make_unique<WindowStrategy>();
}

}  // namespace cairn
