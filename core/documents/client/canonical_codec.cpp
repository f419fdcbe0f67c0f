#include "core/documents/client/canonical_codec.h"

#include "core/formats/byte_reader.h"
#include "core/formats/utf8.h"
#include "core/types/limits.h"

#include <cstring>
#include <string>

namespace cairn
{
namespace
{

constexpr std::uint32_t kMagic = 0x434E5243; // "CRNC"
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kHeaderBytes = 16;
constexpr std::uint64_t kMaxName = 64 * limits::kKiB; // titles, labels, headings, warnings

// Smallest size of an entry: what a count is checked against before anything is reserved.
constexpr std::uint64_t kUnitBytes = 24, kRunBytes = 37, kParagraphBytes = 18, kHeadingBytes = 17, kWarningBytes = 8;

class Writer
{
public:
    template <typename T>
    void number(T value)
    {
        const auto* raw = reinterpret_cast<const std::byte*>(&value);
        m_bytes.insert(m_bytes.end(), raw, raw + sizeof value);
    }
    void text(std::string_view value)
    {
        number<std::uint64_t>(value.size());
        const auto* raw = reinterpret_cast<const std::byte*>(value.data());
        m_bytes.insert(m_bytes.end(), raw, raw + value.size());
    }
    void name(std::string_view value) // cut to what the decoder takes
    {
        text(value.size() <= kMaxName ? value : value.substr(0, validUtf8Prefix(value.substr(0, kMaxName))));
    }
    void reserve(std::size_t n) { m_bytes.reserve(n); }
    std::vector<std::byte> finish()
    {
        const std::uint64_t size = m_bytes.size();
        std::memcpy(m_bytes.data() + 8, &size, sizeof size);
        return std::move(m_bytes);
    }

private:
    std::vector<std::byte> m_bytes;
};

class Decoder
{
public:
    explicit Decoder(std::span<const std::byte> bytes) : m_in(bytes), m_size(bytes.size()) {}

    Result<CanonicalText> decode()
    {
        CanonicalText text;
        if (!header() || !body(text) || !m_in.atEnd())
            return Error{ErrorCode::Corruption, "This file could not be read: the import's result is damaged. Try again.", m_in.offset()};
        if (const Result<void> promises = checkCanonicalText(text); !promises)
            return promises.error();
        return text;
    }

private:
    template <typename T>
    bool number(T& value)
    {
        const auto read = m_in.number<T>();
        if (read)
            value = *read;
        return read.has_value();
    }

    bool header()
    {
        std::uint32_t magic = 0, version = 0;
        std::uint64_t size = 0;
        return number(magic) && magic == kMagic && number(version) && version == kVersion && number(size) && size == m_size;
    }

    bool text(std::string& value, std::uint64_t limit)
    {
        std::uint64_t length = 0;
        if (!number(length) || length > limit)
            return false;
        const auto read = m_in.text(length);
        if (!read || !isValidUtf8(*read))
            return false;
        value = *read;
        return true;
    }

    bool range(ByteRange& value) { return number(value.begin) && number(value.end); }

    template <typename T, typename ReadOne>
    bool list(std::vector<T>& values, std::uint64_t entryBytes, ReadOne readOne)
    {
        std::uint64_t count = 0;
        if (!number(count) || count > m_in.remaining() / entryBytes)
            return false;
        values.resize(count);
        for (T& value : values)
            if (!readOne(value))
                return false;
        return true;
    }

    template <typename T>
    bool choice(T& value, T last)
    {
        std::uint8_t raw = 0;
        if (!number(raw) || raw > std::uint8_t(last))
            return false;
        value = T(raw);
        return true;
    }

    bool body(CanonicalText& text_)
    {
        return choice(text_.format, kLastDocumentFormat) && text(text_.title, kMaxName) && text(text_.author, kMaxName) &&
               text(text_.text, limits::kCanonicalTextBytes) && lists(text_);
    }

    bool lists(CanonicalText& text_)
    {
        return list(text_.units, kUnitBytes, [this](SourceUnit& u) { return text(u.label, kMaxName) && range(u.text); }) &&
               list(text_.runs, kRunBytes, [this](PositionRun& r) { return run(r); }) &&
               list(text_.paragraphs, kParagraphBytes,
                    [this](Paragraph& p) { return range(p.text) && choice(p.kind, ParagraphKind::Caption) && number(p.level); }) &&
               list(text_.outline, kHeadingBytes,
                    [this](Heading& h) { return text(h.text, kMaxName) && number(h.level) && number(h.begin); }) &&
               list(text_.warnings, kWarningBytes, [this](std::string& w) { return text(w, kMaxName); });
    }

    bool run(PositionRun& r)
    {
        std::uint8_t verbatim = 0;
        const bool ok = range(r.canonical) && number(r.unit) && number(r.sourceBegin) && number(r.sourceLength) && number(verbatim);
        r.verbatim = verbatim == 1;
        return ok && verbatim <= 1;
    }

