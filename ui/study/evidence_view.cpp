#include "ui/study/evidence_view.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/buttons.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/block_reasons.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/back_links_row.h"
#include "ui/study/chip_button.h"
#include "ui/study/evidence_delegate.h"
#include "ui/study/evidence_legend.h"
#include "ui/study/evidence_list.h"
#include "ui/study/selected_words.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMenu>
#include <QStackedWidget>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr std::size_t kLinksInTable = 3;

// What the sums depend on; lock, scale and metric don't change the list.
bool sameQuery(const Selection& a, const Selection& b)
{
    return a.tokens == b.tokens && a.layers == b.layers && a.blocks == b.blocks && a.heads == b.heads && a.minimum == b.minimum
           && a.hideSinks == b.hideSinks && a.hideLocal == b.hideLocal && a.renormalise == b.renormalise;
}

}  // namespace

EvidenceView::EvidenceView(SelectionHub* hub, QWidget* parent)
    : PlotPanel(tr("Evidence"), parent), m_hub(hub), m_model(new EvidenceModel(this)), m_list(new EvidenceList), m_chip(new ChipButton),
      m_order(new Segments({tr("Strength"), tr("By place")})), m_legend(new EvidenceLegend), m_empty(new EmptyPlot),
      m_table(new PlotTableModel(this)), m_stack(new QStackedWidget)
{
    setHelp(tr("Each card is a block of the document that the model opened while it wrote the selected words. Evidence is the attention "
               "that "
               "went to it, summed over words, layers and heads."),
            tr("Example: 41 on p. 89 means that 15 words and 270 heads together gave this block 41 of their shares."));
    addFilter(m_chip);
    addFilter(m_order);
    m_list->setModel(m_model);
    m_list->setAccessibleName(tr("Blocks with evidence"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_list);
    setPlot(m_stack);
    setTable(m_table);
    setViewExporter(m_table, [this] { return plotProvenance(*m_hub); });
    setColourBar(m_legend);
    connect(m_hub, &SelectionHub::changed, this, &EvidenceView::refresh);
    connect(m_order, &Segments::chosen, this, [this](int index) {
        m_model->setOrder(index == 0 ? EvidenceModel::Order::Strength : EvidenceModel::Order::Document);
        refreshTable();
        follow();
    });
    connect(m_chip, &QPushButton::clicked, this, [this] { m_hub->change([](Selection& s) { s.tokens.reset(); }); });
    connect(m_legend, &EvidenceLegend::actionRequested, this,
            [this] { m_hub->change([](Selection& s) { s.hideSinks = !s.hideSinks; }); });
    connect(m_list, &EvidenceList::currentRowChanged, this, [this](int current) {
        if (!m_following && current >= 0)
            choose(current);
    });
    connect(m_list, &EvidenceList::currentRowClicked, this, &EvidenceView::choose);
    connect(m_list, &EvidenceList::rowHovered, this, [this](int row) {
        Hover hover;
        if (row >= 0 && row < m_model->rowCount())
            hover.block = m_model->row(row).block;
        m_hub->setHover(hover);
    });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) { Q_EMIT openCard(m_model->row(index.row()).block); });
    connect(m_list, &QWidget::customContextMenuRequested, this, &EvidenceView::openMenu);
    connect(m_list->cards(), &EvidenceDelegate::removeRequested, this, &EvidenceView::removeBlock);
    m_list->cards()->setRemovable([this](std::uint32_t block) { return whyNotRemoved(block).isEmpty(); });
    connect(m_empty, &EmptyPlot::actionRequested, this, &EvidenceView::askAgain);
    refresh();
}

QListView* EvidenceView::list() const { return m_list; }

void EvidenceView::setEffects(std::map<std::uint32_t, double> effects) { m_model->setEffects(std::move(effects)); }
void EvidenceView::setNeutralEvidence(std::vector<double> evidence)
{
    m_model->setNeutralEvidence(std::move(evidence));
    refreshTable();
}

