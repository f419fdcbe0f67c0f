#include "app/import/session_service.h"

#include "core/types/limits.h"
#include "storage/rescue/carried_codec.h"
#include "storage/rescue/foreign_file.h"

#include <sys/mman.h>
#include <sys/stat.h>

namespace cairn
{
namespace
{

// The file's bytes; empty: too large, or it can't be mapped. Truncating it meanwhile ends this process, no other.
std::span<const std::byte> mapped(int file)
{
    struct stat info{};
    if (::fstat(file, &info) != 0 || info.st_size <= 0 || static_cast<std::uint64_t>(info.st_size) > limits::kForeignSessionBytes)
        return {};
    const auto size = static_cast<std::size_t>(info.st_size);
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    return address == MAP_FAILED ? std::span<const std::byte>() : std::span(static_cast<const std::byte*>(address), size);
}

}  // namespace

void serveSession(int document, ResultChannel& channel)
{
    channel.ready();
    const auto file = mapped(document);
    if (file.empty())
        return channel.fail(
            {ErrorCode::Unsupported, "This session is larger than 1 GiB, so it was not opened. Ask its sender for the text itself."});
    std::uint32_t parts = 0;
    const auto contents = readForeignFile(file, [&] {
        ++parts;
        channel.progress(parts, parts + 1);   // how many will come is not known
    });
    if (!contents)
        return channel.fail(contents.error());
    channel.finish(packCarried(*contents));
}

}  // namespace cairn
