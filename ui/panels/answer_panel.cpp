#include "ui/panels/answer_panel.h"

#include "core/types/nearest_passage.h"
#include "ui/announcement.h"
#include "ui/answer_view.h"
#include "ui/elided_place.h"
#include "ui/own_words.h"
#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/focus_edge.h"
#include "ui/panels/labels.h"
#include "ui/panels/meters.h"
#include "ui/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLocale>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kHead = 40, kLeastView = 64, kFootMeasure = 200, kViewRow = 2;
constexpr double kWeakFromBook = 0.1;   // experience.md 11: below it the answer may come from the model itself

bool allVerbatim(const Answer& answer)
{
    return !answer.quotations.empty()
        && std::all_of(answer.quotations.begin(), answer.quotations.end(), [](const Quotation& quotation) { return quotation.verbatim; });
}

QHBoxLayout* rowIn(QWidget* widget, QMargins margins)
{
    auto* row = new QHBoxLayout(widget);
    row->setContentsMargins(margins);
    row->setSpacing(metrics::kGap);
    return row;
}

// What comes with the end of an answer has its room from the beginning: the words stay where they were written.
void keepRoom(QWidget* part)
{
    QSizePolicy policy = part->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    part->setSizePolicy(policy);
}

}  // namespace

AnswerPanel::AnswerPanel(QWidget* parent) : QWidget(parent)
{
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_view = new AnswerView(this);
    m_view->setQuestionVisible(false);
    m_view->setPlaceNames([this](const Citation& citation) {
        const bool isThere = m_run && citation.document < m_run->documents.size() &&
                             citation.range.end <= m_run->documents[citation.document]->text.size();   // not of a damaged text
        return isThere ? m_run->labelOf({citation.document, citation.range}) : QString();
    });
    // Layouts that know heights for widths take the preferred height for the least one: the box below would be pushed out of sight.
    m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    auto* rows = new QGridLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(makeHead(), 0, 0);
    rows->addWidget(makeQuestion(), 1, 0);
    rows->addWidget(m_view, kViewRow, 0);
    rows->addWidget(makeFoot(), kViewRow + 1, 0);
    // Not of the view: where there is less room it would lie on the foot.
    rows->setRowMinimumHeight(kViewRow, std::max(kLeastView, scaled(kLeastView)));
    rows->setRowStretch(kViewRow, 1);
    new FocusEdge(m_view);
    setTabOrder(m_followUp, m_view);   // as they stand
    connect(m_view, &AnswerView::citationActivated, this, &AnswerPanel::citationActivated);
    connect(m_view, &AnswerView::citationHovered, this, &AnswerPanel::citationHovered);
    connect(m_view, &AnswerView::tokenHovered, this, &AnswerPanel::tokenHovered);
    connect(m_view, &AnswerView::tokensBrushed, this, &AnswerPanel::tokensBrushed);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](QPoint point) {
        if (m_run)
            Q_EMIT menuRequested(m_view->brushedWords().simplified(), m_view->viewport()->mapToGlobal(point));
    });
    clear();
}

QWidget* AnswerPanel::makeHead()
{
    auto* head = new QWidget(this);
    auto* column = new QVBoxLayout(head);
    column->setContentsMargins(metrics::kInset, 4, metrics::kInset, 4);
    column->setSpacing(2);
    auto* line = new QWidget(head);
    auto* row = rowIn(line, {});   // a least height of the head's own would stand for two lines, too
    row->addItem(new QSpacerItem(0, kHead - 8, QSizePolicy::Fixed, QSizePolicy::Minimum));
    column->addWidget(line, 1);
    m_previous = new SymbolButton(Icon::Back, {}, head);
    m_next = new SymbolButton(Icon::Forward, {}, head);
    m_title = new Label({}, metrics::kInterfaceFont, Tone::Normal, QFont::DemiBold);
    m_badges = new FlowWidget(head, 4);
    m_badges->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_meters = new QWidget(head);
    auto* meters = rowIn(m_meters, {});
    m_coverageWords = new ElidedLabel(metrics::kSmallFont, Tone::Muted);   // gives way: an answer must not widen its column
    m_bookWords = new ElidedLabel(metrics::kSmallFont, Tone::Muted);
    m_coverageWords->setTrailing(true);
    m_bookWords->setTrailing(true);
    m_coverage = new Meter({48, 6}, Role::Meter, m_meters);
    m_book = new Meter({48, 6}, Role::Meter, m_meters);
    meters->addWidget(m_coverageWords);
    meters->addWidget(m_coverage);
    meters->addSpacing(metrics::kGap);
    meters->addWidget(m_bookWords);
    meters->addWidget(m_book);
    for (QWidget* part : std::initializer_list<QWidget*>{m_previous, m_title, m_next})
        row->addWidget(part);
    row->addWidget(m_badges, 1);
    row->addWidget(m_meters);
    connect(m_previous, &QAbstractButton::clicked, this, &AnswerPanel::previousRequested);
    connect(m_next, &QAbstractButton::clicked, this, &AnswerPanel::nextRequested);
    return head;
}

