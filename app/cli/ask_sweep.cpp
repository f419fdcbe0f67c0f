#include "app/cli/ask_sweep.h"

#include "app/cli/answer_output.h"
#include "app/common/ask_options_json.h"
#include "core/answering/strategy.h"
#include "core/answering/sweep.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kTerminationSignal = 15;

using MaybeId = std::optional<AnswerId>;   // none: a session that can only be read keeps nothing

// A part's answer as an ordinary answer of the session, with the options that limit it to the part.
Result<MaybeId> keep(SessionStore& store, const PartAnswer& part, MaybeId follows, const AnswerContext& context)
{
    if (!store.canWrite())
        return MaybeId();
    const auto question = store.recordQuestion(part.answer.question, toJson(part.options), follows);
    if (!question)
        return question.error();
    const auto id = store.beginAnswer(*question, part.answer.strategy, toJson(context));
    if (!id)
        return id.error();
    if (auto done = store.finishAnswer(*id, part.answer, AnswerState::Finished, toJson(context)); !done)
        return done.error();
    return MaybeId(*id);
}

std::string partHead(const SweepPart& part)
{
    const std::string first = std::to_string(part.begin.value), last = std::to_string(part.end.value - 1);
    const std::string blocks = first == last ? "block " + first : "blocks " + first + "-" + last;
    return part.title + (part.title.ends_with(')') ? ", " + blocks : " (" + blocks + ")");   // "STAVE TWO (2/3), blocks 7-9"
}

void printPart(const PartAnswer& part, const OpenSession& session, Console& console)
{
    console.line(partHead(part.part) + ": " + oneLine(part.answer.text));
    if (part.answer.found)
        console.raw(answerFooter(part.answer, session));
}

bool isBarred(const SweepPart& part, const std::vector<BlockId>& barred)
{
    for (std::uint32_t block = part.begin.value; block < part.end.value; ++block)
        if (std::find(barred.begin(), barred.end(), BlockId(block)) == barred.end())
            return false;
    return true;
}

struct PlannedSweep
{
    std::size_t parts = 0;
    AnswerContext context;
    DocumentNames names;
};

void writePart(JsonWriter& json, const PartAnswer& part, MaybeId id, const PlannedSweep& planned)
{
    json.beginObject().member("title", part.part.title);
    json.member("begin_block", part.part.begin.value).member("end_block", part.part.end.value);
    if (const auto answer = parseJson(answerJson(id, part.answer, planned.context, planned.names)))
        json.key("answer").value(*answer);
    json.endObject();
}

std::string sweepJson(const Answer& combined, const Sweep& sweep, const std::vector<MaybeId>& ids, const PlannedSweep& planned)
{
    JsonWriter json;
    json.beginObject().member("question", combined.question).member("answer", combined.text).member("found", combined.found);
    json.member("stopped", sweep.stopped).member("planned", planned.parts);
    json.key("coverage").beginObject().member("consulted", combined.coverage.consulted).member("opened", combined.coverage.opened);
    json.member("total", combined.coverage.total).endObject().key("parts").beginArray();
    for (std::size_t i = 0; i < sweep.parts.size(); ++i)
        writePart(json, sweep.parts[i], ids[i], planned);
    json.endArray().endObject();
    return json.take();
}

void printCombined(const Answer& combined, const Sweep& sweep, const PlannedSweep& planned, Console& console)
{
    std::size_t found = 0;
    for (const PartAnswer& part : sweep.parts)
        found += part.answer.found;
    console.line("\n" + combined.text);
    console.line("  Found in " + std::to_string(found) + " of " + std::to_string(sweep.parts.size()) + " parts" +
                 (sweep.stopped ? "; stopped, " + std::to_string(planned.parts - sweep.parts.size()) + " parts not asked" : "") +
                 "; consulted " + std::to_string(combined.coverage.consulted) + " of " + std::to_string(combined.coverage.total) +
                 " blocks.");
}

}  // namespace

int askSweep(OpenSession& session, const std::string& question, const AskOptions& options, std::optional<AnswerId> follows, double openMs,
             Console& console)
{
    std::vector<const CanonicalText*> documents;
    for (const CanonicalText& document : session.documents())
        documents.push_back(&document);
    const StreamMap& map = session.stream().map();
    std::uint32_t reach = session.isRead() ? map.pieces() : session.memory().blocks();
    if (options.until)
        reach = std::min(reach, options.until->value);
    std::vector<SweepPart> parts = sweepParts(map, documents, reach);
    std::erase_if(parts, [&](const SweepPart& part) { return isBarred(part, options.controls.barred); });   // nothing of it may be opened
    const PlannedSweep planned{parts.size(), answerContext(session, options, openMs), documentNames(session)};
    std::vector<MaybeId> ids;
    SweepCallbacks callbacks;
    callbacks.onPart = [&](std::size_t number, const SweepPart& part) {
        console.progress("Part " + std::to_string(number + 1) + " of " + std::to_string(parts.size()) + ": " + partHead(part));
    };
    callbacks.onAnswer = [&](const PartAnswer& part) -> Result<void> {
        const auto id = keep(session.store(), part, follows, planned.context);
        if (!id)
            return id.error();
        ids.push_back(*id);
        if (!console.json())
            printPart(part, session, console);
        return {};
    };
    callbacks.mend = [&]() -> Result<bool> {
        const auto mended = session.sessionMemory().mend(console.stopToken());
        return mended ? Result<bool>(*mended) : Result<bool>(mended.error().error);
    };
    const auto swept = sweep(session.answerer(), map, question, options, parts, callbacks, console.stopToken());
    if (!swept)
        return console.fail({Stage::Engine, swept.error()});
    if (swept->parts.empty() && swept->stopped)
        return console.fail({Stage::Engine, {ErrorCode::Cancelled, "Stopped before the first part was answered."}});
    const Answer combined = combineParts(question, swept->parts);
    if (console.json())
        console.line(sweepJson(combined, *swept, ids, planned));
    else
        printCombined(combined, *swept, planned, console);
    if (swept->stopped)
        return console.signalNumber() == kTerminationSignal ? kTerminated : kInterrupted;
    return options.bookOnly && !combined.found ? kNothingStoodOut : kDone;
}

}  // namespace cairn
