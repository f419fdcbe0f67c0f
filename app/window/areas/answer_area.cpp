#include "app/window/areas/answer_area.h"

#include "app/window/areas/question_options.h"
#include "app/window/session/language_remark.h"
#include "app/window/session/sweep_titles.h"
#include "core/types/nearest_passage.h"
#include "core/types/refusal.h"
#include "core/types/trace_query.h"
#include "ui/answer_view.h"
#include "ui/elided_place.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/cut_area.h"
#include "ui/panels/labels.h"
#include "ui/plots/plot_words.h"
#include "ui/selection/resolved.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QApplication>
#include <QLocale>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr qint64 kShortWaitMs = 3000;   // retrieving for longer says its seconds: a long question takes a while

// Tokens of the answer whose words meet the range; half open.
std::pair<std::uint32_t, std::uint32_t> tokensOf(const Answer& answer, ByteRange range)
{
    std::uint32_t begin = 0;
    const auto count = static_cast<std::uint32_t>(answer.tokens.size());
    while (begin < count && answer.tokens[begin].text.end <= range.begin)
        ++begin;
    std::uint32_t end = begin;
    while (end < count && answer.tokens[end].text.begin < range.end)
        ++end;
    return {begin, end};
}

}  // namespace

AnswerArea::AnswerArea(SessionController& session, ReadingController& reading, ConversationController& conversation, SelectionHub* hub,
                       std::function<ReaderPlace()> place, QWidget* parent)
    : QWidget(parent), m_session(session), m_reading(reading), m_conversation(conversation), m_hub(hub), m_place(std::move(place)),
      m_panel(new AnswerPanel), m_box(new AskBox)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_panelRoom = new CutArea(m_panel);
    column->addWidget(m_panelRoom, 1);
    column->addWidget(m_box);
    connectBox();
    connect(m_panel, &AnswerPanel::citationActivated, this, &AnswerArea::chooseCitation);
    connect(m_panel, &AnswerPanel::tokensBrushed, this, [this](quint32 begin, quint32 end) {
        m_hub->change([=](Selection& selection) {
            selection.tokens = begin < end ? IndexRanges(std::vector<IndexRange>{{begin, end}}) : std::nullopt;
        });
    });
    connect(m_panel, &AnswerPanel::menuRequested, this, &AnswerArea::menuRequested);
    connect(m_panel, &AnswerPanel::tokenHovered, this, [this](int token, QPoint at) {
        const bool known = token >= 0 && !m_conversation.isAnswering();   // else the words are another answer's than the trace
        const RunPtr& shown = m_conversation.shown();
        m_hub->setHover(known ? Hover{std::uint32_t(token), {}, {}, {}} : Hover());
        QToolTip::showText(at, known && shown ? plainTip(m_tips.of(shown, std::uint32_t(token), headsOf(*shown))) : QString(), m_panel);
    });
    connect(m_panel, &AnswerPanel::citationHovered, this, [this](int citation, QPoint at) {
        const bool known = citation >= 0 && !m_conversation.isAnswering();
        QToolTip::showText(at, known ? plainTip(WordTips::ofCitation(m_conversation.shown(), citation)) : QString(), m_panel);
    });
    connect(m_panel, &AnswerPanel::regenerateRequested, this, [this] { askAgain(); });
    connect(m_panel, &AnswerPanel::editRequested, this, &AnswerArea::editQuestion);
    connect(m_panel, &AnswerPanel::followUpRequested, this, &AnswerArea::followUp);
    connect(m_panel, &AnswerPanel::branchRequested, this, &AnswerArea::showBranch);
    connect(m_panel, &AnswerPanel::previousRequested, this, [this] { step(-1); });
    connect(m_panel, &AnswerPanel::nextRequested, this, [this] { step(1); });
    connect(m_panel, &AnswerPanel::showAnywayRequested, this, [this] {
        askAgain([](AskOptions& options) {
            options.bookOnly = false;
            options.showUnsupported = true;
        });
    });
    connect(m_panel, &AnswerPanel::nearestPassageRequested, this, [this] {
        if (const auto near = m_conversation.shown() ? nearestPassage(m_conversation.shown()->answer) : std::nullopt)
            Q_EMIT citationChosen(*near, {*near});
    });
    connect(m_panel, &AnswerPanel::wholeBookRequested, this, [this] { askAgain([](AskOptions& options) { options.until.reset(); }); });
    connect(m_hub, &SelectionHub::changed, this, [this] {
        const auto& tokens = m_hub->selection().tokens;
        if (tokens && !tokens->empty())
            m_panel->setBrush(std::pair(tokens->front().first, tokens->back().second));
        else
            m_panel->setBrush({});
        showShares();
    });
    connect(m_hub, &SelectionHub::hoverChanged, this, [this] {
        if (!m_conversation.isAnswering())   // else the plots' words are another answer's
            m_panel->view()->setPreview(m_hub->hover().token);
    });
    connect(&m_conversation, &ConversationController::liveChanged, this, &AnswerArea::refreshLive);
    connect(&m_ticking, &QTimer::timeout, this, &AnswerArea::sayState);
    connect(&m_conversation, &ConversationController::liveRunChanged, this, [this] { m_hub->setRun(m_conversation.liveRun()); });
    connect(&m_conversation, &ConversationController::shownChanged, this, &AnswerArea::refreshShown);
    connect(&m_reading, &ReadingController::changed, this, &AnswerArea::refreshAskState);
    connect(&m_session.engine(), &EngineClient::stateChanged, this, &AnswerArea::refreshAskState);
    connect(&m_conversation, &ConversationController::turnsChanged, this, [this] {
        refreshStarters();
        follow(m_follows);   // its answer may have another number now
        if (m_conversation.shown() && m_hub->run() == m_conversation.shown() && !m_conversation.isAnswering())
            m_panel->setFacts(factsOfShown());   // which ones stand beside it, and what it followed
    });
    connect(&m_session, &SessionController::engineReady, this, [this] { m_box->setModelTopK(m_session.facts()->topK); });
    connect(&m_session, &SessionController::documentsAdded, this, &AnswerArea::refreshStarters);
    connect(&m_session, &SessionController::documentRenamed, this, [this] {
        m_part.reset();
        refreshAskState();
    });
    connect(&m_session, &SessionController::opened, this, [this] {
        refreshStarters();
        if (const auto newest = m_conversation.newest(); newest && !m_conversation.shown())
            m_conversation.show(*newest);
    });
    connect(&m_conversation, &ConversationController::notAsked, this, [this](const QString& question) {
        refreshShown();
        const bool waited = takeBack();
        while (takeBack()) {}   // what can't be kept now can't be kept behind it
        if (m_box->question().isEmpty() || waited)
            m_box->setQuestion(QString(question + QLatin1Char('\n') + m_box->question()).trimmed());
    });
    connect(&m_conversation, &ConversationController::answerFinished, this, [this] {   // said aloud by screen readers
        QAccessibleEvent finished(m_panel->view(), QAccessible::Alert);
        QAccessible::updateAccessibility(&finished);
    });
    m_panel->hide();
    m_panelRoom->hide();
    refreshShown();
    refreshAskState();
}

