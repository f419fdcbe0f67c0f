#include "storage/folders/session_folder.h"

#include "core/types/ascii.h"
#include "core/types/paths.h"
#include "storage/bytes/hashing.h"
#include "storage/database/file_header.h"
#include "storage/database/versioned_file.h"
#include "storage/files/atomic_file.h"
#include "storage/files/file_lock.h"
#include "storage/files/folder_error.h"
#include "storage/files/home_folder.h"
#include "storage/schema/embedded_sql.h"
#include "storage/session/input_copy.h"
#include "storage/session/session_store.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace cairn
{

namespace
{

namespace files = std::filesystem;

constexpr std::size_t kNameBytes = 40;

Error cantBeMade(const std::string& folder, const std::error_code& code)
{
    return {codeOf(code), "The folder " + folder + " can't be made: " + code.message() + "."};
}

// Letters and digits of the title, lower case, other runs as one hyphen; bytes of other scripts stay.
std::string nameFor(const std::string& title)
{
    std::string name;
    for (const char c : title) {
        if (static_cast<unsigned char>(c) >= 0x80 || isAsciiAlphanumeric(c))
            name += asciiLower(c);
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    if (name.size() > kNameBytes) {
        std::size_t end = kNameBytes;
        while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)   // no half UTF-8 character
            --end;
        name.resize(end);
    }
    while (name.ends_with('-'))
        name.pop_back();
    return name.empty() ? "session" : name;
}

std::uint64_t fileBytes(const std::string& path)
{
    struct stat info{};
    return stat(path.c_str(), &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

std::int64_t modifiedMs(const std::string& path)
{
    struct stat info{};
    if (stat(path.c_str(), &info) != 0)
        return 0;
    return std::int64_t{info.st_mtim.tv_sec} * 1000 + info.st_mtim.tv_nsec / 1'000'000;
}

void fillDocuments(SessionSummary& summary, const std::vector<DocumentRecord>& documents)
{
    std::vector<Hash128> sources;
    for (const DocumentRecord& document : documents) {
        if (document.isRemoved())
            continue;
        summary.documents.push_back(document.title);
        if (document.source.bytesHash != Hash128{})
            sources.push_back(document.source.bytesHash);
    }
    if (!sources.empty() && sources.size() == summary.documents.size())
        summary.sourcesHash = documentsHash(sources);
}

// Without its documents nothing of a session can be used; a title that is lost is the first one's.
void fill(SessionSummary& summary, const SessionStore& store)
{
    summary.createdAt = store.createdAt();
    const auto documents = store.documents();
    if (documents)
        fillDocuments(summary, *documents);
    else
        summary.problem = documents.error().message;
    const auto title = store.title();
    summary.title = title && !title->empty() ? *title : summary.documents.empty() ? std::string() : summary.documents.front();
    if (const auto hash = store.documentsHash())
        summary.documentsHash = *hash;
    if (const auto questions = store.questions())
        summary.questions = static_cast<std::uint32_t>(questions->size());
    if (const auto memories = store.memories(); memories && !memories->empty()) {
        summary.storedBlocks = memories->back().storedBlocks;
        summary.totalBlocks = memories->back().totalBlocks;
    }
}

}  // namespace

std::string defaultSessionsFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data && data[0] == '/')   // the specification has relative paths ignored
        return std::string(data) + "/cairn/sessions";
    return homeFolder() + "/.local/share/cairn/sessions";
}

bool isSessionFolder(const std::string& folder)
{
    return access((folder + "/session.db").c_str(), F_OK) == 0;
}

bool isSessionFile(const std::string& path)
{
    std::error_code code;
    if (!files::is_regular_file(path, code))   // a pipe would wait for a writer
        return false;
    const auto header = readFileHeader(path, {});
    return header && header->isDatabase && header->applicationId == sessionFormat().applicationId;
}

std::string blocksPath(const std::string& session)
{
    return session + "/blocks.db";
}

std::string ballastPath(const std::string& session)
{
    const files::path folder = absolutePath(session).lexically_normal();
    const files::path parent = folder.has_filename() ? folder.parent_path() : folder.parent_path().parent_path();
    const bool ours = parent == absolutePath(defaultSessionsFolder()).lexically_normal();
    return (ours ? parent / "ballast" : files::path(session) / "session.ballast").string();
}

Result<std::string> makeSessionFolder(const std::string& root, const std::string& title)
{
    std::error_code code;
    files::create_directories(root, code);
    if (code)
        return cantBeMade(root, code);
    chmod(root.c_str(), 0700);
    const std::string base = root + "/" + nameFor(title);
    for (int number = 1; number < 10'000; ++number) {
        const std::string folder = number == 1 ? base : base + "-" + std::to_string(number);
        if (mkdir(folder.c_str(), 0700) == 0)
            return folder;
        if (errno != EEXIST)
            return cantBeMade(folder, std::error_code(errno, std::generic_category()));
    }
    return Error{ErrorCode::Io, "There are too many sessions of this name. Choose another title."};
}

SessionSummary summarizeSession(const std::string& folder)
{
    SessionSummary summary;
    summary.folder = folder;
    summary.sessionBytes = fileBytes(folder + "/session.db");
    summary.blocksBytes = fileBytes(blocksPath(folder));
    summary.changedAt = modifiedMs(folder + "/session.db");
    SessionStoreOptions options;
    options.access = Access::ReadOnly;
    auto store = SessionStore::open(folder, options);
    if (!store && store.error().code == ErrorCode::Unsupported && SessionStore::open(folder))   // an older format: migrated by that
        store = SessionStore::open(folder, options);
    if (store)
        fill(summary, **store);
    else
        summary.problem = store.error().message;
    return summary;
}

std::vector<SessionSummary> listSessions(const std::string& root)
{
    std::vector<SessionSummary> sessions;
    for (const files::path& entry : entriesOf(root))
        if (isSessionFolder(entry.string()))
            sessions.push_back(summarizeSession(entry.string()));
    std::sort(sessions.begin(), sessions.end(), [](const SessionSummary& a, const SessionSummary& b) {
        return a.changedAt != b.changedAt ? a.changedAt > b.changedAt : a.folder < b.folder;
    });
    return sessions;
}

Result<std::string> findSession(const std::string& root, const std::string& name)
{
    if (isSessionFolder(name))
        return name;
    if (!name.empty() && name.find('/') == std::string::npos && isSessionFolder(root + "/" + name))
        return root + "/" + name;
    std::vector<std::string> found;
    for (const SessionSummary& session : listSessions(root))
        if (session.problem.empty() && session.title == name)
            found.push_back(session.folder);
    if (found.empty())
        return Error{ErrorCode::NotFound, "There is no session called \"" + name + "\". List them to see which there are."};
    if (found.size() > 1)
        return Error{ErrorCode::InvalidArgument, "Several sessions are called \"" + name + "\". Give the folder of the one you mean."};
    return found.front();
}

std::optional<std::string> findSessionOf(const std::string& root, const Hash128& documentsHash)
{
    for (const SessionSummary& session : listSessions(root))
        if (session.problem.empty() && !session.documents.empty() && session.documentsHash == documentsHash)
            return session.folder;
    return std::nullopt;
}

std::string titleOfSession(const std::string& folder, const std::string& title, const std::string& file)
{
    const files::path name = files::path(file).filename();
    const bool isOther = files::path(folder).filename() != nameFor(title);   // a number tells it apart
    return isOther && !name.empty() && name != title ? title + " (" + name.string() + ")" : title;
}

Result<std::string> sessionFolderFor(const std::string& root, const std::vector<Hash128>& documents, const std::string& title)
{
    if (auto known = findSessionOf(root, documentsHash(documents)))
        return *known;
    return makeSessionFolder(root, title);
}

SourceFile sourceFileOf(const std::string& path)
{
    SourceFile source{absolutePath(path).lexically_normal().string(), 0, 0};
    struct stat status{};
    if (stat(path.c_str(), &status) == 0) {
        source.bytes = static_cast<std::uint64_t>(status.st_size);
        source.modifiedNs = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    }
    return source;
}

SourceFile hashedSourceOf(const std::string& path)
{
    SourceFile source = sourceFileOf(path);
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);   // a pipe must not be waited for
    struct stat status{};
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        source.bytesHash = fileHash(file).value_or(Hash128{});
    if (file >= 0)
        close(file);
    return source;
}

