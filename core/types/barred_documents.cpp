#include "core/types/barred_documents.h"

#include <algorithm>

namespace cairn
{

BarredParts barredParts(const StreamMap& map, std::vector<BlockId> barred)
{
    BarredParts parts;
    if (barred.empty())
        return parts;
    std::sort(barred.begin(), barred.end());
    const std::uint32_t count = map.documents();
    std::vector<std::uint32_t> own(count), barredOwn(count);   // blocks of one document alone
    for (BlockId block{0}; block.value < map.pieces(); ++block.value) {
        const auto places = map.placesOf(block);
        if (places.size() != 1)
            continue;
        ++own[places.front().document];
        barredOwn[places.front().document] += std::binary_search(barred.begin(), barred.end(), block);
    }
    std::vector<bool> isOut(count);
    for (std::uint32_t document = 0; document < count; ++document) {
        isOut[document] = own[document] > 0 && barredOwn[document] == own[document];
        if (isOut[document])
            parts.documents.push_back(document);
    }
    for (const BlockId block : barred) {
        const auto places = map.isEmpty() || block.value >= map.pieces() ? std::vector<DocumentPlace>() : map.placesOf(block);
        if (std::none_of(places.begin(), places.end(), [&](const DocumentPlace& place) { return isOut[place.document]; }))
            parts.blocks.push_back(block);
    }
    return parts;
}

}  // namespace cairn
