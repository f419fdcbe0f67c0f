#include "app/window/session/sweep_titles.h"

#include "app/common/ask_options_json.h"
#include "app/conversation/answer_context.h"
#include "core/wording/words/words.h"
#include "ui/run.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::uint64_t kMostTitleBytes = 200;   // of a part without a heading

// As it was when the memory had `tokens`, at which a document ends.
StreamMap mapOfFirst(const StreamMap& map, std::uint64_t tokens)
{
    StreamMapData data = map.data();
    std::erase_if(data.documentTokens, [=](const auto& document) { return document.second > tokens; });
    data.ends.resize(tokens);
    return StreamMap(std::move(data));
}

}  // namespace

std::vector<const CanonicalText*> textsOf(const SessionContents& contents)
{
    std::vector<const CanonicalText*> documents;
    for (const DocumentPtr& document : contents.documents)
        documents.push_back(document.get());
    return documents;
}

QString titleOf(const DocumentPlace& part, const SessionContents& contents)
{
    if (part.document >= contents.documents.size())
        return {};
    const CanonicalText& document = *contents.documents[part.document];
    const auto heading = std::find_if(document.outline.begin(), document.outline.end(),
                                      [&](const Heading& one) { return one.begin == part.range.begin; });
    if (heading != document.outline.end())
        return QString::fromStdString(heading->text).simplified();
    std::uint64_t end = std::min(part.range.end, part.range.begin + kMostTitleBytes);
    while (end > part.range.begin && isInsideCharacter(document.text, end))
        --end;
    return QString::fromStdString(wordsAt(document, {part.range.begin, end})).simplified();
}

QString SweepTitles::of(const std::string& options, const std::string& context)
{
    const auto asked = askOptionsFromJson(options);
    if (asked && !asked->within.empty())
        return titleOf(asked->within.front(), m_contents);
    const auto part = asked ? partOf(*asked, tokensIn(context)) : std::nullopt;
    return part ? QString::fromStdString(part->title) : QString();
}

std::optional<BlockId> SweepTitles::endOf(const std::string& options, const std::string& context)
{
    const std::uint64_t tokens = tokensIn(context), now = m_map->tokens();
    const auto asked = askOptionsFromJson(options);
    const auto part = asked && !asked->until && tokens < now ? partOf(*asked, tokens) : std::nullopt;
    if (!part)
        return {};
    for (const SweepPart& same : partsOf(now).parts) {   // its end may be in a block with the next document's beginning
        if (same.begin == part->begin && same.title == part->title)
            return same.end;
    }
    return part->end;
}

std::optional<SweepPart> SweepTitles::partOf(const AskOptions& asked, std::uint64_t tokens)
{
    if (!asked.within.empty() || (!asked.until && asked.controls.barred.empty()))
        return {};
    const auto& [parts, reach] = partsOf(asked.until ? m_map->tokens() : tokens);
    // All before it is barred; more may be, chosen by hand.
    const auto& barred = asked.controls.barred;
    std::uint32_t begin = 0;
    while (begin < barred.size() && barred[begin].value == begin)
        ++begin;
    const bool isEmptied = !asked.until && begin + 1 >= reach;   // by hand, unless the part is that last block
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const SweepPart& candidate) {
        const bool ends = asked.until ? candidate.end == *asked.until : candidate.end.value == reach;
        return ends && (isEmptied ? candidate.begin.value == begin : candidate.begin.value <= begin);
    });
    return part == parts.end() || parts.size() == 1 ? std::nullopt : std::optional(*part);
}

// Of the memory that was asked, if that was all of the first documents; else of today's.
std::uint64_t SweepTitles::tokensIn(const std::string& context) const
{
    const std::uint64_t tokens = context.empty() ? 0 : answerContextFromJson(context).memoryTokens;
    const auto& documents = m_map->data().documentTokens;
    const bool whole = std::any_of(documents.begin(), documents.end(), [=](const auto& document) { return document.second == tokens; });
    return whole ? tokens : m_map->tokens();
}

const SweepTitles::Parts& SweepTitles::partsOf(std::uint64_t tokens)
{
    const auto known = m_parts.find(tokens);
    if (known != m_parts.end())
        return known->second;
    const StreamMap& now = *m_map;
    const StreamMap map = tokens < now.tokens() ? mapOfFirst(now, tokens) : now;
    return m_parts.emplace(tokens, Parts{sweepParts(map, textsOf(m_contents), map.pieces()), map.pieces()}).first->second;
}

}  // namespace cairn
