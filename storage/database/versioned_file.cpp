#include "storage/database/versioned_file.h"

#include "storage/database/file_header.h"
#include "storage/files/atomic_file.h"
#include "storage/files/file_lock.h"
#include "storage/files/folder_error.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

namespace cairn
{

namespace
{

// All steps above `from`, with the version number, inside the caller's transaction.
Result<void> applyMigrations(const Database& database, const FileFormat& format, int from)
{
    for (const Migration& migration : format.migrations) {
        if (migration.version <= from)
            continue;
        if (auto done = database.execute(migration.sql); !done)
            return done.error();
        if (migration.after)
            if (auto done = migration.after(database); !done)
                return done.error();
    }
    return database.execute("PRAGMA user_version=" + std::to_string(format.version()));
}

Result<void> checkBackup(const std::string& path, const std::string& vfs)
{
    DatabaseOptions options;
    options.access = Access::ReadOnly;
    options.vfs = vfs;
    const auto copy = Database::open(path, options);
    if (!copy)
        return copy.error();
    const auto answer = copy->text("PRAGMA integrity_check(1)");
    if (!answer)
        return answer.error();
    if (*answer != "ok")
        return Error{ErrorCode::Corruption, "The session is damaged and can't be brought to the new format. It is unchanged."};
    return {};
}

// A complete, checked copy of the state before the migration.
Result<void> backUp(const Database& database, const std::string& path, int version, const std::string& vfs)
{
    const std::string copy = path + ".bak-new", finished = path + ".bak-v" + std::to_string(version);
    unlink((copy + "-journal").c_str());
    if (auto made = makePrivateFile(copy); !made)
        return made.error();
    auto vacuum = database.prepare("VACUUM INTO ?1");
    if (!vacuum)
        return vacuum.error();
    vacuum->bind(1, std::string_view(copy));
    auto done = vacuum->run();
    if (done)
        done = checkBackup(copy, vfs);
    if (done)
        done = syncFile(copy);
    if (done)
        done = moveIntoPlace(copy, finished);
    if (!done)
        unlink(copy.c_str());
    return done;
}

Result<void> migrate(const Database& database, const std::string& path, const FileFormat& format, int from, const std::string& vfs)
{
    if (auto done = backUp(database, path, from, vfs); !done)
        return done.error();
    auto transaction = Transaction::begin(database);
    if (!transaction)
        return transaction.error();
    if (auto done = applyMigrations(database, format, from); !done)
        return done.error();
    return transaction->commit();
}

// Newer files say which readers they still admit: meta.min_reader_version.
bool admitsReader(const Database& database, int version)
{
    const auto least = database.integer("SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'min_reader_version'");
    return least && *least <= version;
}

Result<OpenedFile> openNewer(const std::string& path, const FileFormat& format, DatabaseOptions options, OpenedFile file)
{
    options.access = Access::ReadOnly;
    file.outcome = OpenOutcome::NewerRefused;
    auto database = Database::open(path, options);
    if (database && admitsReader(*database, format.version())) {
        file.outcome = OpenOutcome::NewerReadable;
        file.database = std::move(*database);
    }
    return file;
}

OpenOutcome judge(const FileHeader& header, const FileFormat& format)
{
    if (header.fileBytes == 0 || (header.isDatabase && header.applicationId == format.applicationId && header.userVersion < 1))
        return OpenOutcome::Damaged;
    if (!header.isDatabase || header.applicationId != format.applicationId)
        return OpenOutcome::Foreign;
    if (!header.rollbackJournal)   // ours never are WAL
        return OpenOutcome::Damaged;
    if (!format.migrates && header.userVersion < format.version())
        return OpenOutcome::Foreign;
    return header.userVersion > format.version() ? OpenOutcome::NewerRefused : OpenOutcome::Current;
}

bool hasJournal(const std::string& path)
{
    struct stat info{};
    return stat((path + "-journal").c_str(), &info) == 0 && info.st_size > 0;
}

// As copyDatabase(), but for the flush.
Result<void> copyWithJournal(const std::string& from, const std::string& to)
{
    namespace files = std::filesystem;
    const bool inChange = hasJournal(from);
    std::error_code code;
    for (const char* part : {"-journal", ""}) {   // a stop between the two leaves no half change that looks whole
        if (*part != '\0' && !inChange)
            continue;
        files::copy_file(from + part, to + part, code);
        if (!code)
            files::permissions(to + part, files::perms::owner_read | files::perms::owner_write, code);
        if (code)
            return folderError("copied", code);
    }
    if (inChange) {
        const auto database = Database::open(to, {});
        const auto read = database ? database->integer("SELECT count(*) FROM sqlite_schema") : Result<std::int64_t>(database.error());
        if (!read)
            return read.error();
    }
    return {};
}

}  // namespace

Result<void> createVersioned(const std::string& path, const FileFormat& format, const DatabaseOptions& options,
                             const std::function<Result<void>(const Database&)>& fill)
{
    if (access(path.c_str(), F_OK) == 0)
        return Error{ErrorCode::InvalidArgument, "There is a session already. Open it, or choose another place."};
    const std::string temporary = path + ".new";
    // A journal without its file would be played into the new one.
    for (const std::string& stale : {temporary + "-journal", path + "-journal"})
        unlink(stale.c_str());
    if (auto made = makePrivateFile(temporary); !made)
        return made.error();

    auto done = [&]() -> Result<void> {
        const auto database = Database::open(temporary, options);
        if (!database)
            return database.error();
        auto transaction = Transaction::begin(*database);
        if (!transaction)
            return transaction.error();
        if (auto step = database->execute("PRAGMA application_id=" + std::to_string(format.applicationId)); !step)
            return step.error();
        if (auto step = applyMigrations(*database, format, 0); !step)
            return step.error();
        if (auto step = fill(*database); !step)
            return step.error();
        return transaction->commit();
    }();
    unlink((temporary + "-journal").c_str());
    if (done)
        done = moveIntoPlace(temporary, path);
    if (!done)
        unlink(temporary.c_str());
    return done;
}

Result<OpenedFile> openVersioned(const std::string& path, const FileFormat& format, const DatabaseOptions& options)
{
    const auto header = readFileHeader(path, options.vfs);
    if (!header)
        return header.error();
    OpenedFile file;
    file.foundVersion = header->userVersion;
    file.outcome = judge(*header, format);
    if (file.outcome == OpenOutcome::NewerRefused)
        return openNewer(path, format, options, std::move(file));
    if (file.outcome != OpenOutcome::Current)
        return file;

    auto database = Database::open(path, options);
    // The first real read; a hot journal is rolled back here. The version may change by that.
    const auto version = database ? database->integer("SELECT user_version FROM pragma_user_version, sqlite_schema LIMIT 1")
                                  : Result<std::int64_t>(database.error());
    if (!version) {
        if (version.error().code != ErrorCode::Corruption && version.error().code != ErrorCode::NotFound)
            return version.error();
        file.outcome = OpenOutcome::Damaged;
        return file;
    }
    file.foundVersion = static_cast<int>(*version);
    if (file.foundVersion < format.version() && options.access == Access::ReadWrite) {
        if (auto done = migrate(*database, path, format, file.foundVersion, options.vfs); !done)
            return done.error();
        file.outcome = OpenOutcome::Migrated;
    }
    file.database = std::move(*database);
    return file;
}

void playBackJournal(const std::string& path, const std::string& lock, const std::string& vfs)
{
    if (!hasJournal(path))
        return;
    const auto held = FileLock::take(lock, FileLock::Use::Visit);
    if (!held)
        return;
    DatabaseOptions options;
    options.vfs = vfs;
    if (const auto database = Database::open(path, options))
        (void)database->integer("SELECT count(*) FROM sqlite_schema");
}

Result<void> copyDatabase(const std::string& from, const std::string& to)
{
    namespace files = std::filesystem;
    auto done = copyWithJournal(from, to);
    std::error_code ignored;
    if (!done)
        files::remove(to, ignored);
    files::remove(to + "-journal", ignored);
    return done ? syncFile(to) : done;
}

Error errorWithJournal(const std::string& path, const Error& error)
{
    if (error.code != ErrorCode::Io || !hasJournal(path))
        return error;
    return {ErrorCode::Io, "The session was left in the middle of a change, which can't be undone where nothing can be written. Copy "
                           "its folder to a place of your own and open the copy."};
}

Error refusal(const OpenedFile& file, const FileFormat& format, const std::string& what)
{
    switch (file.outcome) {
    case OpenOutcome::NewerRefused:
        return {ErrorCode::Newer, "Saved by a newer Cairn (format " + std::to_string(file.foundVersion) + ", this one knows "
                    + std::to_string(format.version()) + "). Nothing was changed. Update Cairn to open it."};
    case OpenOutcome::Foreign:
        return {ErrorCode::Unsupported, "This is not a " + what + " of this Cairn. Nothing was changed. Choose another one."};
    default:
        return {ErrorCode::Corruption, "The " + what + " is damaged and can't be opened. Nothing was changed."};
    }
}

}  // namespace cairn