void EvidenceView::setBackLinks(BackLinkMap links)
{
    m_links = std::move(links);
    refreshTable();
}

QString EvidenceView::emptyReason() const
{
    const RunPtr& run = m_hub->run();
    if (!run)
        return noRunWords(*m_hub);
    if (run->answer.trace.tokens == 0)
        return noTraceWords(*run);
    return {};
}

void EvidenceView::refresh()
{
    const QString reason = emptyReason();
    m_stack->setCurrentIndex(reason.isEmpty() ? 1 : 0);
    for (QWidget* part : {static_cast<QWidget*>(m_chip), static_cast<QWidget*>(m_order), static_cast<QWidget*>(m_legend)})
        part->setVisible(reason.isEmpty());
    m_empty->setReason(reason, m_hub->run() && !reason.isEmpty() ? noTraceAction(*m_hub->run()) : QString(), m_hub->whyNotAsked());
    std::vector<Head> heads = m_hub->headsOf(m_hub->selection().heads);   // a set may have others now
    const bool stale = m_shownRun != m_hub->run() || m_shownHeads != heads || !sameQuery(m_shownSelection, m_hub->selection());
    if (stale) {
        m_following = true;
        EvidenceQuery query{reason.isEmpty() ? m_hub->run() : nullptr, {}, m_hub->selection().hideSinks};
        if (query.run) {
            query.filter = filterOf(*m_hub);
            query.filter.hidden.clear();
            query.filter.conversation = false;   // the list is of the documents' words
        }
        m_model->setQuery(std::move(query));
        m_following = false;
        refreshTable();
        m_shownRun = m_hub->run();
        m_shownSelection = m_hub->selection();
        m_shownHeads = std::move(heads);
    }
    if (!reason.isEmpty())
        return;
    refreshChip();
    refreshLegend();
    follow();
    m_list->viewport()->update();   // whether a card has its link
}

void EvidenceView::refreshChip()
{
    const int words = selectedWords(*m_hub);
    const bool narrowed = m_hub->selection().tokens.has_value();
    m_chip->setText(narrowed ? tr("%n word(s) of the answer", nullptr, words) : tr("all %n word(s)", nullptr, words));
    m_chip->setRemovable(narrowed);
    m_chip->setAccessibleName(narrowed ? tr("%n word(s) of the answer selected. Show all", nullptr, words) : m_chip->text());
}

void EvidenceView::refreshLegend()
{
    const int words = selectedWords(*m_hub);
    const QString heads = tr("%n head(s)", nullptr, int(m_model->selectedHeads()));
    const QString caption = withRenormalised(tr("Evidence: gate, sum over %1, %2").arg(tr("%n word(s)", nullptr, words), heads),
                                             m_model->query().filter);
    QString hidden, action;
    const auto sinks = hiddenSinks(*m_hub->run()).size();   // as the plots count them
    if (m_hub->selection().hideSinks && sinks > 0) {
        hidden = tr("%n sink block(s) hidden", nullptr, int(sinks));
        action = tr("Show");
    } else if (!m_hub->selection().hideSinks) {
        hidden = tr("Sink blocks shown");
        action = tr("Hide");
    }
    if (m_model->rowCount() == 0)
        hidden = m_model->hiddenSinks() > 0 ? tr("Only sink blocks were opened") : tr("These words opened no block");
    m_legend->setTexts(caption, hidden, action);
    m_legend->setLargest(m_model->largest());
}

