#include "app/cli/removal_output.h"

#include "app/cli/common_options.h"
#include "app/cli/stored_answer.h"
#include "app/session/block_list.h"
#include "app/session/memory_without.h"
#include "app/session/removal_cost.h"
#include "core/answering/memory_reach.h"

#include <cstdio>
#include <cstdlib>
#include <numeric>

namespace cairn
{
namespace
{

using LogProbabilities = std::vector<float>;   // of the answer's tokens

struct Removal
{
    LogProbabilities before, direct;
    std::optional<LogProbabilities> deep;
    std::uint64_t tokensRead = 0;
};

double sumOf(const LogProbabilities& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

Result<LogProbabilities> deepRemoval(OpenSession& session, const StoredAnswer& stored, const AskOptions& options,
                                     const std::vector<BlockId>& barred, std::uint64_t tokens, Console& console)
{
    const auto rate = session.store().setting(kReadingRateSetting);
    console.note("Deep removal: " + readingAgainSentence(tokens, rate ? std::strtod(rate->c_str(), nullptr) : 0));
    const auto tell = [&](const ReadProgress& progress) {
        char text[120];
        std::snprintf(text, sizeof text, "Reading without the blocks: token %llu of %llu, %.0f s left",
                      static_cast<unsigned long long>(progress.tokens), static_cast<unsigned long long>(progress.totalTokens),
                      progress.secondsLeft);
        console.progress(text);
    };
    return rescoreDeep(session.sessionMemory(), stored.answer, options, barred, tell, console.stopToken());
}

Result<Removal> measure(OpenSession& session, const StoredAnswer& stored, const AskOptions& options, const std::vector<BlockId>& barred,
                        bool deep, Console& console)
{
    const std::stop_token stop = console.stopToken();
    Removal removal;
    const auto take = [&](LogProbabilities& into, const auto& work) -> Result<void> {
        auto values = session.mending(work, stop);
        if (!values)
            return values.error();
        into = std::move(*values);
        return {};
    };
    if (auto done = take(removal.before, [&] { return session.answerer().rescore(stored.answer, options, {}, stop); }); !done)
        return done.error();
    if (auto done = take(removal.direct, [&] { return session.answerer().rescore(stored.answer, options, barred, stop); }); !done)
        return done.error();
    if (!deep)
        return removal;
    removal.tokensRead = deepRemovalTokens(session.sessionMemory(), stored.answer, options, barred);
    removal.deep.emplace();
    const auto work = [&] { return deepRemoval(session, stored, options, barred, removal.tokensRead, console); };
    if (auto done = take(*removal.deep, work); !done)
        return done.error();
    return removal;
}

void printJson(const StoredAnswer& stored, const Removal& removal, Console& console)
{
    const double before = sumOf(removal.before), direct = sumOf(removal.direct);
    JsonWriter json;
    json.beginObject().member("answer", stored.record.id.value).member("log_probability", before).member("without", direct);
    json.member("removal_effect", before - direct);
    if (removal.deep)
        json.member("without_deep", sumOf(*removal.deep)).member("deep_removal_effect", before - sumOf(*removal.deep))
            .member("tokens_read_again", removal.tokensRead);
    json.key("tokens").beginArray();
    for (std::size_t i = 0; i < removal.before.size() && i < removal.direct.size(); ++i) {
        json.beginObject().member("before", removal.before[i]).member("after", removal.direct[i]);
        if (removal.deep && i < removal.deep->size())
            json.member("deep", (*removal.deep)[i]);
        json.endObject();
    }
    console.object(std::move(json.endArray().endObject()));
}

void printLines(const Removal& removal, Console& console)
{
    const double before = sumOf(removal.before), direct = sumOf(removal.direct);
    char line[200];
    std::snprintf(line, sizeof line, "Log-probability of the answer: %.3f with all blocks, %.3f without; removal effect %.3f.", before,
                  direct, before - direct);
    console.line(line);
    if (!removal.deep)
        return;
    const double deep = sumOf(*removal.deep);
    std::snprintf(line, sizeof line, "Deep, as if they had never been read: %.3f; removal effect %.3f (%llu tokens read again).", deep,
                  before - deep, static_cast<unsigned long long>(removal.tokensRead));
    console.line(line);
}

}  // namespace

int printRemoval(const Arguments& arguments, Console& console)
{
    if (!arguments.has("bar"))
        return console.fail({Stage::Usage, {ErrorCode::InvalidArgument, "--rescore needs --bar BLOCKS: what is to be left out."}});
    auto session = openWithEngine(arguments, console);
    if (!session)
        return console.fail(session.error());
    const LastUse last(**session);
    const auto stored = loadStoredAnswer(**session, operand(arguments, 1));
    if (!stored)
        return console.fail(stored.error());
    if (auto same = isOfTodaysMemory(*stored); !same)
        return console.fail(same.error());
    const auto barred = parseBlockList(arguments.value("bar", ""), (*session)->stream(), (*session)->documents());
    if (!barred)
        return console.fail({Stage::Usage, barred.error()});
    const auto asked = loadAskedQuestion(**session, *stored);
    if (!asked)
        return console.fail(asked.error());
    const AskOptions options = overItsMemory(asked->options, stored->context.memoryBlocks, (*session)->memory().blocks());
    const auto removal = measure(**session, *stored, options, *barred, arguments.has("deep"), console);
    if (!removal)
        return console.fail({Stage::Engine, removal.error()});
    if (console.json())
        printJson(*stored, *removal, console);
    else
        printLines(*removal, console);
    return kDone;
}

}  // namespace cairn
