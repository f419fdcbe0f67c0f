#include "ui/plots/plot_table.h"

#include "ui/panels/labels.h"
#include "ui/plots/numbers.h"
#include "ui/plots/table_look.h"
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
#include <numeric>

namespace cairn
{
namespace
{

constexpr int kWidestWords = 200, kShortWords = 110, kLeastWords = 72;   // px

QString csvField(const QVariant& value)
{
    if (!value.isValid())
        return {};
    if (isNumber(value))
        return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    QString text = value.toString();
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
        return int((m_data.columns[index.column()].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    const QVariant value = m_data.value(index.row(), index.column());
    const bool fraction = value.typeId() == QMetaType::Double || value.typeId() == QMetaType::Float;
    if (role == Qt::DisplayRole && fraction)
        return m_data.columns[index.column()].difference ? signedDigits(value.toDouble()) : twoDigits(value.toDouble());
    return value;
}

QVariant PlotTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= m_data.columns.size())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((m_data.columns[section].number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == kFieldRole)
        return m_data.columns[section].field;
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
    m_view->horizontalHeader()->setStretchLastSection(false);   // spreadColumns() does
    m_view->setAlternatingRowColors(true);
    m_view->setSortingEnabled(true);
    m_view->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_view->installEventFilter(this);
    m_view->viewport()->installEventFilter(this);
    setFocusProxy(m_view);
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
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& words) { m_proxy.setFilterFixedString(words); });
    connect(&m_proxy, &QAbstractItemModel::modelReset, this, &PlotTable::updateCount);
    connect(&m_proxy, &QAbstractItemModel::rowsInserted, this, &PlotTable::updateCount);
    connect(&m_proxy, &QAbstractItemModel::rowsRemoved, this, &PlotTable::updateCount);
    retranslate();
    connect(m_view, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { Q_EMIT rowActivated(m_proxy.mapToSource(index).row()); });
}

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
        connect(model, &QAbstractItemModel::modelReset, this, &PlotTable::fitColumns);
    fitColumns();
}

void PlotTable::updateCount()
{
    const auto* plot = qobject_cast<const PlotTableModel*>(m_proxy.sourceModel());
    const int shown = m_proxy.rowCount();
    QString words = plot && plot->total() > plot->rowCount() && shown == plot->rowCount()
                        ? tr("%L1 strongest of %L2").arg(shown).arg(plot->total())
                        : tr("%Ln row(s)", nullptr, shown);
    m_count->setShortForm(words);
    if (m_hidden > 0)
        words += QStringLiteral(" · ") + tr("%Ln more column(s) where it is wider", nullptr, m_hidden);
    m_count->setText(words);
}

bool PlotTable::isWords(int column) const
{
    return m_proxy.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignLeft;
}

void PlotTable::fitColumns()
{
    m_wanted.clear();
    if (isVisible()) {
        for (int column = 0; column < m_proxy.columnCount(); ++column)
            m_view->setColumnHidden(column, false);
        m_view->resizeColumnsToContents();
        for (int column = 0; column < m_proxy.columnCount(); ++column)
            m_wanted.push_back(m_view->columnWidth(column));
        spreadColumns();
    }
    updateCount();
}

// All columns in sight: long words give way first, down to a few letters; then numbers leave, those behind first. The first column, the
// one that is sorted by and words stay; short words (places) are not cut.
void PlotTable::spreadColumns()
{
    const int columns = int(m_wanted.size()), room = m_view->viewport()->width();
    if (columns == 0 || columns != m_proxy.columnCount())
        return;
    std::vector<int> least = m_wanted, width = m_wanted;
    std::vector<bool> hidden(m_wanted.size());
    for (int column = 0; column < columns; ++column) {
        const auto at = std::size_t(column);
        if (!isWords(column))
            continue;
        width[at] = std::min(m_wanted[at], kWidestWords);
        least[at] = width[at] <= kShortWords ? width[at] : kLeastWords;
    }
    int needed = std::accumulate(least.begin(), least.end(), 0);
    for (int column = columns - 1; column > 0 && needed > room; --column) {
        if (isWords(column) || column == m_view->horizontalHeader()->sortIndicatorSection())
            continue;
        hidden[std::size_t(column)] = true;
        needed -= least[std::size_t(column)];
    }
    int over = -room, gives = 0;
    for (std::size_t at = 0; at < width.size(); ++at) {
        over += hidden[at] ? 0 : width[at];
        gives += hidden[at] ? 0 : width[at] - least[at];
    }
    m_hidden = 0;
    int left = room, last = 0;
    for (int column = 0; column < columns; ++column) {
        const auto at = std::size_t(column);
        const int gap = width[at] - least[at];
        const int taken = over <= 0 || gives == 0 ? 0 : int(std::min<qint64>(gap, (qint64(over) * gap + gives - 1) / gives));
        m_view->setColumnHidden(column, hidden[at]);
        m_view->setColumnWidth(column, width[at] - taken);
        m_hidden += hidden[at];
        left -= hidden[at] ? 0 : width[at] - taken;
        last = hidden[at] ? last : column;
    }
    if (left > 0)
        m_view->setColumnWidth(last, m_view->columnWidth(last) + left);   // to the edge
}

void PlotTable::showEvent(QShowEvent*) { fitColumns(); }

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
    if (watched == m_view->viewport() && event->type() == QEvent::Resize && isVisible()) {
        spreadColumns();
        updateCount();
    }
    if (watched == m_view && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)) {
        copySelection();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace cairn
