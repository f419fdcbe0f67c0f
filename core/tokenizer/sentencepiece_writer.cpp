// serialise() of sentencepiece_file.h: fields in the order of sentencepiece_model.proto.
#include "core/tokenizer/sentencepiece_file.h"

#include <bit>

namespace cairn
{

namespace
{

void putVarint(std::string& out, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        out += static_cast<char>((value & 0x7F) | 0x80);
    out += static_cast<char>(value);
}

void putNumber(std::string& out, std::uint32_t field, std::int64_t value)
{
    putVarint(out, std::uint64_t{field} << 3);
    putVarint(out, static_cast<std::uint64_t>(value));
}

void putBytes(std::string& out, std::uint32_t field, std::string_view bytes)
{
    putVarint(out, (std::uint64_t{field} << 3) | 2);
    putVarint(out, bytes.size());
    out += bytes;
}

void putFloat(std::string& out, std::uint32_t field, float value)
{
    putVarint(out, (std::uint64_t{field} << 3) | 5);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8)
        out += static_cast<char>((bits >> shift) & 0xFF);
}

}  // namespace

std::string serialise(const SentencePieceFile& file)
{
    std::string out;
    for (const auto& piece : file.pieces) {
        std::string message;
        putBytes(message, 1, piece.text);
        putFloat(message, 2, piece.score);
        putNumber(message, 3, piece.type);
        putBytes(out, 1, message);
    }
    std::string trainer;
    putNumber(trainer, 3, static_cast<std::int64_t>(file.algorithm));
    putNumber(trainer, 24, file.spaceAsSuffix);
    putNumber(trainer, 35, file.byteFallback);
    putNumber(trainer, 40, file.unknown);
    putNumber(trainer, 41, file.bos);
    putNumber(trainer, 42, file.eos);
    putNumber(trainer, 43, file.pad);
    putBytes(out, 2, trainer);
    std::string normaliser;
    putBytes(normaliser, 2, file.charsmap);
    putNumber(normaliser, 3, file.addDummyPrefix);
    putNumber(normaliser, 4, file.removeExtraSpaces);
    putNumber(normaliser, 5, file.escapeSpaces);
    putBytes(out, 3, normaliser);
    return out;
}

}  // namespace cairn
