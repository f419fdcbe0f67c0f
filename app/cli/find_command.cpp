// cairn-cli find: passages about some words, in all sessions of a library.
#include "app/cli/answer_output.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/common/shell_word.h"
#include "app/session/found_place.h"
#include "app/session/session_search.h"
#include "core/formats/utf8.h"
#include "storage/folders/session_folder.h"

#include <algorithm>
#include <filesystem>

namespace cairn
{
namespace
{

constexpr std::size_t kExcerpt = 120;   // bytes, cut at a character

struct Hit
{
    std::string folder, session;
    FoundPlace place;
    BlockId block{};
    double score = 0;
    bool inFull = false;
};

std::string excerpt(std::string text)
{
    return utf8Start(wholeCharacters(oneLine(std::move(text))), kExcerpt);
}

void print(const Hit& hit, Console& console)
{
    if (console.json()) {
        JsonWriter json;
        json.beginObject().member("type", "passage").member("session", hit.folder).member("title", hit.session);
        json.member("document", hit.place.documentTitle).member("block", hit.block.value).member("begin", hit.place.range.begin);
        json.member("end", hit.place.range.end).member("page", hit.place.page).member("section", hit.place.section);
        json.member("score", hit.score).member("in_full", hit.inFull).member("text", hit.place.text).endObject();
        return console.object(std::move(json));
    }
    const std::string where = hit.place.page.empty() ? hit.place.section : "p. " + hit.place.page;
    console.line(hit.session + (where.empty() ? "" : ", " + where) + ", block " + std::to_string(hit.block.value) +
                 (hit.inFull ? "" : " (by landmarks and words alone)") + ", in " + hit.folder + "\n  " + excerpt(hit.place.text));
}

std::string whyNot(const SearchedSession& session)
{
    switch (session.outcome) {
    case SearchOutcome::OtherModel: return "other model";
    case SearchOutcome::NotRead: return "nothing of it is read";
    default: return session.reason;
    }
}

void report(const SearchedSession& session, const std::string& folder, Console& console)
{
    if (session.outcome == SearchOutcome::Searched)
        return console.progress("Searched " + counted(session.session + 1, "session"));
    if (!console.json())
        return console.note(folder + ": not searched: " + whyNot(session));
    JsonWriter json;
    json.beginObject().member("type", "not_searched").member("session", folder).member("reason", whyNot(session)).endObject();
    console.object(std::move(json));
}

void collect(const FoundInSession& found, const std::string& folder, std::vector<Hit>& hits, Console& console)
{
    std::vector<BlockId> blocks;
    for (const PassageScore& passage : found.passages)
        blocks.emplace_back(passage.block);
    auto places = placesInSession(folder, blocks);
    if (!places) {
        const bool damaged = places.error().code == ErrorCode::Corruption;
        return console.note(folder + ": " + places.error().message +
                            (damaged ? " cairn-cli verify " + shellWord(folder) + " --repair mends what can be." : ""));
    }
    for (std::size_t i = 0; i < places->places.size(); ++i) {
        const PassageScore& passage = found.passages[places->blocks[i]];
        hits.push_back({folder, places->title, std::move(places->places[i]), BlockId(passage.block), passage.score, found.inFull});
    }
}

// Nothing is kept of it and no session is changed, so a stop ends it wherever it is: a session that another program holds locked is waited
// for for 2 s. (One of an older format is brought up to date first, in one transaction.)
int run(const Arguments& arguments, Console& console)
{
    const Console::EndsAtOnce everywhere;
    if (const auto good = checkWords(arguments.operands()[0], "What is sought"); !good)
        return console.fail({Stage::Usage, good.error()});
    const auto wishes = engineWishes(arguments);
    const auto most = arguments.number("count", 10, 1, 1'000);
    if (!wishes || !most)
        return console.fail({Stage::Usage, wishes ? most.error() : wishes.error()});
    const std::string root = arguments.value("library").value_or(defaultSessionsFolder());
    std::error_code code;
    if (arguments.has("library") && !std::filesystem::is_directory(root, code))
        return console.fail(noFolder(root));
    std::vector<std::string> folders;
    for (const SessionSummary& session : listSessions(root))
        folders.push_back(session.folder);
    if (folders.empty()) {
        console.note("No sessions in " + root + ". Read a document: cairn-cli read FILE");
        return kDone;
    }
    auto loaded = engineForSearch(*wishes);
    if (!loaded)
        return console.fail(loaded.error());
    const Engine& engine = *loaded->release();   // left to the process's end, which is quicker than freeing it
    std::vector<Hit> hits;
    SearchReport reports;
    reports.onSession = [&](const SearchedSession& session) { report(session, folders[session.session], console); };
    reports.onFound = [&](const FoundInSession& found) { collect(found, folders[found.session], hits, console); };
    const auto done = searchSessions(engine, folders, arguments.operands()[0], reports);
    if (!done)
        return console.fail({Stage::Engine, done.error()});
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
        return a.inFull != b.inFull ? a.inFull : a.score > b.score;
    });
    hits.resize(std::min<std::size_t>(hits.size(), static_cast<std::size_t>(*most)));
    for (const Hit& hit : hits)
        print(hit, console);
    return kDone;
}

}  // namespace

Command findCommand()
{
    return {{"find", "find WORDS [--library FOLDER]", "Finds passages about some words in all sessions of a library.",
             joined({{"library", "FOLDER", "of sessions; unsaid: where they are kept"},
                     {"count", "N", "passages shown at most; unsaid: 10"},
                     kJsonOption},
                    engineOptions()),
             1, 1},
            run};
}

}  // namespace cairn