void EvidenceView::refreshTable()
{
    PlotTableData table;
    table.columns = {{tr("Block"), true, QStringLiteral("block")},
                     placeColumn(tr("Place")),
                     {tr("Evidence"), true, QStringLiteral("evidence")},
                     {tr("Rank"), true, QStringLiteral("rank")},
                     {tr("Citation"), true, QStringLiteral("citation")},
                     {tr("Lift"), true, QStringLiteral("lift")},
                     {tr("Leans on"), false},
                     {tr("Text"), false}};
    table.rows = m_model->rowCount();
    table.value = [this, model = m_model](int row, int column) -> QVariant {
        const EvidenceRow& shown = model->row(row);
        switch (column) {
        case 0: return int(shown.block);
        case 1: return model->place(row);
        case 2: return shown.evidence;
        case 3: return shown.rank;
        case 4: return model->citation(shown.block) > 0 ? QVariant(model->citation(shown.block)) : QVariant();
        case 5: return model->lift(shown.block) ? QVariant(*model->lift(shown.block)) : QVariant();
        case 6: {
            const auto links = m_links.find(shown.block);
            return links == m_links.end() ? QString() : backLinksText(*model->query().run, links->second, kLinksInTable);
        }
        default: return QString::fromStdString(model->query().run->blockText(shown.block)).simplified();
        }
    };
    m_table->setTable(std::move(table));
}

void EvidenceView::follow()
{
    const auto& lock = m_hub->selection().lock;
    const auto row = lock && lock->block ? m_model->rowOf(*lock->block) : std::nullopt;
    m_following = true;
    m_list->setCurrentIndex(row ? m_model->index(*row) : QModelIndex());
    m_following = false;
}

void EvidenceView::choose(int row)
{
    const std::uint32_t block = m_model->row(row).block;
    m_hub->change([block](Selection& selection) {
        Lock lock = selection.lock.value_or(Lock{});
        lock.block = block;
        selection.lock = lock;
    });
    Q_EMIT showBlock(block);
}

void EvidenceView::step(int direction)
{
    const int count = m_model->rowCount();
    if (count == 0)
        return;
    const QModelIndex current = m_list->currentIndex();
    const int next = current.isValid() ? std::clamp(current.row() + direction, 0, count - 1) : (direction > 0 ? 0 : count - 1);
    if (current.isValid() && next == current.row())
        Q_EMIT showBlock(m_model->row(next).block);
    else
        m_list->setCurrentIndex(m_model->index(next));
}

void EvidenceView::showNext() { step(1); }
void EvidenceView::showPrevious() { step(-1); }

void EvidenceView::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_N)
        step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else if (event->key() == Qt::Key_Escape && m_hub->unlockOne())
        return;
    else
        PlotPanel::keyPressEvent(event);
}

QString EvidenceView::whyNotRemoved(std::uint32_t block) const
{
    const QString whyNot = m_hub->run() ? whyNotChosenNow(*m_hub, block) : noRunWords(*m_hub);
    return whyNot.isEmpty() ? whyNotScored(*m_hub) : whyNot;
}

void EvidenceView::openMenu(QPoint position)
{
    const QModelIndex index = m_list->indexAt(position).isValid() ? m_list->indexAt(position) : m_list->currentIndex();
    if (!index.isValid())
        return;
    const int row = index.row();
    const std::uint32_t block = m_model->row(row).block;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Show in the document"), this, [this, block] { Q_EMIT showBlock(block); });
    menu->addAction(tr("Open the block's card"), this, [this, block] { Q_EMIT openCard(block); });
    menu->addSeparator();
    menu->setToolTipsVisible(true);   // why an action is not possible
    const QString whyNot = whyNotChosenNow(*m_hub, block);
    allowAction(menu->addAction(tr("Remove and re-score"), this, [this, block] { Q_EMIT removeBlock(block); }), whyNotRemoved(block));
    allowAction(menu->addAction(tr("Bar and ask again"), this, [this, block] { Q_EMIT barBlock(block); }), whyNot);
    allowAction(menu->addAction(tr("Pin and ask again"), this, [this, block] { Q_EMIT pinBlock(block); }), whyNot);
    menu->addSeparator();
    menu->addAction(tr("Copy the text"), this, [run = m_hub->run(), block] {
        QApplication::clipboard()->setText(QString::fromStdString(run->blockText(block)));
    });
    menu->popup(m_list->viewport()->mapToGlobal(m_list->indexAt(position).isValid() ? position : m_list->visualRect(index).center()));
}

}  // namespace cairn
