#include "ui/reader/pdf_text_map.h"

#include "core/types/place_label.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::uint64_t kSmallGap = 4; // units: a hyphen, "\r\n", a space

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// UTF-16 units of UTF-8 bytes [begin, end): one per character, two above the basic plane.
std::uint64_t unitsIn(const std::string& text, std::uint64_t begin, std::uint64_t end)
{
    std::uint64_t units = 0;
    for (std::uint64_t i = begin; i < end && i < text.size(); ++i)
        units += continues(text[i]) ? 0 : static_cast<unsigned char>(text[i]) >= 0xF0 ? 2 : 1;
    return units;
}

// The byte that `units` units after `begin` stand at, at most `end`; always the first of a character.
std::uint64_t byteAfter(const std::string& text, std::uint64_t begin, std::uint64_t end, std::uint64_t units)
{
    std::uint64_t at = begin;
    while (at < end && units > 0) {
        const std::uint64_t wide = static_cast<unsigned char>(text[at]) >= 0xF0 ? 2 : 1;
        if (wide > units)
            break; // between the halves of a pair
        units -= wide;
        do
            ++at;
        while (at < end && continues(text[at]));
    }
    return at;
}

} // namespace

PdfTextMap::Runs::const_iterator PdfTextMap::runAfter(std::uint64_t byte) const
{
    const Runs& runs = m_document->runs;
    return std::partition_point(runs.begin(), runs.end(), [byte](const PositionRun& run) { return run.canonical.end <= byte; });
}

int PdfTextMap::pageOf(std::uint64_t byte) const
{
    return pages() == 0 ? -1 : std::max(0, int(unitNumber(*m_document, byte)) - 1);
}

ByteRange PdfTextMap::textOf(int page) const
{
    return page >= 0 && page < pages() ? m_document->units[std::size_t(page)].text : ByteRange{};
}

std::uint32_t PdfTextMap::unitsOf(int page) const
{
    if (pages() == 0)
        return 0;
    const Runs& runs = m_document->runs;
    const auto after = std::partition_point(runs.begin(), runs.end(), [page](const PositionRun& run) { return int(run.unit) <= page; });
    if (after == runs.begin() || int((after - 1)->unit) != page)
        return 0;
    return std::uint32_t((after - 1)->sourceBegin + (after - 1)->sourceLength);
}

std::optional<PagePlace> PdfTextMap::placeOf(std::uint64_t byte) const
{
    if (pages() == 0 || m_document->runs.empty())
        return std::nullopt;
    const auto run = runAfter(byte);
    const int page = pageOf(byte);
    const bool here = run != m_document->runs.end() && int(run->unit) == page;
    if (!here) { // past the page's last character
        const std::uint32_t end = unitsOf(page);
        return end > 0 ? std::optional(PagePlace{page, end}) : std::nullopt;
    }
    if (byte <= run->canonical.begin || !run->verbatim)
        return PagePlace{page, std::uint32_t(run->sourceBegin)};
    return PagePlace{page, std::uint32_t(run->sourceBegin + unitsIn(m_document->text, run->canonical.begin, byte))};
}

std::optional<std::uint64_t> PdfTextMap::byteOf(PagePlace place) const
{
    if (pages() == 0)
        return std::nullopt;
    const Runs& runs = m_document->runs;
    const auto run = std::partition_point(runs.begin(), runs.end(), [place](const PositionRun& r) {
        return int(r.unit) < place.page || (int(r.unit) == place.page && r.sourceBegin + r.sourceLength <= place.offset);
    });
    if (run != runs.end() && int(run->unit) == place.page) {
        if (place.offset <= run->sourceBegin || !run->verbatim)
            return run->canonical.begin;
        return byteAfter(m_document->text, run->canonical.begin, run->canonical.end, place.offset - run->sourceBegin);
    }
    if (run != runs.begin() && int((run - 1)->unit) == place.page)
        return (run - 1)->canonical.end;
    return std::nullopt;
}

std::vector<PageStretch> PdfTextMap::stretchesOf(ByteRange range) const
{
    std::vector<PageStretch> stretches;
    if (pages() == 0)
        return stretches;
    for (auto run = runAfter(range.begin); run != m_document->runs.end() && run->canonical.begin < range.end; ++run) {
        std::uint64_t begin = run->sourceBegin, end = run->sourceBegin + run->sourceLength;
        if (run->verbatim) {
            const std::string& text = m_document->text;
            if (range.begin > run->canonical.begin)
                begin += unitsIn(text, run->canonical.begin, range.begin);
            if (range.end < run->canonical.end)
                end = run->sourceBegin + unitsIn(text, run->canonical.begin, range.end);
        }
        PageStretch* last = stretches.empty() ? nullptr : &stretches.back();
        if (last && last->page == int(run->unit) && begin <= last->end + kSmallGap)
            last->end = std::uint32_t(end);
        else if (begin < end)
            stretches.push_back({int(run->unit), std::uint32_t(begin), std::uint32_t(end)});
    }
    return stretches;
}

std::vector<PageStretch> PdfTextMap::stretchesOn(int page, ByteRange range) const
{
    const ByteRange text = textOf(page);
    const ByteRange part{std::max(range.begin, text.begin), std::min(range.end, text.end)};
    return part.begin < part.end ? stretchesOf(part) : std::vector<PageStretch>();
}

} // namespace cairn
