// Memories on the disk, to be discarded: ticked ones go, with text and answers kept. Values in, intent out. UI thread.
#pragma once

#include <QDateTime>
#include <QDialog>
#include <QString>

#include <vector>

class QListWidget;
class QPushButton;

namespace cairn
{

class Label;

struct StoredMemory
{
    QString id, title;            // id: as the receiver names it
    qint64 bytes = 0;
    QDateTime lastUsed;
    bool ticked = false;
};

class MemoriesDialog final : public QDialog
{
    Q_OBJECT
public:
    // `used`: of all memories, also those that are not listed; `limit`: 0: none.
    MemoriesDialog(const std::vector<StoredMemory>& memories, qint64 used, qint64 limit, QWidget* parent);

Q_SIGNALS:
    void discardRequested(const QStringList& ids);

private:
    void refresh();
    qint64 tickedBytes() const;

    qint64 m_used, m_limit;
    QListWidget* m_list;
    Label* m_sum;
    QPushButton* m_discard;
};

}  // namespace cairn
