// AnswerArea: which part of the documents of today the shown answer was given from.
#include "app/window/areas/answer_area.h"
#include "ui/elided_place.h"
#include "ui/panels/answer_panel.h"

#include <optional>

namespace cairn
{
namespace
{

// Where the last text before a block stands; empty: there is none.
QString lastPlaceBefore(const Run& run, std::uint32_t block)
{
    const auto places = block == 0 || run.map->isEmpty() ? std::vector<DocumentPlace>() : run.map->placesOf(BlockId(block - 1));
    if (places.empty())
        return {};
    const CanonicalText& document = *run.documents[places.back().document];
    const QString place = placeLabel(document, places.back().range.begin, PageWords::Label);
    return run.isOfSeveral() ? QStringLiteral("%1, %2").arg(titleInSentence(document.title), place) : place;
}

using Records = std::vector<DocumentRecord>;

bool isAnyRemoved(const StreamMap& map, const Records& records)
{
    for (std::uint32_t document = 0; document < map.documents() && document < records.size(); ++document)
        if (map.holds(document) && records[document].isRemoved())
            return true;
    return false;
}

// The first document of today that came after the map was made, or came back into it; `today` may not be made yet.
std::optional<std::uint32_t> firstAddedTo(const StreamMap& map, const StreamMap& today, const Records& records)
{
    if (map.isEmpty())
        return std::nullopt;
    for (std::uint32_t document = 0; document < records.size(); ++document) {
        const bool isBack = document < map.documents() && !map.holds(document) && document < today.documents() && today.holds(document);
        if (!records[document].isRemoved() && (document >= map.documents() || isBack))
            return document;
    }
    return std::nullopt;
}

}  // namespace

// What it knew less of than there is today, or more.
void AnswerArea::sayWhatItRead(const Run& run, AnswerId id, AnswerFacts& facts) const
{
    const auto& records = m_session.contents().records;
    const StreamMap& map = *run.map;
    const std::uint32_t read = m_conversation.memoryBlocksOf(id);
    const auto options = m_conversation.optionsOf(id);
    bool lacks = true;
    if (options && options->until && facts.part.isEmpty() && options->until->value < read) {
        const QString upTo = lastPlaceBefore(run, options->until->value);
        facts.readUpTo = upTo.isEmpty() ? tr("From nothing before your place") : tr("Only up to %1").arg(upTo);
        facts.endsThere = true;
    } else if (!map.isEmpty() && read > 0 && read < map.blocks()) {
        const int percent = std::max(1, int(100.0 * read / map.blocks()));
        const QString upTo = lastPlaceBefore(run, read);
        facts.readUpTo =
            upTo.isEmpty() ? tr("From the first %1 %").arg(percent) : tr("From the first %1 %, up to %2").arg(percent).arg(upTo);
        facts.restUnread = upTo.isEmpty() ? tr("Only the first %1 % were read; the rest may say it.").arg(percent)
                                          : tr("Only the text up to %1 was read; the rest may say it.").arg(upTo);
    } else if (const auto added = firstAddedTo(map, *m_session.contents().map, records); added) {
        facts.readUpTo = tr("Before “%1” was added").arg(titleInSentence(records[*added].title));
    } else {
        lacks = false;
    }
    if (m_conversation.isOfEarlierMemory(id) && (map.isEmpty() || isAnyRemoved(map, records))) {
        facts.readUpTo = tr("Before a document was removed");
        facts.endsThere = false;
        lacks = lacks || map.isEmpty();   // what it knew is not known
    }
    facts.wholeBookReady = lacks && m_reading.status().isRead();
}

}  // namespace cairn
