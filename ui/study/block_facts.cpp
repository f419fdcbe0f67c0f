#include "ui/study/block_facts.h"

#include "ui/pictures/numbers.h"
#include "ui/selection/resolved.h"
#include "ui/text_direction.h"
#include "ui/study/back_links_row.h"
#include "ui/study/near_misses_row.h"
#include "ui/plots/plot_words.h"
#include "ui/study/selected_words.h"
#include "ui/study/word_weights.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kLongWord = 7, kCopiedRuns = 4;
constexpr std::uint32_t kNearHeads = 12;

// lupdate files the words of free functions under their namespace.
QString tr(const char* text) { return QCoreApplication::translate("cairn", text); }

QString bare(const QString& word)
{
    QString letters;
    for (const QChar c : word) {
        if (c.isLetterOrNumber())
            letters += c.toLower();
    }
    return letters;
}

// The best rank among the tokens of each word, over all tokens of the answer.
void addRanks(BlockFacts& facts, const SelectionHub& hub, TraceFilter filter)
{
    const IndexRanges brushed = filter.tokens;
    filter.tokens.reset();
    const auto ranks = rankOverTokens(hub.run()->answer.trace, filter, facts.block);
    for (const TokenGroup& word : tokenGroups(hub.run()->answer, TokenUnit::Word)) {
        std::uint32_t best = 0;
        for (std::uint32_t t = word.tokens.first; t < std::min<std::size_t>(word.tokens.second, ranks.size()); ++t) {
            if (ranks[t] > 0 && (best == 0 || ranks[t] < best))
                best = ranks[t];
        }
        const int index = int(facts.wordRanks.size());
        facts.wordRanks.push_back(best);
        facts.answerWords += word.text;
        if (!brushed || !contains(brushed, word.tokens.first))
            continue;
        if (!facts.selectedWords.empty() && facts.selectedWords.back().second == index)
            ++facts.selectedWords.back().second;
        else
            facts.selectedWords.push_back({index, index + 1});
    }
}

}  // namespace

BlockFacts blockFacts(const SelectionHub& hub, std::uint32_t block)
{
    const Run& run = *hub.run();
    const Trace& trace = run.answer.trace;
    TraceFilter ranked = filterOf(hub);
    if (std::binary_search(ranked.hidden.begin(), ranked.hidden.end(), block))
        ranked.hidden.clear();   // a hidden block's card still tells its numbers
    TraceFilter filter = ranked;
    filter.hidden.clear();
    BlockFacts facts;
    facts.block = block;
    facts.place = run.shownLabel(block);
    facts.passage = passageOf(run, block, wordWeights(trace, filter, block), PassageLines::Keep);
    facts.fullWeight = facts.passage.peak();
    facts.tokens = int(trace.blockTokens);
    facts.words = wordCount(facts.passage.text);
    facts.copied = copiedWords(facts.passage.text, QString::fromStdString(run.answer.text));
    facts.layers = trace.layers;
    facts.heads = trace.heads;
    const auto totals = blockTotals(trace, ranked);
    const auto beyond = std::lower_bound(ranked.hidden.begin(), ranked.hidden.end(), totals.size());
    facts.ofBlocks = std::uint32_t(totals.size()) - std::uint32_t(beyond - ranked.hidden.begin());
    facts.evidence = block < totals.size() ? totals[block] : 0;
    if (facts.evidence > 0)
        facts.rank = 1 + std::uint32_t(std::count_if(totals.begin(), totals.end(), [&](double other) { return other > facts.evidence; }));
    facts.gates.assign(std::size_t{trace.layers} * trace.heads, 0.0f);
    for (const Opening& opening : openings(trace, filter, block)) {
        float& gate = facts.gates[std::size_t{opening.layer} * trace.heads + opening.head];
        gate = std::max(gate, opening.gate);
        facts.largestGate = std::max(facts.largestGate, opening.gate);
    }
    facts.near = nearestHeads(trace, filter, block, kNearHeads, &facts.nearHeads);
    const HeadMask heads = resolvedHeads(trace, filter);
    const auto counted = std::count_if(heads.begin(), heads.end(), [](std::uint8_t c) { return c != 0; });
    const QString words = selectedWordsText(hub) + QStringLiteral(", ")
                         + QCoreApplication::translate("BlockCard", "%n head(s)", nullptr, int(counted));
    const auto& over = filter.renormalised;
    const bool apart = over && std::binary_search(over->hidden.begin(), over->hidden.end(), block);
    facts.summedOver = apart ? words : withRenormalised(words, filter);
    addRanks(facts, hub, ranked);
    return facts;
}

