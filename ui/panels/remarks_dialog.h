// What was remarked on a document when it was opened: pages without text, parts left out. Remarks that name pages lead there. Stays open
// beside the reader. Values in, intents out. UI thread.
#pragma once

#include <QDialog>
#include <QStringList>

#include <vector>

class QTreeWidget;
class QTreeWidgetItem;

namespace cairn
{

struct DocumentRemark
{
    QString words;                // one sentence
    QStringList pages;            // labels; empty: it is about no page
};

class RemarksDialog final : public QDialog
{
    Q_OBJECT
public:
    RemarksDialog(const QString& title, const std::vector<DocumentRemark>& remarks, QWidget* parent);

Q_SIGNALS:
    void pageChosen(const QString& label);

private:
    void choose(const QTreeWidgetItem* item);

    QTreeWidget* m_list;
};

}  // namespace cairn
