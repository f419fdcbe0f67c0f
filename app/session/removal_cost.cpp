#include "app/session/removal_cost.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr double kBytesPerToken = 4;   // of English text, roughly

// Bytes per token of the documents that the map holds.
double bytesPerToken(const StreamMap& map, std::span<const DocumentRecord> records)
{
    double bytes = 0, tokens = 0;
    for (std::uint32_t i = 0; i < map.documents() && i < records.size(); ++i) {
        const auto [begin, end] = map.data().documentTokens[i];
        bytes += begin < end ? static_cast<double>(records[i].textBytes) : 0;
        tokens += static_cast<double>(end - begin);
    }
    return tokens > 0 ? std::max(1.0, bytes / tokens) : kBytesPerToken;
}

}  // namespace

std::uint64_t tokensReadAgain(const StreamMap& map, std::span<const DocumentRecord> records, std::size_t document, bool removed)
{
    const double ratio = bytesPerToken(map, records);
    std::uint64_t sum = 0;
    for (std::size_t i = document; i < records.size(); ++i) {
        if (i == document ? removed : records[i].isRemoved())
            continue;
        const auto place = static_cast<std::uint32_t>(i);
        const bool counted = place < map.documents() && map.holds(place);
        const auto [begin, end] = counted ? map.data().documentTokens[i] : std::pair<std::uint64_t, std::uint64_t>();
        sum += counted ? end - begin : static_cast<std::uint64_t>(static_cast<double>(records[i].textBytes) / ratio);
    }
    return sum;
}

std::string readingAgainSentence(std::uint64_t tokens, double tokensPerSecond)
{
    if (tokens == 0)
        return "Nothing is read again.";
    const std::string count = std::to_string(tokens) + " tokens";
    if (tokensPerSecond <= 0)
        return count + " are read again.";
    const double seconds = static_cast<double>(tokens) / tokensPerSecond;
    const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
    const std::string time =
        whole >= 90 ? std::to_string((whole + 30) / 60) + " min" : std::to_string(std::max<std::uint64_t>(1, whole)) + " s";
    return "Reading again takes about " + time + " (" + count + ").";
}

}  // namespace cairn
