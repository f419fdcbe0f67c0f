#include "storage/session/input_copy.h"

#include "core/types/paths.h"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

namespace cairn
{

namespace
{

namespace files = std::filesystem;

// A link costs no space, and works within one file system.
std::error_code linkOrCopy(const files::path& from, const files::path& to)
{
    std::error_code code;
    files::create_hard_link(from, to, code);
    if (!code)
        return {};
    code.clear();
    files::copy_file(from, to, code);
    const auto time = code ? files::file_time_type() : files::last_write_time(from, code);
    if (!code)
        files::last_write_time(to, time, code);
    if (!code)
        files::permissions(to, files::perms::owner_read | files::perms::owner_write, code);
    return code;
}

}  // namespace

bool isInputCopy(const std::string& path)
{
    const files::path file(path);
    return file.filename() == kInputFile && file.parent_path().filename().string().starts_with(kInputFolder);
}

std::string inSession(const std::string& path, const std::string& session)
{
    const files::path file(path);
    return isInputCopy(path) ? (absolutePath(session) / file.parent_path().filename() / kInputFile).lexically_normal().string()
                             : path;
}

SourceFile copyInput(const SourceFile& source, const std::string& session)
{
    const files::path file(source.path);
    std::error_code code;
    if (!isInputCopy(source.path) || !files::is_regular_file(file, code) ||
        files::equivalent(file.parent_path().parent_path(), session, code))
        return source;
    std::string folder = absolutePath(session).lexically_normal().string() + "/" + kInputFolder + "XXXXXX";
    if (!mkdtemp(folder.data()))   // 0700
        return source;
    SourceFile kept = source;
    kept.path = folder + "/" + kInputFile;
    if (!linkOrCopy(file, kept.path))
        return kept;
    files::remove_all(folder, code);
    return source;
}

}  // namespace cairn
