// The statistics of all heads for what the selection covers; ranking, scatter and grid show one and the same. A choice of heads doesn't
// narrow them: heads are compared with each other. Worked out off the window's thread when there is much to sum. UI thread.
#pragma once

#include "ui/plots/latest_job.h"
#include "ui/plots/plot_table.h"
#include "ui/selection/selection_hub.h"

namespace cairn
{

class HeadsData final : public QObject
{
    Q_OBJECT
public:
    explicit HeadsData(SelectionHub* hub, QObject* parent = nullptr);   // borrowed

    void setActive(bool active);             // false (default): nobody looks, nothing is summed
    SelectionHub& hub() const { return *m_hub; }
    const std::vector<HeadStatistics>& statistics() const { return m_statistics; }   // [layers * heads]; empty: no trace
    std::uint32_t layers() const { return m_layers; }
    std::uint32_t heads() const { return m_heads; }
    const HeadStatistics& of(Head head) const { return m_statistics[std::size_t{head.layer} * m_heads + head.head]; }
    std::vector<double> similarityTo(Head head) const;   // [layers * heads] cosine of what they gave to blocks, 0..1
    PlotTableData table() const;             // every head with all its numbers, as they are now
    QString emptyReason() const;             // why there is nothing; empty: there is
    int selectedWordCount() const { return m_words; }

    std::optional<Head> lockedHead() const;  // that the page shows
    void lockHead(Head head);
    void solo(Head head);                    // this head alone; a second time: all again
    bool isShown(Head head) const;           // in the selection's choice
    bool isOff(Head head) const;             // was switched off for this answer

Q_SIGNALS:
    void changed();                          // the statistics
    void choiceChanged();                    // heads shown, locked head

private:
    void refresh();

    SelectionHub* m_hub;
    LatestJob* m_job;
    std::vector<HeadStatistics> m_statistics;
    std::vector<std::uint8_t> m_shown;
    std::uint32_t m_layers = 0, m_heads = 0;
    int m_words = 0;
    RunPtr m_run;
    Selection m_selection;
    TraceFilter m_filter;                    // that the statistics were made with
    bool m_started = false, m_active = false;
};

}  // namespace cairn