namespace
{

// The names in a folder, where its file system can do that (shares of Windows can't) and it may be read.
Result<void> syncNames(const files::path& folder)
{
    const int reason = flushNames(folder.string());
    if (reason == 0 || reason == EINVAL || reason == ENOSYS || reason == ENOTSUP || reason == EACCES)
        return {};
    return folderError("copied", std::error_code(reason, std::generic_category()));
}

// Everything in the folder is on the disk, and that it is there.
Result<void> syncTree(const files::path& folder)
{
    std::error_code code;
    for (const files::directory_entry& entry : files::recursive_directory_iterator(folder, code)) {
        const auto done = entry.is_directory()      ? syncNames(entry.path())
                          : entry.is_regular_file() ? syncFile(entry.path().string())
                                                    : Result<void>();
        if (!done)
            return done;
    }
    if (code)
        return folderError("copied", code);
    const auto done = syncNames(folder);
    return done ? syncNames(folder / "..") : done;
}

// REQUIRES: the session's locks are held.
Result<void> deleteFiles(const std::string& folder)
{
    std::error_code code;
    std::vector<files::path> ours;   // session.db first: what is left after a failure is no session any more
    for (const files::path& entry : entriesOf(folder)) {
        const std::string name = entry.filename().string();
        if (name.starts_with("session.") || name.starts_with("blocks."))
            ours.push_back(entry);
    }
    std::sort(ours.begin(), ours.end(), [](const files::path& a, const files::path& b) {
        return (a.filename() == "session.db") > (b.filename() == "session.db");
    });
    for (const files::path& path : ours) {
        const bool isInput = path.filename().string().starts_with(kInputFolder);   // which holds a copy of standard input
        if (isInput ? files::remove_all(path, code) : files::remove(path, code); code)
            return cantBeDeleted(code);
    }
    files::remove(folder, code);   // fails where other files lie in it: they are not ours
    return {};
}

// Complete and on the disk, or not there. Locks are the old place's.
Result<void> copyToDrive(const std::string& folder, const files::path& target)
{
    std::error_code code;
    files::copy(folder, target, files::copy_options::recursive, code);
    for (const char* lock : {"session.lock", "blocks.lock"}) {
        std::error_code ignored;
        files::remove(target / lock, ignored);
    }
    if (!code)
        files::permissions(target, files::perms::owner_all, code);
    const auto done = code ? Result<void>(folderError("moved", code)) : syncTree(target);
    if (!done)
        files::remove_all(target, code);
    return done;
}

}  // namespace

