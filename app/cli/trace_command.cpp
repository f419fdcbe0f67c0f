// cairn-cli trace: the record of what an answer opened; passages by meaning (--find); what barring blocks changes (--rescore).
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/lift_output.h"
#include "app/cli/removal_output.h"
#include "app/cli/stored_answer.h"
#include "app/common/ask_options_json.h"
#include "app/conversation/trace_file.h"
#include "core/answering/candidates.h"
#include "core/formats/utf8.h"
#include "core/types/place_label.h"

#include <array>

namespace cairn
{
namespace
{

constexpr std::uint32_t kPassagesFound = 10;

int findPassages(const Arguments& arguments, Console& console)
{
    auto session = openWithEngine(arguments, console);
    if (!session)
        return console.fail(session.error());
    Question question{*arguments.value("find"), {}};
    question.options.reread.candidates = kPassagesFound;
    const AskingContext context{(*session)->engine(), (*session)->memory(), (*session)->stream(), (*session)->answerer().index()};
    const auto found = CandidateRanker(context).rank(question, console.stopToken());
    if (!found)
        return console.fail({Stage::Engine, found.error()});
    for (const Candidate& candidate : *found) {
        const auto places = (*session)->stream().placesOf(candidate.block);
        const std::string page = places.empty() ? "" : pageLabel((*session)->documents()[places[0].document], places[0].range.begin);
        const std::string text(wholeCharacters((*session)->stream().blockText(candidate.block)));
        if (console.json()) {
            JsonWriter json;
            json.beginObject().member("block", candidate.block.value).member("score", candidate.score).member("fused", candidate.fused);
            json.member("page", page).member("document", places.empty() ? 0u : places[0].document);
            json.member("begin", places.empty() ? 0 : places[0].range.begin).member("end", places.empty() ? 0 : places[0].range.end);
            json.member("text", text).endObject();
            console.object(std::move(json));
        } else {
            console.line("block " + std::to_string(candidate.block.value) + (page.empty() ? "" : ", p. " + page) + "\n  " + text);
        }
    }
    return kDone;
}

std::string_view asText(std::span<const std::byte> bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

int exportTrace(const Arguments& arguments, Console& console)
{
    constexpr std::array<std::string_view, 4> kFormats{"csv", "npy", "trace", "json"};
    const auto format = arguments.choice("format", console.json() ? "json" : "csv", kFormats);
    if (!format)
        return console.fail({Stage::Usage, format.error()});
    if (console.isWatched() && (*format == "npy" || *format == "trace"))
        return console.fail(bytesOnTerminal());
    const auto opened = openStoredAnswer(arguments, console);
    if (!opened)
        return console.fail(opened.error());
    const StoredAnswer* stored = &opened->stored;
    const Trace& trace = stored->answer.trace;
    if (trace.tokens == 0)
        return console.fail(noTrace(*stored));
    if (*format == "csv") {
        console.raw(traceCsv(trace));
    } else if (*format == "json") {
        console.raw(traceJson(trace));
    } else if (*format == "npy") {
        console.raw(asText(traceNpy(trace)));
    } else {
        const auto documents =
            stored->record.earlierMap ? Result<Hash128>(Error{}) : opened->session->store().documentsHash();   // of its memory
        const AnswerContext& context = stored->context;
        const auto asked = loadAskedQuestion(*opened->session, *stored);   // seed and all: enough to ask it again
        console.raw(asText(traceFile(trace, {stored->answer.question, context.modelName, context.adapter, context.tokenizer,
                                             documents ? toHex(*documents) : "", asked ? toJson(asked->options) : "",
                                             context.version})));
    }
    return kDone;
}

// --find, --lift and --rescore print other things than the record, each its own way.
Result<void> checkKind(const Arguments& arguments)
{
    std::string kind;
    for (const char* other : {"find", "lift", "rescore"}) {
        if (arguments.has(other) && !kind.empty())
            return Error{ErrorCode::InvalidArgument, "--" + kind + " and --" + other + " print different things; choose one of them."};
        if (arguments.has(other))
            kind = other;
    }
    if (!kind.empty() && arguments.has("format"))
        return Error{ErrorCode::InvalidArgument,
                     "--format is for the whole record; what --" + kind + " prints has one form, or JSON with --json."};
    return {};
}

int run(const Arguments& arguments, Console& console)
{
    if (const auto good = checkKind(arguments); !good)
        return console.fail({Stage::Usage, good.error()});
    if ((arguments.has("bar") || arguments.has("deep")) && !arguments.has("rescore"))
        return console.fail(
            {Stage::Usage, {ErrorCode::InvalidArgument, "--bar and --deep are for --rescore: what changes without these blocks."}});
    if (console.json() && arguments.value("format", "json") != "json")
        return console.fail(
            {Stage::Usage, {ErrorCode::InvalidArgument, "--json prints JSON; --format names another form. Leave one of them out."}});
    if (const auto sought = arguments.value("find")) {
        if (const auto good = checkWords(*sought, "What is sought"); !good)
            return console.fail({Stage::Usage, good.error()});
        return findPassages(arguments, console);
    }
    if (arguments.has("rescore"))
        return printRemoval(arguments, console);
    if (arguments.has("lift"))
        return printLift(arguments, console);
    return exportTrace(arguments, console);
}

}  // namespace

Command traceCommand()
{
    return {
        {"trace", "trace SESSION [ANSWER] [--format csv|npy|trace|json]",
         "Prints what an answer opened, per token, layer and head. --find searches by meaning, --rescore tests removal.",
         joined({{"format", "FORMAT", "csv, npy, trace or json (default csv)"},
                 {"find", "PHRASE", "passages that the memory connects with this phrase"},
                 {"lift", "", "opened blocks with evidence and lift against a question about nothing in particular"},
                 {"rescore", "", "log-probability of the same answer without the blocks of --bar"},
                 {"bar", "BLOCKS", "with --rescore: 12,40-44 or p61-p70"},
                 {"deep", "", "with --rescore: also as if they had never been read; what follows them is read again, which is said first"},
                 kJsonOption},
                engineOptions()),
         1, 2},
        run};
}

}  // namespace cairn