void AnswerArea::setHiddenCharacters(bool shown) { m_panel->view()->setHiddenCharacters(shown); }

bool AnswerArea::isEmpty() const { return m_panel->isHidden(); }

void AnswerArea::showPanel()
{
    const bool shown = m_conversation.isAnswering() || m_conversation.shown();
    if (shown != m_panel->isHidden())
        return;
    m_panel->setVisible(shown);
    m_panelRoom->setVisible(shown);
    refreshStarters();
    Q_EMIT emptyChanged();
}

bool AnswerArea::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::ParentChange && parentWidget())
        parentWidget()->installEventFilter(this);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Show)
        fitPanel();
    if (event->type() == QEvent::LayoutRequest)
        Q_EMIT heightChanged();
    else if (event->type() == QEvent::LanguageChange)
        QMetaObject::invokeMethod(this, &AnswerArea::sayAgain, Qt::QueuedConnection);   // behind the panels' own words
    return done;
}

void AnswerArea::askAgain(const std::function<void(AskOptions&)>& edit)
{
    if (const auto id = m_conversation.shownId())
        askAgain(*id, edit);
}

void AnswerArea::askAgain(AnswerId answer, const std::function<void(AskOptions&)>& edit)
{
    if (whyNotAsked().isEmpty())
        m_conversation.askAgain(answer, edit);
}

void AnswerArea::copyAnswer() { m_panel->copyWithCitations(); }
QString AnswerArea::shownText() const { return m_panel->textWithCitations(); }

void AnswerArea::setTicked(std::vector<bool> ticked)
{
    m_ticked = std::move(ticked);
    refreshAskState();
}

void AnswerArea::setConfirmedByRemoval(int confirmed, int sentences)
{
    const TestedAnswer shown = shownAsTested();
    keepTest(m_tested, {shown.answer, shown.words, confirmed, sentences});
    refreshShown();
    Q_EMIT testedChanged();
}

