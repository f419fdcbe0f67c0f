#include "app/cli/reading.h"

#include "app/cli/common_options.h"
#include "app/common/shell_word.h"
#include "app/session/removal_cost.h"
#include "core/types/place_label.h"
#include "storage/session_folder.h"

#include <chrono>
#include <cstdio>

namespace cairn
{
namespace
{

constexpr std::uint64_t kMeasuredTokens = 2'000;   // a shorter reading says little about the rate

std::string timeLeft(double seconds)
{
    const int whole = static_cast<int>(seconds + 0.5);
    return whole >= 90 ? std::to_string((whole + 30) / 60) + " min left" : std::to_string(whole) + " s left";
}

// The page or chapter that the reading has reached, if it is known.
std::string placeOf(const OpenSession& session, BlockId stored)
{
    if (stored.value == 0)
        return {};
    const auto places = session.stream().placesOf(BlockId{stored.value - 1});
    if (places.empty())
        return {};
    const std::string page = pageLabel(session.documents()[places.back().document], places.back().range.begin);
    return page.empty() ? std::string() : ", p. " + page;
}

std::string progressLine(const OpenSession& session, const ReadProgress& progress)
{
    char text[160];
    const double percent =
        progress.totalTokens > 0 ? 100.0 * static_cast<double>(progress.tokens) / static_cast<double>(progress.totalTokens) : 0;
    std::snprintf(text, sizeof text, "Reading %.0f %%: block %u of %u%s, %.0f tokens/s, %s", percent, progress.stored.value,
                  session.stream().blocks(), placeOf(session, progress.stored).c_str(), progress.tokensPerSecond,
                  timeLeft(progress.secondsLeft).c_str());
    return text;
}

// What the session held before, and what is new in it.
void tellTaken(const TakenDocuments& taken, const OpenSession& session, Console& console)
{
    for (const std::string& title : taken.known)
        console.note("In the session already: " + title);
    const auto& records = session.records();
    if (taken.added.empty() || taken.added.size() == records.size())
        return;
    for (std::size_t place = records.size() - taken.added.size(); place < records.size(); ++place)
        console.note("Added: " + records[place].title);
    console.note("The session holds " + std::to_string(records.size()) + " documents now; what was read before stays as it is.");
}

// The session that holds the files' documents; they are imported through the sandboxed worker.
StageResult<std::unique_ptr<OpenSession>> sessionOfFiles(const ReadingRequest& request, Console& console)
{
    ImportOptions options;
    options.password = request.password;
    options.encoding = request.encoding;
    const auto progress = [&](std::uint32_t part, std::uint32_t parts) {
        console.progress("Importing: part " + std::to_string(part + 1) + " of " + std::to_string(parts));
    };
    const auto documents = importDocuments(request.files, options, progress, console.stopToken());
    if (!documents)
        return documents.error();
    for (const ImportedDocument& document : *documents) {
        for (const std::string& warning : document.text.warnings)
            console.note(document.text.title + ": " + warning);
    }
    const auto folder = request.folder.empty() ? sessionFolderFor(*documents) : StageResult<std::string>(request.folder);
    if (!folder)
        return folder.error();
    auto session = OpenSession::openOrCreate(*folder, request.title.empty() ? documents->front().text.title : request.title);
    if (!session)
        return session.error();
    (*session)->goUnlessRead();
    console.setSession(*folder);
    const auto taken = (*session)->adopt(*documents, !request.encoding.empty());
    if (!taken)
        return taken.error();
    tellTaken(*taken, **session, console);
    return session;
}

// The memory is given up where it would be used, too, but only once the model is there. What it was read with holds, as far as nothing
// else is wished.
StageResult<void> attachAnew(OpenSession& session, const ReadingRequest& request, Console& console)
{
    EngineWishes wishes = request.wishes;
    wishes.keepOther = false;
    std::uint32_t before = 0;
    if (const auto blocks = session.blocksForLooking()) {
        const MemoryIdentity& identity = (*blocks)->identity();
        before = (*blocks)->cursor().value;
        wishes.kvType = wishes.kvType.value_or(identity.shape.type);
        wishes.links = wishes.links || keepsLinks(identity.reading);
        wishes.scan = request.scanIsWished ? wishes.scan : identity.reading.scan;
    }
    auto attached = attachForReading(session, wishes, console);
    if (attached && session.memory().regularTokens() > 0) {
        if (auto given = session.discardMemory(wishes); !given)
            return given.error();
        attached = session.attachEngine(wishes, true);
    }
    if (attached && before > 0)
        console.note("Given up: " + counted(before, "block") + ". All is read again.");
    return attached;
}

}  // namespace

StageResult<std::unique_ptr<OpenSession>> openForReading(const ReadingRequest& request, Console& console)
{
    console.setSession(request.files.size() == 1 && request.folder.empty() ? request.files.front() : request.folder);
    const bool ownDocuments = request.files.size() == 1 && request.folder.empty() && isSessionFolder(request.files.front());
    auto session = ownDocuments ? OpenSession::open(request.files.front(), Access::ReadWrite) : sessionOfFiles(request, console);
    if (!session)
        return session.error();
    SessionStore& store = (*session)->store();
    if (const auto title = store.title(); !request.title.empty() && title && *title != request.title)
        if (auto done = store.setTitle(request.title); !done)
            return StageError{Stage::Storage, done.error()};
    auto attached = request.anew ? attachAnew(**session, request, console) : attachForReading(**session, request.wishes, console);
    if (!attached)
        return attached.error();
    return session;
}

StageResult<void> attachForReading(OpenSession& session, const EngineWishes& wishes, Console& console)
{
    const auto attached = [&] {
        const Console::EndsAtOnce now;
        return session.attachEngine(wishes, true, [&console](const std::string& what) { console.note(what); });
    }();
    if (!attached)
        return attached;
    tellMended(session, console);
    const EngineInfo& info = session.engine().info();
    console.note(info.modelName + " on " + info.device + (info.deviceReason.empty() ? "" : " (" + info.deviceReason + ")"));
    return {};
}

StageResult<ReadingReport> readSession(OpenSession& session, Console& console, bool again)
{
    const bool isNew = session.memory().blocks() == 0;   // words behind the last whole block are read with every opening
    ReadingReport report{session.store().folder(), session.stream().tokens().size(), isNew ? 0 : session.memory().regularTokens(), 0};
    const auto begin = std::chrono::steady_clock::now();
    auto done = session.read([&](const ReadProgress& progress) { console.progress(progressLine(session, progress)); }, console.stopToken());
    if (!done) {
        const std::string command = again ? "The same command" : "cairn-cli read " + shellWord(session.store().folder());
        const std::string read = std::to_string(session.memory().blocks()), all = std::to_string(session.stream().blocks());
        if (done.error().error.code == ErrorCode::Cancelled)
            return StageError{
                Stage::Engine,
                {ErrorCode::Cancelled, "Stopped after " + read + " of " + all + " blocks. " + command + " goes on from there."}};
        return done.error();
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (report.tokens - report.resumedAt >= kMeasuredTokens)   // for what is said before the next time
        (void)session.store().setSetting(kReadingRateSetting, std::to_string(report.tokensPerSecond()));
    return report;
}

}  // namespace cairn
