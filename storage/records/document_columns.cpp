#include "storage/records/document_columns.h"

#include "storage/bytes/packed.h"

#include <algorithm>
#include <string_view>

namespace cairn
{

namespace
{

Error damaged()
{
    return {ErrorCode::Corruption, "The stored text of a document is damaged. Import the file again."};
}

// Ranges ascend nearly always: distances are small numbers. A step back is carried by wrap-around.
void packRange(Packer& out, const ByteRange& range, std::uint64_t& last)
{
    out.varint(range.begin - last);
    out.varint(range.end - range.begin);
    last = range.end;
}

ByteRange unpackRange(Unpacker& in, std::uint64_t& last)
{
    ByteRange range;
    range.begin = last + in.varint();
    range.end = range.begin + in.varint();
    last = range.end;
    return range;
}

template <typename Item, typename Write>
std::vector<std::byte> packList(const std::vector<Item>& items, Write write)
{
    Packer out;
    out.varint(items.size());
    for (const Item& item : items)
        write(out, item);
    return out.take();
}

// `leastBytes`: of the smallest item, so that a count can't ask for much more than is there.
template <typename Item, typename Read>
Result<std::vector<Item>> unpackList(std::span<const std::byte> bytes, std::size_t leastBytes, Read read)
{
    Unpacker in(bytes);
    std::vector<Item> items(in.count(leastBytes));
    for (Item& item : items)
        read(in, item);
    if (!bytes.empty() && !in.done())
        return damaged();
    return items;
}

std::vector<std::byte> packUnits(const std::vector<SourceUnit>& units)
{
    return packList(units, [last = std::uint64_t{0}](Packer& out, const SourceUnit& unit) mutable {
        out.text(unit.label);
        packRange(out, unit.text, last);
    });
}

Result<std::vector<SourceUnit>> unpackUnits(std::span<const std::byte> bytes)
{
    return unpackList<SourceUnit>(bytes, 3, [last = std::uint64_t{0}](Unpacker& in, SourceUnit& unit) mutable {
        unit.label = in.text();
        unit.text = unpackRange(in, last);
    });
}

std::vector<std::byte> packRuns(const std::vector<PositionRun>& runs)
{
    return packList(runs, [last = std::uint64_t{0}, source = std::uint64_t{0}](Packer& out, const PositionRun& run) mutable {
        packRange(out, run.canonical, last);
        out.varint(std::uint64_t{run.unit} << 1 | (run.verbatim ? 1 : 0));
        out.varint(run.sourceBegin - source);
        out.varint(run.sourceLength);
        source = run.sourceBegin;
    });
}

Result<std::vector<PositionRun>> unpackRuns(std::span<const std::byte> bytes)
{
    return unpackList<PositionRun>(bytes, 5, [last = std::uint64_t{0}, source = std::uint64_t{0}](Unpacker& in, PositionRun& run) mutable {
        run.canonical = unpackRange(in, last);
        const std::uint64_t unit = in.varint();
        run.unit = static_cast<std::uint32_t>(unit >> 1);
        run.verbatim = (unit & 1) != 0;
        run.sourceBegin = source + in.varint();
        run.sourceLength = in.varint();
        source = run.sourceBegin;
    });
}

std::vector<std::byte> packParagraphs(const std::vector<Paragraph>& paragraphs)
{
    return packList(paragraphs, [last = std::uint64_t{0}](Packer& out, const Paragraph& paragraph) mutable {
        packRange(out, paragraph.text, last);
        out.number(static_cast<std::uint8_t>(paragraph.kind));
        out.number(paragraph.level);
    });
}

std::vector<std::byte> packOutline(const std::vector<Heading>& outline)
{
    return packList(outline, [](Packer& out, const Heading& heading) {
        out.text(heading.text);
        out.number(heading.level);
        out.varint(heading.begin);
    });
}

Result<std::vector<Heading>> unpackOutline(std::span<const std::byte> bytes)
{
    return unpackList<Heading>(bytes, 3, [](Unpacker& in, Heading& heading) {
        heading.text = in.text();
        heading.level = in.number<std::uint8_t>();
        heading.begin = in.varint();
    });
}

// Loads a column into `out` through `unpack`.
template <typename Items, typename Unpack, typename Load>
Result<void> fill(Items& out, const Load& load, DocumentColumn column, Unpack unpack)
{
    const auto bytes = load(column);
    if (!bytes)
        return bytes.error();
    auto items = unpack(std::span<const std::byte>(*bytes));
    if (!items)
        return items.error();
    out = std::move(*items);
    return {};
}

Result<std::string> unpackText(std::span<const std::byte> bytes)
{
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Result<std::vector<std::string>> unpackWarnings(std::span<const std::byte> bytes)
{
    return unpackList<std::string>(bytes, 1, [](Unpacker& in, std::string& warning) { warning = in.text(); });
}

}  // namespace

bool isConsistent(const CanonicalText& document)
{
    const std::uint64_t size = document.text.size();
    const auto inside = [size](const ByteRange& range) { return range.begin <= range.end && range.end <= size; };
    return std::all_of(document.units.begin(), document.units.end(), [&](const SourceUnit& unit) { return inside(unit.text); })
        && std::all_of(document.runs.begin(), document.runs.end(),
                       [&](const PositionRun& run) { return inside(run.canonical) && run.unit < document.units.size(); })
        && std::all_of(document.paragraphs.begin(), document.paragraphs.end(),
                       [&](const Paragraph& p) { return inside(p.text) && p.kind <= ParagraphKind::Caption; })
        && std::all_of(document.outline.begin(), document.outline.end(), [&](const Heading& heading) { return heading.begin <= size; });
}

std::vector<Column> packDocument(const CanonicalText& document)
{
    const auto text = std::as_bytes(std::span(document.text));
    const auto number = [](DocumentColumn column) { return static_cast<std::uint8_t>(column); };
    return {
        {number(DocumentColumn::Text), {text.begin(), text.end()}},
        {number(DocumentColumn::Units), packUnits(document.units)},
        {number(DocumentColumn::Runs), packRuns(document.runs)},
        {number(DocumentColumn::Paragraphs), packParagraphs(document.paragraphs)},
        {number(DocumentColumn::Outline), packOutline(document.outline)},
        {number(DocumentColumn::Warnings),
         packList(document.warnings, [](Packer& out, const std::string& warning) { out.text(warning); })},
    };
}

Result<std::vector<Paragraph>> unpackParagraphs(std::span<const std::byte> bytes)
{
    return unpackList<Paragraph>(bytes, 4, [last = std::uint64_t{0}](Unpacker& in, Paragraph& paragraph) mutable {
        paragraph.text = unpackRange(in, last);
        paragraph.kind = static_cast<ParagraphKind>(in.number<std::uint8_t>());
        paragraph.level = in.number<std::uint8_t>();
    });
}

Result<CanonicalText> unpackDocument(const DocumentLoader& load)
{
    CanonicalText document;
    if (auto done = fill(document.text, load, DocumentColumn::Text, unpackText); !done)
        return done.error();
    if (auto done = fill(document.units, load, DocumentColumn::Units, unpackUnits); !done)
        return done.error();
    if (auto done = fill(document.runs, load, DocumentColumn::Runs, unpackRuns); !done)
        return done.error();
    if (auto done = fill(document.paragraphs, load, DocumentColumn::Paragraphs, unpackParagraphs); !done)
        return done.error();
    if (auto done = fill(document.outline, load, DocumentColumn::Outline, unpackOutline); !done)
        return done.error();
    if (auto done = fill(document.warnings, load, DocumentColumn::Warnings, unpackWarnings); !done)
        return done.error();
    if (!isConsistent(document))
        return damaged();
    return document;
}

std::size_t characterBytes(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
    const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
    const unsigned first = byte(0), second = byte(1);
    if (first > 0 && first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0 && follows(1))
        return 2;
    if ((first & 0xF0) == 0xE0 && follows(1) && follows(2) && (first != 0xE0 || second >= 0xA0) && (first != 0xED || second < 0xA0))
        return 3;
    const bool inRange = (first != 0xF0 || second >= 0x90) && (first != 0xF4 || second < 0x90);
    return first >= 0xF0 && first <= 0xF4 && follows(1) && follows(2) && follows(3) && inRange ? 4 : 0;
}

namespace
{

void blankWhatIsNoText(std::string& text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t bytes = characterBytes(text, at);
        if (bytes == 0)
            text[at] = ' ';
        at += std::max<std::size_t>(bytes, 1);
    }
}

std::vector<Paragraph> paragraphsByEmptyLines(std::string_view text)
{
    std::vector<Paragraph> paragraphs;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find("\n\n", begin), text.size());
        if (end > begin)
            paragraphs.push_back({{begin, end}, ParagraphKind::Text, 0});
        begin = end + 2;
    }
    return paragraphs;
}

}  // namespace

CanonicalText rescueDocument(std::span<const std::byte> text, const DocumentLoader& load)
{
    const auto column = [&](DocumentColumn wanted) -> Result<std::vector<std::byte>> {
        return wanted == DocumentColumn::Text ? std::vector<std::byte>(text.begin(), text.end()) : load(wanted);
    };
    auto whole = unpackDocument(column);   // with all of its maps
    CanonicalText document = whole ? std::move(*whole) : CanonicalText{};
    document.text.assign(reinterpret_cast<const char*>(text.data()), text.size());
    blankWhatIsNoText(document.text);
    if (document.units.empty()) {
        document.units = {{"", {0, text.size()}}};
        document.paragraphs = paragraphsByEmptyLines(document.text);
    }
    return document;
}

}  // namespace cairn
