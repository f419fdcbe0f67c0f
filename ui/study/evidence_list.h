// The list of evidence cards. The current card is taller than the others; what was clicked stays under the pointer all the same. UI thread.
#pragma once

#include <QListView>

namespace cairn
{

class EvidenceDelegate;

class EvidenceList final : public QListView
{
    Q_OBJECT
public:
    explicit EvidenceList(QWidget* parent = nullptr);
    EvidenceDelegate* cards() const { return m_cards; }

Q_SIGNALS:
    void currentRowChanged(int row);            // -1: none
    void currentRowClicked(int row);            // it was current before; its link was not meant
    void rowHovered(int row);                   // -1: the pointer rests on none

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    EvidenceDelegate* m_cards;
    QPersistentModelIndex m_pressedCurrent;     // the card under the last press, if it was current already
};

}  // namespace cairn
