#include "app/cli/lift_output.h"

#include "app/cli/common_options.h"
#include "app/cli/stored_answer.h"
#include "app/conversation/neutral_record.h"
#include "core/types/trace_query.h"

#include <algorithm>
#include <cstdio>

namespace cairn
{
namespace
{

using MaybeNeutral = std::optional<NeutralEvidence>;

// What the session keeps of the neutral question over the memory that the answer was given from.
MaybeNeutral kept(const OpenSession& session, const Hash128& memoryKey, const Trace& trace)
{
    const auto setting = session.store().setting(kNeutralSetting);
    const auto record = setting ? neutralRecordFromJson(*setting) : std::nullopt;
    return record && record->isOf(memoryKey, trace.documentBlocks) ? MaybeNeutral(record->neutral) : std::nullopt;
}

StageResult<NeutralEvidence> ask(const Arguments& arguments, const Trace& trace, Console& console)
{
    auto session = openWithEngine(arguments, console);
    if (!session)
        return session.error();
    const std::uint32_t blocks = (*session)->memory().blocks();
    if (blocks != trace.documentBlocks) {
        const std::string then = std::to_string(trace.documentBlocks), now = std::to_string(blocks);
        return StageError{Stage::Input, {ErrorCode::InvalidArgument, "The answer was written over another memory, of " + then
                                                                         + " blocks; now there are " + now + ". Ask again."}};
    }
    const auto ask = [&] { return (*session)->answerer().ask(std::string(kNeutralQuestion), neutralOptions(), {}, console.stopToken()); };
    const auto answer = (*session)->mending(ask, console.stopToken());
    if (!answer)
        return StageError{Stage::Engine, answer.error()};
    const NeutralRecord record{(*session)->blocks().key(), blocks, neutralEvidenceOf(answer->trace)};
    SessionStore& store = (*session)->store();
    if (auto saved = store.canWrite() ? store.setSetting(kNeutralSetting, toJson(record)) : Result<void>(); !saved)
        return StageError{Stage::Storage, saved.error()};
    return record.neutral;
}

void print(const Trace& trace, const NeutralEvidence& neutral, const StreamMap& map, Console& console)
{
    const std::vector<std::uint32_t> sinks = sinksOf(sinkBlocks(map), trace, neutral);
    const std::vector<double> evidence = blockTotals(trace, {}), lifts = liftOf(evidence, neutral.evidence, sinks);
    if (!console.json())
        console.line("block,evidence,lift,sink");
    for (std::uint32_t block = 0; block < evidence.size(); ++block) {
        if (evidence[block] <= 0)
            continue;
        const bool sink = std::binary_search(sinks.begin(), sinks.end(), block);
        if (console.json()) {
            JsonWriter json;
            json.beginObject().member("block", block).member("evidence", evidence[block]);
            console.object(std::move(json.member("lift", lifts[block]).member("sink", sink).endObject()));
            continue;
        }
        char line[100];
        std::snprintf(line, sizeof line, "%u,%.6g,%.6g,%d", block, evidence[block], lifts[block], sink ? 1 : 0);
        console.line(line);
    }
}

}  // namespace

int printLift(const Arguments& arguments, Console& console)
{
    auto opened = openStoredAnswer(arguments, console);
    if (!opened)
        return console.fail(opened.error());
    const Trace& trace = opened->stored.answer.trace;
    const auto map = opened->session->store().streamMapOf(opened->stored.record);
    if (trace.tokens == 0)
        return console.fail(noTrace(opened->stored));
    if (!map || !*map)
        return console.fail({Stage::Input, {ErrorCode::NotFound, "This answer has no stored trace. Ask again."}});
    auto neutral = kept(*opened->session, (*map)->memoryKey, trace);
    if (!neutral) {
        if (auto same = isOfTodaysMemory(opened->stored); !same)
            return console.fail(same.error());
        opened->session.reset();   // it only looked; asking needs the session for itself
        auto asked = ask(arguments, trace, console);
        if (!asked)
            return console.fail(asked.error());
        neutral = *std::move(asked);
    }
    print(trace, *neutral, (*map)->map, console);
    return kDone;
}

}  // namespace cairn
