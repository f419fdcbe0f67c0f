// The columns of a table in the room that it has: all in sight. Long words give way first, down to a few letters; then numbers leave, those
// behind first. The first column, the one that is sorted by or kept and words stay; short words (places) are not cut. UI thread.
#pragma once

#include <QObject>

#include <vector>

class QTableView;

namespace cairn
{

class ColumnFit final : public QObject
{
    Q_OBJECT
public:
    // Follows the table's width; renew() after its model, its rows or its font changed. The table owns this.
    explicit ColumnFit(QTableView* table);
    void renew();
    void keep(int column) { m_kept = column; }   // of numbers: without it the rows would say nothing; from the next renew() on
    int hidden() const { return m_hidden; }   // columns without room

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isWords(int column) const;
    void spread();

    QTableView* m_table;
    std::vector<int> m_wanted;   // width of each column's words, px
    int m_kept = 0;
    int m_hidden = 0;
};

}  // namespace cairn
