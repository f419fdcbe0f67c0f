#include "core/answering/sweep_parts.h"

#include "core/answering/support.h"
#include "core/types/ascii.h"

#include <algorithm>
#include <array>
#include <map>

namespace cairn
{

namespace
{

constexpr std::uint32_t kStretchBlocks = 64;     // of text without chapters
constexpr std::uint32_t kLongChapterBlocks = 128;
constexpr std::uint64_t kLongestFrontMatter = 1000;   // bytes

struct Chapter
{
    std::string title;
    std::uint32_t begin = 0;
    std::uint64_t at = 0;            // of its heading in the text
};

// Where the chapter's own text begins to be more than half of a block.
std::uint32_t blockOfHeading(const StreamMap& map, std::uint32_t document, const Heading& heading)
{
    const std::vector<BlockId> blocks = map.blocksOf({document, {heading.begin, heading.begin + 1}});
    if (blocks.empty())
        return map.firstBlockOf(document).value;
    std::uint64_t before = 0, after = 0;
    for (const DocumentPlace& place : map.placesOf(blocks.front())) {
        if (place.document == document) {
            before += std::clamp(heading.begin, place.range.begin, place.range.end) - place.range.begin;
            after += place.range.end - std::clamp(heading.begin, place.range.begin, place.range.end);
        }
    }
    return blocks.front().value + (before > after ? 1 : 0);
}

// Headings down to `level` in the blocks [begin, end); of several in one block the last names it.
std::vector<Chapter> chaptersDownTo(std::uint8_t level, const StreamMap& map, std::uint32_t document, const CanonicalText& text,
                                    std::uint32_t begin, std::uint32_t end)
{
    std::vector<Chapter> chapters = {{text.title, begin, 0}};
    for (const Heading& heading : text.outline) {
        const std::uint32_t block = heading.level <= level ? blockOfHeading(map, document, heading) : end;
        if (block >= end || block < chapters.back().begin)
            continue;
        if (block == chapters.back().begin) {
            chapters.back().title = heading.text;
            chapters.back().at = heading.begin;
        } else {
            chapters.push_back({heading.text, block, heading.begin});
        }
    }
    return chapters;
}

// "Author: Jane Austen": a short label and what it says, in one line.
bool isLabelled(std::string_view line)
{
    constexpr std::size_t kLongestLabel = 30, kLongestLine = 160;
    const auto colon = line.find(':');
    return colon != line.npos && colon > 0 && colon <= kLongestLabel && line.size() <= kLongestLine &&
           line.substr(colon + 1).starts_with(' ');
}

// What stands before the first chapter is no chapter of its own where it only says which book this is: titles and labelled lines.
bool isFrontMatter(const CanonicalText& text, std::uint64_t end)
{
    const auto isTitle = [&](std::string_view line) {
        return line == text.title || std::any_of(text.outline.begin(), text.outline.end(),
                                                 [&](const Heading& one) { return one.begin < end && one.text == line; });
    };
    for (std::string_view rest = std::string_view(text.text).substr(0, end); !rest.empty();) {
        const auto newline = rest.find('\n');
        const std::string_view line = rest.substr(0, newline);
        rest = newline == rest.npos ? std::string_view() : rest.substr(newline + 1);
        if (!line.empty() && !isTitle(line) && !isLabelled(line))
            return false;
    }
    return true;
}

void joinFrontMatter(const CanonicalText& text, std::vector<Chapter>& chapters)
{
    if (chapters.size() < 2 || chapters[1].at > kLongestFrontMatter || !isFrontMatter(text, chapters[1].at))
        return;
    chapters[1].begin = chapters[0].begin;
    chapters.erase(chapters.begin());
}

std::vector<Chapter> chaptersOf(const StreamMap& map, std::uint32_t document, const CanonicalText& text, std::uint32_t begin,
                                std::uint32_t end)
{
    constexpr std::uint8_t kLevels = 6;
    std::vector<Chapter> chapters;
    for (std::uint8_t level = 1; level <= kLevels; ++level) {
        chapters = chaptersDownTo(level, map, document, text, begin, end);
        if (chapters.size() > 2 && (end - begin) / chapters.size() <= kLongChapterBlocks)   // a title alone is no chapter
            break;
    }
    joinFrontMatter(text, chapters);
    return chapters;
}

// What electronic books say of their making, under headings of its own: nobody asks a chapter for that.
bool isOfMaking(const Chapter& chapter)
{
    constexpr auto kTitles = std::to_array<std::string_view>(
        {"imprint", "colophon", "uncopyright", "copyright", "copyright page", "titlepage", "title page", "contents", "table of contents"});
    return std::find(kTitles.begin(), kTitles.end(), asciiLower(chapter.title)) != kTitles.end();
}

// One part, or several stretches of equal length where it is too long to be asked at once.
void addParts(const Chapter& chapter, std::uint32_t end, bool whole, std::vector<SweepPart>& parts)
{
    const std::uint32_t size = end - chapter.begin, most = whole ? kStretchBlocks : kLongChapterBlocks;
    const std::uint32_t count = size <= most ? 1 : (size + kStretchBlocks - 1) / kStretchBlocks;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::string number = count == 1 ? std::string() : " (" + std::to_string(i + 1) + "/" + std::to_string(count) + ")";
        const BlockId from(chapter.begin + size * i / count), to(chapter.begin + size * (i + 1) / count);
        parts.push_back({chapter.title + number, from, to});
    }
}

// One past the blocks of a document that are not the next one's.
std::uint32_t blocksEnd(const StreamMap& map, std::uint32_t document)
{
    for (++document; document < map.documents(); ++document) {
        if (map.holds(document))
            return map.firstBlockOf(document).value;
    }
    return map.pieces();
}

bool isInside(BlockId block, const SweepPart& part)
{
    return block.value >= part.begin.value && block.value < part.end.value;
}

}  // namespace

