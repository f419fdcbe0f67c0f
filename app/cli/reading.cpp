#include "app/cli/reading.h"

#include "app/cli/common_options.h"
#include "app/common/reading_room.h"
#include "app/common/shell_word.h"
#include "app/session/removal_cost.h"
#include "core/types/place_label.h"
#include "storage/files/disk_space.h"
#include "storage/folders/session_folder.h"
#include "storage/session/input_copy.h"

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

StageResult<void> checkRoom(OpenSession& session)
{
    const std::string& folder = session.store().folder();
    const std::uint32_t stored = session.memory().blocks();
    const std::uint64_t needed = bytesToRead(session.blocks().identity().shape, stored, session.stream().blocks());
    const auto room = checkReadingRoom(needed, freeDiskBytes(folder), folder, stored > 0);
    return room ? StageResult<void>() : StageResult<void>(StageError{Stage::Storage, room.error()});
}

// What the session held before, and what is new in it.
std::vector<Hash128> textsOf(const OpenSession& session)
{
    std::vector<Hash128> texts;
    for (const DocumentRecord& record : session.records()) {
        if (!record.isRemoved())
            texts.push_back(record.contentHash);
    }
    return texts;
}

// `before`: texts that the session held. One that took the place of another state is known by now, and yet new.
void tellTaken(const TakenDocuments& taken, const OpenSession& session, std::span<const Hash128> before, Console& console)
{
    const auto& records = session.records();
    const auto tookAPlace = [&](const std::string& title) {
        return std::any_of(records.begin(), records.end(), [&](const DocumentRecord& one) {
            return !one.isRemoved() && one.title == title && std::find(before.begin(), before.end(), one.contentHash) == before.end();
        });
    };
    for (const std::string& title : taken.known)
        console.note((tookAPlace(title) ? "Taken in place of its earlier state: " : "In the session already: ") + title);
    if (taken.added.empty() || taken.added.size() == records.size())
        return;
    for (std::size_t place = records.size() - taken.added.size(); place < records.size(); ++place)
        console.note("Added: " + records[place].title);
    console.note("The session holds " + std::to_string(textsOf(session).size()) + " documents now; what was read before stays as it is.");
}

// With the file's name.
StageError named(const UnreadFile& file)
{
    const std::string name = isInputCopy(file.path) ? "standard input" : file.path;
    return {file.error.stage, {file.error.error.code, "Not read: " + name + ": " + file.error.error.message}};
}

// An error of the whole command, where no file is left.
StageError takeLast(ReadingRequest& request)
{
    const UnreadFile last = request.unread.back();
    request.unread.pop_back();
    return request.unread.empty() ? last.error : named(last);
}

// All documents, or, where one is refused, each for itself.
StageResult<TakenDocuments> adopt(OpenSession& session, const std::vector<ImportedDocument>& documents, ReadingRequest& request,
                                  const std::stop_token& stop)
{
    const bool anew = !request.encoding.empty();
    auto taken = session.adopt(documents, anew, stop);
    if (taken || taken.error().stage != Stage::Input || documents.size() == 1)
        return taken;
    TakenDocuments all;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        taken = session.adopt({documents[i]}, anew, stop);
        if (!taken && taken.error().stage != Stage::Input)
            return taken;
        if (!taken) {
            request.unread.push_back({documents[i].source.path, taken.error()});
            continue;
        }
        if (!taken->added.empty())
            all.added.push_back(i);
        all.known.insert(all.known.end(), taken->known.begin(), taken->known.end());
    }
    if (!all.added.empty() || !all.known.empty())
        return all;
    return takeLast(request);
}

