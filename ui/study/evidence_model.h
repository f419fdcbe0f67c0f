// The blocks that the selected answer words opened, strongest first or in document order (experience.md 6 V9): one row per block with
// evidence above zero, sinks left out by default. Passages are made when a row is shown, so 16,000 blocks cost only their sums. UI thread.
#pragma once

#include "core/types/trace_query.h"
#include "ui/study/passage.h"

#include <QAbstractListModel>

#include <map>
#include <optional>
#include <unordered_map>

namespace cairn
{

struct EvidenceQuery
{
    RunPtr run;                     // null: no rows
    TraceFilter filter;             // what evidence is summed over; `hidden` is left empty, the next line says it
    bool hideSinks = true;          // hiddenSinks() of the run
};

struct EvidenceRow
{
    std::uint32_t block = 0;
    double evidence = 0;
    int rank = 0;                   // 1: the strongest
};

class EvidenceModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum class Order { Strength, Document };
    enum DataRole { BlockRole = Qt::UserRole + 1, EvidenceRole, CitationRole };   // block, E(b), citation number or 0

    using QAbstractListModel::QAbstractListModel;

    void setQuery(EvidenceQuery query);
    void setOrder(Order order);
    void setEffects(std::map<std::uint32_t, double> effects);   // D(b) where it was measured
    void setNeutralEvidence(std::vector<double> evidence);      // per block, of the neutral question to the same memory; empty: no lift

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

    const EvidenceQuery& query() const { return m_query; }
    Order order() const { return m_order; }
    const EvidenceRow& row(int row) const { return m_rows[std::size_t(row)]; }
    std::optional<int> rowOf(std::uint32_t block) const;
    double largest() const { return m_largest; }                // of the rows
    int hiddenSinks() const { return m_hiddenSinks; }           // that would have a row
    std::uint32_t selectedHeads() const;                        // how many (layer, head) the sums go over

    QString place(int row) const;                    // of the words cited in it, where there are any
    QString shortPlace(int row) const;               // with a distinctTitle()
    // Numbers from 1, ascending: of the citations whose words it holds a part of (underlined), and of those that rest on the block where
    // no row holds their words.
    std::vector<int> citations(std::uint32_t block) const;
    int citation(std::uint32_t block) const;                    // the first of them; 0: none
    std::optional<double> effect(std::uint32_t block) const;
    std::optional<double> lift(std::uint32_t block) const;      // needs the neutral evidence
    const std::vector<Head>& topHeads(std::uint32_t block) const;   // strongest first, at most three
    const Passage& passage(int row) const;                      // on one line; references hold until the query changes
    float fullWeight() const { return m_fullWeight; }           // word weight in the strongest tint

private:
    void rebuild();
    void findLifts();
    void findCitedWords();
    bool holdsWords(std::uint32_t block, const Citation& citation) const;
    void sort();
    QString headOf(int row) const;   // place and numbers
    QString explained(int row) const;   // the same, for which a card may have no room, and what its numbers mean
    QString spoken(int row) const;
    std::vector<Head> findTopHeads(std::uint32_t block) const;

    EvidenceQuery m_query;
    Order m_order = Order::Strength;
    std::vector<EvidenceRow> m_rows;
    std::vector<double> m_evidence;                 // per document block
    std::map<std::uint32_t, double> m_effects;
    std::vector<bool> m_wordsShown;                 // of each citation: a row holds words of it
    std::vector<double> m_neutral, m_lifts;         // m_lifts: empty where it is not known
    mutable std::unordered_map<std::uint32_t, Passage> m_passages;              // of rows that were shown
    mutable std::unordered_map<std::uint32_t, std::vector<Head>> m_topHeads;
    double m_largest = 0;
    float m_fullWeight = 0;
    int m_hiddenSinks = 0;
};

}  // namespace cairn
