#include "core/tokenizer/sentencepiece_file.h"

#include "core/formats/utf8.h"
#include "core/tokenizer/file_limit.h"
#include "core/tokenizer/token_type.h"
#include "core/types/limits.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <unordered_set>

namespace cairn
{

namespace
{

constexpr std::size_t kPieceBytes = 1'024;
constexpr std::size_t kCharsmapBytes = 16 * limits::kMiB;

Error corrupt(std::string what, std::uint64_t offset)
{
    return {ErrorCode::Corruption,
            "The tokenizer.model is damaged: " + std::move(what) + " (byte " + std::to_string(offset) + "); fetch it again.", offset};
}

enum class Wire : std::uint8_t { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct Field
{
    std::uint32_t number = 0;
    Wire wire = Wire::Varint;
    std::uint64_t value = 0;      // Varint, Fixed32, Fixed64
    std::string_view bytes;       // Bytes
    std::uint64_t offset = 0;     // of the field's tag in the file
};

// Fields of one message, in order. The message knows where in the file it stands, for errors.
class MessageReader
{
public:
    MessageReader(std::string_view bytes, std::uint64_t offset) : m_bytes(bytes), m_offset(offset) {}

    bool atEnd() const { return m_at == m_bytes.size(); }

    Result<Field> next()
    {
        Field field;
        field.offset = m_offset + m_at;
        const auto tag = varint();
        if (!tag)
            return corrupt("a field has no readable tag", field.offset);
        const std::uint64_t number = *tag >> 3;
        if (number == 0 || number > 0x1FFFFFFF)
            return corrupt("a field has the number " + std::to_string(number), field.offset);
        field.number = static_cast<std::uint32_t>(number);
        field.wire = static_cast<Wire>(*tag & 7);
        switch (field.wire) {
        case Wire::Varint: return withVarint(field);
        case Wire::Fixed64: return withFixed(field, 8);
        case Wire::Fixed32: return withFixed(field, 4);
        case Wire::Bytes: return withBytes(field);
        }
        return corrupt("a field is a group or of an unknown kind", field.offset);
    }

    std::uint64_t offsetOf(std::string_view part) const { return m_offset + static_cast<std::uint64_t>(part.data() - m_bytes.data()); }

private:
    std::size_t remaining() const { return m_bytes.size() - m_at; }

    std::optional<std::uint64_t> varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 70 && remaining() > 0; shift += 7) {
            const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
            if (shift == 63 && byte > 1)
                return std::nullopt;
            value |= std::uint64_t{byte & 0x7Fu} << shift;
            if (byte < 0x80)
                return value;
        }
        return std::nullopt;
    }
    Result<Field> withVarint(Field field)
    {
        const auto value = varint();
        if (!value)
            return corrupt("a number doesn't end", field.offset);
        field.value = *value;
        return field;
    }
    Result<Field> withFixed(Field field, std::size_t size)
    {
        if (size > remaining())
            return corrupt("a field is cut off", field.offset);
        for (std::size_t i = 0; i < size; ++i)
            field.value |= std::uint64_t{static_cast<unsigned char>(m_bytes[m_at + i])} << (8 * i);
        m_at += size;
        return field;
    }
    Result<Field> withBytes(Field field)
    {
        const auto size = varint();
        if (!size || *size > remaining())
            return corrupt("a field is longer than what is left", field.offset);
        field.bytes = m_bytes.substr(m_at, static_cast<std::size_t>(*size));
        m_at += static_cast<std::size_t>(*size);
        return field;
    }

