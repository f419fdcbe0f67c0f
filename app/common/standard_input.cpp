#include "app/common/standard_input.h"

#include "app/common/default_paths.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include <unistd.h>

namespace cairn
{
namespace
{

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 256 * 1024;

// FNV-1a: tells inputs apart, no more.
void mix(std::uint64_t& hash, std::string_view bytes)
{
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
}

Error failed(const char* what)
{
    const ErrorCode code = errno == ENOSPC || errno == EDQUOT ? ErrorCode::DiskFull : ErrorCode::Io;
    return {code, std::string("Standard input could not be ") + what + ": " + std::strerror(errno) + "."};
}

bool writeAll(int file, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

// Bytes copied; `hash` goes along.
Result<std::uint64_t> copyAll(int from, int to, std::uint64_t& hash)
{
    std::vector<char> piece(kPiece);
    std::uint64_t size = 0;
    while (true) {
        const ssize_t count = ::read(from, piece.data(), piece.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failed("read");
        if (count == 0)
            break;
        const std::string_view bytes(piece.data(), static_cast<std::size_t>(count));
        mix(hash, bytes);
        if (!writeAll(to, bytes))
            return failed("kept");
        size += bytes.size();
    }
    if (size == 0)
        return Error{ErrorCode::InvalidArgument, "Standard input is empty. Pipe a document into it, or name a file."};
    return size;
}

}  // namespace

Result<std::string> keepInput(int descriptor, const fs::path& folder)
{
    std::error_code code;
    fs::create_directories(folder, code);
    std::string incoming = (folder / "incoming-XXXXXX").string();
    const int file = ::mkstemp(incoming.data());   // 0600
    if (file < 0)
        return failed("kept");
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    auto size = copyAll(descriptor, file, hash);
    if (::close(file) != 0 && size)
        size = failed("kept");
    if (!size) {
        ::unlink(incoming.c_str());
        return size.error();
    }
    char name[17];
    std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(hash));
    const fs::path place = folder / name / "standard-input";
    if (const auto before = fs::file_size(place, code); !code && before == *size) {   // its time stays, and what was read of it is known
        ::unlink(incoming.c_str());
        return place.string();
    }
    fs::create_directory(folder / name, code);
    if (std::rename(incoming.c_str(), place.c_str()) != 0) {
        const Error error = failed("kept");
        ::unlink(incoming.c_str());
        return error;
    }
    return place.string();
}

Result<std::string> keepStandardInput() { return keepInput(STDIN_FILENO, cacheFolder() / "input"); }

}  // namespace cairn
