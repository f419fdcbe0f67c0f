#include "core/model/gguf.h"
#include "core/formats/source_cursor.h"
#include "core/formats/utf8.h"

#include <algorithm>
#include <bit>
#include <new>
#include <set>

namespace cairn
{

namespace
{

constexpr std::uint64_t kSmallestPair = 14;       // key length, one character, type, one byte
constexpr std::uint64_t kSmallestTensor = 33;     // name length, one character, dimensions, one dimension, type, offset
constexpr std::uint64_t kTensors = 65'536;
constexpr std::uint64_t kKeyBytes = 512;
constexpr std::uint64_t kStringBytes = 16ull << 20;
constexpr std::uint64_t kArrayElements = 2'000'000;
constexpr std::uint64_t kLanguages = 256;                           // more are no statement of what a model was taught
constexpr std::uint64_t kKeptBytes = 256ull << 20;   // text kept of all metadata

enum class GgufType : std::uint32_t { U8, I8, U16, I16, U32, I32, F32, Bool, String, Array, U64, I64, F64 };

constexpr std::uint64_t kSmallestElement[] = {1, 1, 2, 2, 4, 4, 4, 1, 8, 12, 8, 8, 8};

// Arrays that are kept; the others are checked and skipped.
bool isVocabulary(const std::string& key)
{
    return key == "tokenizer.ggml.tokens" || key == "tokenizer.ggml.scores" || key == "tokenizer.ggml.token_type"
           || key == "tokenizer.ggml.merges";
}

std::optional<TensorType> typeOfId(std::uint32_t id)
{
    switch (id) {
    case 0: return TensorType::F32;
    case 1: return TensorType::F16;
    case 2: return TensorType::Q4_0;
    case 3: return TensorType::Q4_1;
    case 8: return TensorType::Q8_0;
    case 12: return TensorType::Q4_K;
    case 13: return TensorType::Q5_K;
    case 14: return TensorType::Q6_K;
    case 30: return TensorType::BF16;
    default: return std::nullopt;
    }
}

// Methods return false after setting the error.
class GgufReader
{
public:
    explicit GgufReader(const ByteSource& source) : m_source(source), m_in(source) {}

    Result<GgufFile> run()
    {
        m_file.name = m_source.name();
        if (!header() || !metadata() || !tensorTable() || !layout())
            return m_error;
        return std::move(m_file);
    }

private:
    struct Entry
    {
        std::string name;
        StoredTensor tensor;
        std::uint64_t at = 0;   // of the entry, for messages
    };

    bool fail(const std::string& rule)
    {
        m_error = m_in.failure(rule);
        return false;
    }
    bool failAt(std::uint64_t offset, const std::string& rule)
    {
        m_error = formatError(m_source, offset, rule);
        return false;
    }
    bool unsupported(const std::string& reason)
    {
        m_error = {ErrorCode::Unsupported, m_source.name() + ": " + reason, m_in.offset()};
        return false;
    }

    bool header();
    bool metadata();
    bool pair();
    bool key(std::string& out);
    bool string(std::string& out, bool keep);
    bool scalar(GgufType type, GgufValue& out, bool keep);
    bool array(const std::string& name, GgufValue& out);
    bool arrayElements(GgufType type, std::uint64_t count, GgufValue& out, bool keep);
    template <typename T>
    bool numbers(GgufType type, std::uint64_t count, std::vector<T>& out, bool keep);
    bool alignment();
    bool tensorTable();
    bool tensor(Entry& entry);
    bool dimensions(Entry& entry);
    bool layout();

