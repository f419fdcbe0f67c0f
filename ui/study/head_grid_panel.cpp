#include "ui/study/head_grid_panel.h"

#include "ui/panels/allowed_action.h"
#include "ui/panels/labels.h"
#include "ui/plots/choice_name.h"
#include "ui/plots/colour_bar.h"
#include "ui/plots/empty_plot.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_table.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"
#include "ui/study/head_switch.h"
#include "ui/plots/head_names.h"

#include <QComboBox>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kAllHeads = 0, kNamedSet = 1, kOwnChoice = 2;   // kinds of entries of the list of sets

}  // namespace

HeadGridPanel::HeadGridPanel(HeadsData* heads, QWidget* parent)
    : PlotPanel(tr("Layer × head"), parent), m_data(heads), m_grid(new HeadGrid(heads)), m_statistic(new QComboBox), m_set(new QComboBox),
      m_edit(new QPushButton(tr("Set…"))), m_bar(new ColourBar), m_empty(new EmptyPlot), m_table(new PlotTableModel(this)),
      m_switch(new HeadSwitch(tr("Choose heads in the grid first: click one, or drag over several.")))
{
    setHelp(tr("Each cell is one head: the swatch shows the chosen number, the bars how its attention lies over the document, from its "
               "beginning "
               "at the left to its end. A click shows this head alone in all views, a drag takes several."),
            tr("Example: a strong swatch with one high bar is a head that reads one place."));
    for (const HeadStatistic statistic : kHeadStatistics)
        m_statistic->addItem(nameOf(statistic), int(statistic));
    m_set->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    addFilter(new Label(tr("Colour")));
    addFilter(m_statistic);
    nameChoice(m_statistic, tr("Colour"));
    m_edit->setObjectName(QStringLiteral("headSet"));
    m_edit->setAccessibleName(tr("Keep, name or delete the head set"));
    m_edit->setToolTip(plainTip(m_edit->accessibleName()));
    addFilter(m_set);
    nameChoice(m_set, tr("Heads shown"));
    addFilter(m_edit);
    connect(m_edit, &QPushButton::clicked, this, &HeadGridPanel::openSetMenu);
    setPlot(new EmptyPlotStack(m_grid, m_empty));
    setTable(m_table);
    setColourBar(m_bar);
    addBelow(m_switch);
    setFooter(weightsFooter());
    setViewExporter(m_table, [this] { return plotProvenance(m_data->hub()); });
    connect(m_statistic, &QComboBox::currentIndexChanged, this,
            [this] { m_grid->setStatistic(HeadStatistic(m_statistic->currentData().toInt())); });
    connect(m_set, &QComboBox::activated, this, [this](int index) {
        const int kind = m_set->itemData(index).toInt();
        if (kind == kOwnChoice)
            return;
        m_data->hub().change([&](Selection& selection) {
            selection.heads = {};
            if (kind == kNamedSet)
                selection.heads.set = m_set->itemText(index).toStdString();
        });
    });
    connect(m_grid, &HeadGrid::headOpened, this, &HeadGridPanel::headOpened);
    connect(m_grid, &HeadGrid::rangeChanged, this, &HeadGridPanel::refresh);
    connect(m_data, &HeadsData::choiceChanged, this, &HeadGridPanel::refreshChoice);
    connect(m_bar, &ColourBar::scaleChosen, m_grid, &HeadGrid::setScale);
    connect(m_bar, &ColourBar::rangeChanged, m_grid, [this](double low, double high) { m_grid->setRange({{float(low), float(high)}}); });
    connect(m_bar, &ColourBar::rangeReset, m_grid, [this] { m_grid->setRange(std::nullopt); });
    connect(m_bar, &ColourBar::hiddenToggled, this,
            [this](bool hide) { m_data->hub().change([hide](Selection& s) { s.hideSinks = s.hideLocal = hide; }); });
    connect(m_bar, &ColourBar::renormaliseToggled, &m_data->hub(), &SelectionHub::renormalise);
    connect(m_empty, &EmptyPlot::actionRequested, this, &HeadGridPanel::askAgain);
    connect(m_switch, &HeadSwitch::switchRequested, this, &HeadGridPanel::switchRequested);
    m_grid->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_grid, &QWidget::customContextMenuRequested, this, &HeadGridPanel::openMenu);
    refresh();
}

