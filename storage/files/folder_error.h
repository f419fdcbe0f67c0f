// Why something can't be done with the folder of a session, as a person is told. No state, any thread.
#pragma once

#include "core/result.h"

#include <string>
#include <system_error>

namespace cairn
{

inline ErrorCode codeOf(const std::error_code& code)
{
    return code == std::errc::no_space_on_device ? ErrorCode::DiskFull : ErrorCode::Io;
}

// `what`: "copied", "moved"
inline Error folderError(const char* what, const std::error_code& code)
{
    return {codeOf(code), std::string("The session's folder can't be ") + what + ": " + code.message() + "."};
}

inline Error cantBeDeleted(const std::error_code& code)
{
    return folderError("deleted", code);
}

// Of a session that was moved to `now`: its old folder could not be deleted.
inline Error leftBehind(const Error& error, const std::string& now, const std::string& folder)
{
    return {error.code, error.message + " The session lies in " + now + " now; what is left of it in " + folder + " can go."};
}

}  // namespace cairn
