// What stands in a plot's place while there is nothing to draw: one reason, one next action (experience.md 2). UI thread.
#pragma once

#include <QStackedWidget>

class QPushButton;

namespace cairn
{

class Label;

class EmptyPlot final : public QWidget
{
    Q_OBJECT
public:
    explicit EmptyPlot(QWidget* parent = nullptr);
    // An empty reason: there is something to draw. `whyNot`: why the action is not possible at the moment; empty: it is.
    void setReason(const QString& reason, const QString& action = {}, const QString& whyNot = {});
    bool isNeeded() const { return m_needed; }
    QPushButton* action() const { return m_action; }

Q_SIGNALS:
    void actionRequested();
    void changed();

private:
    Label* m_reason;
    QPushButton* m_action;
    bool m_needed = false;
};

// The plot, or the reason why there is none.
class EmptyPlotStack final : public QStackedWidget
{
    Q_OBJECT
public:
    EmptyPlotStack(QWidget* plot, EmptyPlot* empty, QWidget* parent = nullptr);

protected:
    void focusInEvent(QFocusEvent* event) override;   // what is shown has it: a focus proxy that is hidden would stop Tab
};

}  // namespace cairn
