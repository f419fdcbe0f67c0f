#include "app/session/block_list.h"

#include "app/common/whole_number.h"
#include "core/types/place_label.h"

#include <algorithm>
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

Error invalid(std::string_view part, const std::string& why)
{
    return {ErrorCode::InvalidArgument,
            "'" + std::string(part) + "' " + why +
                " Blocks are named like 12,40-44, pages like p61-p70, documents like d1, their pages like d1p61."};
}

// "61", or "d1p61" where several documents have such a page.
Result<Page> findPage(std::string_view word, std::string_view label, std::optional<std::uint32_t> document,
                      std::span<const CanonicalText> documents)
{
    std::vector<Page> found;
    for (std::uint32_t i = 0; i < documents.size(); ++i) {
        const std::vector<LabelledPage> all = labelledPages(documents[i]);
        const auto page = std::find_if(all.begin(), all.end(), [label](const LabelledPage& one) { return one.label == label; });
        if (page != all.end() && document.value_or(i) == i)
            found.push_back({i, page->text});
    }
    const auto hasPages = [](const CanonicalText& one) { return !labelledPages(one).empty(); };
    const bool pages = std::any_of(documents.begin(), documents.end(), hasPages);
    if (found.empty())
        return invalid(word, pages ? "is no page of this session." : "is no page of this session: its documents have none.");
    if (found.size() > 1)
        return invalid(word, "is a page of several documents.");
    return found.front();
}

// "d1" and "d1p61": the document, and what follows it; else all of the word follows.
Result<std::pair<std::optional<std::uint32_t>, std::string_view>> documentNamed(std::string_view word, std::size_t documents)
{
    if (!word.starts_with('d'))
        return std::pair{std::optional<std::uint32_t>(), word};
    const auto page = word.find('p');
    std::uint32_t number = 0;
    if (!isNumber(word.substr(1, page == word.npos ? page : page - 1), number) || number >= documents)
        return invalid(word, "is no document of this session, which has " + std::to_string(documents) + ", counted from 0.");
    return std::pair{std::optional(number), page == word.npos ? std::string_view() : word.substr(page)};
}

// "12", "p61", "d1" or "d1p61" as first and last block.
Result<std::pair<std::uint32_t, std::uint32_t>> blocksNamed(std::string_view word, const DocumentStream& stream,
                                                            std::span<const CanonicalText> documents)
{
    const auto named = documentNamed(word, documents.size());
    if (!named)
        return named.error();
    const auto& [document, rest] = *named;
    if (document || rest.starts_with('p')) {
        const auto page = rest.empty() ? Result<Page>(Page{*document, {0, documents[*document].text.size()}})
                                       : findPage(word, rest.substr(1), document, documents);
        if (!page)
            return page.error();
        const auto blocks = stream.blocksOf({page->document, page->text});
        if (blocks.empty())
            return invalid(word, "holds no text.");
        return std::pair{blocks.front().value, blocks.back().value};
    }
    std::uint32_t number = 0;
    if (!isNumber(word, number))
        return invalid(word, "is no block.");
    if (number >= stream.pieces())
        return invalid(word, "is past the last block, " + std::to_string(stream.pieces() - 1) +
                                 (stream.pieces() > stream.blocks() ? ", which is not complete." : "."));
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
    for (std::uint32_t block = 0; block < stream.pieces(); ++block) {   // the open one, too
        if (!std::binary_search(blocks.begin(), blocks.end(), BlockId{block}))
            others.push_back(BlockId{block});
    }
    return others;
}

Result<BlockId> blockOfPage(std::string_view label, const DocumentStream& stream, std::span<const CanonicalText> documents)
{
    const auto named = documentNamed(label, documents.size());
    const bool ofDocument = named && named->first && named->second.starts_with('p');
    auto page = ofDocument ? findPage(label, named->second.substr(1), named->first, documents) : findPage(label, label, {}, documents);
    if (!page && !ofDocument && label.starts_with('p'))   // as pages are named elsewhere
        page = findPage(label, label.substr(1), {}, documents);
    if (!page)
        return page.error();
    const auto blocks = stream.blocksOf({page->document, page->text});
    return blocks.empty() ? Result<BlockId>(invalid(label, "holds no text.")) : Result<BlockId>(blocks.front());
}

}  // namespace cairn
