// cairn-cli remove: takes a document out of a session, or back into it; what has read it is read again.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/reading.h"
#include "app/common/shell_word.h"
#include "app/session/removal_cost.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>

namespace cairn
{
namespace
{

bool isCalled(const DocumentRecord& record, const std::string& name)
{
    return record.title == name || std::filesystem::path(record.source.path).filename() == name;
}

// Document N, counted from 0; or the only one of that title or file name.
StageResult<std::size_t> documentNamed(const std::string& name, const OpenSession& session)
{
    const auto& records = session.records();
    std::size_t number = 0;
    const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (code == std::errc{} && end == name.data() + name.size() && number < records.size())
        return number;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (isCalled(records[i], name))
            found.push_back(i);
    }
    if (found.size() == 1)
        return found.front();
    const std::string how = ". Give its number; cairn-cli info " + shellWord(session.store().folder()) + " lists them, counted from 0.";
    if (found.empty())
        return StageError{Stage::Input, {ErrorCode::NotFound, "'" + name + "' is no document of this session" + how}};
    return StageError{Stage::Usage, {ErrorCode::InvalidArgument, "Several documents are called '" + name + "'" + how}};
}

struct Change
{
    std::size_t document = 0;
    bool removed = true;
    std::uint64_t tokens = 0;            // to be read again
    std::string cost;                    // in words
};

StageResult<Change> changeOf(const Arguments& arguments, const OpenSession& session)
{
    const auto document = documentNamed(arguments.operands()[1], session);
    if (!document)
        return document.error();
    const bool removed = !arguments.has("take-back");
    if (session.records()[*document].isRemoved() == removed)
        return StageError{Stage::Usage,
                          {ErrorCode::InvalidArgument,
                           removed ? "This document was removed before. --take-back takes it back." : "This document was not removed."}};
    const auto& records = session.records();
    if (removed && std::count_if(records.begin(), records.end(), [](const DocumentRecord& one) { return !one.isRemoved(); }) == 1)
        return StageError{Stage::Input,
                          {ErrorCode::InvalidArgument, "A session keeps at least one document. Delete the session instead, which is the "
                                                       "folder " + shellWord(session.store().folder()) + "."}};
    const auto map = session.store().streamMap();
    const auto rate = session.store().setting(kReadingRateSetting);
    if (!map)
        return StageError{Stage::Storage, map.error()};
    const std::uint64_t tokens = tokensReadAgain(*map ? (*map)->map : StreamMap(), records, *document, removed);
    return Change{*document, removed, tokens, readingAgainSentence(tokens, rate ? std::strtod(rate->c_str(), nullptr) : 0)};
}

void printResult(const OpenSession& session, const Change& change, const ReadingReport& report, Console& console)
{
    if (console.json()) {
        JsonWriter json;
        json.beginObject().member("session", report.folder).member("document", change.document).member("removed", change.removed);
        json.member("tokens", report.tokens).member("resumed_at", report.resumedAt).member("blocks", session.memory().blocks());
        console.object(std::move(json.member("seconds", report.seconds).endObject()));
        return;
    }
    console.line((change.removed ? "Removed: " : "Taken back: ") + session.records()[change.document].title + ". Of " +
                 std::to_string(report.tokens) + " tokens " + std::to_string(report.tokens - report.resumedAt) + " were read again, " +
                 std::to_string(static_cast<int>(report.seconds)) + " s.");
}

int run(const Arguments& arguments, Console& console)
{
    auto wishes = engineWishes(arguments);
    if (!wishes)
        return console.fail({Stage::Usage, wishes.error()});
    const Access access = arguments.has("dry-run") ? Access::ReadOnly : Access::ReadWrite;
    auto session = openNamedSession(arguments.operands()[0], access, console);
    if (!session)
        return console.fail(session.error());
    const auto change = changeOf(arguments, **session);
    if (!change)
        return console.fail(change.error());
    if (arguments.has("dry-run")) {
        if (!console.json())
            console.line(change->cost);
        JsonWriter json;
        json.beginObject().member("session", (*session)->store().folder()).member("document", change->document);
        json.member("removed", change->removed).member("dry_run", true).member("tokens_read_again", change->tokens).endObject();
        if (console.json())
            console.object(std::move(json));
        return kDone;
    }
    wishes->keepOther = true;
    if (const auto mended = (*session)->mendTexts(*wishes); !mended)   // while the memory is of them
        return console.fail(mended.error());
    if ((*session)->checkTexts() && (*session)->blocksForLooking()) {   // of another model or type: before anything is changed
        const auto tell = [&console](const std::string& what) { console.note(what); };
        const Console::EndsAtOnce now;
        if (auto same = (*session)->attachEngine(*wishes, true, tell); !same)
            return console.fail(same.error());
    }
    console.note(change->cost);
    if (auto done = (*session)->setRemoved(change->document, change->removed); !done)
        return console.fail(done.error());
    if (auto attached = attachForReading(**session, *wishes, console); !attached)
        return console.fail(attached.error());
    const LastUse last(**session);
    const auto report = readSession(**session, console, false);
    if (!report)
        return console.fail(report.error());
    printResult(**session, *change, *report, console);
    return kDone;
}

}  // namespace

Command removeCommand()
{
    return {{"remove", "remove SESSION DOCUMENT [--take-back] [--dry-run]",
             "Takes a document (its number, title or file name) out of a session. Documents behind it have read it and are read again; "
             "answers stay, and "
             "with them its text. Stopped, cairn-cli read SESSION goes on.",
             joined({{"take-back", "", "back into its place in the session instead"},
                     {"dry-run", "", "only say how much would be read again"},
                     kJsonOption},
                    engineOptions()),
             2, 2},
            run};
}

}  // namespace cairn
