// V14: any plot as rows of numbers and words. The model holds what the plot's own query gave, so table, plot and export agree; the view
// sorts, filters and copies. UI thread.
#pragma once

#include "ui/panels/locale_order.h"

#include <QAbstractTableModel>
#include <QStringList>
#include <QWidget>

#include <functional>

class QLineEdit;
class QTableView;

namespace cairn
{

class ColumnFit;
class ElidedLabel;

// `rows` lines of `columns` values, asked for when seen: a million lines cost nothing. Numbers (double, int) sort as numbers; a double is
// shown with two significant digits, whole or not, as its neighbours are; CSV keeps all of them.
struct PlotTableData
{
    struct Column
    {
        QString name;
        bool number = true;
        QString field{};   // its name in arrays of numbers (table_numbers.h), the same in every language; empty: it is not in them
        bool difference = false;   // shown with its sign
        bool place = false;        // shortened as a place is
    };
    QList<Column> columns;
    int rows = 0;
    qint64 total = 0;        // when only the strongest are held: all there are
    std::function<QVariant(int row, int column)> value;
};

inline constexpr int kFieldRole = Qt::UserRole + 41;   // of a column's header: Column::field

PlotTableData::Column placeColumn(const QString& name);

bool isNumber(const QVariant& value);

class PlotTableModel final : public QAbstractTableModel
{
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;
    void setTable(PlotTableData data);
    qint64 total() const { return m_data.total; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;    // EditRole: the whole number
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    PlotTableData m_data;
};

// Lines of comma-separated values with a head line; text in quotes where needed, numbers with all their digits.
QByteArray csvOf(const QAbstractItemModel& model);

class PlotTable final : public QWidget
{
    Q_OBJECT
public:
    explicit PlotTable(QWidget* parent = nullptr);
    void setSource(QAbstractItemModel* model);     // borrowed
    QTableView* view() const { return m_view; }
    const QAbstractItemModel& shown() const { return m_proxy; }   // filtered and sorted
    void copySelection() const;

Q_SIGNALS:
    void rowActivated(int sourceRow);              // Enter or double click

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;   // the rows': a focus proxy would keep Tab from the field above them

private:
    void updateCount();
    void retranslate();

    LocaleOrder m_proxy;
    QTableView* m_view;
    ColumnFit* m_columns = nullptr;
    QLineEdit* m_filter;
    ElidedLabel* m_count;
};

}  // namespace cairn
