#include "core/documents/html/mime_bytes.h"

#include "core/types/ascii.h"

#include <algorithm>
#include <cstdint>

namespace cairn
{

namespace
{

constexpr std::size_t kPiece = 60;   // bytes of a run that isn't verbatim

int base64Value(char c)
{
    if (isAsciiCapital(c))
        return c - 'A';
    if (isAsciiLetter(c))
        return c - 'a' + 26;
    if (isAsciiDigit(c))
        return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

}  // namespace

int hexByte(std::string_view digits)
{
    int value = 0;
    for (const char c : digits.substr(0, 2)) {
        const char lower = asciiLower(c);
        if (!isAsciiDigit(c) && (lower < 'a' || lower > 'f'))
            return -1;
        value = value * 16 + (isAsciiDigit(c) ? c - '0' : lower - 'a' + 10);
    }
    return digits.size() < 2 ? -1 : value;
}

// One that goes on with the last one's makes no new stretch.
void MimeBytes::add(std::string_view text, Stretch stretch)
{
    if (text.empty())
        return;
    stretch.begin = bytes.size();
    const bool goesOn = !m_stretches.empty() && m_stretches.back().wide == stretch.wide && m_stretches.back().narrow == stretch.narrow &&
                        fileAt(bytes.size(), m_stretches.size() - 1) == stretch.file &&
                        (bytes.size() - m_stretches.back().begin) % stretch.narrow == 0;
    if (!goesOn)
        m_stretches.push_back(stretch);
    bytes += text;
}

void MimeBytes::quotedPrintable(std::string_view file, std::size_t begin, std::size_t end)
{
    std::size_t done = begin;
    for (std::size_t at = file.find('=', begin); at < end; at = file.find('=', at)) {
        std::size_t behind = at + 1;
        while (behind < end && (file[behind] == ' ' || file[behind] == '\t' || file[behind] == '\r'))
            ++behind;
        const bool isSoft = behind < end && file[behind] == '\n';   // the line goes on in the next one
        const int value = isSoft ? -1 : hexByte(file.substr(at + 1, std::min<std::size_t>(end - at - 1, 2)));
        if (!isSoft && value < 0) {
            ++at;
            continue;
        }
        add(file.substr(done, at - done), {0, done, 1, 1});
        const char byte = static_cast<char>(value);
        if (!isSoft)
            add(std::string_view(&byte, 1), {0, at, 3, 1});
        done = at = isSoft ? behind + 1 : at + 3;
    }
    add(file.substr(done, end - done), {0, done, 1, 1});
}

void MimeBytes::base64(std::string_view file, std::size_t begin, std::size_t end)
{
    std::uint32_t group = 0;
    unsigned signs = 0;
    std::size_t first = begin;
    const auto write = [&] {
        std::string three;
        for (unsigned i = 0; i + 1 < signs; ++i)
            three += static_cast<char>(group << (4 - signs) * 6 >> (16 - 8 * i));
        add(three, {0, first, 4, 3});
        group = 0;
        signs = 0;
    };
    for (std::size_t at = begin; at < end; ++at) {
        const int value = base64Value(file[at]);
        if (value < 0 && file[at] == '=' && signs > 0)
            write();
        if (value < 0)
            continue;
        first = signs == 0 ? at : first;
        group = group << 6 | static_cast<std::uint32_t>(value);
        if (++signs == 4)
            write();
    }
    write();
}

std::size_t MimeBytes::stretchAt(std::size_t offset) const
{
    const auto next = std::upper_bound(m_stretches.begin(), m_stretches.end(), offset,
                                       [](std::size_t at, const Stretch& stretch) { return at < stretch.begin; });
    return static_cast<std::size_t>(next - m_stretches.begin()) - 1;
}

std::size_t MimeBytes::fileAt(std::size_t offset, std::size_t stretch) const
{
    const Stretch& of = m_stretches[stretch];
    return of.file + (offset - of.begin) * of.wide / of.narrow;
}

std::vector<PositionRun> MimeBytes::toFileOffsets(const std::vector<PositionRun>& runs, std::string_view text) const
{
    std::vector<PositionRun> result;
    for (const PositionRun& run : runs) {
        const std::size_t end = run.sourceBegin + run.sourceLength;
        for (std::size_t at = run.sourceBegin; at < end;) {
            std::size_t stretch = stretchAt(at), next = end;
            const auto canonicalAt = [&](std::size_t offset) { return run.canonical.begin + (offset - run.sourceBegin); };
            const auto isInside = [&](std::size_t offset) { return offset < end && isContinuation(text[canonicalAt(offset)]); };
            bool isSame = run.verbatim && m_stretches[stretch].wide == 1;
            if (run.verbatim && stretch + 1 < m_stretches.size())
                next = std::min(end, m_stretches[stretch + 1].begin);
            if (run.verbatim && !isSame)
                next = std::min(next, at + kPiece);
            if (isInside(next)) {   // a character is in parts
                while (isInside(next))
                    ++next;
                isSame = isSame && stretchAt(next - 1) == stretch;
            }
            const std::size_t last = stretchAt(next - 1);
            const std::size_t begin = fileAt(at, stretch);
            const std::size_t fileEnd = std::max(fileAt(next, last), begin + 1);
            const ByteRange canonical = run.verbatim ? ByteRange{canonicalAt(at), canonicalAt(next)} : run.canonical;
            result.push_back({canonical, run.unit, begin, fileEnd - begin, isSame});
            at = next;
        }
    }
    return result;
}

MimeBytes mimeBytes(std::string_view file, std::size_t begin, std::size_t end, std::string_view encoding)
{
    MimeBytes result;
    file = file.substr(0, end);
    if (encoding == "quoted-printable")
        result.quotedPrintable(file, begin, end);
    else if (encoding == "base64")
        result.base64(file, begin, end);
    else
        result.add(file.substr(begin), {0, begin, 1, 1});
    return result;
}

}  // namespace cairn
