#include "core/model/safetensors.h"
#include "core/formats/json.h"
#include "core/formats/source_cursor.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace cairn
{

namespace
{

constexpr std::uint64_t kHeaderBytes = 16ull << 20;
constexpr std::size_t kRank = 8;
constexpr std::size_t kNameBytes = 512;

std::optional<TensorType> typeOfName(const std::string& name)
{
    static constexpr std::pair<const char*, TensorType> kTypes[] = {
        {"F32", TensorType::F32}, {"F16", TensorType::F16}, {"BF16", TensorType::BF16}, {"F64", TensorType::F64},
        {"I64", TensorType::I64}, {"I32", TensorType::I32}, {"I16", TensorType::I16}, {"I8", TensorType::I8},
        {"U8", TensorType::U8}, {"BOOL", TensorType::Bool},
    };
    for (const auto& [known, type] : kTypes)
        if (name == known)
            return type;
    return std::nullopt;
}

// Methods return false after setting the error.
class TableReader
{
public:
    explicit TableReader(std::shared_ptr<const ByteSource> source) { m_file.source = std::move(source); }

    Result<SafetensorsFile> run()
    {
        if (!header() || !entries() || !contiguous())
            return m_error;
        return std::move(m_file);
    }

private:
    const ByteSource& source() const { return *m_file.source; }
    bool fail(std::uint64_t offset, const std::string& rule)
    {
        m_error = formatError(source(), offset, rule);
        return false;
    }
    bool header();
    bool entries();
    bool metadata(const JsonValue& value);
    bool tensor(const std::string& name, const JsonValue& value);
    bool dimensions(const std::string& name, const JsonValue* list, StoredTensor& out);
    bool range(const std::string& name, const JsonValue* list, StoredTensor& out);
    bool contiguous();

    SafetensorsFile m_file;
    Error m_error;
    JsonValue m_header;
    std::uint64_t m_dataBegin = 0;
};

bool TableReader::header()
{
    SourceCursor in(source());
    const auto length = in.number<std::uint64_t>();
    if (!length || *length < 2 || *length > in.remaining() || *length > kHeaderBytes)
        return fail(0, "the header's length must be at most 16 MiB and lie inside the file");
    const auto text = in.text(*length);
    if (!text) {
        m_error = in.failure("the header is cut off");
        return false;
    }
    if (text->front() != '{')
        return fail(8, "the header doesn't begin with '{'");
    auto parsed = parseJson(*text, {.bytes = kHeaderBytes});
    if (!parsed) {
        m_error = parsed.error();
        m_error.message = source().name() + ": header: " + m_error.message;
        return false;
    }
    m_header = std::move(*parsed);
    m_dataBegin = 8 + *length;
    return true;
}

bool TableReader::metadata(const JsonValue& value)
{
    if (!value.isObject())
        return fail(8, "__metadata__ is not an object");
    for (const JsonMember& member : value.members()) {
        const std::string* text = member.value.string();
        if (!text)
            return fail(8, "__metadata__ holds something else than texts");
        m_file.metadata.emplace(member.key, *text);
    }
    return true;
}

bool TableReader::entries()
{
    for (const JsonMember& member : m_header.members())
        if (member.key == "__metadata__" ? !metadata(member.value) : !tensor(member.key, member.value))
            return false;
    return true;
}

bool TableReader::dimensions(const std::string& name, const JsonValue* list, StoredTensor& out)
{
    if (!list || !list->isArray() || list->elements().size() > kRank)
        return fail(8, "the tensor " + name + " must have at most 8 dimensions");
    for (const JsonValue& element : list->elements()) {
        const auto dimension = element.unsignedInteger();
        if (!dimension)
            return fail(8, "a dimension of the tensor " + name + " is not a whole number");
        out.shape.push_back(*dimension);
    }
    return true;
}

bool TableReader::range(const std::string& name, const JsonValue* list, StoredTensor& out)
{
    if (!list || list->elements().size() != 2)
        return fail(8, "the tensor " + name + " has no data_offsets");
    const auto begin = list->elements()[0].unsignedInteger();
    const auto end = list->elements()[1].unsignedInteger();
    if (!begin || !end || *begin > *end || *end > source().size() - m_dataBegin)
        return fail(8, "the data of the tensor " + name + " don't lie inside the file");
    const auto values = elementCount(out.shape);
    const auto bytes = values ? tensorBytes(out.type, *values) : std::nullopt;
    if (!bytes || *bytes != *end - *begin)
        return fail(8, "the data of the tensor " + name + " don't have the size of its shape");
    out.offset = m_dataBegin + *begin;
    out.bytes = *bytes;
    return true;
}

bool TableReader::tensor(const std::string& name, const JsonValue& value)
{
    if (name.empty() || name.size() > kNameBytes)
        return fail(8, "a tensor name must have 1 to 512 bytes");
    const JsonValue* typeName = value.find("dtype");
    if (!typeName || !typeName->isString() || value.members().size() != 3)
        return fail(8, "the entry of the tensor " + name + " must be dtype, shape and data_offsets");
    const auto type = typeOfName(*typeName->string());
    if (!type) {
        m_error = {ErrorCode::Unsupported, source().name() + ": the tensor " + name + " has the element type "
                   + *typeName->string() + ", which Cairn can't decode; use F32, F16 or BF16.", 8};
        return false;
    }
    StoredTensor stored;
    stored.type = *type;
    if (!dimensions(name, value.find("shape"), stored) || !range(name, value.find("data_offsets"), stored))
        return false;
    m_file.tensors.emplace(name, std::move(stored));
    return true;
}

bool TableReader::contiguous()
{
    std::vector<const StoredTensor*> sorted;
    for (const auto& [name, tensor] : m_file.tensors)
        sorted.push_back(&tensor);
    std::sort(sorted.begin(), sorted.end(), [](const StoredTensor* a, const StoredTensor* b) {
        return std::pair(a->offset, a->bytes) < std::pair(b->offset, b->bytes);
    });
    std::uint64_t next = m_dataBegin;
    for (const StoredTensor* tensor : sorted) {
        if (tensor->offset != next)
            return fail(tensor->offset, "tensors overlap or leave a gap");
        next += tensor->bytes;
    }
    return next == source().size() || fail(next, "the file goes on after its last tensor");
}

template <typename T>
std::vector<std::int32_t> widen(std::span<const std::byte> raw)
{
    std::vector<std::int32_t> out(raw.size() / sizeof(T));
    for (std::size_t i = 0; i < out.size(); ++i) {
        T value;
        std::memcpy(&value, raw.data() + i * sizeof(T), sizeof(T));
        out[i] = value;
    }
    return out;
}

}  // namespace

Result<std::vector<float>> SafetensorsFile::readFloats(const std::string& name) const
{
    TensorTable one{{source}, {}};   // without copies of all the others
    if (const auto found = tensors.find(name); found != tensors.end())
        one.tensors.insert(*found);
    const TensorTableReader reader(std::move(one));
    auto shape = reader.shape(name);
    if (!shape)
        return shape.error();
    std::vector<float> out(*elementCount(*shape));
    if (auto done = reader.read(name, out); !done)
        return done.error();
    return out;
}

Result<std::vector<std::int32_t>> SafetensorsFile::readIntegers(const std::string& name) const
{
    const auto found = tensors.find(name);
    if (found == tensors.end())
        return Error{ErrorCode::NotFound, source->name() + ": no tensor " + name + "."};
    std::vector<std::byte> raw(found->second.bytes);
    if (auto done = source->read(found->second.offset, raw); !done)
        return done.error();
    switch (found->second.type) {
    case TensorType::I32: return widen<std::int32_t>(raw);
    case TensorType::I16: return widen<std::int16_t>(raw);
    case TensorType::I8: return widen<std::int8_t>(raw);
    case TensorType::U8: return widen<std::uint8_t>(raw);
    default: return Error{ErrorCode::Unsupported, source->name() + ": the tensor " + name + " holds no small integers."};
    }
}

Result<SafetensorsFile> readSafetensors(std::shared_ptr<const ByteSource> source)
{
    const std::string name = source->name();
    try {
        return TableReader(std::move(source)).run();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, name + ": not enough memory for the file's table."};
    }
}

Result<SafetensorsFile> openSafetensors(const std::string& path)
{
    auto file = InputFile::open(path);
    if (!file)
        return file.error();
    return readSafetensors(*file);
}

}  // namespace cairn
