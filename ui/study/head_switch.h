// Below the head views: how many heads were off for the answer that is shown, and a button that asks again without those that are chosen
// here, or with them again where all of them are off (experience.md 10 U5). Unlike hiding, which only leaves them out of sums, the model
// then writes without them. UI thread.
#pragma once

#include "ui/selection/selection_hub.h"

#include <QWidget>

#include <vector>

class QPushButton;

namespace cairn
{

class ElidedLabel;

class HeadSwitch final : public QWidget
{
    Q_OBJECT
public:
    explicit HeadSwitch(QString whyNone, QWidget* parent = nullptr);   // said while no head is chosen

    void setHeads(std::vector<Head> heads, const SelectionHub& hub);
    const QPushButton* button() const { return m_button; }

Q_SIGNALS:
    void switchRequested(const std::vector<cairn::Head>& heads, bool off);

protected:
    void changeEvent(QEvent* event) override;

private:
    bool areOff() const;                                               // all that are chosen
    void refresh();

    QString m_whyNone;
    ElidedLabel* m_note;
    QPushButton* m_button;
    std::vector<Head> m_heads, m_off;
    QString m_whyNotAsked;
};

}  // namespace cairn
