#include "core/documents/text/decoded_text.h"

#include "core/documents/text/element_names.h"
#include "core/documents/text/encoding_guess.h"
#include "core/formats/utf8.h"
#include "core/types/ascii.h"
#include "core/types/limits.h"

#include <algorithm>
#include <array>

#include <QByteArray>
#include <QString>
#include <QStringDecoder>

namespace cairn
{

namespace
{

constexpr std::size_t kSampleBytes = 64 * 1024;
constexpr std::uint64_t kLongestPiece = 64;   // bytes of one run that isn't verbatim

// 0x80..0x9F; 0 where Windows-1252 has no character.
constexpr std::array<std::uint16_t, 32> kWindows1252 = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178};

std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

struct Mark
{
    std::string_view bytes;
    std::uint8_t unitBytes;   // 1: UTF-8
    bool bigEndian;
};

// Longer marks first: UTF-32's little-endian one starts with UTF-16's.
constexpr std::array<Mark, 5> kMarks = {{{std::string_view("\xFF\xFE\0\0", 4), 4, false},
                                         {std::string_view("\0\0\xFE\xFF", 4), 4, true},
                                         {"\xEF\xBB\xBF", 1, false},
                                         {"\xFF\xFE", 2, false},
                                         {"\xFE\xFF", 2, true}}};

// UTF-16 without a mark: of Latin text every other byte is zero. 0: no; 2: little, 3: big endian.
int guessUtf16(std::string_view bytes)
{
    const std::string_view sample = bytes.substr(0, std::min(bytes.size(), kSampleBytes) & ~std::size_t{1});
    std::size_t even = 0, odd = 0;
    for (std::size_t i = 0; i < sample.size(); ++i)
        if (sample[i] == 0)
            ++(i % 2 ? odd : even);
    const std::size_t pairs = sample.size() / 2;
    if (pairs < 2)
        return 0;
    if (odd * 10 >= pairs * 7 && even * 20 <= pairs)
        return 2;
    return even * 10 >= pairs * 7 && odd * 20 <= pairs ? 3 : 0;
}

// UTF-8 with a few damaged places rather than another encoding: most bytes above 0x7F form valid sequences.
bool mostlyUtf8(std::string_view text)
{
    std::uint64_t good = 0, bad = 0;
    while (!text.empty()) {
        const std::size_t valid = validUtf8Prefix(text);
        for (const char c : text.substr(0, valid))
            good += static_cast<unsigned char>(c) >= 0xC0 ? 1 : 0;
        bad += valid < text.size() ? 1 : 0;
        text.remove_prefix(std::min(text.size(), valid + 1));
    }
    return bad == 0 || good > 4 * bad;
}

// A page can't name UTF-16 or UTF-32 in ASCII letters and be in it.
bool isWideName(const std::string& name)
{
    return isOneOf(asciiLower(name.substr(0, 6)), {"utf-16", "utf-32", "utf16", "utf32", "ucs-2", "ucs-4"});
}

std::size_t characterBytes(char lead)
{
    const auto c = static_cast<unsigned char>(lead);
    return c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

}  // namespace

bool looksBinary(std::span<const std::byte> bytes)
{
    const std::string_view sample = asText(bytes).substr(0, kSampleBytes);
    for (const Mark& mark : kMarks)
        if (mark.unitBytes > 1 && sample.starts_with(mark.bytes))
            return false;
    if (guessUtf16(sample) != 0)
        return false;
    const auto controls = std::count_if(sample.begin(), sample.end(), [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && !(c >= '\a' && c <= '\r') && c != 0x1B && c != 0x1A) || c == 0x7F;
    });
    return static_cast<std::size_t>(controls) * 20 > sample.size();
}

