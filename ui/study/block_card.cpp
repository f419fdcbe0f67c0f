#include "ui/study/block_card.h"

#include "core/types/lift.h"
#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/focus_edge.h"
#include "ui/panels/labels.h"
#include "ui/pictures/numbers.h"
#include "ui/plots/block_reasons.h"
#include "ui/plots/help_bubble.h"
#include "ui/plots/empty_plot.h"
#include "ui/selection/resolved.h"
#include "ui/study/back_links_row.h"
#include "ui/study/near_misses_row.h"
#include "ui/study/opened_by_plot.h"
#include "ui/study/passage_widget.h"
#include "ui/study/rank_plot.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace cairn
{
namespace
{

constexpr int kNumberFont = 17;

class LineWidget final : public QWidget   // between sections
{
public:
    LineWidget() { setFixedHeight(1); }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), themeColour(Role::Line, *this)); }
};

QLayout* sectionHead(const QString& title, ElidedLabel* note)
{
    auto* row = new QHBoxLayout;
    row->addWidget(new Label(title, metrics::kSmallFont, Tone::Muted, QFont::DemiBold));
    note->setTrailing(true);
    row->addWidget(note, 1);
    return row;
}

}  // namespace

BlockCard::BlockCard(SelectionHub* hub, QWidget* parent) : QWidget(parent), m_hub(hub), m_stack(new QStackedWidget), m_empty(new EmptyPlot)
{
    setAccessibleName(tr("Block card"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Block card"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    new FocusEdge(scroll);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    scroll->setWidget(makeContent());
    auto* filled = new QWidget;
    auto* column = new QVBoxLayout(filled);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeHeader());
    column->addWidget(new LineWidget);
    column->addWidget(scroll, 1);
    column->addWidget(new LineWidget);
    column->addWidget(makeActions());
    m_stack->addWidget(m_empty);
    m_stack->addWidget(filled);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(m_empty, &EmptyPlot::actionRequested, this, &BlockCard::closed);
    connect(m_hub, &SelectionHub::changed, this, &BlockCard::refresh);
}

QWidget* BlockCard::makeHeader()
{
    auto* header = new QWidget;
    header->setFixedHeight(metrics::kPanelHeader);
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(4, 0, 4, 0);
    row->setSpacing(metrics::kGap);
    auto* back = new SymbolButton(Icon::Back, tr("Back to the list"));
    m_title = new Label({}, metrics::kInterfaceFont, Tone::Normal, QFont::DemiBold);
    m_place = new ElidedLabel(metrics::kSmallFont, Tone::Muted);
    auto* print = new SymbolButton(Icon::Print, tr("Print the card"));
    auto* save = new SymbolButton(Icon::Export, tr("Export the card as JSON"));
    auto* help = new SymbolButton(Icon::Help, tr("What this card shows"));
    m_maximise = new SymbolButton(Icon::Maximise, tr("Maximise this panel"));
    row->addWidget(back);
    row->addWidget(m_title);
    row->addWidget(help);
    row->addWidget(m_place, 1);
    for (SymbolButton* button : {print, save, m_maximise})
        row->addWidget(button);
    connect(help, &QToolButton::clicked, this, [this, help] {
        showHelpBubble(help, accessibleName(),
                       tr("One block of the text: its words, who opened it and how strongly, and its rank among all blocks word by word. "
                          "The buttons below test whether it mattered."),
                       tr("Example: a block of rank 1 for one word alone gave the answer just that word."));
    });
    connect(m_maximise, &QToolButton::clicked, this, [this] { Q_EMIT maximiseRequested(!m_maximised); });
    connect(back, &QToolButton::clicked, this, &BlockCard::closed);
    connect(print, &QToolButton::clicked, this, [this] { Q_EMIT printRequested(blockFactsText(*m_facts, *m_hub->run())); });
    connect(save, &QToolButton::clicked, this, [this] {
        Q_EMIT saveRequested(blockFactsJson(*m_facts, *m_hub->run()), QStringLiteral("block-%1.json").arg(m_facts->block));
    });
    return header;
}

void BlockCard::setMaximised(bool maximised)
{
    m_maximised = maximised;
    m_maximise->setMeaning(maximised ? tr("Restore this panel") : tr("Maximise this panel"));
}

QWidget* BlockCard::makeContent()
{
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(metrics::kInset, metrics::kInset, metrics::kInset, metrics::kInset);
    column->setSpacing(metrics::kGap);
    const auto number = [] { return new Label({}, kNumberFont, Tone::Normal, QFont::DemiBold); };
    const auto note = [] { return new Label({}, metrics::kSmallFont, Tone::Muted); };
    const auto aside = [] { return new ElidedLabel(metrics::kSmallFont, Tone::Muted); };
    m_passage = new PassageWidget;
    m_counts = note();
    m_counts->setWordWrap(true);
    column->addWidget(m_passage);
    column->addWidget(m_counts);
    column->addWidget(new LineWidget);
    auto* numbers = new QGridLayout;
    numbers->setVerticalSpacing(2);
    m_liftName = note();
    m_effectName = note();
    m_liftName->setText(tr("Lift"));
    m_effectName->setText(tr("Effect"));
    const std::array<Label*, 4> names{new Label(tr("Evidence"), metrics::kSmallFont, Tone::Muted),
                                      new Label(tr("Largest gate"), metrics::kSmallFont, Tone::Muted),
                                      m_liftName, m_effectName};
    names[0]->setToolTip(plainTip(tr("The weights with which the words looked at the block, summed.")));
    names[1]->setToolTip(plainTip(tr("Gate: the weight with which a head of the model opened a block, from 0 to 1.")));
    names[2]->setToolTip(
        plainTip(tr("Its share of the evidence, as a multiple of what a question about nothing in particular gives it.")));
    names[3]->setToolTip(plainTip(tr("By how much the words are less likely without the block; below 0: more likely.")));
    const std::array<Label*, 4> values{m_evidence = number(), m_gate = number(), m_lift = number(), m_effect = number()};
    for (int i = 0; i < 4; ++i) {
        numbers->addWidget(names[std::size_t(i)], 0, i);
        numbers->addWidget(values[std::size_t(i)], 1, i);
        numbers->setColumnStretch(i, 1);
    }
    column->addLayout(numbers);
    column->addWidget(m_over = note());
    m_over->setWordWrap(true);
    column->addWidget(new LineWidget);
    column->addLayout(sectionHead(tr("Leans on"), m_leansNote = aside()));
    column->addWidget(m_leansOn = new BackLinksRow);
    column->addWidget(new LineWidget);
    column->addLayout(sectionHead(tr("Opened by"), m_openedNote = aside()));
    column->addWidget(m_opened = new OpenedByPlot);
    column->addWidget(new LineWidget);
    column->addLayout(sectionHead(tr("Nearly opened by"), m_nearNote = aside()));
    column->addWidget(m_near = new NearMissesRow);
    column->addWidget(new LineWidget);
    column->addLayout(sectionHead(tr("Rank over the answer"), m_rankNote = aside()));
    column->addWidget(m_ranks = new RankPlot);
    column->addStretch(1);
    connect(m_leansOn, &BackLinksRow::blockChosen, this, &BlockCard::showBlock);
    connect(m_opened, &OpenedByPlot::headChosen, this, &BlockCard::openHead);
    connect(m_near, &NearMissesRow::headChosen, this, &BlockCard::openHead);
    connect(m_near, &NearMissesRow::deepTraceRequested, this, &BlockCard::deepTraceRequested);
    return content;
}

QWidget* BlockCard::makeActions()
{
    auto* actions = new QWidget;
    auto* row = new QHBoxLayout(actions);
    row->setContentsMargins(metrics::kInset, 8, 4, 8);
    auto* flow = new QWidget;
    auto* buttons = new FlowLayout(flow, metrics::kGap);
    const auto add = [&](Icon symbol, const QString& text, const QString& tip, auto act) {
        auto* button = new QPushButton(cairn::icon(symbol), text);
        button->setToolTip(tip);
        button->setAutoDefault(false);
        buttons->addWidget(button);
        connect(button, &QPushButton::clicked, this, [this, act] { act(m_facts->block); });
        return button;
    };
    m_choices = {add(Icon::Again, tr("Remove and re-score"), tr("Score the same answer without this block"),
                     [this](std::uint32_t block) { Q_EMIT removeBlock(block); }),
                 add(Icon::Pin, tr("Pin"), tr("Pin the block and ask again"), [this](std::uint32_t block) { Q_EMIT pinBlock(block); }),
                 add(Icon::Bar, tr("Bar"), tr("Bar the block and ask again"), [this](std::uint32_t block) { Q_EMIT barBlock(block); })};
    for (QPushButton* button : m_choices)
        button->setProperty("meaning", button->toolTip());
    add(Icon::Book, tr("Show"), tr("Show the block in the document"), [this](std::uint32_t block) { Q_EMIT showBlock(block); });
    add(Icon::Copy, tr("Copy"), tr("Copy the text of the block"), [this](std::uint32_t block) {
        QApplication::clipboard()->setText(QString::fromStdString(m_hub->run()->blockText(block)));
    });
    auto* previous = new SymbolButton(Icon::EvidenceUp, tr("Previous evidence (Shift+N)"));
    auto* next = new SymbolButton(Icon::EvidenceDown, tr("Next evidence (N)"));
    row->addWidget(flow, 1);
    row->addWidget(previous, 0, Qt::AlignBottom);
    row->addWidget(next, 0, Qt::AlignBottom);
    connect(previous, &QToolButton::clicked, this, [this] { Q_EMIT stepRequested(-1); });
    connect(next, &QToolButton::clicked, this, [this] { Q_EMIT stepRequested(1); });
    return actions;
}

void BlockCard::setEffects(std::map<std::uint32_t, double> effects)
{
    m_effects = std::move(effects);
    refresh();
}

void BlockCard::setNeutralEvidence(std::vector<double> evidence)
{
    m_neutral = std::move(evidence);
    refresh();
}

void BlockCard::setBackLinks(BackLinkMap links)
{
    m_links = std::move(links);
    refresh();
}

void BlockCard::showEvent(QShowEvent*) { refresh(); }

void BlockCard::refresh()
{
    if (!isVisible())
        return;   // caught up when shown
    const RunPtr& run = m_hub->run();
    const auto& lock = m_hub->selection().lock;
    const bool shown = m_facts.has_value();
    m_facts.reset();
    if (run && run->answer.trace.tokens > 0 && lock && lock->block) {
        m_facts = blockFacts(*m_hub, *lock->block);
        if (const auto effect = m_effects.find(*lock->block); effect != m_effects.end())
            m_facts->effect = effect->second;
        const bool sink = std::binary_search(run->sinks.begin(), run->sinks.end(), *lock->block);
        if (run->answer.trace.documentBlocks == m_neutral.size() && m_facts->evidence > 0 && !sink && *lock->block < m_neutral.size()) {
            TraceFilter filter = asRecorded(filterOf(*m_hub));
            filter.hidden.clear();
            m_facts->lift = liftOf(blockTotals(run->answer.trace, filter), m_neutral, run->sinks)[*lock->block];
        }
    }
    for (QPushButton* button : m_choices) {
        QString whyNot = m_facts ? whyNotChosenNow(*m_hub, m_facts->block) : QString();
        if (button == m_choices.front() && whyNot.isEmpty())   // scoring again needs the memory as it was
            whyNot = whyNotScored(*m_hub);
        button->setEnabled(whyNot.isEmpty());
        button->setToolTip(plainTip(whyNot.isEmpty() ? button->property("meaning").toString() : whyNot));
    }
    if (m_facts) {
        const auto links = m_links.find(*lock->block);
        m_facts->leansOn = links == m_links.end() ? std::vector<BackLink>() : links->second;
    }
    m_stack->setCurrentIndex(m_facts ? 1 : 0);
    m_empty->setReason(tr("Choose a block in the list or in a plot to see its card."), tr("Show the list"));
    if (m_facts)
        showFacts();
    else if (shown)   // another answer, or unlocked: the list has more to say
        Q_EMIT closed();
}

void BlockCard::showFacts()
{
    const BlockFacts& facts = *m_facts;
    m_title->setText(tr("Block %1").arg(facts.block));
    m_place->setText(facts.place);
    m_passage->setPassage(facts.passage, facts.fullWeight);
    QString counts = tr("%n token(s)", nullptr, facts.tokens) + QStringLiteral(", ") + tr("%n word(s).", nullptr, facts.words);
    if (!facts.copied.isEmpty())
        counts += QLatin1Char(' ') + tr("Also in the answer: %1").arg(facts.copied.join(QStringLiteral(", ")));
    m_counts->setText(counts);
    m_evidence->setText(twoDigits(facts.evidence));
    m_gate->setText(twoDigits(double(facts.largestGate)));
    m_lift->setText(facts.lift ? twoDigits(*facts.lift) : QString());
    m_effect->setText(facts.effect ? signedDigits(*facts.effect) : QString());
    m_liftName->setVisible(facts.lift.has_value());
    m_effectName->setVisible(facts.effect.has_value());
    m_over->setText(facts.effect ? tr("Gates over %1. Effect: log-probability of these words").arg(facts.summedOver)
                    : tr("Gates over %1").arg(facts.summedOver));
    m_leansNote->setText(facts.leansOn.empty() ? QString() : tr("while it was read, summed gate"));
    m_leansOn->setLinks(*m_hub->run(), facts.leansOn, !m_links.empty());
    m_openedNote->setText(tr("layer × head, largest gate"));
    m_opened->setGates(facts.gates, facts.layers, facts.heads);
    const auto& lock = m_hub->selection().lock;
    m_opened->setChosen(lock->layer && lock->head ? std::optional(Head{*lock->layer, *lock->head}) : std::nullopt);
    m_nearNote->setText(facts.nearHeads > 0 ? tr("%n head(s), place in the queue", nullptr, int(facts.nearHeads)) : QString());
    m_near->setNear(*m_hub, facts.near, facts.rank > 0);
    m_rankNote->setText(facts.rank > 0 ? tr("now %1 of %2 blocks").arg(QLocale().toString(facts.rank), QLocale().toString(facts.ofBlocks))
                                       : tr("not opened by these words"));
    m_ranks->setRanks(facts.wordRanks, facts.answerWords, facts.ofBlocks, facts.selectedWords);
}

void BlockCard::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_N)
        Q_EMIT stepRequested(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
    else if (event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Escape)
        Q_EMIT closed();
    else
        QWidget::keyPressEvent(event);
}

}  // namespace cairn