// The session that holds the files' documents; they are imported through the sandboxed worker.
StageResult<std::unique_ptr<OpenSession>> sessionOfFiles(ReadingRequest& request, Console& console)
{
    ImportOptions options;
    options.password = request.password;
    options.encoding = request.encoding;
    const auto progress = [&](std::uint32_t part, std::uint32_t parts) {
        console.progress("Importing: part " + std::to_string(part + 1) + " of " + std::to_string(parts));
    };
    const auto imported = importDocuments(request.files, options, progress, console.stopToken());
    if (!imported)
        return imported.error();
    request.unread.insert(request.unread.end(), imported->unread.begin(), imported->unread.end());
    const std::vector<ImportedDocument>& documents = imported->read;
    if (documents.empty())
        return takeLast(request);
    for (const ImportedDocument& document : documents) {
        for (const std::string& warning : document.text.warnings)
            console.note(document.text.title + ": " + warning);
    }
    const auto folder = request.folder.empty() ? sessionFolderFor(documents) : StageResult<std::string>(request.folder);
    if (!folder)
        return folder.error();
    const std::string& own = documents.front().text.title;
    const std::string title = request.folder.empty() ? titleOfSession(*folder, own, documents.front().source.path) : own;
    auto session = OpenSession::openOrCreate(*folder, request.title.empty() ? title : request.title);
    if (!session)
        return session.error();
    (*session)->goUnlessRead();
    console.setSession(*folder);
    const std::vector<Hash128> before = textsOf(**session);
    const auto taken = adopt(**session, documents, request, console.stopToken());
    if (!taken)
        return taken.error();
    tellTaken(*taken, **session, before, console);
    request.hasAdded = !taken->added.empty();
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

StageResult<std::unique_ptr<OpenSession>> openForReading(ReadingRequest& request, Console& console)
{
    console.setSession(request.files.size() == 1 && request.folder.empty() ? request.files.front() : request.folder);
    const bool ownDocuments = request.files.size() == 1 && request.folder.empty() && isSessionFolder(request.files.front());
    auto session = ownDocuments ? OpenSession::open(request.files.front(), Access::ReadWrite) : sessionOfFiles(request, console);
    if (!session)
        return session.error();
    tellDrive(**session, console);
    SessionStore& store = (*session)->store();
    if (const auto title = store.title(); !request.title.empty() && title && *title != request.title)
        if (auto done = store.setTitle(request.title); !done)
            return StageError{Stage::Storage, done.error()};
    auto attached = request.anew ? attachAnew(**session, request, console)
                                 : attachForReading(**session, request.wishes, console, " The same command goes on.");
    if (!attached)
        return attached.error();
    return session;
}

int endReading(const std::vector<UnreadFile>& unread, int code, Console& console)
{
    for (const UnreadFile& file : unread) {
        const int failed = console.fail(named(file));
        code = code == kDone ? failed : code;
    }
    return code;
}

StageResult<void> attachForReading(OpenSession& session, const EngineWishes& wishes, Console& console, const char* whenStopped)
{
    const auto attached = [&] {
        const Console::EndsAtOnce now(whenStopped);
        return session.attachEngine(wishes, true, [&console](const std::string& what) { console.note(what); });
    }();
    if (!attached)
        return attached;
    tellMended(session, console);
    tellDevice(session, console);
    return {};
}

StageResult<ReadingReport> readSession(OpenSession& session, Console& console, bool again)
{
    const bool isNew = session.memory().blocks() == 0;   // words behind the last whole block are read with every opening
    ReadingReport report{session.store().folder(), session.stream().tokens().size(), isNew ? 0 : session.memory().regularTokens(), 0};
    if (auto room = checkRoom(session); !room)
        return room.error();
    const auto begin = std::chrono::steady_clock::now();
    auto done = session.read([&](const ReadProgress& progress) { console.progress(progressLine(session, progress)); }, console.stopToken());
    if (!done) {
        const std::string command = again ? "The same command" : "cairn-cli read " + shellWord(session.store().folder());
        const std::string read = std::to_string(session.memory().blocks()), all = std::to_string(session.stream().blocks());
        if (done.error().error.code == ErrorCode::Cancelled)
            return StageError{
                Stage::Engine,
                {ErrorCode::Cancelled, "Stopped after " + read + " of " + all + " blocks. " + command + " goes on from there."}};
        if (done.error().error.code == ErrorCode::DiskFull)
            return StageError{done.error().stage, {ErrorCode::DiskFull, done.error().error.message + " Free some space. " + command +
                                                                            " goes on then, after " + read + " of " + all + " blocks."}};
        return done.error();
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (report.tokens - report.resumedAt >= kMeasuredTokens)   // for what is said before the next time
        (void)session.store().setSetting(kReadingRateSetting, std::to_string(report.tokensPerSecond()));
    return report;
}

}  // namespace cairn
