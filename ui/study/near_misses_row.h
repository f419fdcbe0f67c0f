// Heads that nearly opened a block (core/types/near_misses.h), closest first; or one sentence why none are known, and the button that
// helps. UI thread.
#pragma once

#include "core/types/near_misses.h"
#include "ui/selection/selection_hub.h"

#include <QWidget>

namespace cairn
{

class FlowLayout;
class Label;
class LinkButton;

// Why a run names no near misses, and the words of a button that asks again so that it does; empty reason: it names some.
struct NoNearMisses
{
    QString reason, action;
    bool fromMemory = false;   // asked again with the strategy "Memory": the answer was written from passages alone
};
NoNearMisses noNearMisses(const Run& run);

QString wordAt(const Run& run, std::uint32_t token);             // of the answer
// "Closest in L16.H3 for "red": place 12 of 1,650; 8 are opened."
QString nearestText(const Run& run, const NearMiss& near);
QString shortWords(const NearMiss& near);                        // "score 3.1, 0.43 short of a place"

// The reason and its button; hidden where there is no reason.
class NoNearMissesRow final : public QWidget
{
    Q_OBJECT
public:
    explicit NoNearMissesRow(QWidget* parent = nullptr);
    void setReason(const NoNearMisses& why, const QString& whyNotAsked);   // whyNotAsked: SelectionHub

Q_SIGNALS:
    void deepTraceRequested(bool fromMemory);

private:
    Label* m_reason;
    LinkButton* m_ask;
    bool m_fromMemory = false;
};

class NearMissesRow final : public QWidget
{
    Q_OBJECT
public:
    explicit NearMissesRow(QWidget* parent = nullptr);

    // `opened`: some head of the selection opened the block. REQUIRES: hub.run() is there.
    void setNear(const SelectionHub& hub, const std::vector<NearMiss>& near, bool opened);

Q_SIGNALS:
    void headChosen(std::uint32_t layer, std::uint32_t head);
    void deepTraceRequested(bool fromMemory);

private:
    Label* m_closest;
    QWidget* m_heads;
    FlowLayout* m_flow;
    NoNearMissesRow* m_none;
};

}  // namespace cairn