    std::string_view m_bytes;
    std::uint64_t m_offset;
    std::size_t m_at = 0;
};

Error wrongKind(const Field& field)
{
    return corrupt("field " + std::to_string(field.number) + " is of the wrong kind", field.offset);
}

// Calls `take` with every field; it answers false where the field's wire kind is wrong.
template <typename Take>
Result<void> readMessage(std::string_view bytes, std::uint64_t offset, const Take& take)
{
    MessageReader reader(bytes, offset);
    while (!reader.atEnd()) {
        const auto field = reader.next();
        if (!field)
            return field.error();
        if (!take(*field))
            return wrongKind(*field);
    }
    return {};
}

bool takeNumber(const Field& field, std::int32_t& out)
{
    out = static_cast<std::int32_t>(static_cast<std::uint32_t>(field.value));   // negative ones are written with 64 bits
    return field.wire == Wire::Varint && (field.value <= 0x7FFFFFFFu || field.value >= 0xFFFFFFFF80000000u);
}

bool takeFlag(const Field& field, bool& out)
{
    out = field.value != 0;
    return field.wire == Wire::Varint && field.value <= 1;
}

bool takeText(const Field& field, std::string& out)
{
    out = std::string(field.bytes);
    return field.wire == Wire::Bytes;
}

bool takePieceField(const Field& field, SentencePieceFile::Piece& piece)
{
    switch (field.number) {
    case 1: return takeText(field, piece.text);
    case 2: piece.score = std::bit_cast<float>(static_cast<std::uint32_t>(field.value)); return field.wire == Wire::Fixed32;
    case 3: return takeNumber(field, piece.type);
    default: return true;
    }
}

bool takeTrainerField(const Field& field, SentencePieceFile& file, std::int32_t& algorithm)
{
    switch (field.number) {
    case 3: return takeNumber(field, algorithm);
    case 24: return takeFlag(field, file.spaceAsSuffix);
    case 35: return takeFlag(field, file.byteFallback);
    case 40: return takeNumber(field, file.unknown);
    case 41: return takeNumber(field, file.bos);
    case 42: return takeNumber(field, file.eos);
    case 43: return takeNumber(field, file.pad);
    default: return true;
    }
}

bool takeNormaliserField(const Field& field, SentencePieceFile& file)
{
    switch (field.number) {
    case 2: return takeText(field, file.charsmap);
    case 3: return takeFlag(field, file.addDummyPrefix);
    case 4: return takeFlag(field, file.removeExtraSpaces);
    case 5: return takeFlag(field, file.escapeSpaces);
    default: return true;
    }
}

bool isByteName(std::string_view name)
{
    const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F'); };
    return name.size() == 6 && name.starts_with("<0x") && isHex(name[3]) && isHex(name[4]) && name[5] == '>';
}

std::uint32_t wordAt(std::string_view bytes, std::size_t at)
{
    std::uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
        value |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    return value;
}

// A double-array trie and the strings it points to: no unit may lead outside of either.
bool isSafeCharsmap(std::string_view map)
{
    if (map.size() > kCharsmapBytes || map.size() < 4)
        return false;
    const std::size_t trieBytes = wordAt(map, 0);
    if (trieBytes == 0 || trieBytes % 1024 != 0 || trieBytes > map.size() - 4)
        return false;
    const std::string_view strings = map.substr(4 + trieBytes);
    if (strings.empty() || strings.back() != '\0')
        return false;
    const std::size_t units = trieBytes / 4;
    for (std::size_t i = 0; i < units; ++i) {
        const std::uint32_t unit = wordAt(map, 4 + 4 * i);
        if (unit >> 31) {
            if ((unit & 0x7FFFFFFFu) >= strings.size())
                return false;
            continue;
        }
        const std::size_t offset = std::size_t{unit >> 10} << ((unit & 512) >> 6);
        if (((i ^ offset) | 255) >= units)
            return false;
    }
    return true;
}

Result<void> checkPieces(const SentencePieceFile& file)
{
    std::unordered_set<std::string_view> names;
    std::size_t byteNames = 0, unknowns = 0;
    names.reserve(file.pieces.size());
    for (std::size_t i = 0; i < file.pieces.size(); ++i) {
        const auto& [text, score, type] = file.pieces[i];
        const std::string which = "piece " + std::to_string(i);
        if (text.empty() || text.size() > kPieceBytes || !isValidUtf8(text) || text.find('\0') != std::string::npos)
            return corrupt(which + " isn't 1 to 1,024 bytes of text", i);
        if (!names.insert(text).second)
            return corrupt(which + " occurs twice", i);
        if (!std::isfinite(score))
            return corrupt(which + " has no finite score", i);
        if (type < 1 || type > kLastTokenType)
            return corrupt(which + " is of the unknown type " + std::to_string(type), i);
        if (type == static_cast<std::int32_t>(TokenType::Byte) && !isByteName(text))
            return corrupt(which + " is a byte with the wrong name", i);
        byteNames += type == static_cast<std::int32_t>(TokenType::Byte);
        unknowns += type == static_cast<std::int32_t>(TokenType::Unknown);
    }
    if (byteNames != 0 && byteNames != 256)
        return corrupt("it has " + std::to_string(byteNames) + " byte pieces instead of 256 or none", 0);
    if (unknowns > 1)
        return corrupt("it has several pieces for the unknown", 0);
    return {};
}

}  // namespace

Result<void> checkSentencePieceFile(const SentencePieceFile& file)
{
    if (file.pieces.empty() || file.pieces.size() > limits::kVocabulary)
        return corrupt("it has " + std::to_string(file.pieces.size()) + " pieces instead of 1 to 1,000,000", 0);
    if (auto checked = checkPieces(file); !checked)
        return checked.error();
    for (const std::int32_t id : {file.unknown, file.bos, file.eos, file.pad})
        if (id < -1 || id >= static_cast<std::int64_t>(file.pieces.size()))
            return corrupt("the special id " + std::to_string(id) + " lies outside the vocabulary", 0);
    if (!file.charsmap.empty() && !isSafeCharsmap(file.charsmap))
        return corrupt("its normalisation rules point outside themselves", 0);
    return {};
}

Result<SentencePieceFile> parseSentencePieceFile(std::string_view bytes)
{
    if (bytes.size() > kTokenizerFileBytes)
        return Error{ErrorCode::InvalidArgument, "The tokenizer.model is larger than 64 MiB; it is none, or not one that Cairn can use."};
    SentencePieceFile file;
    std::int32_t algorithm = static_cast<std::int32_t>(SentencePieceAlgorithm::Unigram);
    MessageReader reader(bytes, 0);
    while (!reader.atEnd()) {
        const auto field = reader.next();
        if (!field)
            return field.error();
        if (field->number > 3)
            continue;   // self-test data, extensions: not needed
        if (field->wire != Wire::Bytes)
            return wrongKind(*field);
        if (field->number == 1 && file.pieces.size() == limits::kVocabulary)
            return corrupt("it has more than 1,000,000 pieces", field->offset);
        if (field->number == 1)
            file.pieces.emplace_back();
        const auto done = readMessage(field->bytes, reader.offsetOf(field->bytes), [&](const Field& inner) {
            return field->number == 1   ? takePieceField(inner, file.pieces.back())
                   : field->number == 2 ? takeTrainerField(inner, file, algorithm)
                                        : takeNormaliserField(inner, file);
        });
        if (!done)
            return done.error();
    }
    if (algorithm < 1 || algorithm > 4)
        return corrupt("it names the unknown algorithm " + std::to_string(algorithm), 0);
    file.algorithm = static_cast<SentencePieceAlgorithm>(algorithm);
    if (auto checked = checkSentencePieceFile(file); !checked)
        return checked.error();
    return file;
}

}  // namespace cairn
