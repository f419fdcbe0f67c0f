// A page of the settings: names on the left, editors on the right, remarks below them. (QFormLayout gives wrapped labels too much room.)
// UI thread.
#pragma once

#include <QHash>
#include <QWidget>

class QAbstractButton;
class QGridLayout;

namespace cairn
{

class Label;

class SettingsForm final : public QWidget
{
    Q_OBJECT
public:
    explicit SettingsForm(QWidget* parent = nullptr);
    void addRow(QWidget* editor, QWidget* field = nullptr);   // field: what holds the editor, if it is not alone
    void addBelow(QWidget* widget);                           // under the last editor, without a name
    void name(QWidget* editor, const QString& words);         // label and accessible name
    void name(QAbstractButton* editor, const QString& words, const QString& own);   // with the words that stand on it

private:
    void finishRow();
    void put(QWidget* widget);

    QGridLayout* m_grid;
    QHash<QWidget*, Label*> m_names;
    int m_rows = 0;
};

}  // namespace cairn