Result<void> deleteSession(const std::string& folder)
{
    if (!isSessionFolder(folder))
        return Error{ErrorCode::NotFound, "There is no session in this folder. Nothing was deleted."};
    const auto locks = SessionLocks::take(folder);
    return locks ? deleteFiles(folder) : locks.error();
}

Result<std::string> moveSession(const std::string& folder, const std::string& into)
{
    if (!isSessionFolder(folder))
        return Error{ErrorCode::NotFound, "There is no session in this folder. Nothing was moved."};
    const files::path target = files::path(into) / files::path(folder).filename();
    std::error_code code;
    if (files::exists(target, code))
        return Error{ErrorCode::InvalidArgument, "There is a folder of this name already. Nothing was moved; rename one of them first."};
    const auto locks = SessionLocks::take(folder);
    if (!locks)
        return locks.error();
    files::rename(folder, target, code);
    if (!code)
        return target.string();
    if (code != std::errc::cross_device_link)
        return folderError("moved", code);
    if (auto done = copyToDrive(folder, target); !done)
        return done.error();
    if (auto done = deleteFiles(folder); !done)
        return leftBehind(done.error(), target.string(), folder);
    return target.string();
}

std::string folderForCopies(const std::string& folder, const std::string& root)
{
    const files::path itself = (files::absolute(folder) / "").lexically_normal().parent_path(), beside = itself.parent_path();
    return FileLock::isUnwritable((beside / "copy").string()) ? root : beside.string();
}

Result<std::string> duplicateSession(const std::string& folder, const std::string& title, const std::string& into)
{
    auto copy = makeSessionFolder(into, title);
    if (!copy)
        return copy.error();
    const auto done = [&]() -> Result<void> {
        SessionStoreOptions options;
        options.readOnlyWhenUnwritable = true;
        const auto store = SessionStore::open(folder, options);   // holds session.lock
        if (!store)
            return store.error();
        const auto blocks = FileLock::take(folder + "/blocks.lock");
        if (!blocks && (*store)->canWrite())
            return blocks.error();
        if (auto step = (*store)->copyTo(*copy + "/session.db"); !step)
            return step.error();
        if (access(blocksPath(folder).c_str(), F_OK) == 0) {
            if (auto step = copyDatabase(blocksPath(folder), blocksPath(*copy)); !step)
                return step.error();
        }
        std::error_code code;
        for (const files::path& entry : entriesOf(folder)) {
            if (!code && entry.filename().string().starts_with(kInputFolder))
                files::copy(entry, files::path(*copy) / entry.filename(), files::copy_options::recursive, code);
        }
        if (code)
            return folderError("copied", code);
        auto renamed = SessionStore::open(*copy);
        if (!renamed)
            return renamed.error();
        if (auto step = (*renamed)->setTitle(title); !step)
            return step.error();
        return syncTree(*copy);
    }();
    if (done)
        return copy;
    std::error_code ignored;
    files::remove_all(*copy, ignored);
    return done.error();
}

}  // namespace cairn
