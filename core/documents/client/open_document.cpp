#include "core/documents/client/open_document.h"

#include "core/formats/utf8.h"
#include "core/types/limits.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace cairn
{
namespace
{

constexpr std::size_t kMaxFileName = 255;

Error openError(const std::string& path, const std::string& name)
{
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
        if (const std::string address = webAddressIn(path); !address.empty())
            return {ErrorCode::InvalidArgument, webAddressSentence(address)};
        return {ErrorCode::NotFound, "There is no file \"" + name + "\". Check the name."};
    case EACCES:
    case EPERM:
        return {ErrorCode::Io, "You may not read \"" + name + "\". Change its permissions, or choose a copy of it."};
    case ENXIO:
    case ENODEV:
        return {ErrorCode::InvalidArgument, "\"" + name + "\" is a device or a socket, not a file. Choose a document."};
    default:
        return {ErrorCode::Io, "\"" + name + "\" can't be opened (" + std::strerror(errno) + "). Check the disk and try again."};
    }
}

} // namespace

std::string fileNameOf(const std::string& path)
{
    std::string name = path.substr(path.find_last_of('/') + 1);
    name.resize(std::min(name.size(), kMaxFileName));
    std::string clean; // names on disk are bytes; the worker is sent UTF-8
    while (!name.empty()) {
        const std::size_t good = validUtf8Prefix(name);
        clean += name.substr(0, good);
        if (good < name.size())
            clean += '_';
        name.erase(0, good + 1);
    }
    return clean;
}

std::string webAddressIn(const std::string& path)
{
    for (const std::string_view scheme : {"http:/", "https:/"}) {
        const std::size_t at = path.starts_with(scheme) ? 0 : path.find("/" + std::string(scheme));
        if (at == std::string::npos)
            continue;
        std::string address = path.substr(at == 0 && path.front() != '/' ? 0 : at + 1);
        if (address[scheme.size()] != '/')   // as a path that was made absolute and clean
            address.insert(scheme.size(), "/");
        return address;
    }
    return {};
}

std::string webAddressSentence(const std::string& address)
{
    return "\"" + address + "\" is an address on the web, where Cairn opens nothing. Save the page as a file first.";
}

// O_NONBLOCK: opening a FIFO returns at once; the type is checked on the descriptor, so the path can't change in between.
Result<UniqueFd> openDocument(const std::string& path, const std::string& name)
{
    UniqueFd fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!fd)
        return openError(path, name);
    struct stat status
    {
    };
    if (::fstat(fd.get(), &status) != 0)
        return openError(path, name);
    if (S_ISDIR(status.st_mode))
        return Error{ErrorCode::InvalidArgument, "\"" + name + "\" is a folder. Choose a document inside it."};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorCode::InvalidArgument, "\"" + name + "\" is not a regular file (a pipe, socket or device). Choose a document."};
    if (status.st_size == 0)
        return Error{ErrorCode::Unsupported, "\"" + name + "\" is empty. Choose another file."};
    if (std::uint64_t(status.st_size) > limits::kDocumentBytes)
        return Error{ErrorCode::Unsupported, "\"" + name + "\" is larger than 2 GiB. Split it and open the parts."};
    return fd;
}

std::string importWorkerPath(const std::string& chosen)
{
    if (!chosen.empty())
        return chosen;
    if (const char* named = std::getenv("CAIRN_IMPORT"); named && *named)
        return named;
    std::array<char, PATH_MAX> self{};
    const ssize_t n = ::readlink("/proc/self/exe", self.data(), self.size() - 1);
    const std::string program(self.data(), std::size_t(std::max<ssize_t>(n, 0)));
    return program.substr(0, program.find_last_of('/') + 1) + "cairn-import";
}

} // namespace cairn
