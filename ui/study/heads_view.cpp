#include "ui/study/heads_view.h"

#include "ui/heatmap_view.h"
#include "ui/panels/buttons.h"
#include "ui/study/head_grid_panel.h"
#include "ui/study/head_page.h"
#include "ui/study/head_ranking.h"
#include "ui/study/heads_data.h"
#include "ui/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QSplitter>

namespace cairn
{
namespace
{

constexpr int kSideBySide = 1000;   // px from which on all three fit

}  // namespace

HeadsView::HeadsView(SelectionHub* hub, QWidget* parent)
    : QWidget(parent), m_data(new HeadsData(hub, this)), m_ranking(new HeadRanking(m_data)), m_grid(new HeadGridPanel(m_data)),
      m_page(new HeadPage(m_data)), m_choice(new Segments({tr("Ranking"), tr("Grid"), tr("One head")})), m_choiceRow(new QWidget),
      m_splitter(new QSplitter(Qt::Horizontal))
{
    setAccessibleName(tr("Heads"));
    auto* row = new QHBoxLayout(m_choiceRow);
    row->setContentsMargins(metrics::kInset, metrics::kGap, metrics::kInset, metrics::kGap);
    row->addWidget(m_choice);
    row->addStretch(1);
    m_splitter->setChildrenCollapsible(false);
    for (QWidget* part : {static_cast<QWidget*>(m_ranking), static_cast<QWidget*>(m_grid), static_cast<QWidget*>(m_page)})
        m_splitter->addWidget(part);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setStretchFactor(2, 2);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->setSizeConstraint(QLayout::SetNoConstraint);   // narrower than all three is fine: then one is shown
    column->addWidget(m_choiceRow);
    column->addWidget(m_splitter, 1);
    m_choice->setCurrent(0);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    connect(m_choice, &Segments::chosen, this, &HeadsView::arrange);
    connect(m_ranking, &HeadRanking::headOpened, this, &HeadsView::openHead);
    connect(m_grid, &HeadGridPanel::headOpened, this, &HeadsView::openHead);
    connect(m_page, &HeadPage::showBlock, this, &HeadsView::showBlock);
    connect(m_page, &HeadPage::openCard, this, &HeadsView::openCard);
    connect(m_ranking, &HeadRanking::askAgain, this, &HeadsView::askAgain);
    connect(m_grid, &HeadGridPanel::askAgain, this, &HeadsView::askAgain);
    connect(m_page, &HeadPage::askAgain, this, &HeadsView::askAgain);
    connect(m_page, &HeadPage::deepTraceRequested, this, &HeadsView::deepTraceRequested);
    connect(m_ranking, &HeadRanking::switchRequested, this, &HeadsView::switchRequested);
    connect(m_grid, &HeadGridPanel::switchRequested, this, &HeadsView::switchRequested);
    connect(m_page, &HeadPage::switchRequested, this, &HeadsView::switchRequested);
    arrange();
}

void HeadsView::openHead(std::uint32_t layer, std::uint32_t head)
{
    m_data->lockHead({layer, head});
    const bool hadFocus = m_splitter->isAncestorOf(QApplication::focusWidget());
    m_choice->setCurrent(2);
    arrange();
    if (hadFocus && !m_ranking->isVisibleTo(this))   // with the part that had it gone, it would go anywhere
        m_page->heatmap()->setFocus();
}

void HeadsView::resizeEvent(QResizeEvent*) { arrange(); }
void HeadsView::showEvent(QShowEvent*) { m_data->setActive(true); }
void HeadsView::hideEvent(QHideEvent*) { m_data->setActive(false); }

void HeadsView::arrange()
{
    const bool all = width() >= kSideBySide;
    m_choiceRow->setVisible(!all);
    m_ranking->setVisible(all || m_choice->current() == 0);
    m_grid->setVisible(all || m_choice->current() == 1);
    m_page->setVisible(all || m_choice->current() == 2);
}

}  // namespace cairn
