#include "core/model/tensor_table.h"
#include "core/model/dequantize.h"

#include <algorithm>
#include <array>
#include <new>

namespace cairn
{

namespace
{

// Groups read at a time; 1 MiB keeps the raw bytes in the cache while they are decoded.
constexpr std::uint64_t kChunkBytes = 1 << 20;

// Row 2j + h of each head holds dimension j of half h (landmark_semantics.md 10); puts it at row h * d/2 + j.
void unpermute(std::span<std::byte> matrix, std::uint64_t rows, std::uint64_t heads)
{
    const std::size_t columns = matrix.size() / rows;   // bytes of a row
    const std::size_t headDim = rows / heads;
    std::vector<std::byte> head(headDim * columns);
    for (std::size_t h = 0; h < heads; ++h) {
        std::byte* begin = matrix.data() + h * head.size();
        for (std::size_t row = 0; row < headDim; ++row) {
            const std::size_t target = (row % 2) * (headDim / 2) + row / 2;
            std::copy_n(begin + row * columns, columns, head.data() + target * columns);
        }
        std::copy(head.begin(), head.end(), begin);
    }
}

}  // namespace

std::string TensorTable::dominantType() const
{
    std::map<TensorType, std::uint64_t> bytes;
    for (const auto& [name, tensor] : tensors)
        bytes[tensor.type] += tensor.bytes;
    const auto most = std::max_element(bytes.begin(), bytes.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return most == bytes.end() ? std::string() : std::string(info(most->first).name);
}

std::uint64_t TensorTable::totalBytes() const
{
    std::uint64_t total = 0;
    for (const auto& [name, tensor] : tensors)
        total += tensor.bytes;
    return total;
}

std::optional<std::uint64_t> elementCount(const std::vector<std::uint64_t>& shape)
{
    std::uint64_t count = 1;
    for (const std::uint64_t dimension : shape)
        if (__builtin_mul_overflow(count, dimension, &count))
            return std::nullopt;
    return count;
}

std::string shapeText(const std::vector<std::uint64_t>& shape)
{
    std::string text = "[";
    for (const std::uint64_t dimension : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(dimension);
    return text + "]";
}

Result<const StoredTensor*> TensorTableReader::find(const std::string& name) const
{
    const auto found = m_table.tensors.find(name);
    if (found == m_table.tensors.end())
        return Error{ErrorCode::NotFound, "The model has no tensor " + name + "."};
    return &found->second;
}

Result<std::vector<std::uint64_t>> TensorTableReader::shape(const std::string& name) const
{
    auto tensor = find(name);
    if (!tensor)
        return tensor.error();
    return (*tensor)->shape;
}

Result<void> TensorTableReader::decode(const StoredTensor& tensor, std::span<float> out) const
{
    const TensorTypeInfo& type = info(tensor.type);
    const ByteSource& source = *m_table.sources[tensor.source];
    if (tensor.type == TensorType::F32)
        return source.read(tensor.offset, std::as_writable_bytes(out));
    const std::uint64_t groupsPerChunk = kChunkBytes / type.bytes;
    std::vector<std::byte> raw(std::min(tensor.bytes, groupsPerChunk * type.bytes));
    std::uint64_t offset = tensor.offset;
    while (!out.empty()) {
        const std::uint64_t groups = std::min<std::uint64_t>(groupsPerChunk, out.size() / type.values);
        const auto bytes = std::span(raw).first(groups * type.bytes);
        if (auto done = source.read(offset, bytes); !done)
            return done.error();
        dequantize(tensor.type, bytes, out.first(groups * type.values));
        out = out.subspan(groups * type.values);
        offset += bytes.size();
    }
    return {};
}

Result<void> TensorTableReader::read(const std::string& name, std::span<float> out) const
{
    auto found = find(name);
    if (!found)
        return found.error();
    const StoredTensor& tensor = **found;
    if (!info(tensor.type).isFloat)
        return Error{ErrorCode::Unsupported, "Tensor " + name + " holds integers, not weights."};
    if (elementCount(tensor.shape) != out.size())
        return Error{ErrorCode::InvalidArgument, "Tensor " + name + " has the shape " + shapeText(tensor.shape) + "."};
    try {
        if (auto done = decode(tensor, out); !done)
            return done.error();
        if (tensor.permutedHeads != 0)
            unpermute(std::as_writable_bytes(out), tensor.shape[0], tensor.permutedHeads);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "Not enough memory to decode the tensor " + name + "."};
    }
    return m_table.sources[tensor.source]->verifyUnchanged();
}

Result<TensorType> TensorTableReader::storedType(const std::string& name) const
{
    auto found = find(name);
    if (!found)
        return found.error();
    return (*found)->type;
}

Result<void> TensorTableReader::readStored(const std::string& name, std::span<std::byte> out) const
{
    auto found = find(name);
    if (!found)
        return found.error();
    const StoredTensor& tensor = **found;
    if (tensor.bytes != out.size())
        return Error{ErrorCode::InvalidArgument, "Tensor " + name + " has " + std::to_string(tensor.bytes) + " bytes."};
    if (auto done = m_table.sources[tensor.source]->read(tensor.offset, out); !done)
        return done.error();
    try {
        if (tensor.permutedHeads != 0)
            unpermute(out, tensor.shape[0], tensor.permutedHeads);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "Not enough memory to read the tensor " + name + "."};
    }
    return m_table.sources[tensor.source]->verifyUnchanged();
}

Result<std::shared_ptr<const std::byte>> TensorTableReader::storedInRam(const std::string& name) const
{
    auto found = find(name);
    if (!found)
        return found.error();
    const StoredTensor& tensor = **found;
    if (tensor.permutedHeads != 0)
        return std::shared_ptr<const std::byte>();
    const auto& source = m_table.sources[tensor.source];
    auto bytes = source->inRam(tensor.offset, tensor.bytes);
    if (!bytes)
        return bytes.error();
    return *bytes ? std::shared_ptr<const std::byte>(source, *bytes) : nullptr;
}

// Rows of permuted tensors are read by whole heads.
Result<void> TensorTableReader::readStoredRows(const std::string& name, std::uint64_t first, std::span<std::byte> out) const
{
    auto found = find(name);
    if (!found)
        return found.error();
    const StoredTensor& tensor = **found;
    const std::uint64_t allRows = tensor.shape[0], rowBytes = tensor.bytes / allRows, rows = out.size() / rowBytes;
    if (rows * rowBytes != out.size() || first > allRows || rows > allRows - first)
        return Error{ErrorCode::InvalidArgument, "Tensor " + name + " has no such rows."};
    const ByteSource& source = *m_table.sources[tensor.source];
    const std::uint64_t head = tensor.permutedHeads == 0 ? 1 : allRows / tensor.permutedHeads;
    const std::uint64_t begin = first / head * head, count = (first + rows + head - 1) / head * head - begin;
    try {
        std::vector<std::byte> wide(count == rows ? 0 : count * rowBytes);
        const std::span<std::byte> heads = count == rows ? out : std::span(wide);
        if (auto done = source.read(tensor.offset + begin * rowBytes, heads); !done)
            return done.error();
        if (head > 1)
            unpermute(heads, count, count / head);
        if (count != rows)
            std::copy_n(heads.data() + (first - begin) * rowBytes, out.size(), out.data());
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, "Not enough memory to read the tensor " + name + "."};
    }
    return source.verifyUnchanged();
}

std::vector<std::string> TensorTableReader::names() const
{
    std::vector<std::string> result;
    for (const auto& [name, tensor] : m_table.tensors)
        result.push_back(name);
    return result;
}

}  // namespace cairn