std::vector<SweepPart> sweepParts(const StreamMap& map, std::span<const CanonicalText* const> documents, std::uint32_t reach)
{
    std::vector<SweepPart> parts;
    const std::uint32_t pieces = std::min(reach, map.pieces());
    for (std::uint32_t document = 0; document < documents.size() && document < map.documents(); ++document) {
        const std::uint32_t begin = document == 0 ? 0 : map.firstBlockOf(document).value;
        const std::uint32_t end = std::min(pieces, blocksEnd(map, document));
        if (!map.holds(document) || begin >= end)
            continue;
        const std::vector<Chapter> chapters = chaptersOf(map, document, *documents[document], begin, end);
        const bool hasOthers = !std::all_of(chapters.begin(), chapters.end(), isOfMaking);
        for (std::size_t i = 0; i < chapters.size(); ++i) {
            if (!hasOthers || !isOfMaking(chapters[i]))
                addParts(chapters[i], i + 1 < chapters.size() ? chapters[i + 1].begin : end, chapters.size() == 1, parts);
        }
    }
    return parts;
}

AskOptions optionsFor(const SweepPart& part, const StreamMap& map, AskOptions options)
{
    auto& barred = options.controls.barred;   // chosen by hand so far
    std::erase_if(barred, [&](BlockId block) { return !isInside(block, part); });
    for (std::uint32_t block = 0; block < part.begin.value; ++block)
        barred.emplace_back(block);
    std::sort(barred.begin(), barred.end());
    if (part.end.value < map.pieces())
        options.until = options.until ? std::min(*options.until, part.end) : part.end;
    std::erase_if(options.controls.pinned, [&](BlockId block) { return !isInside(block, part); });
    return options;
}

Answer combineParts(const std::string& question, std::span<const PartAnswer> parts)
{
    Answer combined;
    combined.question = question;
    std::vector<std::string> texts, titles;
    std::map<std::string, std::size_t> lines;   // by text
    for (const PartAnswer& part : parts) {
        combined.strategy = part.answer.strategy;
        combined.coverage.consulted += part.answer.coverage.consulted;
        combined.coverage.opened += part.answer.coverage.opened;
        combined.coverage.total = std::max(combined.coverage.total, part.answer.coverage.total);
        if (!part.answer.found)
            continue;
        const auto [line, isNew] = lines.emplace(part.answer.text, texts.size());
        if (isNew) {
            texts.push_back(part.answer.text);
            titles.emplace_back();
        }
        std::string& title = titles[line->second];
        title += (title.empty() ? "" : "; ") + part.part.title;
    }
    combined.coverage.total = std::max(combined.coverage.total, combined.coverage.opened);   // one more with the open block at the end
    combined.found = !texts.empty();
    std::vector<ByteRange> ranges;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        combined.text += i == 0 ? "" : "\n";
        ranges.push_back({combined.text.size(), combined.text.size() + texts[i].size()});
        combined.text += texts[i] + (titles[i].find('(') == titles[i].npos ? " (" + titles[i] + ")" : " \u2013 " + titles[i]);
    }
    for (const PartAnswer& part : parts) {
        for (Citation citation : part.answer.citations) {
            if (!part.answer.found)
                continue;
            citation.answerRange = ranges[lines.at(part.answer.text)];
            combined.citations.push_back(std::move(citation));
        }
    }
    if (!combined.found)
        combined.text = kNotFoundText;
    return combined;
}

}  // namespace cairn