QWidget* AnswerPanel::makeQuestion()
{
    auto* line = new QWidget(this);
    auto* row = rowIn(line, {metrics::kInset, 0, metrics::kInset - 4, 0});
    m_question = new ElidedLabel(metrics::kInterfaceFont, Tone::Muted, QFont::Normal, line);
    m_actions = new QWidget(line);
    keepRoom(m_actions);
    auto* actions = rowIn(m_actions, {});
    actions->setSpacing(0);
    m_lastBranch = new SymbolButton(Icon::Back, {}, m_actions);
    m_branch = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_nextBranch = new SymbolButton(Icon::Forward, {}, m_actions);
    m_copy = new SymbolButton(Icon::Copy, {}, m_actions);
    m_again = new SymbolButton(Icon::Again, {}, m_actions);
    m_edit = new SymbolButton(Icon::Edit, {}, m_actions);
    m_followUp = new SymbolButton(Icon::FollowUp, {}, m_actions);
    for (QWidget* part : std::initializer_list<QWidget*>{m_lastBranch, m_branch, m_nextBranch, m_copy, m_again, m_edit, m_followUp})
        actions->addWidget(part);
    row->addWidget(m_question, 1);
    row->addWidget(m_actions);
    connect(m_lastBranch, &QAbstractButton::clicked, this, [this] { Q_EMIT branchRequested(m_facts.branch - 1); });
    connect(m_nextBranch, &QAbstractButton::clicked, this, [this] { Q_EMIT branchRequested(m_facts.branch + 1); });
    connect(m_copy, &QAbstractButton::clicked, this, [this] {
        copyWithCitations();
        Q_EMIT copied();
    });
    connect(m_again, &QAbstractButton::clicked, this, &AnswerPanel::regenerateRequested);
    connect(m_edit, &QAbstractButton::clicked, this, &AnswerPanel::editRequested);
    connect(m_followUp, &QAbstractButton::clicked, this, &AnswerPanel::followUpRequested);
    return line;
}

QWidget* AnswerPanel::makeFoot()
{
    m_foot = new QWidget(this);
    keepRoom(m_foot);
    auto* row = rowIn(m_foot, {metrics::kInset, 2, metrics::kInset, 4});
    m_footText = new Label({}, metrics::kSmallFont, Tone::Muted);
    m_footText->setWordWrap(true);
    m_footText->setAlignment(Qt::AlignTop | Qt::AlignLeading);
    m_showAnyway = new LinkButton({}, m_foot);
    m_wholeBook = new LinkButton({}, m_foot);
    m_nearest = new LinkButton({}, m_foot);
    row->addWidget(m_footText, 1, Qt::AlignVCenter);
    for (LinkButton* link : {m_nearest, m_showAnyway, m_wholeBook})
        row->addWidget(link, 0, Qt::AlignLeading);
    connect(m_showAnyway, &QAbstractButton::clicked, this, &AnswerPanel::showAnywayRequested);
    connect(m_wholeBook, &QAbstractButton::clicked, this, &AnswerPanel::wholeBookRequested);
    connect(m_nearest, &QAbstractButton::clicked, this, &AnswerPanel::nearestPassageRequested);
    return m_foot;
}

void AnswerPanel::clear()
{
    m_run.reset();
    m_facts = {};
    m_writing = false;
    m_view->setQuestion({});
    m_view->setState({});
    m_question->setText({});
    retranslate();
}

void AnswerPanel::beginAnswer(int number, const QString& question)
{
    m_run.reset();
    m_facts = {};
    m_facts.number = number;
    m_writing = true;
    m_view->setQuestion(question);
    m_question->setText(question.simplified());
    retranslate();
}

void AnswerPanel::appendText(const QString& piece) { m_view->appendText(piece); }
void AnswerPanel::setState(const QString& words) { m_view->setState(words); }

void AnswerPanel::setAnswer(const RunPtr& run, const AnswerFacts& facts)
{
    const bool justWritten = m_writing;
    m_run = run;
    m_facts = facts;
    m_fromBookOfHeads.reset();
    m_writing = false;
    m_view->setAnswer(shownAnswer());
    m_view->setState({});
    m_question->setText(run->question.isEmpty() ? QString::fromStdString(run->answer.question).simplified() : run->question.simplified());
    retranslate();
    if (!justWritten)
        return;
    announce(m_view);   // read aloud once it is finished
}

