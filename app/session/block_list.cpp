#include "app/session/block_list.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace cairn
{
namespace
{

struct Page
{
    std::uint32_t document = 0;
    ByteRange text;
};

std::optional<Page> findPage(std::string_view label, std::span<const CanonicalText> documents)
{
    for (std::uint32_t document = 0; document < documents.size(); ++document) {
        for (const SourceUnit& unit : documents[document].units) {
            if (documents[document].format == DocumentFormat::Pdf && unit.label == label)
                return Page{document, unit.text};
        }
    }
    return std::nullopt;
}

Error invalid(std::string_view part, const std::string& why)
{
    return {ErrorCode::InvalidArgument, "'" + std::string(part) + "' " + why + " Blocks are named like 12,40-44 and pages like p61-p70."};
}

// "12" or "p61" as first and last block.
Result<std::pair<std::uint32_t, std::uint32_t>> blocksNamed(std::string_view word, const DocumentStream& stream,
                                                            std::span<const CanonicalText> documents)
{
    if (word.starts_with('p')) {
        const auto page = findPage(word.substr(1), documents);
        if (!page)
            return invalid(word, "is no page of this session.");
        const auto blocks = stream.blocksOf({page->document, page->text});
        if (blocks.empty())
            return invalid(word, "holds no text.");
        return std::pair{blocks.front().value, blocks.back().value};
    }
    std::uint32_t number = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (code != std::errc{} || end != word.data() + word.size())
        return invalid(word, "is no block.");
    if (number >= stream.blocks())
        return invalid(word, "is past the last block, " + std::to_string(stream.blocks()) + " - 1.");
    return std::pair{number, number};
}

}  // namespace

Result<std::vector<BlockId>> parseBlockList(std::string_view list, const DocumentStream& stream, std::span<const CanonicalText> documents)
{
    std::vector<BlockId> blocks;
    while (!list.empty()) {
        const auto comma = list.find(',');
        const std::string_view part = list.substr(0, comma);
        list = comma == list.npos ? std::string_view() : list.substr(comma + 1);
        const auto dash = part.find('-');
        const auto first = blocksNamed(part.substr(0, dash), stream, documents);
        if (!first)
            return first.error();
        const auto last = dash == part.npos ? first : blocksNamed(part.substr(dash + 1), stream, documents);
        if (!last)
            return last.error();
        if (last->second < first->first)
            return invalid(part, "runs backwards.");
        for (std::uint32_t block = first->first; block <= last->second; ++block)
            blocks.push_back(BlockId{block});
    }
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    return blocks;
}

std::vector<BlockId> allOthers(const DocumentStream& stream, std::span<const BlockId> blocks)
{
    std::vector<BlockId> others;
    for (std::uint32_t block = 0; block < stream.blocks(); ++block) {
        if (!std::binary_search(blocks.begin(), blocks.end(), BlockId{block}))
            others.push_back(BlockId{block});
    }
    return others;
}

Result<BlockId> blockOfPage(std::string_view label, const DocumentStream& stream, std::span<const CanonicalText> documents)
{
    const auto page = findPage(label, documents);
    if (!page)
        return invalid(label, "is no page of this session.");
    const auto blocks = stream.blocksOf({page->document, page->text});
    return blocks.empty() ? Result<BlockId>(invalid(label, "holds no text.")) : Result<BlockId>(blocks.front());
}

}  // namespace cairn