void HeadGridPanel::refresh()
{
    const QString reason = m_data->emptyReason();
    m_empty->setReason(reason, m_data->hub().run() && !reason.isEmpty() ? noTraceAction(*m_data->hub().run()) : QString(),
                       m_data->hub().whyNotAsked());
    m_bar->setVisible(reason.isEmpty());
    if (reason.isEmpty() && !m_data->statistics().empty()) {
        std::vector<float> values;
        for (const HeadStatistics& head : m_data->statistics())
            values.push_back(float(valueOf(head, m_grid->statistic())));
        m_bar->setStyle(m_grid->style(), float(m_grid->largest()), !m_grid->isRangeChosen());
        m_bar->setValues(values);
        const QString unit = unitOf(m_grid->statistic());
        const QString words = nameOf(m_grid->statistic()) + (unit.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(unit))
                              + QStringLiteral(", ") + tr("over %n word(s)", nullptr, m_data->selectedWordCount());
        const Selection& selection = m_data->hub().selection();
        const bool shares = isOfShares(m_grid->statistic());
        m_bar->setUnit(shares                  ? withRenormalised(words, filterOf(m_data->hub()))
                       : selection.renormalise ? tr("%1; bars renormalised").arg(words)
                                               : words);
        const MaskWords mask = maskWords(m_data->hub());
        m_bar->setHidden(mask.words, mask.isHidden);
        m_bar->setMode(modeName(m_data->hub().run()->answer.trace.mode));
        m_bar->setRenormalised(selection.renormalise);   // sparklines are of gates, whatever the colours are
    }
    m_table->setTable(m_data->table());
    refreshChoice();
}

std::vector<Head> HeadGridPanel::chosen() const
{
    const HeadChoice& choice = m_data->hub().selection().heads;
    return choice.isAll() ? std::vector<Head>() : m_data->hub().headsOf(choice);
}

// Of the cell under the pointer.
void HeadGridPanel::openMenu(QPoint place)
{
    const auto head = m_grid->headAt(place);
    if (!head || m_data->statistics().empty())
        return;
    const bool off = m_data->isOff(*head);
    const std::vector<Head> one{*head};
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_data->hub().selection().heads.heads == one ? tr("Show all heads") : tr("Show this head alone"), this,
                    [this, head] { m_data->solo(*head); });
    menu->addAction(tr("Open the head's page"), this, [this, head] { Q_EMIT headOpened(head->layer, head->head); });
    menu->addAction(tr("Name the head"), this, [this, head] { m_grid->nameHead(*head); });
    menu->addSeparator();
    menu->setToolTipsVisible(true);   // why an action is not possible
    QAction* again = menu->addAction(off ? HeadSwitch::tr("Switch on and ask again") : HeadSwitch::tr("Switch off and ask again"), this,
                                     [this, one, off] { Q_EMIT switchRequested(one, !off); });
    allowAction(again, m_data->hub().whyNotAsked());
    menu->popup(m_grid->viewport()->mapToGlobal(place));
}

void HeadGridPanel::openSetMenu()
{
    SelectionHub& hub = m_data->hub();
    const std::string name = hub.selection().heads.set;
    const std::vector<Head> own = chosen();
    const QPoint below = m_edit->mapToGlobal(m_edit->rect().bottomLeft());
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("headSetMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    QAction* keep = menu->addAction(tr("Keep these heads as a set…"), this, [=, this, &hub] {
        const QString plain = tr("%n head(s)", nullptr, int(own.size()));
        openSetNameField(&hub, hub.keepHeadSet(plain.toStdString(), own), m_edit, below);
    });
    QAction* rename = menu->addAction(tr("Rename the set…"), this, [=, this, &hub] { openSetNameField(&hub, name, m_edit, below); });
    QAction* remove = menu->addAction(tr("Delete the set"), this, [=, &hub] { hub.removeHeadSet(name); });
    allowAction(keep, !name.empty() ? tr("These heads are a set already.") : own.empty() ? tr("Choose heads first.") : QString());
    for (QAction* action : {rename, remove})
        allowAction(action, name.empty() ? tr("These heads are not kept as a set.") : QString());
    menu->popup(below);
}

void HeadGridPanel::refreshChoice()
{
    m_switch->setHeads(chosen(), m_data->hub());
    m_switch->setVisible(m_data->emptyReason().isEmpty());
    const HeadChoice& choice = m_data->hub().selection().heads;
    m_edit->setEnabled(!choice.isAll());
    m_edit->setToolTip(plainTip(choice.isAll() ? tr("Choose heads first.") : m_edit->accessibleName()));
    m_set->clear();
    m_set->addItem(tr("All heads"), kAllHeads);
    for (const std::string& name : m_data->hub().headSetNames())
        m_set->addItem(QString::fromStdString(name), kNamedSet);
    if (choice.heads) {
        const bool one = choice.heads->size() == 1;
        const Head first = choice.heads->empty() ? Head{} : choice.heads->front();
        m_set->addItem(one ? namedHead(m_data->hub(), first) : tr("%n head(s)", nullptr, int(choice.heads->size())), kOwnChoice);
        m_set->setCurrentIndex(m_set->count() - 1);
        return;
    }
    m_set->setCurrentIndex(choice.set.empty() ? 0 : std::max(0, m_set->findText(QString::fromStdString(choice.set))));
}

}  // namespace cairn
