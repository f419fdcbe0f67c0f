#include "storage/folders/session_trash.h"

#include "core/types/paths.h"
#include "storage/files/file_lock.h"
#include "storage/folders/session_folder.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace cairn
{

namespace
{

namespace files = std::filesystem;

constexpr const char* kStamp = "trashed";   // file beside the session's own: its age is how long the session lies here

Error notMoved(int reason)
{
    if (reason == EXDEV)
        return {ErrorCode::Unsupported, "The session lies on another drive and can't be moved to the trash. Nothing was changed."};
    return {ErrorCode::Io, std::string("The session could not be moved: ") + std::strerror(reason) + ". Nothing was changed."};
}

files::path freePlace(const files::path& folder, const files::path& name)
{
    files::path place = folder / name;
    for (int copy = 2; pathExists(place); ++copy)
        place = folder / (name.string() + "-" + std::to_string(copy));
    return place;
}

}  // namespace

std::string defaultTrashFolder() { return (files::path(defaultSessionsFolder()).parent_path() / "trash").string(); }

Result<std::string> moveToTrash(const std::string& folder, const std::string& trash)
{
    if (!isSessionFolder(folder))
        return Error{ErrorCode::NotFound, "There is no session in this folder. Nothing was changed."};
    const auto locks = SessionLocks::take(folder);
    if (!locks)
        return locks.error();
    std::error_code code;
    files::create_directories(files::path(trash).parent_path(), code);
    if (files::create_directory(trash, code))
        files::permissions(trash, files::perms::owner_all, code);
    const files::path place = freePlace(trash, files::path(folder).filename());
    if (std::rename(folder.c_str(), place.c_str()) != 0)
        return notMoved(errno);
    std::ofstream(place / kStamp) << "";
    files::permissions(place / kStamp, files::perms::owner_read | files::perms::owner_write, code);
    return place.string();
}

Result<void> restoreFromTrash(const std::string& trashed, const std::string& folder)
{
    if (pathExists(folder))
        return Error{ErrorCode::InvalidArgument, "Another session stands in its place now. Rename that one first."};
    if (std::rename(trashed.c_str(), folder.c_str()) != 0)
        return notMoved(errno);
    std::error_code code;
    files::remove(files::path(folder) / kStamp, code);
    return {};
}

Result<std::string> restoreUnder(const std::string& trashed, const std::string& root)
{
    const std::string place = freePlace(root, files::path(trashed).filename()).string();
    const auto restored = restoreFromTrash(trashed, place);
    return restored ? Result<std::string>(place) : restored.error();
}

Result<void> eraseFromTrash(const std::string& trashed)
{
    if (auto done = deleteSession(trashed); !done)
        return done;
    std::error_code code;
    files::remove(files::path(trashed) / kStamp, code);
    files::remove(trashed, code);
    return {};
}

std::vector<std::string> purgeTrash(const std::string& trash, std::chrono::seconds kept)
{
    std::vector<std::string> gone;
    std::error_code code;
    const auto now = files::file_time_type::clock::now();
    for (const files::path& entry : entriesOf(trash)) {
        const auto thrownAt = files::last_write_time(entry / kStamp, code);
        if (code || now - thrownAt < kept)
            continue;
        if (eraseFromTrash(entry.string()))
            gone.push_back(entry.string());
    }
    return gone;
}

}  // namespace cairn
