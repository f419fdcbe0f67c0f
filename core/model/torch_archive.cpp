#include "core/model/torch_archive.h"
#include "core/formats/source_cursor.h"
#include "core/formats/zip_reader.h"
#include "core/model/torch_pickle.h"

#include <array>
#include <new>

namespace cairn
{

namespace
{

constexpr std::uint64_t kPickleBytes = 64ull << 20;
constexpr std::size_t kNameBytes = 512;

Error refused(const ByteSource& source, ErrorCode code, const std::string& what)
{
    return {code, source.name() + ": " + what + "."};
}

Result<void> checkForm(const ByteSource& source)
{
    std::array<std::byte, 4> begin{};
    if (source.size() < begin.size())
        return refused(source, ErrorCode::Corruption, "not a PyTorch checkpoint");
    if (auto done = source.read(0, begin); !done)
        return done.error();
    if (begin[0] != std::byte{'P'} || begin[1] != std::byte{'K'})
        return refused(source, ErrorCode::Unsupported,
                       "not a zip archive; older PyTorch forms are not read, convert the model to safetensors");
    return {};
}

// "archive/data.pkl": the folder in front is the name the file was saved under.
Result<std::string> rootOf(const ZipReader& zip, const ByteSource& source)
{
    std::string root;
    std::size_t found = 0;
    for (const ZipEntry& entry : zip.entries()) {
        if (entry.method != ZipMethod::Stored)
            return refused(source, ErrorCode::Unsupported, "an entry is compressed, which PyTorch never does");
        if (entry.name.ends_with("/data.pkl")) {
            root = entry.name.substr(0, entry.name.size() - 8);
            ++found;
        }
    }
    if (found != 1)
        return refused(source, ErrorCode::Unsupported, "no PyTorch checkpoint: the archive must hold one data.pkl");
    return root;
}

Result<void> checkByteOrder(ZipReader& zip, const std::string& root, const ByteSource& source)
{
    const ZipEntry* entry = zip.find(root + "byteorder");
    if (!entry)
        return {};
    if (entry->bytes > 16)
        return refused(source, ErrorCode::Corruption, "the byte order is no word");
    auto order = zip.read(*entry);
    if (!order)
        return order.error();
    if (*order != "little")
        return refused(source, ErrorCode::Unsupported, "the weights are not little-endian");
    return {};
}

bool isContiguous(const PickledTensor& tensor)
{
    std::uint64_t expected = 1;
    for (std::size_t i = tensor.shape.size(); i-- > 0;) {
        if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
            return false;
        if (__builtin_mul_overflow(expected, tensor.shape[i], &expected))
            return false;
    }
    return true;
}

Result<StoredTensor> locate(const ZipReader& zip, const std::string& root, const PickledTensor& tensor, const ByteSource& source)
{
    const auto wrong = [&](const std::string& what) {
        return refused(source, ErrorCode::Corruption, "the tensor " + tensor.name + " " + what);
    };
    if (tensor.name.empty() || tensor.name.size() > kNameBytes)
        return refused(source, ErrorCode::Corruption, "a tensor name must have 1 to 512 bytes");
    const ZipEntry* entry = zip.find(root + "data/" + tensor.storage);
    const auto whole = tensorBytes(tensor.type, tensor.storageValues);
    if (!entry || !whole || *whole != entry->bytes)
        return wrong("refers to data that are missing or have another size");
    if (!isContiguous(tensor))
        return refused(source, ErrorCode::Unsupported,
                       "the tensor " + tensor.name + " is not stored row by row; convert the model to safetensors");
    const auto values = elementCount(tensor.shape);
    std::uint64_t end = 0;
    if (!values || __builtin_add_overflow(*values, tensor.first, &end) || end > tensor.storageValues)
        return wrong("reaches past its data");
    StoredTensor stored;
    stored.type = tensor.type;
    stored.shape = tensor.shape;
    stored.bytes = *tensorBytes(tensor.type, *values);
    stored.offset = entry->dataOffset + *tensorBytes(tensor.type, tensor.first);
    return stored;
}

Result<std::map<std::string, StoredTensor>> readArchive(const std::shared_ptr<const ByteSource>& source)
{
    if (auto done = checkForm(*source); !done)
        return done.error();
    auto zip = ZipReader::open(source, {.entryBytes = source->size(), .totalBytes = kPickleBytes + 64});
    if (!zip)
        return zip.error();
    auto root = rootOf(*zip, *source);
    if (!root)
        return root.error();
    if (auto done = checkByteOrder(*zip, *root, *source); !done)
        return done.error();
    const ZipEntry* entry = zip->find(*root + "data.pkl");
    if (entry->bytes > kPickleBytes)
        return refused(*source, ErrorCode::Corruption, "data.pkl is larger than 64 MiB");
    auto pickle = zip->read(*entry);
    if (!pickle)
        return pickle.error();
    auto tensors = readTorchPickle(std::as_bytes(std::span(*pickle)), source->name());
    if (!tensors)
        return tensors.error();
    std::map<std::string, StoredTensor> result;
    for (const PickledTensor& tensor : *tensors) {
        auto stored = locate(*zip, *root, tensor, *source);
        if (!stored)
            return stored.error();
        if (!result.emplace(tensor.name, *std::move(stored)).second)
            return refused(*source, ErrorCode::Corruption, "the tensor " + tensor.name + " occurs twice");
    }
    return result;
}

}  // namespace

Result<std::map<std::string, StoredTensor>> readTorchArchive(std::shared_ptr<const ByteSource> source)
{
    try {
        return readArchive(source);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, source->name() + ": not enough memory for the archive's table."};
    }
}

}  // namespace cairn
