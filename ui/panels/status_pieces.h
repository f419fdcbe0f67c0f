// The status bar (experience.md 2): saved or not, what is being read, device and why, model, and that nothing leaves this computer.
// Each piece says more in its tooltip; device, model and privacy open the settings. What was done and asks for nothing is told here for a
// while, in place of the first two: nothing that is read moves for it. UI thread.
#pragma once

#include "ui/panels/icons.h"

#include <QBasicTimer>
#include <QStatusBar>

#include <optional>

class QProgressBar;

namespace cairn
{

class StatusPiece;

struct StatusFacts
{
    QString saved;             // "Saved 14:02", only after the commit; "Saving …", "Not saved: ..."
    bool savedProblem = false;
    QString reading;           // "Reading Looking-Glass 38 %, 2 min left"; empty: nothing is read
    int readingPercent = -1;   // -1: no bar
    QString device;            // "GPU: 3.1 of 12 GB used", "CPU"
    QString deviceReason;      // why it is that device
    QString model;             // "SmolLM2-135M, landmark adapter"
    QString modelDetails;
    QString textGoesTo;        // not empty: in place of the privacy line, "Engine on gpu7: the text is sent there"
};

class StatusLine final : public QStatusBar
{
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);
    void setFacts(const StatusFacts& facts);
    const StatusFacts& facts() const { return m_facts; }
    void tell(const QString& sentence);   // for 8 s; empty: no longer
    QString told() const;                 // empty: nothing at the moment

Q_SIGNALS:
    void savedActivated();
    void readingActivated();
    void deviceActivated();
    void modelActivated();
    void privacyActivated();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void timerEvent(QTimerEvent* event) override;

private:
    void refresh();

    StatusFacts m_facts;
    QString m_told;
    QBasicTimer m_toldEnds;
    StatusPiece *m_passing, *m_saved, *m_reading, *m_device, *m_model, *m_privacy;
    QProgressBar* m_progress;
};

}  // namespace cairn
