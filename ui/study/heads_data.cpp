#include "ui/study/heads_data.h"

#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/head_statistic.h"
#include "ui/study/selected_words.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace cairn
{
namespace
{

constexpr std::uint32_t kTokensOnThread = 40;   // experience.md 8: beyond it sums go off the window's thread

// The token that was written against one of the document: their bytes, without white space around them. For one thread.
SameToken sameTokenOf(const RunPtr& run)
{
    const auto trimmed = [](std::string_view text) {
        const auto isSpace = [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; };
        while (!text.empty() && isSpace(text.front()))
            text.remove_prefix(1);
        while (!text.empty() && isSpace(text.back()))
            text.remove_suffix(1);
        return text;
    };
    const auto known = std::make_shared<std::unordered_map<std::uint64_t, std::string_view>>();
    return [run, trimmed, known](std::uint32_t token, std::uint64_t streamToken) {
        if (token >= run->answer.tokens.size() || streamToken >= run->map->tokens())
            return false;
        const auto [found, isNew] = known->try_emplace(streamToken);
        if (isNew) {
            const auto places = run->map->placesOfTokens(streamToken, streamToken + 1);
            if (!places.empty() && places.front().document < run->documents.size())
                found->second = trimmed(std::string_view(run->documents[places.front().document]->text)
                                            .substr(places.front().range.begin, places.front().range.size()));
        }
        const ByteRange& range = run->answer.tokens[token].text;
        const std::string_view text = run->answer.text;
        return !found->second.empty() && range.end <= text.size() && trimmed(text.substr(range.begin, range.size())) == found->second;
    };
}

std::vector<HeadStatistics> statisticsOf(const RunPtr& run, const TraceFilter& filter)
{
    auto heads = headStatistics(run->answer.trace, filter, run->sinks);
    const auto copies = copyScores(run->answer.trace, filter, sameTokenOf(run));
    for (std::size_t i = 0; i < heads.size(); ++i)
        heads[i].copyScore = copies[i];
    return heads;
}

bool sameQuestion(const Selection& a, const Selection& b)
{
    return a.tokens == b.tokens && a.blocks == b.blocks && a.minimum == b.minimum && a.hideSinks == b.hideSinks
           && a.hideLocal == b.hideLocal && a.renormalise == b.renormalise && a.unit == b.unit;
}

}  // namespace

HeadsData::HeadsData(SelectionHub* hub, QObject* parent) : QObject(parent), m_hub(hub), m_job(new LatestJob(this))
{
    connect(hub, &SelectionHub::changed, this, &HeadsData::refresh);
}

void HeadsData::setActive(bool active)
{
    m_active = active;
    refresh();
}

QString HeadsData::emptyReason() const
{
    if (!m_hub->run())
        return noRunWords(*m_hub);
    return m_hub->run()->answer.trace.tokens == 0 ? noTraceWords(*m_hub->run()) : QString();
}

std::vector<double> HeadsData::similarityTo(Head head) const
{
    std::vector<double> cosines(m_statistics.size());
    if (!m_run || cosines.empty())
        return cosines;
    const SparseMatrix evidence =
        blockMatrix(m_run->answer.trace, m_filter, {TraceAxis::Heads, TraceMetric::Gate, TraceAggregate::Sum, {}});
    std::vector<double> of(evidence.columns);
    const auto row = [&](std::size_t index, auto each) {
        for (std::uint32_t i = evidence.offsets[index]; i < evidence.offsets[index + 1]; ++i)
            each(evidence.blocks[i], double(evidence.values[i]));
    };
    row(std::size_t{head.layer} * m_heads + head.head, [&](std::uint32_t block, double value) { of[block] = value; });
    const double length = std::sqrt(std::inner_product(of.begin(), of.end(), of.begin(), 0.0));
    for (std::size_t index = 0; index < cosines.size(); ++index) {
        double product = 0, own = 0;
        row(index, [&](std::uint32_t block, double value) {
            product += value * of[block];
            own += value * value;
        });
        cosines[index] = own > 0 && length > 0 ? std::min(product / (std::sqrt(own) * length), 1.0) : 0;
    }
    return cosines;
}

PlotTableData HeadsData::table() const
{
    PlotTableData table;
    table.columns = {{tr("Layer"), true, QStringLiteral("layer")}, {tr("Head"), true, QStringLiteral("head")}};
    for (const HeadStatistic statistic : kHeadStatistics)
        table.columns += {nameOf(statistic), true, fieldOf(statistic)};
    table.rows = int(m_statistics.size());
    table.value = [heads = int(m_heads), statistics = m_statistics](int row, int column) -> QVariant {
        if (column < 2)
            return column == 0 ? row / heads : row % heads;
        return valueOf(statistics[std::size_t(row)], kHeadStatistics[std::size_t(column - 2)]);
    };
    return table;
}

void HeadsData::refresh()
{
    if (!m_active)
        return;
    const RunPtr run = m_hub->run();
    m_shown.clear();
    if (run && !m_hub->selection().heads.isAll()) {
        m_shown.assign(std::size_t{run->answer.trace.layers} * run->answer.trace.heads, 0);
        for (const Head& head : m_hub->headsOf(m_hub->selection().heads)) {
            if (const std::size_t index = std::size_t{head.layer} * run->answer.trace.heads + head.head; index < m_shown.size())
                m_shown[index] = 1;
        }
    }
    if (m_started && run == m_run && sameQuestion(m_selection, m_hub->selection())) {
        Q_EMIT choiceChanged();
        return;
    }
    m_started = true;
    m_run = run;
    m_selection = m_hub->selection();
    if (!emptyReason().isEmpty()) {
        m_job->cancel();
        m_statistics.clear();
        m_layers = m_heads = 0;
        Q_EMIT changed();
        return;
    }
    TraceFilter filter = filterOf(*m_hub);
    filter.heads.clear();
    filter.layers.reset();
    m_words = selectedWords(*m_hub);
    m_filter = filter;
    auto work = [run, filter] { return statisticsOf(run, filter); };
    auto done = [this, run](std::vector<HeadStatistics> statistics) {
        m_statistics = std::move(statistics);
        m_layers = run->answer.trace.layers;
        m_heads = run->answer.trace.heads;
        Q_EMIT changed();
    };
    if (resolvedTokens(run->answer.trace, filter).size() > kTokensOnThread) {
        m_job->start<std::vector<HeadStatistics>>(work, done);
    } else {
        m_job->cancel();
        done(work());
    }
}

std::optional<Head> HeadsData::lockedHead() const
{
    const auto& lock = m_hub->selection().lock;
    const bool current = m_run && m_run == m_hub->run() && m_run->answer.trace.layers == m_layers && m_run->answer.trace.heads == m_heads;
    if (!current || !lock || !lock->layer || !lock->head || *lock->layer >= m_layers || *lock->head >= m_heads)
        return std::nullopt;
    return Head{*lock->layer, *lock->head};
}

void HeadsData::lockHead(Head head)
{
    m_hub->change([head](Selection& selection) {
        Lock lock = selection.lock.value_or(Lock{});
        lock.layer = head.layer;
        lock.head = head.head;
        selection.lock = lock;
    });
}

void HeadsData::solo(Head head)
{
    const std::vector<Head> one{head};
    const bool alone = m_hub->selection().heads.heads == one;
    lockHead(head);
    m_hub->change([&](Selection& selection) {
        selection.heads = {};
        if (!alone)
            selection.heads.heads = one;
    });
}

bool HeadsData::isOff(Head head) const
{
    const RunPtr& run = m_hub->run();
    return run && std::binary_search(run->switchedOff.begin(), run->switchedOff.end(), head);
}

bool HeadsData::isShown(Head head) const
{
    const std::size_t index = std::size_t{head.layer} * m_heads + head.head;
    return m_shown.empty() || (index < m_shown.size() && m_shown[index] != 0);
}

}  // namespace cairn