TestedAnswer AnswerArea::shownAsTested() const
{
    const RunPtr& run = m_conversation.shown();
    return run ? testOf(m_tested, *m_conversation.shownId(), wordsOf(run->answer)) : TestedAnswer();
}

// Live

QString AnswerArea::stateWords() const
{
    const LiveAnswer& live = *m_conversation.live();
    if (!m_session.facts())
        return tr("Opening the memory");
    switch (live.state) {
    case AskState::Retrieving:
        return m_retrieving.elapsed() < kShortWaitMs ? tr("Retrieving") : tr("Retrieving, %1 s").arg(m_retrieving.elapsed() / 1000);
    case AskState::Writing:
        if (live.attempt > 0 && !live.kept)
            return tr("Writing draft %1, what most of them say is kept").arg(live.attempt + 1);
        return live.tokensPerSecond > 0 ? tr("Writing, %1 tokens/s").arg(QLocale().toString(live.tokensPerSecond, 'f', 0)) : tr("Writing");
    case AskState::Citing: return tr("Finding citations");
    }
    return {};
}

void AnswerArea::refreshLive()
{
    const auto& live = m_conversation.live();
    m_box->setAnswering(live.has_value());
    showPanel();
    if (live)
        takeFocusFromButton();
    if (!live) {
        m_box->setState({});
        m_writing = {};
        m_ticking.stop();
        refreshAskState();
        return;
    }
    const bool begins = m_writing != live->id || live->id.value == 0;
    if (begins || m_version != live->version) {
        m_writing = live->id;
        m_version = live->version;
        m_written = 0;
        if (begins) {
            m_hub->setRun(nullptr);
            m_retrieving.start();
        }
        m_panel->beginAnswer(int(allAnswers().size()) + (live->id.value == 0 ? 1 : 0), live->words);
    }
    if (live->text.size() > m_written) {
        m_panel->appendText(live->text.mid(m_written));
        m_written = live->text.size();
    }
    if (live->state != AskState::Retrieving)
        m_ticking.stop();
    else if (!m_ticking.isActive())
        m_ticking.start(std::chrono::seconds(1));
    sayState();
}

void AnswerArea::sayState()
{
    const auto& live = m_conversation.live();
    if (!live)
        return;
    m_panel->setState(stateWords());
    m_box->setState(stateWords(), live->state == AskState::Writing ? tr("Writing") : QString());
}

// One that asks again is disabled or gone while the answer is written: the next control in the window's line had the focus then.
void AnswerArea::takeFocusFromButton()
{
    const auto* button = qobject_cast<const QAbstractButton*>(QApplication::focusWidget());
    if (button && button->window() == window() && !m_box->isAncestorOf(button))
        m_panel->view()->setFocus();
}

void AnswerArea::sayAgain()
{
    refreshAskState();
    if (m_conversation.shown() && !m_conversation.isAnswering())
        m_panel->setFacts(factsOfShown());
}

void AnswerArea::refreshShown()
{
    const RunPtr& run = m_conversation.shown();
    showPanel();
    if (m_conversation.isAnswering())
        return;
    if (m_hub->run() != run)
        m_hub->setRun(run);
    if (!run) {
        m_panel->clear();
        return;
    }
    m_panel->setAnswer(run, factsOfShown());
    showShares();
}

HeadMask AnswerArea::headsOf(const Run& run) const
{
    return m_hub->run() && m_hub->run()->id == run.id ? filterOf(*m_hub, run).heads : HeadMask();
}

void AnswerArea::showShares()
{
    const RunPtr& run = m_conversation.shown();
    if (!run || m_conversation.isAnswering())
        return;
    TraceFilter filter;
    filter.heads = headsOf(*run);
    const bool all = filter.heads.empty() || run->answer.trace.tokens == 0;
    m_panel->view()->setShares(all ? std::vector<float>() : memoryPerToken(run->answer.trace, filter));
    m_panel->setFromBookOfHeads(all ? std::nullopt : fromBook(run->answer.trace, filter),
                                all ? QString() : headsWords(run->answer.trace, filter));
}

const QString& AnswerArea::partOf(AnswerId answer)
{
    const SessionContents& contents = m_session.contents();
    if (!m_part || m_part->answer != answer || m_part->map != contents.map) {
        const StoredTurn* turn = m_conversation.turnOf(answer);
        const std::string context = turn ? m_conversation.recordOf(answer)->context : std::string();
        SweepTitles titles(contents, m_conversation.memoryMapOf(answer));
        m_part = Part{answer, contents.map, turn ? titles.of(turn->question.options, context) : QString()};
    }
    return m_part->title;
}

