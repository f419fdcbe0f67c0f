#include "core/model/safetensors_writer.h"
#include "core/formats/json.h"
#include "core/model/safetensors.h"
#include "core/types/half.h"
#include "core/types/paths.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include <fcntl.h>
#include <unistd.h>

namespace cairn
{

namespace
{

Error systemError(const std::string& path, const char* action, int code)
{
    const ErrorCode kind = code == ENOSPC || code == EDQUOT ? ErrorCode::DiskFull : ErrorCode::Io;
    return {kind, path + ": " + action + " failed: " + std::strerror(code) + "."};
}

// Length, then JSON padded with spaces so that the data begin at a multiple of 8.
Result<std::string> header(const std::vector<TensorDescription>& tensors, const std::map<std::string, std::string>& metadata)
{
    JsonWriter json;
    json.beginObject();
    if (!metadata.empty()) {
        json.key("__metadata__").beginObject();
        for (const auto& [key, value] : metadata)
            json.member(key, value);
        json.endObject();
    }
    std::set<std::string> names;
    std::uint64_t offset = 0;
    for (const TensorDescription& tensor : tensors) {
        const auto values = elementCount(tensor.shape);
        const auto bytes = values ? tensorBytes(tensor.type, *values) : std::nullopt;
        const bool known = tensor.type == TensorType::F32 || tensor.type == TensorType::F16;
        if (!bytes || !known || !names.insert(tensor.name).second)
            return Error{ErrorCode::InvalidArgument, "The tensor " + tensor.name + " can't be written."};
        json.key(tensor.name).beginObject().member("dtype", info(tensor.type).name).key("shape").beginArray();
        for (const std::uint64_t dimension : tensor.shape)
            json.value(dimension);
        json.endArray().key("data_offsets").beginArray().value(offset).value(offset + *bytes).endArray().endObject();
        offset += *bytes;
    }
    std::string text = json.endObject().take();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = text.size();
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + text;
}

}  // namespace

struct SafetensorsWriter::Impl
{
    std::string path, temporary;
    int descriptor = -1;
    std::vector<TensorDescription> tensors;
    std::size_t current = 0;               // tensor that the next value belongs to
    std::uint64_t done = 0;                // values of it already written

    ~Impl()
    {
        if (descriptor >= 0) {
            ::close(descriptor);
            ::unlink(temporary.c_str());
        }
    }
    Result<void> write(std::span<const std::byte> bytes)
    {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), 1u << 30));
            if (written < 0 && errno == EINTR)
                continue;
            if (written < 0)
                return systemError(path, "writing", errno);
            bytes = bytes.subspan(static_cast<std::size_t>(written));
        }
        return {};
    }
    Result<void> writeHalves(std::span<const float> values)
    {
        std::vector<std::uint16_t> halves(values.size());
        std::transform(values.begin(), values.end(), halves.begin(), floatToHalf);
        return write(std::as_bytes(std::span(halves)));
    }
};

SafetensorsWriter::SafetensorsWriter(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
SafetensorsWriter::~SafetensorsWriter() = default;
SafetensorsWriter::SafetensorsWriter(SafetensorsWriter&&) noexcept = default;
SafetensorsWriter& SafetensorsWriter::operator=(SafetensorsWriter&&) noexcept = default;

Result<SafetensorsWriter> SafetensorsWriter::create(const std::string& path, std::vector<TensorDescription> tensors,
                                                    const std::map<std::string, std::string>& metadata)
{
    auto head = header(tensors, metadata);
    if (!head)
        return head.error();
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->temporary = path + ".part";
    impl->tensors = std::move(tensors);
    impl->descriptor = ::open(impl->temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (impl->descriptor < 0)
        return systemError(path, "creating", errno);
    if (auto done = impl->write(std::as_bytes(std::span(*head))); !done)
        return done.error();
    return SafetensorsWriter(std::move(impl));
}

Result<void> SafetensorsWriter::append(std::span<const float> values)
{
    Impl& impl = *m_impl;
    while (!values.empty()) {
        while (impl.current < impl.tensors.size() && impl.done == *elementCount(impl.tensors[impl.current].shape)) {
            ++impl.current;
            impl.done = 0;
        }
        assert(impl.current < impl.tensors.size());
        const TensorDescription& tensor = impl.tensors[impl.current];
        const auto part =
            values.first(static_cast<std::size_t>(std::min<std::uint64_t>(values.size(), *elementCount(tensor.shape) - impl.done)));
        auto written = tensor.type == TensorType::F16 ? impl.writeHalves(part) : impl.write(std::as_bytes(part));
        if (!written)
            return written.error();
        impl.done += part.size();
        values = values.subspan(part.size());
    }
    return {};
}

Result<void> SafetensorsWriter::finish()
{
    Impl& impl = *m_impl;
    if (::fsync(impl.descriptor) != 0)
        return systemError(impl.path, "writing", errno);
    const int descriptor = std::exchange(impl.descriptor, -1);
    if (::close(descriptor) != 0 || ::rename(impl.temporary.c_str(), impl.path.c_str()) != 0) {
        const Error error = systemError(impl.path, "completing", errno);
        ::unlink(impl.temporary.c_str());
        return error;
    }
    const std::string folder = absolutePath(impl.path).parent_path().string();
    const int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0)
        return systemError(folder, "opening", errno);
    const bool durable = ::fsync(directory) == 0;
    const int code = errno;
    ::close(directory);
    return durable ? Result<void>() : Result<void>(systemError(folder, "writing", code));
}

Result<void> writeSafetensors(const std::string& path, std::span<const TensorToWrite> tensors,
                              const std::map<std::string, std::string>& metadata)
{
    std::vector<TensorDescription> descriptions;
    for (const TensorToWrite& tensor : tensors) {
        if (elementCount(tensor.shape) != tensor.values.size())
            return Error{ErrorCode::InvalidArgument, "The values of the tensor " + tensor.name + " don't fit its shape."};
        descriptions.push_back({tensor.name, tensor.shape, tensor.type});
    }
    auto writer = SafetensorsWriter::create(path, std::move(descriptions), metadata);
    if (!writer)
        return writer.error();
    for (const TensorToWrite& tensor : tensors)
        if (auto done = writer->append(tensor.values); !done)
            return done.error();
    return writer->finish();
}

}  // namespace cairn
