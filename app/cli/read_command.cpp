// cairn-cli read: files into a session's memory; resumes by itself.
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/reading.h"
#include "app/common/ask_options_json.h"
#include "app/common/shell_word.h"
#include "app/conversation/answer_export.h"
#include "storage/folders/session_folder.h"

#include <algorithm>
#include <filesystem>

namespace cairn
{
namespace
{

// `added`: there are new documents, which may be shorter than a block together: such an end is in memory with every opening.
void printResult(const OpenSession& session, const ReadingReport& report, bool added, Console& console)
{
    if (!console.json()) {
        const std::uint32_t blocks = session.memory().blocks();
        const std::string all = counted(report.tokens, "token") +
                                (blocks == 0 ? std::string(", less than one block") : " in " + counted(blocks, "block"));
        if (report.wasReadBefore() && added)
            console.line("Read, with what is new in it, which is less than one block: " + all + ".");
        else if (report.wasReadBefore())
            console.line("Read already: " + all + ".");
        else
            console.line("Read " + all + ", " + std::to_string(static_cast<int>(report.seconds)) + " s (" +
                         std::to_string(static_cast<int>(report.tokensPerSecond())) + " tokens/s)" +
                         (report.resumedAt > 0 ? ", resumed at token " + std::to_string(report.resumedAt) : "") + ".");
        return;
    }
    JsonWriter json;
    json.beginObject().member("session", report.folder).key("documents").beginArray();
    for (std::size_t i = 0; i < session.records().size(); ++i) {
        const DocumentRecord& record = session.records()[i];
        json.beginObject().member("name", record.title).member("hash", toHex(record.contentHash)).member("bytes", record.textBytes);
        json.member("pages", record.format == DocumentFormat::Pdf ? record.units : 0u).member("sections", record.headings).endObject();
    }
    json.endArray().member("tokens", report.tokens).member("blocks", session.memory().blocks()).member("seconds", report.seconds);
    json.member("tokens_per_second", report.tokensPerSecond()).member("resumed_at", report.resumedAt).endObject();
    console.object(std::move(json));
}

// What a session can be called by: where it lies in the sessions' place, its folder's name alone.
std::string shortestName(const std::string& folder)
{
    const std::filesystem::path path(folder);
    return path.parent_path() == std::filesystem::path(defaultSessionsFolder()) ? path.filename().string() : folder;
}

// A session is read on alone; documents are added to it by naming it with -o.
Result<void> sessionAmongFiles(const Arguments& arguments)
{
    const auto& names = arguments.operands();
    const auto session = std::find_if(names.begin(), names.end(), [](const std::string& name) { return isSessionFolder(name); });
    if (session == names.end() || (names.size() == 1 && !arguments.has("output")))
        return {};
    const auto file = std::find_if(names.begin(), names.end(), [&](const std::string& name) { return name != *session; });
    const std::string how = file == names.end()
                                ? ": cairn-cli read " + shellWord(*session)
                                : ". Documents are added with -o: cairn-cli read " + shellWord(*file) + " -o " + shellWord(*session);
    return Error{ErrorCode::InvalidArgument, "\"" + *session + "\" is a session, which is read on alone" + how};
}

int run(const Arguments& arguments, Console& console)
{
    auto wishes = engineWishes(arguments);
    if (!wishes)
        return console.fail({Stage::Usage, wishes.error()});
    wishes->keepOther = true;
    wishes->links = arguments.has("links");
    const auto scan = arguments.choice("scan", "flat", kScanNames);
    if (!scan)
        return console.fail({Stage::Usage, scan.error()});
    wishes->scan = *scanNamed(*scan);
    if (const auto title = arguments.value("title"))
        if (const auto good = checkWords(*title, "The title"); !good)
            return console.fail({Stage::Usage, good.error()});
    const auto& names = arguments.operands();
    if (std::count(names.begin(), names.end(), "-") > 1)
        return console.fail({Stage::Usage, {ErrorCode::InvalidArgument, "Standard input (-) can be read once only."}});
    if (const auto mixed = sessionAmongFiles(arguments); !mixed)
        return console.fail({Stage::Usage, mixed.error()});
    std::vector<std::string> files;
    std::vector<UnreadFile> unread;
    for (const std::string& name : names) {
        const bool alone = names.size() == 1 && !arguments.has("output");
        const auto file = fileNamed(alone && name != "-" ? resolveSession(name) : name);
        if (!file && names.size() == 1)
            return console.fail(file.error());
        if (file)
            files.push_back(*file);
        else
            unread.push_back({"standard input", file.error()});
    }
    ReadingRequest request{std::move(files), arguments.value("output", ""), arguments.value("password", ""),
                           oneLine(arguments.value("title", "")), *wishes, arguments.has("reread"), arguments.has("scan"),
                           arguments.value("encoding", ""), std::move(unread)};
    auto session = openForReading(request, console);
    if (!session)
        return endReading(request.unread, console.fail(session.error()), console);
    const LastUse last(**session);
    const ReadingSettings& reading = (*session)->blocks().identity().reading;   // of what was begun before, too
    if (arguments.has("scan") && reading.scan != wishes->scan)
        console.note("This session was begun with --scan " + std::string(name(reading.scan)) +
                     "; that stays. With --reread all is read again.");
    if (arguments.has("links") && !keepsLinks(reading))
        console.note("This session was begun without --links; that stays. With --reread all is read again.");
    const auto report = readSession(**session, console);
    if (!report)
        return endReading(request.unread, console.fail(report.error()), console);
    printResult(**session, *report, request.hasAdded, console);
    if (!console.json() && !report->wasReadBefore())
        console.note("To ask: cairn-cli ask " + shellWord(shortestName(report->folder)) + " \"...\"");
    return endReading(request.unread, kDone, console);
}

}  // namespace

Command readCommand()
{
    return {{"read", "read FILE..|SESSION [-o SESSION] [options]",
             "Reads documents (-: standard input) into a session's memory. Stop any time: the same command goes on from the last stored "
             "block. Files that an existing session does not hold yet are added to it: what was read and answered before stays as it is.",
             joined({{"output", "SESSION", "the session's folder (default: the one of these documents in the sessions' place)", 'o'},
                     {"title", "TEXT", "the session's title (default: of the first document)"},
                     {"password", "TEXT", "of an encrypted PDF"},
                     {"encoding", "NAME",
                      "of text, Markdown, reStructuredText and HTML files, such as windows-1251 or latin1 (default: found by itself)"},
                     {"links", "", "keep what every block leans on; each may look farther back then, and reading is slower"},
                     {"reread", "",
                      "give up what is in memory and read all of it again: a session that was read with another model, adapter or --kv is "
                      "read with these only so"},
                     {"scan", "WAY", "flat (default) or two_level: compare the landmarks of the best groups of blocks alone"},
                     kJsonOption},
                    engineOptions()),
             1},
            run};
}

}  // namespace cairn
