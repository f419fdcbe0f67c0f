#include "ui/study/head_ranking.h"

#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/choice_name.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/head_names.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/plots/table_look.h"
#include "ui/study/head_scatter.h"
#include "ui/study/head_switch.h"
#include "ui/study/passage_delegate.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr double kCopies = 0.1;                        // retrieval heads, experience.md 4
constexpr int kLinesBesideScatter = 22;   // of text: a panel of fewer needs them for the table
constexpr int kTopByDefault = 12, kLargeLetters = 22, kAllColumns = 620;   // px from which on every statistic has its column
constexpr int kLeastColumn = 40, kSortArrow = 12;   // px
constexpr int kOwnWidth = 2;   // columns before those that share the room: the name, and the longest title

QComboBox* statisticBox(HeadStatistic chosen)
{
    auto* box = new QComboBox;
    for (const HeadStatistic statistic : kHeadStatistics)
        box->addItem(nameOf(statistic), int(statistic));
    box->setCurrentIndex(box->findData(int(chosen)));
    return box;
}

int columnOf(HeadStatistic statistic)
{
    return 1 + int(std::find(kHeadStatistics.begin(), kHeadStatistics.end(), statistic) - kHeadStatistics.begin());
}

}  // namespace

// Pinned rows first, whichever way the others are sorted.
class HeadOrder final : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const auto* heads = static_cast<const HeadsModel*>(sourceModel());
        const bool a = heads->isPinned(left.row()), b = heads->isPinned(right.row());
        if (a != b)
            return (sortOrder() == Qt::AscendingOrder) == a;
        return QSortFilterProxyModel::lessThan(left, right);
    }
};

HeadRanking::HeadRanking(HeadsData* heads, QWidget* parent)
    : PlotPanel(tr("Head ranking"), parent), m_data(heads), m_model(new HeadsModel(this)), m_export(new PlotTableModel(this)),
      m_sorted(new HeadOrder(this)), m_table(new QTableView), m_scatter(new HeadScatter), m_x(statisticBox(HeadStatistic::MemoryShare)),
      m_y(statisticBox(HeadStatistic::Strongest)), m_top(new QSpinBox), m_keep(new QPushButton(tr("Keep as head set"))),
      m_count(new Label({}, metrics::kSmallFont, Tone::Muted)), m_switch(new HeadSwitch(tr("Tick heads first"))), m_empty(new EmptyPlot),
      m_stack(new QStackedWidget)
{
    setHelp(tr("A head is one of the model's readers; each opens its own blocks. Tick the ones that interest you and keep them as a set: "
               "all views "
               "can be narrowed to it."),
            tr("Example: a head with a large memory share and low entropy reads one place of the document closely."));
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::EditRole);
    m_top->setRange(1, 4096);
    m_top->setValue(kTopByDefault);
    m_top->setAccessibleName(tr("How many heads to tick"));
    auto* tick = new QPushButton(tr("Tick"));
    m_ticking = {new Label(tr("Top")), m_top, tick, m_keep};
    for (QWidget* part : m_ticking)
        addFilter(part);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(makeTable());
    splitter->addWidget(makeScatter());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(splitter);
    setPlot(m_stack);
    addBelow(m_switch);
    setFooter(weightsFooter());
    setViewExporter(m_export, [this] { return plotProvenance(m_data->hub()); });
    connect(tick, &QPushButton::clicked, this, [this] { tickTop(m_top->value()); });
    connect(m_keep, &QPushButton::clicked, this, &HeadRanking::keepAsSet);
    connect(m_empty, &EmptyPlot::actionRequested, this, &HeadRanking::askAgain);
    connect(m_switch, &HeadSwitch::switchRequested, this, &HeadRanking::switchRequested);
    connect(m_model, &HeadsModel::tickedChanged, this, &HeadRanking::updateCount);
    connect(m_data, &HeadsData::changed, this, &HeadRanking::refresh);
    connect(m_data, &HeadsData::choiceChanged, this, &HeadRanking::followLock);
    sortBy(HeadStatistic::Strongest);
    refresh();
}

QWidget* HeadRanking::makeTable()
{
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAccessibleName(tr("Heads"));
    dressTable(m_table);
    m_table->setItemDelegateForColumn(0, new TickDelegate(m_table));
    setPanelFont(m_table, metrics::kSmallFont);
    setPanelFont(m_table->horizontalHeader(), metrics::kSmallFont);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setMinimumSectionSize(kLeastColumn);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    for (int column = 0; column < kOwnWidth; ++column)
        m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    connect(m_table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &HeadRanking::fitTitles);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, this, [this](int column) {
        if (column < kOwnWidth)
            fitTitles();
    });
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
    m_table->setColumnHidden(HeadsModel::similarityColumn(), true);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, &HeadRanking::openMenu);
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_table, 1);
    m_count->setContentsMargins(metrics::kInset, 6, metrics::kInset, 6);
    column->addWidget(m_count);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (current.isValid() && !m_following)
            m_data->lockHead(m_model->headOf(m_sorted->mapToSource(current).row()));
    });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const Head head = m_model->headOf(m_sorted->mapToSource(index).row());
        Q_EMIT headOpened(head.layer, head.head);
    });
    return box;
}

