#include "ui/study/evidence_model.h"

#include "core/types/lift.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/word_weights.h"
#include "ui/text_direction.h"

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kPeakRows = 24;   // passages whose strongest word sets the darkest tint
constexpr std::size_t kTopHeads = 3;

bool restsOn(const Citation& citation, std::uint32_t block)
{
    return std::find(citation.blocks.begin(), citation.blocks.end(), block) != citation.blocks.end();
}

}  // namespace

void EvidenceModel::setQuery(EvidenceQuery query)
{
    beginResetModel();
    m_query = std::move(query);
    rebuild();
    endResetModel();
}

void EvidenceModel::setOrder(Order order)
{
    if (order == m_order)
        return;
    beginResetModel();
    m_order = order;
    sort();
    endResetModel();
}

void EvidenceModel::setEffects(std::map<std::uint32_t, double> effects)
{
    m_effects = std::move(effects);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

void EvidenceModel::setNeutralEvidence(std::vector<double> evidence)
{
    m_neutral = std::move(evidence);
    findLifts();
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
}

void EvidenceModel::rebuild()
{
    m_rows.clear();
    m_evidence.clear();
    m_lifts.clear();
    m_passages.clear();
    m_topHeads.clear();
    m_wordsShown.clear();
    m_largest = 0;
    m_fullWeight = 0;
    m_hiddenSinks = 0;
    if (!m_query.run || m_query.run->answer.trace.tokens == 0)
        return;
    m_evidence = blockTotals(m_query.run->answer.trace, m_query.filter);
    findLifts();
    const auto sinks = cairn::hiddenSinks(*m_query.run);
    for (std::uint32_t block = 0; block < m_evidence.size(); ++block) {
        if (m_evidence[block] <= 0)
            continue;
        if (m_query.hideSinks && std::binary_search(sinks.begin(), sinks.end(), block))
            ++m_hiddenSinks;
        else
            m_rows.push_back({block, m_evidence[block], 0});
    }
    findCitedWords();
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const EvidenceRow& a, const EvidenceRow& b) { return a.evidence > b.evidence; });
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_rows[i].rank = int(i) + 1;
    m_largest = m_rows.empty() ? 0 : m_rows.front().evidence;
    for (int i = 0; i < std::min(kPeakRows, int(m_rows.size())); ++i)
        m_fullWeight = std::max(m_fullWeight, passage(i).peak());
    sort();
}

void EvidenceModel::sort()
{
    if (m_order == Order::Strength)
        std::sort(m_rows.begin(), m_rows.end(), [](const EvidenceRow& a, const EvidenceRow& b) { return a.rank < b.rank; });
    else
        std::sort(m_rows.begin(), m_rows.end(), [](const EvidenceRow& a, const EvidenceRow& b) { return a.block < b.block; });
}

int EvidenceModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_rows.size()); }

QVariant EvidenceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const EvidenceRow& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return spoken(index.row());
    case Qt::ToolTipRole: return plainTip(explained(index.row()));
    case BlockRole: return row.block;
    case EvidenceRole: return row.evidence;
    case CitationRole: return citation(row.block);
    default: return {};
    }
}

QString EvidenceModel::headOf(int row) const
{
    const EvidenceRow& shown = m_rows[std::size_t(row)];
    const QString evidence = twoDigits(shown.evidence);
    return tr("%1, block %2, evidence %3, rank %4").arg(place(row)).arg(shown.block).arg(evidence).arg(shown.rank);
}

QString EvidenceModel::explained(int row) const
{
    const std::uint32_t block = m_rows[std::size_t(row)].block;
    QStringList lines{headOf(row), tr("Evidence: the weights with which these words looked at the block, summed.")};
    if (effect(block))
        lines += tr("Effect: by how much the words are less likely without the block; below 0: more likely.");
    if (lift(block))
        lines += tr("Lift: its share of the evidence, as a multiple of what a question about nothing in particular gives it.");
    if (const auto heads = topHeads(block); !heads.empty())
        lines += tr("%1: head %2 of layer %3 of the model, one of those that looked at it most.")
                     .arg(headName(heads.front().layer, heads.front().head)).arg(heads.front().head).arg(heads.front().layer);
    return lines.join(QLatin1Char('\n'));
}

QString EvidenceModel::spoken(int row) const
{
    const EvidenceRow& shown = m_rows[std::size_t(row)];
    QStringList numbers;
    for (const int number : citations(shown.block))
        numbers += QString::number(number);
    const QString cited = numbers.isEmpty() ? QString() : tr(", citation %1").arg(numbers.join(QStringLiteral(", ")));
    return headOf(row) + cited + QLatin1String(": ") + QString::fromStdString(m_query.run->blockText(shown.block)).simplified();
}

