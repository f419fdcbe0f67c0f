#include "core/answering/sweep.h"

#include "core/answering/answerer.h"

namespace cairn
{

Result<Sweep> sweep(Answerer& answerer, const StreamMap& map, const std::string& question, const AskOptions& options,
                    std::span<const SweepPart> parts, const SweepCallbacks& callbacks, std::stop_token stop)
{
    Sweep result;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (callbacks.onPart)
            callbacks.onPart(i, parts[i]);
        PartAnswer part{parts[i], optionsFor(parts[i], map, options), {}};
        auto answer = answerer.ask(question, part.options, {}, stop);
        if (!answer && answer.error().code == ErrorCode::Corruption && callbacks.mend) {
            const auto mended = callbacks.mend();
            if (!mended)
                return mended.error();
            if (*mended)
                answer = answerer.ask(question, part.options, {}, stop);
        }
        if (!answer && answer.error().code != ErrorCode::Cancelled)
            return answer.error();
        if (!answer || answer->stopped) {
            result.stopped = true;
            break;
        }
        part.answer = *std::move(answer);
        if (callbacks.onAnswer) {
            if (auto done = callbacks.onAnswer(part); !done)
                return done.error();
        }
        result.parts.push_back(std::move(part));
    }
    return result;
}

}  // namespace cairn