QWidget* HeadRanking::makeScatter()
{
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, 4);
    auto* row = new QHBoxLayout;
    row->addWidget(m_y);
    row->addWidget(new Label(tr("by"), metrics::kSmallFont, Tone::Muted));
    row->addWidget(m_x);
    row->addStretch(1);
    column->addLayout(row);
    nameChoice(m_x, tr("Across"));
    nameChoice(m_y, tr("Upwards"));
    column->addWidget(m_scatter, 1);
    m_scatter->setModel(m_model);
    for (QComboBox* axis : {m_x, m_y})
        connect(axis, &QComboBox::currentIndexChanged, this, &HeadRanking::setAxes);
    connect(m_scatter, &HeadScatter::headChosen, this,
            [this](std::uint32_t layer, std::uint32_t head) { m_data->lockHead({layer, head}); });
    connect(m_scatter, &HeadScatter::headOpened, this, &HeadRanking::headOpened);
    setAxes();
    return box;
}

void HeadRanking::resizeEvent(QResizeEvent* event)
{
    PlotPanel::resizeEvent(event);
    m_scatter->parentWidget()->setVisible(height() >= kLinesBesideScatter * fontMetrics().height());
}

// No title is cut: what has no room with its whole title goes, the last columns first, and then the table scrolls.
void HeadRanking::fitTitles()
{
    const bool large = m_table->fontMetrics().height() > kLargeLetters;
    const bool narrow = m_table->width() < kAllColumns || large;
    for (const HeadStatistic statistic : {HeadStatistic::Evidence, HeadStatistic::MeanDistance})
        m_table->setColumnHidden(columnOf(statistic), narrow);
    for (const HeadStatistic statistic : {HeadStatistic::Entropy, HeadStatistic::UniqueBlocks, HeadStatistic::SinkShare})
        m_table->setColumnHidden(columnOf(statistic), large && m_table->width() < 2 * kAllColumns);
    for (const HeadStatistic last : {HeadStatistic::SinkShare, HeadStatistic::UniqueBlocks, HeadStatistic::Entropy}) {
        if (titlesFit())
            return;
        m_table->setColumnHidden(columnOf(last), true);
    }
    titlesFit();
}

bool HeadRanking::titlesFit()
{
    auto* titles = m_table->horizontalHeader();
    titles->setMinimumSectionSize(kLeastColumn);
    const int least = m_table->fontMetrics().horizontalAdvance(QStringLiteral("0.000")) + kLeastColumn / 2;
    std::vector<std::pair<int, int>> sharing;   // column, its own width
    int widest = 0, needed = 0, room = m_table->viewport()->width();
    for (int column = 0; column < titles->count(); ++column) {
        if (titles->isSectionHidden(column))
            continue;
        if (column < kOwnWidth) {
            room -= titles->sectionSize(column);
            continue;
        }
        const int arrow = titles->sortIndicatorSection() == column ? kSortArrow : 0;
        sharing.emplace_back(column, std::max(least, titles->sectionSizeHint(column) + arrow));
        widest = std::max(widest, sharing.back().second);
        needed += sharing.back().second;
    }
    const int count = int(sharing.size());
    const bool alike = count * widest <= room;
    for (const auto& [column, own] : sharing) {
        titles->setSectionResizeMode(column, alike ? QHeaderView::Stretch : QHeaderView::Fixed);
        if (!alike)
            titles->resizeSection(column, own + std::max(0, room - needed) / count);
    }
    return needed <= room;
}

bool HeadRanking::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitTitles();
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool plain = key->modifiers() == Qt::NoModifier;
        const auto head = currentHead();
        if (head && key->key() == Qt::Key_F2) {
            nameHead(*head);
            return true;
        }
        if (head && plain && key->key() == Qt::Key_P) {
            pin(*head, !m_model->isPinned(m_model->rowOf(*head)));
            return true;
        }
        if (head && plain && key->key() == Qt::Key_S) {
            sortBySimilarity(*head);
            return true;
        }
    }
    return PlotPanel::eventFilter(watched, event);
}

QModelIndex HeadRanking::rowOf(Head head) const
{
    return m_sorted->mapFromSource(m_model->index(m_model->rowOf(head), 0));
}

std::optional<Head> HeadRanking::currentHead() const
{
    const QModelIndex row = m_table->currentIndex();
    return row.isValid() ? std::optional(m_model->headOf(m_sorted->mapToSource(row).row())) : std::nullopt;
}

void HeadRanking::nameHead(Head head)
{
    m_table->scrollTo(rowOf(head));
    openHeadNameField(&m_data->hub(), head, m_table, m_table->viewport()->mapToGlobal(m_table->visualRect(rowOf(head)).bottomLeft()));
}

void HeadRanking::pin(Head head, bool pinned)
{
    m_model->setPinned(head, pinned);
    m_sorted->invalidate();
    m_table->scrollTo(rowOf(head));
}