std::optional<int> EvidenceModel::rowOf(std::uint32_t block) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [=](const EvidenceRow& row) { return row.block == block; });
    return found == m_rows.end() ? std::nullopt : std::optional(int(found - m_rows.begin()));
}

QString EvidenceModel::place(int row) const { return m_query.run->shownLabel(m_rows[std::size_t(row)].block); }

QString EvidenceModel::shortPlace(int row) const { return shortPlaceOf(*m_query.run, m_rows[std::size_t(row)].block); }

bool EvidenceModel::holdsWords(std::uint32_t block, const Citation& citation) const
{
    const auto places = m_query.run->map->placesOf(BlockId(block));
    return std::any_of(places.begin(), places.end(), [&](const DocumentPlace& place) { return holdsWordsOf(place, citation); });
}

void EvidenceModel::findCitedWords()
{
    const auto& cited = m_query.run->answer.citations;
    m_wordsShown.assign(cited.size(), false);
    for (const EvidenceRow& row : m_rows) {
        for (const DocumentPlace& place : m_query.run->map->placesOf(BlockId(row.block))) {
            for (std::size_t i = 0; i < cited.size(); ++i)
                m_wordsShown[i] = m_wordsShown[i] || holdsWordsOf(place, cited[i]);
        }
    }
}

std::vector<int> EvidenceModel::citations(std::uint32_t block) const
{
    std::vector<int> numbers;
    const auto& cited = m_query.run->answer.citations;
    for (std::size_t i = 0; i < cited.size(); ++i) {
        if (i < m_wordsShown.size() && m_wordsShown[i] ? holdsWords(block, cited[i]) : restsOn(cited[i], block))
            numbers.push_back(int(i) + 1);
    }
    return numbers;
}

int EvidenceModel::citation(std::uint32_t block) const
{
    const auto numbers = citations(block);
    return numbers.empty() ? 0 : numbers.front();
}

std::optional<double> EvidenceModel::effect(std::uint32_t block) const
{
    const auto found = m_effects.find(block);
    return found == m_effects.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> EvidenceModel::lift(std::uint32_t block) const
{
    const bool sink = m_query.run && std::binary_search(m_query.run->sinks.begin(), m_query.run->sinks.end(), block);
    return block < m_lifts.size() && !sink ? std::optional(m_lifts[block]) : std::nullopt;
}

void EvidenceModel::findLifts()
{
    m_lifts.clear();
    if (m_query.run && !m_evidence.empty() && m_query.run->answer.trace.documentBlocks == m_neutral.size())
        m_lifts = liftOf(m_query.filter.renormalised ? blockTotals(m_query.run->answer.trace, asRecorded(m_query.filter)) : m_evidence,
                         m_neutral, m_query.run->sinks);
}

std::uint32_t EvidenceModel::selectedHeads() const
{
    const HeadMask mask = resolvedHeads(m_query.run->answer.trace, m_query.filter);
    return std::uint32_t(std::count_if(mask.begin(), mask.end(), [](std::uint8_t counted) { return counted != 0; }));
}

const std::vector<Head>& EvidenceModel::topHeads(std::uint32_t block) const
{
    const auto known = m_topHeads.find(block);
    return known != m_topHeads.end() ? known->second : m_topHeads.emplace(block, findTopHeads(block)).first->second;
}

std::vector<Head> EvidenceModel::findTopHeads(std::uint32_t block) const
{
    const Trace& trace = m_query.run->answer.trace;
    std::vector<double> sums(std::size_t{trace.layers} * trace.heads, 0.0);
    for (const Opening& opening : openings(trace, m_query.filter, block))
        sums[std::size_t{opening.layer} * trace.heads + opening.head] += double(opening.gate);
    std::vector<std::uint32_t> order(sums.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto shown = std::min<std::size_t>(kTopHeads, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(shown), order.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return sums[a] != sums[b] ? sums[a] > sums[b] : a < b; });
    std::vector<Head> heads;
    for (std::size_t i = 0; i < shown && sums[order[i]] > 0; ++i)
        heads.push_back({order[i] / trace.heads, order[i] % trace.heads});
    return heads;
}

const Passage& EvidenceModel::passage(int row) const
{
    const std::uint32_t block = m_rows[std::size_t(row)].block;
    const auto known = m_passages.find(block);
    if (known != m_passages.end())
        return known->second;
    return m_passages.emplace(block,
                              passageOf(*m_query.run, block, wordWeights(m_query.run->answer.trace, m_query.filter, block))).first->second;
}

}  // namespace cairn
