#include "ui/plots/plot_table.h"

#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/column_fit.h"
#include "ui/plots/table_look.h"
#include "ui/text_direction.h"
#include "ui/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace cairn
{
namespace
{

QString csvField(const QVariant& value)
{
    if (!value.isValid())
        return {};
    if (isNumber(value))
        return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    QString text = withoutIsolates(value.toString());
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')) &&
        !text.contains(QLatin1Char('\r')))
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

}  // namespace

bool isNumber(const QVariant& value)
{
    const int type = value.typeId();
    return type == QMetaType::Double || type == QMetaType::Float || type == QMetaType::Int || type == QMetaType::UInt;
}

PlotTableData::Column placeColumn(const QString& name) { return {name, false, {}, false, true}; }

void PlotTableModel::setTable(PlotTableData data)
{
    beginResetModel();
    m_data = std::move(data);
    endResetModel();
}

int PlotTableModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_data.rows; }
int PlotTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(m_data.columns.size()); }

QVariant PlotTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(m_data.columns[index.column()].number);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    const QVariant value = m_data.value(index.row(), index.column());
    const bool fraction = value.typeId() == QMetaType::Double || value.typeId() == QMetaType::Float;
    if (role == Qt::DisplayRole && fraction)
        return m_data.columns[index.column()].difference ? signedDigits(value.toDouble()) : measuredDigits(value.toDouble());
    return value;
}

QVariant PlotTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_data.columns.size())
        return {};
    if (role == Qt::TextAlignmentRole)
        return columnAlignment(m_data.columns[section].number);
    if (role == kFieldRole)
        return m_data.columns[section].field;
    if (role == kPlaceRole)
        return m_data.columns[section].place;
    return role == Qt::DisplayRole ? QVariant(m_data.columns[section].name) : QVariant();
}

QByteArray csvOf(const QAbstractItemModel& model)
{
    QByteArray csv;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList fields;
        for (int column = 0; column < model.columnCount(); ++column)
            fields += csvField(row < 0 ? model.headerData(column, Qt::Horizontal) : model.index(row, column).data(Qt::EditRole));
        csv += fields.join(QLatin1Char(',')).toUtf8() + '\n';
    }
    return csv;
}

PlotTable::PlotTable(QWidget* parent)
    : QWidget(parent), m_view(new QTableView), m_filter(new QLineEdit), m_count(new ElidedLabel(12, Tone::Muted))
{
    m_filter->setClearButtonEnabled(true);
    m_proxy.setSortRole(Qt::EditRole);
    m_proxy.setFilterKeyColumn(-1);
    m_proxy.setFilterCaseSensitivity(Qt::CaseInsensitive);
    dressTable(m_view);
    m_view->setModel(&m_proxy);
    m_columns = new ColumnFit(m_view);
    m_view->setAlternatingRowColors(true);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->installEventFilter(this);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, metrics::kGap);
    row->setSpacing(metrics::kInset);
    row->addWidget(m_filter, 1);
    row->addWidget(m_count);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(m_view, 1);
    connect(m_columns, &ColumnFit::changed, this, &PlotTable::updateCount);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) { m_proxy.setFilterFixedString(words); });
    connect(&m_proxy, &QAbstractItemModel::modelReset, this, &PlotTable::updateCount);
    connect(&m_proxy, &QAbstractItemModel::rowsInserted, this, &PlotTable::updateCount);
    connect(&m_proxy, &QAbstractItemModel::rowsRemoved, this, &PlotTable::updateCount);
    retranslate();
    connect(m_view, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT rowActivated(m_proxy.mapToSource(index).row()); });
}

void PlotTable::focusInEvent(QFocusEvent* event) { m_view->setFocus(event->reason()); }

void PlotTable::retranslate()
{
    m_filter->setPlaceholderText(tr("Filter rows"));
    m_filter->setAccessibleName(tr("Filter rows"));
    m_view->setAccessibleName(tr("Table"));
    updateCount();
}

void PlotTable::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PlotTable::setSource(QAbstractItemModel* model)
{
    if (m_proxy.sourceModel())
        m_proxy.sourceModel()->disconnect(this);
    m_proxy.setSourceModel(model);
    if (model)
        connect(model, &QAbstractItemModel::modelReset, this, [this] { m_columns->renew(); });
    m_columns->renew();
}

void PlotTable::updateCount()
{
    const auto* plot = qobject_cast<const PlotTableModel*>(m_proxy.sourceModel());
    const int shown = m_proxy.rowCount();
    QString words = plot && plot->total() > plot->rowCount() && shown == plot->rowCount()
                        ? tr("%L1 strongest of %L2").arg(shown).arg(plot->total())
                        : tr("%Ln row(s)", nullptr, shown);
    m_count->setShortForm(words);
    if (m_columns->hidden() > 0)
        words += QStringLiteral(" · ") + tr("%Ln more column(s) where it is wider", nullptr, m_columns->hidden());
    m_count->setText(words);
}

void PlotTable::copySelection() const
{
    QStringList lines;
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    for (const QModelIndex& row : rows) {
        QStringList fields;
        for (int column = 0; column < m_proxy.columnCount(); ++column)
            fields += row.siblingAtColumn(column).data(Qt::EditRole).toString();
        lines += fields.join(QLatin1Char('\t'));
    }
    QApplication::clipboard()->setText(lines.join(QLatin1Char('\n')));
}

bool PlotTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copySelection();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace cairn