    const ByteSource& m_source;
    SourceCursor m_in;
    GgufFile m_file;
    Error m_error;
    std::uint64_t m_pairs = 0, m_tensors = 0, m_keptBytes = 0;
    std::uint64_t m_alignment = 32;
    std::vector<Entry> m_entries;
};

bool GgufReader::header()
{
    const auto magic = m_in.text(4);
    if (!magic || *magic != "GGUF")
        return failAt(0, "not a GGUF file, it doesn't begin with \"GGUF\"");
    const auto version = m_in.number<std::uint32_t>();
    if (!version)
        return fail("the header is cut off");
    if (*version == 0x02000000u || *version == 0x03000000u)
        return unsupported("a big-endian GGUF file; use the little-endian one.");
    if (*version != 2 && *version != 3)
        return unsupported("GGUF version " + std::to_string(*version) + "; Cairn reads versions 2 and 3.");
    m_file.version = *version;
    const auto tensors = m_in.number<std::uint64_t>();
    const auto pairs = m_in.number<std::uint64_t>();
    if (!tensors || !pairs)
        return fail("the header is cut off");
    if (*tensors > std::min(m_in.remaining() / kSmallestTensor, kTensors))
        return fail("more tensors announced than the file can hold");
    if (*pairs > m_in.remaining() / kSmallestPair)
        return fail("more metadata announced than the file can hold");
    m_tensors = *tensors;
    m_pairs = *pairs;
    return true;
}

bool GgufReader::string(std::string& out, bool keep)
{
    const auto length = m_in.number<std::uint64_t>();
    if (!length || *length > m_in.remaining() || *length > kStringBytes)
        return fail("a text is longer than the file or than 16 MiB");
    if (!keep)
        return m_in.skip(*length) || fail("a text is cut off");
    m_keptBytes += *length + sizeof(std::string);
    if (m_keptBytes > kKeptBytes)
        return fail("more than 256 MiB of metadata");
    auto text = m_in.text(*length);
    if (!text)
        return fail("a text is cut off");
    out = std::move(*text);
    return true;
}

bool GgufReader::key(std::string& out)
{
    const std::uint64_t at = m_in.offset();
    const auto length = m_in.number<std::uint64_t>();
    if (!length || *length == 0 || *length > kKeyBytes)
        return failAt(at, "a metadata key must have 1 to 512 characters");
    auto text = m_in.text(*length);
    if (!text)
        return fail("a metadata key is cut off");
    if (!std::all_of(text->begin(), text->end(), [](char c) { return c > ' ' && c < 127; }))
        return failAt(at, "a metadata key holds more than printable ASCII");
    out = std::move(*text);
    return true;
}

bool GgufReader::scalar(GgufType type, GgufValue& out, bool keep)
{
    const auto take = [&]<typename Raw, typename Kept>(Raw, Kept) {
        const auto number = m_in.number<Raw>();
        if (number)
            out.value = static_cast<Kept>(*number);
        return number.has_value() || fail("a metadata value is cut off");
    };
    switch (type) {
    case GgufType::U8: return take(std::uint8_t{}, std::int64_t{});
    case GgufType::I8: return take(std::int8_t{}, std::int64_t{});
    case GgufType::U16: return take(std::uint16_t{}, std::int64_t{});
    case GgufType::I16: return take(std::int16_t{}, std::int64_t{});
    case GgufType::U32: return take(std::uint32_t{}, std::int64_t{});
    case GgufType::I32: return take(std::int32_t{}, std::int64_t{});
    case GgufType::U64: return take(std::uint64_t{}, std::uint64_t{});
    case GgufType::I64: return take(std::int64_t{}, std::int64_t{});
    case GgufType::F32: return take(float{}, double{});
    case GgufType::F64: return take(double{}, double{});
    case GgufType::Bool: {
        const auto byte = m_in.number<std::uint8_t>();
        if (!byte || *byte > 1)
            return fail("a truth value must be 0 or 1");
        out.value = *byte == 1;
        return true;
    }
    case GgufType::String: {
        std::string text;
        if (!string(text, keep))
            return false;
        out.value = std::move(text);
        return true;
    }
    case GgufType::Array: break;
    }
    return fail("a metadata value has an unknown type");
}

template <typename T>
bool GgufReader::numbers(GgufType type, std::uint64_t count, std::vector<T>& out, bool keep)
{
    if (keep)
        out.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        GgufValue element;
        if (!scalar(type, element, keep))
            return false;
        if (!keep)
            continue;
        if (T* value = std::get_if<T>(&element.value))
            out.push_back(std::move(*value));
        else
            return fail("a vocabulary array has elements of the wrong type");
    }
    return true;
}

bool GgufReader::arrayElements(GgufType type, std::uint64_t count, GgufValue& out, bool keep)
{
    if (type == GgufType::String)
        return numbers(type, count, out.value.emplace<std::vector<std::string>>(), keep);
    if (!keep && type != GgufType::Bool)
        return m_in.skip(count * kSmallestElement[static_cast<std::size_t>(type)]) || fail("an array is cut off");
    if (type == GgufType::F32 || type == GgufType::F64)
        return numbers(type, count, out.value.emplace<std::vector<double>>(), keep);
    return numbers(type, count, out.value.emplace<std::vector<std::int64_t>>(), keep);
}

bool GgufReader::array(const std::string& name, GgufValue& out)
{
    const auto type = m_in.number<std::uint32_t>();
    const auto count = m_in.number<std::uint64_t>();
    if (!type || !count)
        return fail("an array is cut off");
    if (*type > static_cast<std::uint32_t>(GgufType::F64) || *type == static_cast<std::uint32_t>(GgufType::Array))
        return fail("an array has elements of an unknown type, or is nested");
    if (*count > kArrayElements || *count > m_in.remaining() / kSmallestElement[*type])
        return fail("an array is longer than the file or than 2 million elements");
    const bool keep = isVocabulary(name) || (name == "general.languages" && *count <= kLanguages);
    if (!arrayElements(static_cast<GgufType>(*type), *count, out, keep))
        return false;
    if (!keep)
        out.value = std::monostate{};
    return true;
}

bool GgufReader::pair()
{
    std::string name;
    const std::uint64_t at = m_in.offset();
    if (!key(name))
        return false;
    if (m_file.metadata.contains(name))
        return failAt(at, "the metadata key " + name + " occurs twice");
    const auto type = m_in.number<std::uint32_t>();
    if (!type || *type > static_cast<std::uint32_t>(GgufType::F64))
        return fail("the metadata value " + name + " has an unknown type");
    GgufValue value;
    value.offset = m_in.offset();
    const auto kind = static_cast<GgufType>(*type);
    if (kind == GgufType::Array ? !array(name, value) : !scalar(kind, value, true))
        return false;
    m_keptBytes += name.size() + sizeof(GgufValue);
    if (m_keptBytes > kKeptBytes)
        return fail("more than 256 MiB of metadata");
    m_file.metadata.emplace(std::move(name), std::move(value));
    return true;
}

bool GgufReader::metadata()
{
    for (std::uint64_t i = 0; i < m_pairs; ++i)
        if (!pair())
            return false;
    return alignment();
}

bool GgufReader::alignment()
{
    const auto found = m_file.metadata.find("general.alignment");
    if (found == m_file.metadata.end())
        return true;
    const auto* value = std::get_if<std::int64_t>(&found->second.value);
    if (!value || *value < 8 || *value > 65'536 || !std::has_single_bit(static_cast<std::uint64_t>(*value)))
        return failAt(found->second.offset, "general.alignment must be a power of two from 8 to 65536");
    m_alignment = static_cast<std::uint64_t>(*value);
    return true;
}

bool GgufReader::dimensions(Entry& entry)
{
    const auto count = m_in.number<std::uint32_t>();
    if (!count || *count < 1 || *count > 4)
        return fail("the tensor " + entry.name + " must have 1 to 4 dimensions");
    auto& shape = entry.tensor.shape;
    for (std::uint32_t i = 0; i < *count; ++i) {
        const auto dimension = m_in.number<std::uint64_t>();
        if (!dimension || *dimension == 0)
            return fail("a dimension of the tensor " + entry.name + " is zero or cut off");
        shape.insert(shape.begin(), *dimension);   // the file lists the innermost first
    }
    return true;
}

bool GgufReader::tensor(Entry& entry)
{
    entry.at = m_in.offset();
    const auto length = m_in.number<std::uint64_t>();
    if (!length || *length < 1 || *length > 63)
        return failAt(entry.at, "a tensor name must have 1 to 63 characters");
    auto name = m_in.text(*length);
    if (!name || !isValidUtf8(*name) || name->find('\0') != std::string::npos)
        return failAt(entry.at, "a tensor name is cut off or no text");
    entry.name = std::move(*name);
    if (!dimensions(entry))
        return false;
    const auto typeId = m_in.number<std::uint32_t>();
    const auto offset = m_in.number<std::uint64_t>();
    if (!typeId || !offset)
        return fail("the tensor table is cut off");
    const auto type = typeOfId(*typeId);
    if (!type)
        return unsupported("the tensor " + entry.name + " has the type number " + std::to_string(*typeId)
                           + ", which Cairn can't decode; use F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q4_K, Q5_K or Q6_K.");
    const auto values = elementCount(entry.tensor.shape);
    const auto bytes = values ? tensorBytes(*type, *values) : std::nullopt;
    if (!bytes || entry.tensor.shape.back() % info(*type).values != 0)
        return failAt(entry.at, "the size of the tensor " + entry.name + " overflows or cuts a group of its type");
    entry.tensor.type = *type;
    entry.tensor.bytes = *bytes;
    entry.tensor.offset = *offset;   // from the start of the data, until layout()
    return true;
}

bool GgufReader::tensorTable()
{
    std::set<std::string> names;
    for (std::uint64_t i = 0; i < m_tensors; ++i) {
        Entry& entry = m_entries.emplace_back();
        if (!tensor(entry))
            return false;
        if (!names.insert(entry.name).second)
            return failAt(entry.at, "the tensor " + entry.name + " occurs twice");
    }
    return true;
}

// Tensors follow each other in listed order, each padded to the alignment, and end with the file.
bool GgufReader::layout()
{
    std::uint64_t data = 0;
    if (__builtin_add_overflow(m_in.offset(), m_alignment - 1, &data))
        return fail("the tensor table overflows");
    data -= data % m_alignment;
    std::uint64_t next = 0, end = m_in.offset();
    for (Entry& entry : m_entries) {
        if (entry.tensor.offset != next)
            return failAt(entry.at, "the tensor " + entry.name + " doesn't follow the one before it");
        std::uint64_t padded = 0;
        if (__builtin_add_overflow(data, next, &entry.tensor.offset)
            || __builtin_add_overflow(entry.tensor.offset, entry.tensor.bytes, &end) || end > m_source.size())
            return failAt(entry.at, "the tensor " + entry.name + " reaches past the end of the file");
        if (__builtin_add_overflow(end - data, m_alignment - 1, &padded))
            return failAt(entry.at, "the tensor table overflows");
        next = padded - padded % m_alignment;
        m_file.tensors.emplace(entry.name, std::move(entry.tensor));
    }
    if (m_source.size() > end && m_source.size() - end >= m_alignment)
        return failAt(end, "the file goes on after its last tensor");
    return true;
}

Error wrongType(const GgufFile& file, const std::string& key, const GgufValue& value)
{
    return {ErrorCode::Corruption,
            file.name + ": " + key + " has the wrong type (offset " + std::to_string(value.offset) + ").", value.offset};
}

template <typename T>
Result<std::optional<T>> typed(const GgufFile& file, const std::string& key)
{
    const auto found = file.metadata.find(key);
    if (found == file.metadata.end())
        return std::optional<T>();
    if (const T* value = std::get_if<T>(&found->second.value))
        return std::optional<T>(*value);
    return wrongType(file, key, found->second);
}

}  // namespace

Result<std::optional<std::uint64_t>> GgufFile::unsignedInteger(const std::string& key) const
{
    const auto found = metadata.find(key);
    if (found == metadata.end())
        return std::optional<std::uint64_t>();
    if (const auto* value = std::get_if<std::uint64_t>(&found->second.value))
        return std::optional<std::uint64_t>(*value);
    const auto* value = std::get_if<std::int64_t>(&found->second.value);
    if (!value || *value < 0)
        return wrongType(*this, key, found->second);
    return std::optional<std::uint64_t>(static_cast<std::uint64_t>(*value));
}

Result<std::optional<double>> GgufFile::number(const std::string& key) const { return typed<double>(*this, key); }
Result<std::optional<bool>> GgufFile::boolean(const std::string& key) const { return typed<bool>(*this, key); }
Result<std::optional<std::string>> GgufFile::string(const std::string& key) const { return typed<std::string>(*this, key); }

template <typename T>
Result<const std::vector<T>*> GgufFile::array(const std::string& key) const
{
    const auto found = metadata.find(key);
    if (found == metadata.end())
        return static_cast<const std::vector<T>*>(nullptr);
    if (const auto* value = std::get_if<std::vector<T>>(&found->second.value))
        return value;
    return wrongType(*this, key, found->second);
}

template Result<const std::vector<std::int64_t>*> GgufFile::array(const std::string&) const;
template Result<const std::vector<double>*> GgufFile::array(const std::string&) const;
template Result<const std::vector<std::string>*> GgufFile::array(const std::string&) const;

Result<GgufFile> readGguf(const ByteSource& source)
{
    try {
        return GgufReader(source).run();
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::OutOfMemory, source.name() + ": not enough memory for the file's metadata."};
    }
}

}  // namespace cairn
