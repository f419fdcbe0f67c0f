#include "core/answering/asking.h"

#include "core/answering/strategy.h"

#include <algorithm>

namespace cairn
{
namespace
{

// Empty: they have nothing in common.
DocumentPlace shared(const DocumentPlace& a, const DocumentPlace& b)
{
    const ByteRange range{std::max(a.range.begin, b.range.begin), std::min(a.range.end, b.range.end)};
    return a.document == b.document && range.begin < range.end ? DocumentPlace{a.document, range} : DocumentPlace{a.document, {}};
}

}  // namespace

std::uint32_t AskingContext::blocksInReach(const AskOptions& options) const
{
    const std::uint32_t read = std::min(memory.blocks(), stream.blocks());
    return options.until ? std::min(read, options.until->value) : read;
}

bool AskingContext::tailInReach(const Question& question) const
{
    return !question.options.until && memory.regularTokens() == stream.tokens().size() && stream.pieces() > stream.blocks();
}

void AskingContext::keepControlsInReach(AskOptions& options) const
{
    Controls& controls = options.controls;
    const BlockId end(blocksInReach(options));
    if (!options.until && std::find(controls.barred.begin(), controls.barred.end(), end) != controls.barred.end())
        options.until = end;
    for (std::vector<BlockId>* blocks : {&controls.barred, &controls.pinned})
        std::erase_if(*blocks, [&](BlockId block) { return !(block < end); });
    std::sort(controls.barred.begin(), controls.barred.end());
}

void AskingContext::barOthers(AskOptions& options) const
{
    if (options.within.empty())
        return;
    std::vector<std::uint8_t> isWithin(stream.pieces(), 0);
    for (const DocumentPlace& place : options.within) {
        for (const BlockId block : stream.blocksOf(place))
            isWithin[block.value] = 1;
    }
    Controls& controls = options.controls;
    for (std::uint32_t block = 0; block < isWithin.size(); ++block) {
        if (!isWithin[block])
            controls.barred.emplace_back(block);
    }
    std::erase_if(controls.pinned, [&](BlockId block) { return block.value < isWithin.size() && !isWithin[block.value]; });
}

bool AskingContext::mayRead(const Question& question, const DocumentPlace& place) const
{
    const std::uint32_t reach = piecesInReach(question);
    const std::vector<BlockId> blocks = stream.blocksOf(place);
    return std::all_of(blocks.begin(), blocks.end(),
                       [&](BlockId block) { return block.value < reach && !isBarred(question, block.value); });
}

AskingSettings AskingContext::settings(const Question& question) const
{
    AskingSettings settings;
    settings.topK = question.options.topK;
    settings.mode = question.options.mode.value_or(modeByDefault(question.options, engine.info().kind));
    settings.attention = question.options.attention;
    settings.scan = question.options.scan;
    settings.rows = question.options.useAnswerAdapter && engine.info().hasAnswerAdapter ? RowWeights::Answers : RowWeights::Base;
    settings.until = question.options.until;
    settings.deepTrace = question.options.deepTrace;
    return settings;
}

SelectionMode modeByDefault(const AskOptions& options, LandmarkKind kind)
{
    const bool isMemory = options.strategy.value_or(kDefaultStrategy) == Strategy::Memory, isFlat = options.scan != ScanWay::TwoLevel;
    const bool voteTogether = kind == LandmarkKind::Bounds || (kind == LandmarkKind::Adapter && isMemory);
    return voteTogether && isFlat ? SelectionMode::PerTokenAndGroup : SelectionMode::PerTokenAndHead;
}

bool isBarred(const Question& question, std::uint32_t block)
{
    const std::vector<BlockId>& barred = question.options.controls.barred;
    return std::binary_search(barred.begin(), barred.end(), BlockId(block));
}

std::optional<DocumentPlace> askedOf(const Question& question, const DocumentPlace& place)
{
    if (question.within.empty())
        return place;
    std::optional<DocumentPlace> longest;
    for (const DocumentPlace& part : question.within) {
        const DocumentPlace both = shared(part, place);
        if (both.range.size() > (longest ? longest->range.size() : 0))
            longest = both;
    }
    return longest;
}

std::vector<DocumentPlace> common(std::vector<DocumentPlace> places, std::span<const DocumentPlace> limits)
{
    if (limits.empty())
        return places;
    std::vector<DocumentPlace> both;
    for (const DocumentPlace& place : places) {
        for (const DocumentPlace& limit : limits)
            both.push_back(shared(place, limit));
    }
    std::erase_if(both, [](const DocumentPlace& place) { return place.range.size() == 0; });
    return both;
}

}  // namespace cairn