Result<DecodedText> DecodedText::decode(std::span<const std::byte> bytes, const std::string& declared, const std::string& chosen)
{
    const Error tooMuch{ErrorCode::Unsupported,
                        "The document holds more than 256 MiB of text; split it into parts and open them one by one."};
    DecodedText result;
    std::string_view text = asText(bytes);
    if (!chosen.empty()) {
        if (text.size() > limits::kCanonicalTextBytes * 2)
            return tooMuch;
        if (!result.decodeChosen(bytes, chosen))
            return Error{ErrorCode::InvalidArgument, "The document is no text in " + chosen + ". Choose another encoding."};
        return result;
    }
    std::uint8_t unit = 0;
    bool bigEndian = false;
    for (const Mark& mark : kMarks)
        if (unit == 0 && text.starts_with(mark.bytes)) {
            unit = mark.unitBytes;
            bigEndian = mark.bigEndian;
            result.m_begin = mark.bytes.size();
        }
    if (unit == 0)
        if (const int guess = guessUtf16(text)) {
            unit = 2;
            bigEndian = guess == 3;
        }
    text.remove_prefix(static_cast<std::size_t>(result.m_begin));
    if (text.size() > limits::kCanonicalTextBytes * 2)
        return tooMuch;
    if (unit > 1)
        result.decodeWide(bytes.subspan(static_cast<std::size_t>(result.m_begin)), unit, bigEndian);
    else if (unit == 0 && isIso2022Jp(text) && result.decodeNamed(text, "ISO-2022-JP")) {
        result.m_encoding = "ISO-2022-JP";
        result.m_guessed = true;
    } else if (unit == 1 || isOneOf(asciiLower(declared), {"utf-8", "utf8"}) || isValidUtf8(text))
        result.m_view = text;
    else if (isOneOf(asciiLower(declared), {"iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252", "us-ascii", "ascii"}))
        result.decodeWindows1252(text);
    else if (!declared.empty() && !isWideName(declared) && result.decodeNamed(text, declared))
        result.m_encoding = declared;
    else if (mostlyUtf8(text))
        result.m_view = text;
    else {
        if (!result.decodeGuessed(text))
            result.decodeWindows1252(text);
        result.m_guessed = true;
    }
    return result;
}

void DecodedText::decodeWide(std::span<const std::byte> bytes, std::uint8_t unitBytes, bool bigEndian)
{
    m_copied = true;
    m_unitBytes = unitBytes;
    m_encoding = unitBytes == 2 ? "UTF-16" : "UTF-32";
    m_storage.reserve(bytes.size() / unitBytes);
    const auto unitAt = [&](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < unitBytes; ++i)
            value |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * (bigEndian ? unitBytes - 1 - i : i));
        return value;
    };
    const auto isSurrogate = [](std::uint32_t c, std::uint32_t first) { return c >= first && c < first + 0x400; };
    for (std::size_t at = 0; at + unitBytes <= bytes.size(); at += unitBytes) {
        std::uint32_t c = unitAt(at);
        if (unitBytes == 2 && isSurrogate(c, 0xD800) && at + 4 <= bytes.size() && isSurrogate(unitAt(at + 2), 0xDC00)) {
            c = 0x10000 + ((c - 0xD800) << 10) + (unitAt(at + 2) - 0xDC00);
            at += 2;
        }
        appendUtf8(m_storage, c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF) ? 0xFFFD : c);
    }
}

void DecodedText::decodeWindows1252(std::string_view bytes)
{
    m_copied = true;
    m_unitBytes = 1;
    m_encoding = "Windows-1252";
    m_storage.reserve(bytes.size() + bytes.size() / 8);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        const std::uint32_t special = byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80] : byte;
        appendUtf8(m_storage, special == 0 && byte != 0 ? 0xFFFD : special);
    }
}

// Byte by byte, so that each character is known to end where the decoder gives it out.
bool DecodedText::decodeNamed(std::string_view bytes, const std::string& name)
{
    QStringDecoder decoder(name.c_str());
    if (!decoder.isValid())
        return false;
    std::string text;
    std::uint8_t pending = 0;
    char16_t high = 0;
    for (const char& c : bytes) {
        ++pending;
        const QString out = decoder.decode(QByteArrayView(&c, 1));
        for (const QChar unit : out) {
            if (unit.isHighSurrogate()) {
                high = unit.unicode();
                continue;
            }
            const bool pair = high != 0 && unit.isLowSurrogate();
            appendUtf8(text, pair ? QChar::surrogateToUcs4(high, unit.unicode()) : unit.isSurrogate() ? 0xFFFDu : unit.unicode());
            high = 0;
            m_widths.push_back(pending);
            pending = 0;
        }
        if (pending > 64)   // a decoder that swallows everything
            return m_widths.clear(), false;
    }
    m_storage = std::move(text);
    m_copied = true;
    return true;
}