AnswerFacts AnswerArea::factsOfShown()
{
    const RunPtr& run = m_conversation.shown();
    const AnswerId id = *m_conversation.shownId();
    const auto all = allAnswers(), beside = m_conversation.answersBeside(id);
    AnswerFacts facts;
    facts.number = numberOf(id);
    facts.branches = int(beside.size());
    facts.branch = int(std::find(beside.begin(), beside.end(), id) - beside.begin());
    facts.hasPrevious = !all.empty() && all.front() != id;
    facts.hasNext = !all.empty() && all.back() != id;
    facts.fromBook = fromBook(run->answer.trace, {});
    const TestedAnswer tested = shownAsTested();
    facts.confirmedSentences = tested.confirmed;
    facts.testedSentences = tested.sentences;
    facts.stable = m_conversation.isStable(id);
    facts.part = partOf(id);
    const StoredTurn* turn = m_conversation.turnOf(id);
    if (turn && turn->question.follows) {
        const StoredTurn* followed = m_conversation.turnOf(*turn->question.follows);
        facts.follows = followWords(*turn->question.follows);
        facts.followed = followed ? QString::fromStdString(followed->question.text).simplified() : QString();
    }
    const auto options = m_conversation.optionsOf(id);
    const bool unsupported = !run->answer.found && !run->answer.stopped && !run->isCombined;
    const bool isShown = options && options->showUnsupported;
    facts.withheld = unsupported && !isShown && run->answer.tokens.empty();
    facts.refused = unsupported && !run->answer.tokens.empty() && (!isShown || isRefusal(run->answer.text));
    if (options && (facts.part.isEmpty() || !options->within.empty()))   // a sweep bars all but its chapter
        facts.how = settingWords(*options, *m_conversation.memoryMapOf(id), m_session.contents().records, run->answer.trace.k);
    if (const auto& engine = m_session.facts())
        facts.languages = languageRemark(run->answer.question, m_session.contents().documents, engine->languages);
    sayWhatItRead(*run, id, facts);
    if (!facts.part.isEmpty())
        facts.wholeBookReady = false;   // its chapter was read when it was asked
    return facts;
}

void AnswerArea::chooseCitation(int citation)
{
    const RunPtr& run = m_conversation.shown();
    if (!run || citation < 0 || std::size_t(citation) >= run->answer.citations.size())
        return;
    const Citation& chosen = run->answer.citations[std::size_t(citation)];
    m_panel->setChosenCitation(citation);
    const auto tokens = tokensOf(run->answer, chosen.answerRange);
    m_hub->change([&](Selection& selection) {
        if (tokens.first < tokens.second)
            selection.tokens = std::vector<IndexRange>{tokens};
        if (!chosen.blocks.empty()) // marked wherever blocks are
            selection.lock = Lock{{}, {}, {}, chosen.blocks.front()};
    });
    std::vector<DocumentPlace> cited;
    for (const Citation& other : run->answer.citations) {
        if (other.answerRange == chosen.answerRange)
            cited.push_back({other.document, other.range});
    }
    Q_EMIT citationChosen({chosen.document, chosen.range}, cited);
}

// Other answers

std::vector<AnswerId> AnswerArea::allAnswers() const
{
    std::vector<AnswerId> ids;
    for (const auto& [id, question] : m_conversation.allAnswers())
        ids.push_back(id);
    return ids;
}

int AnswerArea::numberOf(AnswerId answer) const
{
    const auto all = allAnswers();
    return int(std::find(all.begin(), all.end(), answer) - all.begin()) + 1;
}

void AnswerArea::step(int direction)
{
    const auto all = allAnswers();
    const auto id = m_conversation.shownId();
    if (!id)
        return;
    const auto next = (std::find(all.begin(), all.end(), *id) - all.begin()) + direction;
    if (next >= 0 && next < std::ptrdiff_t(all.size()))
        m_conversation.show(all[std::size_t(next)]);
}

void AnswerArea::showBranch(int branch)
{
    const auto id = m_conversation.shownId();
    const auto beside = id ? m_conversation.answersBeside(*id) : std::vector<AnswerId>();
    if (branch >= 0 && std::size_t(branch) < beside.size())
        m_conversation.show(beside[std::size_t(branch)]);
}

}  // namespace cairn
