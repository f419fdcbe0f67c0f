#include "ui/heatmap_accessible.h"

#include "ui/heatmap_view.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>
#include <cmath>
#include <map>

namespace cairn
{
namespace
{

class HeatmapAccessible;

// One pooled cell; lives as long as its table.
class CellAccessible final : public QAccessibleInterface, public QAccessibleTableCellInterface
{
public:
    CellAccessible(HeatmapAccessible* table, int row, int column) : m_table(table), m_row(row), m_column(column) {}

    bool isValid() const override { return true; }
    QObject* object() const override { return nullptr; }
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text kind) const override;
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override;
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override { return {}; }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
    }

    bool isSelected() const override { return false; }
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    HeatmapAccessible* m_table;
    int m_row, m_column;
};

class HeatmapAccessible final : public QAccessibleWidget, public QAccessibleTableInterface
{
public:
    explicit HeatmapAccessible(HeatmapView* view) : QAccessibleWidget(view, QAccessible::Table), m_view(view) {}
    ~HeatmapAccessible() override
    {
        for (const auto& [place, id] : m_cells)
            QAccessible::deleteAccessibleInterface(id);
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::TableInterface ? static_cast<QAccessibleTableInterface*>(this)
                                                   : QAccessibleWidget::interface_cast(type);
    }

    int rowCount() const override { return m_view->data().rows == 0 ? 0 : int(std::ceil(m_view->window().rows - 1e-9)); }
    int columnCount() const override
    {
        return std::min(int(std::ceil(m_view->window().columns - 1e-9)), m_view->data().columns == 0 ? 0 : kAccessibleColumns);
    }
    int childCount() const override { return rowCount() * columnCount(); }
    QAccessibleInterface* child(int index) const override
    {
        return index < 0 || columnCount() == 0 ? nullptr : cellAt(index / columnCount(), index % columnCount());
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (const auto& [place, id] : m_cells) {
            if (QAccessible::accessibleInterface(id) == child)
                return place.first * columnCount() + place.second;
        }
        return -1;
    }
    QAccessibleInterface* cellAt(int row, int column) const override
    {
        if (row < 0 || row >= rowCount() || column < 0 || column >= columnCount())
            return nullptr;
        const auto found = m_cells.find({row, column});
        if (found != m_cells.end())
            return QAccessible::accessibleInterface(found->second);
        auto* cell = new CellAccessible(const_cast<HeatmapAccessible*>(this), row, column);
        m_cells[{row, column}] = QAccessible::registerAccessibleInterface(cell);
        return cell;
    }

    // The strongest cell of a pooled one.
    HeatmapCell strongest(int row, int column) const
    {
        const HeatmapWindow window = m_view->window();
        const double step = window.columns / std::max(columnCount(), 1);
        const int matrixRow = std::clamp(int(window.firstRow) + row, 0, m_view->data().rows - 1);
        const int begin = int(window.firstColumn + column * step);
        HeatmapCell best{matrixRow, std::clamp(begin, 0, m_view->data().columns - 1)};
        for (int at = begin; at < int(std::ceil(window.firstColumn + (column + 1) * step)) && at < m_view->data().columns; ++at) {
            if (std::abs(m_view->value({matrixRow, at}).value_or(0)) > std::abs(m_view->value(best).value_or(0)))
                best.column = at;
        }
        return best;
    }
    HeatmapView* view() const { return m_view; }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QString columnDescription(int column) const override { return QString::number(strongest(0, column).column); }
    QString rowDescription(int row) const override { return QString::number(int(m_view->window().firstRow) + row); }
    int selectedCellCount() const override { return 0; }
    QList<QAccessibleInterface*> selectedCells() const override { return {}; }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

private:
    HeatmapView* m_view;
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_cells;
};

QAccessibleInterface* CellAccessible::parent() const { return m_table; }

QString CellAccessible::text(QAccessible::Text kind) const
{
    const HeatmapTip tip = m_table->view()->describe(m_table->strongest(m_row, m_column));
    if (kind == QAccessible::Name)
        return tip.lines.isEmpty() ? tip.title : QStringLiteral("%1: %2").arg(tip.title, tip.lines.front());
    return kind == QAccessible::Description ? tip.plain() : QString();
}

QRect CellAccessible::rect() const
{
    const QRect plot = m_table->view()->plot();
    const int columns = std::max(m_table->columnCount(), 1), rows = std::max(m_table->rowCount(), 1);
    const QRect local(plot.left() + plot.width() * m_column / columns, plot.top() + plot.height() * m_row / rows, plot.width() / columns,
                      plot.height() / rows);
    return {m_table->view()->viewport()->mapToGlobal(local.topLeft()), local.size()};
}

QAccessibleInterface* heatmapInterface(const QString&, QObject* object)
{
    auto* view = qobject_cast<HeatmapView*>(object);
    return view ? new HeatmapAccessible(view) : nullptr;
}

}  // namespace

void installHeatmapAccessibility()
{
    static const bool once = (QAccessible::installFactory(heatmapInterface), true);
    (void)once;
}

}  // namespace cairn
