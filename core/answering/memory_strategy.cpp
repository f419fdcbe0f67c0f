#include "core/answering/strategy.h"

namespace cairn
{

namespace
{

class MemoryStrategy final : public AnswerStrategy
{
public:
    Result<std::vector<PreparedPrompt>> prepare(const Question& question, const AskingContext& context, std::stop_token) const override
    {
        auto prompt = passagePrompt(question, context, {}, true);
        if (!prompt)
            return prompt.error();
        return std::vector<PreparedPrompt>{*std::move(prompt)};
    }
};

}  // namespace

std::unique_ptr<AnswerStrategy> makeMemoryStrategy()
{
    return std::make_unique<MemoryStrategy>();
}

}  // namespace cairn