    ByteReader m_in;
    std::uint64_t m_size;
};

Error broken(const char* rule, std::uint64_t at)
{
    return Error{ErrorCode::Corruption,
                 std::string("This file could not be read: the import's result breaks a rule (") + rule + "). Try again.", at};
}

bool onCharacter(const std::string& text, std::uint64_t at)
{
    return at == text.size() || (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80);
}

bool isRange(const std::string& text, const ByteRange& range)
{
    return range.begin <= range.end && range.end <= text.size() && onCharacter(text, range.begin) && onCharacter(text, range.end);
}

Result<void> checkUnits(const CanonicalText& text)
{
    std::uint64_t at = 0;
    for (const SourceUnit& unit : text.units) {
        if (unit.text.begin != at || !isRange(text.text, unit.text))
            return broken("units follow each other", at);
        at = unit.text.end;
    }
    if (at != text.text.size())
        return broken("units cover the text", at);
    return {};
}

Result<void> checkRuns(const CanonicalText& text)
{
    std::uint64_t at = 0, sourceAt = 0;
    std::uint32_t unit = 0;
    for (const PositionRun& run : text.runs) {
        if (!isRange(text.text, run.canonical) || run.canonical.begin < at || run.canonical.size() == 0)
            return broken("runs ascend", run.canonical.begin);
        if (run.unit >= text.units.size() || run.unit < unit)
            return broken("runs name a unit", run.canonical.begin);
        const ByteRange& whole = text.units[run.unit].text;
        if (run.canonical.begin < whole.begin || run.canonical.end > whole.end)
            return broken("runs lie inside their unit", run.canonical.begin);
        sourceAt = run.unit == unit ? sourceAt : 0;
        if (run.sourceBegin < sourceAt || run.sourceLength > limits::kDocumentBytes || run.sourceBegin > limits::kDocumentBytes)
            return broken("runs ascend in their source", run.canonical.begin);
        unit = run.unit;
        at = run.canonical.end;
        sourceAt = run.sourceBegin + run.sourceLength;
    }
    return {};
}

Result<void> checkParagraphs(const CanonicalText& text)
{
    std::uint64_t at = 0;
    for (const Paragraph& paragraph : text.paragraphs) {
        if (!isRange(text.text, paragraph.text) || paragraph.text.begin < at)
            return broken("paragraphs ascend", paragraph.text.begin);
        at = paragraph.text.end;
    }
    at = 0;
    for (const Heading& heading : text.outline) {
        if (!onCharacter(text.text, heading.begin) || heading.begin < at)
            return broken("the outline ascends", heading.begin);
        at = heading.begin;
    }
    return {};
}

} // namespace

std::vector<std::byte> encodeCanonicalText(const CanonicalText& text)
{
    Writer out;
    out.reserve(kHeaderBytes + text.text.size() + text.runs.size() * kRunBytes + text.paragraphs.size() * kParagraphBytes + 4096);
    out.number(kMagic);
    out.number(kVersion);
    out.number<std::uint64_t>(0); // filled in by finish()
    out.number(std::uint8_t(text.format));
    out.name(text.title);
    out.name(text.author);
    out.text(text.text);
    out.number<std::uint64_t>(text.units.size());
    for (const SourceUnit& u : text.units)
        out.name(u.label), out.number(u.text.begin), out.number(u.text.end);
    out.number<std::uint64_t>(text.runs.size());
    for (const PositionRun& r : text.runs) {
        out.number(r.canonical.begin), out.number(r.canonical.end), out.number(r.unit);
        out.number(r.sourceBegin), out.number(r.sourceLength), out.number(std::uint8_t(r.verbatim));
    }
    out.number<std::uint64_t>(text.paragraphs.size());
    for (const Paragraph& p : text.paragraphs)
        out.number(p.text.begin), out.number(p.text.end), out.number(std::uint8_t(p.kind)), out.number(p.level);
    out.number<std::uint64_t>(text.outline.size());
    for (const Heading& h : text.outline)
        out.name(h.text), out.number(h.level), out.number(h.begin);
    out.number<std::uint64_t>(text.warnings.size());
    for (const std::string& w : text.warnings)
        out.name(w);
    return out.finish();
}

Result<CanonicalText> decodeCanonicalText(std::span<const std::byte> bytes)
{
    return Decoder(bytes).decode();
}

Result<void> checkCanonicalText(const CanonicalText& text)
{
    if (!isValidUtf8(text.text) || text.text.find('\0') != std::string::npos || text.text.find('\r') != std::string::npos)
        return broken("the text is UTF-8 without NUL and carriage returns", 0);
    if (const Result<void> units = checkUnits(text); !units)
        return units;
    if (const Result<void> runs = checkRuns(text); !runs)
        return runs;
    return checkParagraphs(text);
}

} // namespace cairn