void HeadRanking::sortBySimilarity(Head head)
{
    m_model->setSimilarity(m_data->similarityTo(head), headName(head.layer, head.head));
    m_table->setColumnHidden(HeadsModel::similarityColumn(), false);
    fitTitles();
    m_table->sortByColumn(HeadsModel::similarityColumn(), Qt::DescendingOrder);
    m_table->scrollToTop();
}

void HeadRanking::tickCopying()
{
    std::vector<Head> copying;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (double(m_model->statistics()[std::size_t(row)].copyScore) >= kCopies)
            copying.push_back(m_model->headOf(row));
    }
    m_model->setTicked(copying);
}

void HeadRanking::openMenu(QPoint place)
{
    const QModelIndex at = m_table->indexAt(place);
    if (!at.isValid())
        return;
    const Head head = m_model->headOf(m_sorted->mapToSource(at).row());
    const bool pinned = m_model->isPinned(m_model->rowOf(head));
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(namedHead(m_data->hub(), head));
    const auto add = [&](const QString& words, int key, auto act) {
        QAction* action = menu->addAction(words, this, act);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut); // shown only: the table takes the key itself
    };
    add(tr("Open the head's page"), Qt::Key_Return, [this, head] { Q_EMIT headOpened(head.layer, head.head); });
    add(tr("Name the head"), Qt::Key_F2, [this, head] { nameHead(head); });
    add(pinned ? tr("No longer on top") : tr("Keep on top"), Qt::Key_P, [this, head, pinned] { pin(head, !pinned); });
    add(tr("Sort by similarity to this head"), Qt::Key_S, [this, head] { sortBySimilarity(head); });
    menu->addSeparator();
    menu->addAction(tr("Tick the heads that copy (copy score %1 and more)").arg(twoDigits(kCopies)), this, &HeadRanking::tickCopying);
    menu->popup(m_table->viewport()->mapToGlobal(place));
}

void HeadRanking::setAxes()
{
    m_scatter->setAxes(HeadStatistic(m_x->currentData().toInt()), HeadStatistic(m_y->currentData().toInt()));
}

void HeadRanking::sortBy(HeadStatistic statistic) { m_table->sortByColumn(columnOf(statistic), Qt::DescendingOrder); }

void HeadRanking::tickTop(int count)
{
    std::vector<Head> top;
    for (int row = 0; row < std::min(count, m_sorted->rowCount()); ++row)
        top.push_back(m_model->headOf(m_sorted->mapToSource(m_sorted->index(row, 0)).row()));
    m_model->setTicked(top);
}

void HeadRanking::refresh()
{
    const QString reason = m_data->emptyReason();
    m_stack->setCurrentIndex(reason.isEmpty() ? 1 : 0);
    m_empty->setReason(reason, m_data->hub().run() && !reason.isEmpty() ? noTraceAction(*m_data->hub().run()) : QString(),
                       m_data->hub().whyNotAsked());
    m_model->setStatistics(m_data->statistics(), m_data->heads());
    m_model->setSimilarity({}, {}); // it was of other words
    if (m_table->horizontalHeader()->sortIndicatorSection() == HeadsModel::similarityColumn())
        sortBy(HeadStatistic::Strongest);
    m_table->setColumnHidden(HeadsModel::similarityColumn(), true);
    fitTitles();
    m_export->setTable(m_data->table());
    updateCount();
    followLock();
}

void HeadRanking::followLock()
{
    m_model->setNames(m_data->hub().headNames());
    const auto head = m_data->lockedHead();
    m_scatter->setLocked(head);
    m_following = true;
    if (head && m_model->rowOf(*head) < m_model->rowCount()) {
        const QModelIndex row = rowOf(*head);
        if (m_table->currentIndex().row() != row.row())
            m_table->setCurrentIndex(row);
    } else {
        m_table->setCurrentIndex({});
    }
    m_following = false;
}

void HeadRanking::updateCount()
{
    const int ticked = int(m_model->ticked().size());
    m_keep->setEnabled(ticked > 0);
    m_keep->setToolTip(ticked > 0 ? QString() : tr("Tick heads first"));
    m_switch->setHeads(m_model->ticked(), m_data->hub());
    const bool any = m_data->emptyReason().isEmpty();
    m_switch->setVisible(any);
    for (QWidget* part : m_ticking)
        part->setVisible(any);
    m_keep->setToolTip(ticked > 0 ? QString() : tr("Tick heads first"));
    m_count->setText(withRenormalised(tr("%1 of %n head(s) ticked", nullptr, m_model->rowCount()).arg(ticked), filterOf(m_data->hub())));
}

void HeadRanking::keepAsSet()
{
    const std::vector<Head> heads = m_model->ticked();
    const QString plain = tr("%n head(s)", nullptr, int(heads.size()));
    const std::string name = m_data->hub().keepHeadSet(plain.toStdString(), heads);
    openSetNameField(&m_data->hub(), name, m_keep, m_keep->mapToGlobal(m_keep->rect().bottomLeft()));
}

}  // namespace cairn