QStringList copiedWords(const QString& passage, const QString& answer)
{
    const QStringList shown = passage.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    QStringList words, spoken;
    for (const QString& word : shown)
        words += bare(word);
    for (const QString& word : answer.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        spoken += bare(word);
    QStringList runs;
    for (int i = 0; i < words.size();) {
        int longest = 0;
        for (int j = 0; j < spoken.size(); ++j) {
            int length = 0;
            while (i + length < words.size() && j + length < spoken.size() && !words[i + length].isEmpty()
                   && words[i + length] == spoken[j + length])
                ++length;
            longest = std::max(longest, length);
        }
        if (longest >= 2 || (longest == 1 && words[i].size() >= kLongWord))
            runs += shown.mid(i, longest).join(QLatin1Char(' '));
        i += std::max(longest, 1);
    }
    runs.removeDuplicates();
    std::stable_sort(runs.begin(), runs.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    return runs.mid(0, kCopiedRuns);
}

QString blockFactsText(const BlockFacts& facts, const Run& run)
{
    QString passage = facts.passage.text;
    passage.replace(QChar(QChar::LineSeparator), QLatin1Char('\n'));
    QString text = facts.place + QStringLiteral(", ") + tr("block %1").arg(facts.block) + QStringLiteral("\n\n") + passage
            + QStringLiteral("\n\n");
    text += tr("Evidence %1 (%2), largest gate %3, rank %4 of %5 blocks").arg(twoDigits(facts.evidence), facts.summedOver,
        twoDigits(double(facts.largestGate))).arg(facts.rank).arg(facts.ofBlocks);
    if (facts.lift)
        text += QStringLiteral("\n")
            + tr("Lift %1 (share of the evidence, against a question about nothing in particular)").arg(twoDigits(*facts.lift));
    if (facts.effect)
        text += QStringLiteral("\n") + tr("Removal effect %1 (log-probability)").arg(signedDigits(*facts.effect));
    if (!facts.leansOn.empty())
        text += QStringLiteral("\n") + tr("Leans on %1").arg(backLinksText(run, facts.leansOn, facts.leansOn.size()));
    if (!facts.near.empty())
        text += QStringLiteral("\n") + nearestText(run, facts.near.front());
    return text + QStringLiteral("\n") + tr("Question: %1").arg(run.question) + QStringLiteral("\n");
}

QByteArray blockFactsJson(const BlockFacts& facts, const Run& run)
{
    QJsonObject object{{QStringLiteral("run"), run.id}, {QStringLiteral("question"), run.question}, {QStringLiteral("model"), run.model},
                       {QStringLiteral("block"), double(facts.block)}, {QStringLiteral("place"), withoutIsolates(facts.place)},
                       {QStringLiteral("text"), QString::fromStdString(run.blockText(facts.block))}, {QStringLiteral("evidence"),
                               facts.evidence},
                       {QStringLiteral("summedOver"), facts.summedOver}, {QStringLiteral("largestGate"), double(facts.largestGate)},
                       {QStringLiteral("rank"), double(facts.rank)}, {QStringLiteral("blocks"), double(facts.ofBlocks)}};
    if (facts.lift)
        object[QStringLiteral("lift")] = *facts.lift;
    if (facts.effect)
        object[QStringLiteral("removalEffect")] = *facts.effect;
    QJsonArray leansOn;
    for (const BackLink& link : facts.leansOn)
        leansOn += QJsonObject{{QStringLiteral("block"), double(link.block.value)}, {QStringLiteral("gates"), double(link.gates)}};
    if (!leansOn.isEmpty())
        object[QStringLiteral("leansOn")] = leansOn;
    QJsonArray heads;
    for (std::size_t i = 0; i < facts.gates.size(); ++i) {
        if (facts.gates[i] > 0)
            heads += QJsonObject{{QStringLiteral("layer"), double(i / facts.heads)}, {QStringLiteral("head"), double(i % facts.heads)},
                                 {QStringLiteral("gate"), double(facts.gates[i])}};
    }
    object[QStringLiteral("openedBy")] = heads;
    QJsonArray near;
    for (const NearMiss& miss : facts.near) {
        QJsonObject one{{QStringLiteral("layer"), double(miss.layer)}, {QStringLiteral("head"), double(miss.head)},
                        {QStringLiteral("token"), double(miss.token)}, {QStringLiteral("rank"), double(miss.rank)},
                        {QStringLiteral("opened"), double(miss.opened)}, {QStringLiteral("score"), double(miss.score)}};
        if (miss.gap)
            one[QStringLiteral("shortBy")] = double(*miss.gap);
        near += one;
    }
    if (!near.isEmpty())
        object[QStringLiteral("nearlyOpenedBy")] = near;
    QJsonArray ranks;
    for (const std::uint32_t rank : facts.wordRanks)
        ranks += double(rank);
    object[QStringLiteral("rankPerWord")] = ranks;
    return QJsonDocument(object).toJson();
}

}  // namespace cairn