bool DecodedText::decodeGuessed(std::string_view bytes)
{
    const EncodingGuess guess = guessEncoding(bytes);
    if (!*guess.name || !decodeNamed(bytes, guess.name))
        return false;
    m_encoding = guess.name;
    return true;
}

// Only a mark of this very encoding is left out.
bool DecodedText::decodeChosen(std::span<const std::byte> bytes, const std::string& name)
{
    const bool wide = isWideName(name), bigEndian = asciiLower(name) == "utf-16be", narrow = asciiLower(name) == "utf-8";
    for (const Mark& mark : kMarks) {
        const bool itsOwn = wide ? mark.unitBytes == 2 && mark.bigEndian == bigEndian : narrow && mark.unitBytes == 1;
        if (itsOwn && asText(bytes).starts_with(mark.bytes))
            m_begin = mark.bytes.size();
    }
    const auto rest = bytes.subspan(static_cast<std::size_t>(m_begin));
    bool decoded = true;
    if (wide)
        decodeWide(rest, 2, bigEndian);
    else if (narrow)
        m_view = asText(rest);
    else if (asciiLower(name) == "windows-1252")
        decodeWindows1252(asText(rest));
    else
        decoded = decodeNamed(asText(rest), name);
    m_encoding = name;
    m_chosen = true;
    return decoded;
}

// Walks the characters of text() once, in step with their bytes in the file.
class DecodedText::Walker
{
public:
    explicit Walker(const DecodedText& decoded) : m_decoded(decoded), m_text(decoded.text()), m_file(decoded.m_begin) {}

    // Moves to the character that starts at `offset` or, inside one, to the next.
    std::uint64_t moveTo(std::uint64_t offset)
    {
        while (m_offset < offset && m_offset < m_text.size())
            step();
        return m_file;
    }

private:
    void step()
    {
        const std::size_t bytes = characterBytes(m_text[m_offset]);
        if (m_decoded.m_unitBytes == 0)
            m_file += m_decoded.m_widths[m_index++];
        else
            m_file += m_decoded.m_unitBytes == 2 && bytes == 4 ? 4u : m_decoded.m_unitBytes;
        m_offset += bytes;
    }

    const DecodedText& m_decoded;
    std::string_view m_text;
    std::size_t m_offset = 0;
    std::size_t m_index = 0;
    std::uint64_t m_file;
};

std::vector<PositionRun> DecodedText::toFileOffsets(std::vector<PositionRun> runs) const
{
    if (!m_copied) {
        for (PositionRun& run : runs)
            run.sourceBegin += m_begin;
        return runs;
    }
    const std::string_view source = text();
    const auto sameBytes = [&](char c) { return static_cast<unsigned char>(c) < 0x80 && m_unitBytes <= 1; };
    std::vector<PositionRun> result;
    Walker walker(*this);
    for (const PositionRun& run : runs) {
        const std::uint64_t end = run.sourceBegin + run.sourceLength;
        if (!run.verbatim) {
            const std::uint64_t begin = walker.moveTo(run.sourceBegin);
            result.push_back({run.canonical, run.unit, begin, walker.moveTo(end) - begin, false});
            continue;
        }
        for (std::uint64_t at = run.sourceBegin; at < end;) {
            const bool same = sameBytes(source[at]);
            std::uint64_t next = at + characterBytes(source[at]);
            while (next < end && sameBytes(source[next]) == same && (same || (next - at < kLongestPiece && source[next - 1] != ' ')))
                next += characterBytes(source[next]);
            const std::uint64_t begin = walker.moveTo(at);
            const std::uint64_t length = walker.moveTo(next) - begin;
            const std::uint64_t canonical = run.canonical.begin + (at - run.sourceBegin);
            result.push_back({{canonical, canonical + (next - at)}, run.unit, begin, length, same && length == next - at});
            at = next;
        }
    }
    return result;
}

}  // namespace cairn
