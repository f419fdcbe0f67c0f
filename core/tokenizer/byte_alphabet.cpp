#include "core/tokenizer/byte_alphabet.h"

#include "core/formats/utf8.h"
#include "core/tokenizer/code_point.h"

namespace cairn
{

namespace
{

constexpr char32_t kAlphabetEnd = 0x100 + 68;   // 188 bytes stand for themselves, 68 are moved

bool standsForItself(unsigned byte)
{
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

std::array<char32_t, 256> makeAlphabet()
{
    std::array<char32_t, 256> alphabet{};
    char32_t next = 0x100;
    for (unsigned byte = 0; byte < 256; ++byte)
        alphabet[byte] = standsForItself(byte) ? byte : next++;
    return alphabet;
}

}  // namespace

const std::array<char32_t, 256>& byteAlphabet()
{
    static const std::array<char32_t, 256> alphabet = makeAlphabet();
    return alphabet;
}

std::optional<std::string> bytesOfTokenName(std::string_view name)
{
    static const std::array<int, kAlphabetEnd> byteOf = [] {
        std::array<int, kAlphabetEnd> bytes{};
        bytes.fill(-1);
        for (int byte = 0; byte < 256; ++byte)
            bytes[byteAlphabet()[static_cast<std::size_t>(byte)]] = byte;
        return bytes;
    }();
    std::string bytes;
    for (std::size_t at = 0; at < name.size();) {
        const CodePoint c = codePointAt(name, at);
        if (c.value >= kAlphabetEnd || byteOf[c.value] < 0)
            return std::nullopt;
        bytes += static_cast<char>(byteOf[c.value]);
        at += c.length;
    }
    return bytes;
}

std::string tokenNameOfBytes(std::string_view bytes)
{
    std::string name;
    for (const char byte : bytes)
        appendUtf8(name, byteAlphabet()[static_cast<unsigned char>(byte)]);
    return name;
}

}  // namespace cairn