// In the place of words that are withheld, or that no chapter gave, stands a sentence of the program's.
Answer AnswerPanel::shownAnswer() const
{
    Answer shown = m_run->answer;
    if (m_facts.withheld || (m_run->isCombined && !shown.found))
        shown.text = tr("The text does not seem to say.").toStdString();
    else if (const std::string words = ownWords(shown.text); words != shown.text) {
        shown.text = words;
        shown.tokens.clear();   // they are of the other words
        shown.citations.clear();
        shown.quotations.clear();
    }
    return shown;
}

void AnswerPanel::setFacts(const AnswerFacts& facts)
{
    m_facts = facts;
    refresh();
}

void AnswerPanel::setFromBookOfHeads(std::optional<double> share, const QString& heads)
{
    if (m_fromBookOfHeads == share && (!share || m_bookHeads == heads))
        return;
    m_fromBookOfHeads = share;
    m_bookHeads = heads;
    refresh();
}

void AnswerPanel::setBrush(std::optional<std::pair<std::uint32_t, std::uint32_t>> tokens) { m_view->setBrush(tokens); }
void AnswerPanel::setChosenCitation(std::optional<int> citation) { m_view->setChosenCitation(citation); }

void AnswerPanel::setAskDisabledReason(const QString& reason)
{
    m_askReason = reason;
    refresh();
}

void AnswerPanel::setRoom(int height)
{
    auto* rows = static_cast<QGridLayout*>(layout());
    const int line = leastView();
    const int wanted = std::clamp(height - (leastHeight() - line), line, std::max({line, kLeastView, scaled(kLeastView)}));
    if (wanted != rows->rowMinimumHeight(kViewRow))
        rows->setRowMinimumHeight(kViewRow, wanted);
}

int AnswerPanel::leastView() const { return m_view->fontMetrics().lineSpacing() + metrics::kGap; }

int AnswerPanel::leastHeight() const
{
    const int view = static_cast<QGridLayout*>(layout())->rowMinimumHeight(kViewRow);
    return minimumSizeHint().height() - std::max(m_foot->minimumHeight(), 0) - view + leastView();
}

QString AnswerPanel::textWithCitations() const
{
    QString head = m_question->text();
    const bool isOfOne = m_run && !m_run->isOfSeveral() && !m_run->documents.empty();   // else each place names its document
    if (isOfOne && !m_run->answer.citations.empty())
        head += QLatin1Char('\n') + tr("From “%1”.").arg(titleInSentence(m_run->documents.front()->title));
    return head + QStringLiteral("\n\n") + m_view->textWithCitations();
}

void AnswerPanel::copyWithCitations() const { QGuiApplication::clipboard()->setText(textWithCitations()); }

void AnswerPanel::refreshBadges()
{
    while (QLayoutItem* item = m_badges->flow()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    const auto add = [this](const QString& words, const QString& meaning, bool accented = false, std::optional<Icon> symbol = {}) {
        auto* badge = new Badge(words, accented, symbol, m_badges);
        badge->setToolTip(plainTip((words + u'\n' + meaning).trimmed()));   // it may be cut
        m_badges->flow()->addWidget(badge);
        badge->show();
    };
    if (!m_run)
        return;
    const Answer& answer = m_run->answer;
    if (answer.stopped)
        add(tr("stopped"), tr("Writing was stopped; what was written stays."));
    if (!m_facts.follows.isEmpty())
        add(m_facts.follows, m_facts.followed);
    if (!m_facts.part.isEmpty())
        add(m_facts.part, tr("Only this part was asked."));
    if (!m_facts.readUpTo.isEmpty())
        add(m_facts.readUpTo, m_facts.endsThere ? tr("It was asked as if the document ended there.")
                                                : tr("Only a part had been read when it was asked."));
    if (!m_facts.how.isEmpty())
        add(m_facts.how, tr("It was asked with other settings than usual."));
    if (allVerbatim(answer))
        add(tr("verbatim"), tr("Every quotation stands in a document, letter by letter."), false, Icon::Check);
    if (m_facts.stable.value_or(false))
        add(tr("stable"), tr("Asked with other settings it cites the same passages."));
    const int confirmed = m_facts.confirmedSentences, tested = m_facts.testedSentences;
    if (confirmed > 0 && confirmed == tested)
        add(tr("confirmed by removal"), tr("Without the cited passages the answer is clearly less likely."), true);
    else if (confirmed > 0)
        add(tr("%1 of %2 sentences confirmed by removal").arg(confirmed).arg(tested),
            tr("Without the passages that they cite these sentences are clearly less likely."));
    m_badges->updateGeometry();
}

QString AnswerPanel::footWords() const
{
    if (!m_run)
        return {};
    const Answer& answer = m_run->answer;
    QStringList lines;
    if (!m_facts.languages.isEmpty())
        lines << m_facts.languages;
    if (m_facts.withheld)
        lines << tr("No passage stood out. The answer is withheld: it may come from the model itself.");
    else if (m_run->isCombined && !answer.found)
        lines << tr("No chapter gave an answer that a passage supports.");
    else if (m_facts.refused)
        lines << tr("The model found no answer in what it opened. The evidence shows where it looked.");
    else if (answer.text.empty())
        lines << tr("No word was written.");
    else if (!answer.found && answer.stopped && answer.trace.tokens == 0)   // the engine ended in the middle of it
        lines << tr("It ended before its passages were known.");
    else if (!answer.found)
        lines << tr("Weak support: no passage stood out. The answer may come from the model itself.");
    else if (answer.citations.empty() && m_facts.fromBook.value_or(0) < kWeakFromBook)
        lines << tr("No passage stood out. The answer may come from the model itself.");
    else if (!m_view->isFinished() || !AnswerText(answer, {}).unsupported().empty())
        lines << (m_run->isCombined ? tr("Grey words name the chapters.") : tr("Grey words: no passage stood out for them."));
    if (m_facts.withheld || m_facts.refused)
        lines << m_facts.restUnread;
    if (const auto wrong =
            std::count_if(answer.quotations.begin(), answer.quotations.end(), [](const Quotation& q) { return !q.verbatim; }))
        lines << tr("%Ln quotation(s) not in the text.", nullptr, int(wrong));
    if (answer.coverage.total > 0)
        lines << tr("Opened %1 and consulted %2 of %Ln block(s).", nullptr, int(answer.coverage.total))
                     .arg(QLocale().toString(answer.coverage.opened), QLocale().toString(answer.coverage.consulted));
    lines.removeAll(QString());
    return lines.join(QLatin1Char(' '));
}

void AnswerPanel::refresh()
{
    const QLocale locale;
    const bool finished = m_run != nullptr, shown = finished || m_writing;
    m_title->setText(m_facts.number > 0 ? tr("Answer %1").arg(m_facts.number) : tr("Answer"));
    refreshBadges();
    m_previous->setVisible(shown);
    m_next->setVisible(shown);
    m_previous->setEnabled(m_facts.hasPrevious);
    m_next->setEnabled(m_facts.hasNext);
    m_previous->setToolTip(m_facts.hasPrevious ? m_previous->accessibleName() : tr("This is the first answer"));
    m_next->setToolTip(m_facts.hasNext ? m_next->accessibleName() : tr("This is the last answer"));
    const bool coverage = finished && m_run->answer.coverage.total > 0;
    m_coverageWords->setVisible(coverage);
    m_coverage->setVisible(coverage);
    if (coverage) {
        const Coverage& counts = m_run->answer.coverage;
        m_coverageWords->setText(tr("Consulted %1 of %Ln block(s)", nullptr, int(counts.total)).arg(locale.toString(counts.consulted)));
        m_coverageWords->setShortForm(tr("%1 of %2").arg(locale.toString(counts.consulted), locale.toString(counts.total)));
        m_coverage->setValue(double(counts.consulted) / counts.total);
    }
    const bool book = finished && m_facts.fromBook.has_value();
    m_bookWords->setVisible(book);
    m_book->setVisible(book);
    const double ofBook = m_fromBookOfHeads ? *m_fromBookOfHeads : m_facts.fromBook.value_or(0);
    const QString share = locale.toString(ofBook, 'f', 2);
    m_bookWords->setText(tr("From the book %1").arg(share));
    m_bookWords->setShortForm(tr("Book %1").arg(share));
    m_book->setValue(ofBook);
    m_bookWords->setExplanation(
        m_fromBookOfHeads
            ? tr("How much of what the chosen heads (%1) looked at while writing was the document, from 0 to 1.").arg(m_bookHeads)
            : tr("How much of what the model looked at while writing was the document, from 0 to 1."));
    m_actions->setVisible(finished);
    for (QWidget* part : std::initializer_list<QWidget*>{m_lastBranch, m_branch, m_nextBranch})
        part->setVisible(m_facts.branches > 1);
    m_branch->setText(tr("%1 of %2").arg(m_facts.branch + 1).arg(m_facts.branches));
    m_lastBranch->setEnabled(m_facts.branch > 0);
    m_nextBranch->setEnabled(m_facts.branch + 1 < m_facts.branches);
    m_lastBranch->setToolTip(m_lastBranch->isEnabled() ? m_lastBranch->accessibleName() : tr("This is the first answer to the question"));
    m_nextBranch->setToolTip(m_nextBranch->isEnabled() ? m_nextBranch->accessibleName() : tr("This is the last answer to the question"));
    for (SymbolButton* button : {m_again, m_edit, m_followUp})
        button->setEnabled(m_askReason.isEmpty());
    m_again->setMeaning(m_askReason.isEmpty() ? tr("Write it again") : m_askReason);
    m_edit->setMeaning(m_askReason.isEmpty() ? tr("Edit the question and ask again") : m_askReason);
    m_followUp->setMeaning(m_askReason.isEmpty() ? tr("Ask a follow-up question") : m_askReason);
    for (LinkButton* link : {m_showAnyway, m_wholeBook}) {
        link->setEnabled(m_askReason.isEmpty());
        link->setToolTip(plainTip(m_askReason));
    }
    m_footText->setText(footWords());
    m_showAnyway->setVisible(finished && m_facts.withheld);
    m_wholeBook->setVisible(finished && !m_facts.readUpTo.isEmpty() && m_facts.wholeBookReady);
    m_nearest->setVisible(finished && nearestPassage(m_run->answer).has_value());
    m_foot->setVisible(finished);
    fitMeters();
    fitFoot();
}

// All its lines: a splitter would take the least height of words as if they stood in one. Where even the window has no room, the first
// ones are seen.
void AnswerPanel::fitFoot()
{
    auto* row = static_cast<QBoxLayout*>(m_foot->layout());
    int words = width() - 2 * metrics::kInset;
    for (const LinkButton* link : {m_nearest, m_showAnyway, m_wholeBook})
        words -= link->isHidden() ? 0 : link->sizeHint().width() + row->spacing();
    row->setDirection(words < scaled(kFootMeasure) ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);   // links below the words
    const int wanted = std::max(0, m_foot->layout()->heightForWidth(width()));
    if (wanted != m_foot->minimumHeight())
        m_foot->setMinimumHeight(wanted);
}

// The meters take their short words, and no more room than these need, before a badge is cut; where even these have none beside the
// title, they stand below it.
void AnswerPanel::fitMeters()
{
    QWidget* line = m_title->parentWidget();
    QLayout* column = line->parentWidget()->layout();
    const QMargins margins = column->contentsMargins();
    const bool badges = m_badges->flow()->count() > 0;
    int room = width() - margins.left() - margins.right() - line->layout()->spacing() * 4;
    for (const QWidget* part : std::initializer_list<QWidget*>{m_previous, m_title, m_next})
        room -= part->sizeHint().width();
    const QLayout* meters = m_meters->layout();
    const int least = meters->minimumSize().width() + (badges ? m_badges->flow()->minimumSize().width() : 0);
    QWidget* place = least <= room ? line : line->parentWidget();
    if (m_meters->parentWidget() != place) {
        place->layout()->addWidget(m_meters);   // takes it from the other
        m_meters->show();
    }
    const bool wide = place != line || meters->sizeHint().width() <= room - m_badges->flow()->sizeHint().width();
    m_meters->setMaximumWidth(wide ? QWIDGETSIZE_MAX : meters->minimumSize().width());
}

void AnswerPanel::retranslate()
{
    setAccessibleName(tr("Answer"));
    m_view->setHelp(tr("Ask a question: the answer stands here, with the passages it was written from."));
    m_previous->setMeaning(tr("Previous answer"));
    m_next->setMeaning(tr("Next answer"));
    m_lastBranch->setMeaning(tr("Previous version of this answer"));
    m_nextBranch->setMeaning(tr("Next version of this answer"));
    m_copy->setMeaning(tr("Copy with citations"));
    m_coverageWords->setExplanation(tr("Blocks that were looked at with a weight of at least 0.05."));
    m_showAnyway->setText(tr("Show anyway"));
    m_wholeBook->setText(tr("Ask again with the whole book"));
    m_nearest->setText(tr("Show the nearest passage"));
    if (m_run && (m_facts.withheld || m_facts.refused || m_run->isCombined))
        m_view->setAnswer(shownAnswer());
    refresh();
}

void AnswerPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitMeters();
    fitFoot();
}

void AnswerPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange)   // once its parts have theirs
        QMetaObject::invokeMethod(this, [this] { fitMeters(), fitFoot(); }, Qt::QueuedConnection);
    QWidget::changeEvent(event);
}

}  // namespace cairn
