#include "app/window/areas/view_keeper.h"

#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/areas/study_dock.h"
#include "app/window/areas/view_state.h"
#include "app/window/session/conversation_controller.h"
#include "app/window/session/session_controller.h"
#include "ui/selection/selection_hub.h"

#include <QTimer>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace cairn
{

namespace
{

// The one that was being written when the program was killed: what is looked at is kept once it is written.
std::optional<AnswerId> answerCutOff(const SessionContents& contents)
{
    if (!contents.leftBehind || contents.turns.empty() || contents.turns.back().answers.empty())
        return std::nullopt;
    const auto& last = contents.turns.back().answers.back();
    const bool isCut = last.state == AnswerState::Interrupted || last.state == AnswerState::Running;
    return isCut ? std::optional(last.id) : std::nullopt;
}

}  // namespace

ViewKeeper::ViewKeeper(SessionController& session, ConversationController& conversation, ViewParts parts, QObject* parent)
    : QObject(parent), m_session(session), m_conversation(conversation), m_parts(std::move(parts)), m_timer(new QTimer(this))
{
    constexpr int kSaveMs = 1000;
    m_timer->setSingleShot(true);
    m_timer->setInterval(kSaveMs);
    connect(m_timer, &QTimer::timeout, this, [this] {
        if (m_conversation.isAnswering() || m_restoring)   // its selection follows what is being written
            m_timer->start();
        else
            save();
    });
    connect(m_parts.side, &SidePresenter::tickedChanged, this, &ViewKeeper::saveSoon);
    connect(m_parts.hub, &SelectionHub::changed, this, &ViewKeeper::saveSoon);
    connect(m_parts.answers, &AnswerArea::draftChanged, this, &ViewKeeper::saveSoon);
    connect(m_parts.answers, &AnswerArea::testedChanged, this, &ViewKeeper::saveSoon);
    connect(&m_conversation, &ConversationController::shownChanged, this, &ViewKeeper::saveSoon);
    connect(&m_conversation, &ConversationController::answerFinished, this, &ViewKeeper::save);   // it is kept, so it is what comes back
}

ViewState ViewKeeper::state() const
{
    const ReaderArea& reader = *m_parts.reader();
    const ReaderPlace place = reader.place();
    ViewState view;
    view.document = place.document;
    view.byte = place.byte;
    view.textZoom = reader.textZoom();
    if (reader.current() && reader.current()->hasPages())
        view.pages = reader.current()->showsPages();
    const auto& records = m_session.contents().records;
    for (std::size_t i = 0; i < std::min(records.size(), m_parts.side->ticked().size()); ++i) {
        if (!m_parts.side->ticked()[i] && !records[i].isRemoved())
            view.unticked.append(records[i].id.value);
    }
    const auto& live = m_conversation.live();   // closed while it is written: what there is of it comes back
    view.answer = live && live->id.value != 0 ? std::optional(live->id) : m_conversation.shownId();
    if (m_conversation.shown() && m_parts.hub->run() == m_conversation.shown()) {
        Selection selection = m_parts.hub->selection();
        if (!m_parts.hub->compared())
            selection.b.clear();
        view.selection = QString::fromStdString(toJson(selection));
    }
    view.draft = m_parts.answers->draft();
    if (const auto& limit = m_parts.answers->limit(); limit && limit->document < records.size())
        view.within = PartOfDocument{records[limit->document].id.value, limit->range};
    view.follows = m_parts.answers->followed();
    view.tested = m_parts.answers->tested();
    view.view = int(m_parts.study()->current());
    return view;
}

void ViewKeeper::save()
{
    if (m_session.isOpen() && !m_restoring)
        m_session.saveViewState(toJson(state()));
}

void ViewKeeper::saveSoon()
{
    if (!m_timer->isActive())
        m_timer->start();
}

void ViewKeeper::restore(bool withSelection)
{
    ViewState view = viewStateFromJson(m_session.contents().viewState);
    if (const auto cut = answerCutOff(m_session.contents()); cut && cut != view.answer) {
        view.answer = cut;
        view.selection.clear();
    }
    if (!m_session.contents().viewState.isEmpty())
        restoreTicks(view);
    if (m_session.keepsDocuments())
        return;   // all else is in sight
    restoreQuestion(view);
    m_parts.answers->setTested(view.tested);
    if (m_session.contents().viewState.isEmpty())
        return;
    ReaderArea& reader = *m_parts.reader();
    reader.setTextZoom(view.textZoom);
    const auto& records = m_session.contents().records;
    if (view.document < records.size() && !records[view.document].isRemoved())
        reader.goTo(ReaderPlace{view.document, view.byte}, false);
    if (reader.current() && reader.current()->hasPages())
        reader.current()->showPages(reader.current()->index() == view.document ? view.pages.value_or(true) : true);
    m_parts.study()->show(view.view <= int(StudyDock::View::Heads) ? StudyDock::View(view.view) : StudyDock::View::Evidence);
    restoreAnswer(view, withSelection);
}

// What is written, and what it is asked of.
void ViewKeeper::restoreQuestion(const ViewState& view)
{
    m_parts.answers->setDraft(view.draft);
    const SessionContents& contents = m_session.contents();
    for (std::uint32_t i = 0; view.within && i < contents.records.size(); ++i) {
        const bool holdsIt = view.within->range.end <= contents.documents[i]->text.size() && !contents.records[i].isRemoved();
        if (contents.records[i].id.value == view.within->document && holdsIt)
            m_parts.answers->limitTo(DocumentPlace{i, view.within->range});
    }
    if (view.follows && m_conversation.turnOf(*view.follows))
        m_parts.answers->follow(view.follows);
}

void ViewKeeper::restoreTicks(const ViewState& view)
{
    std::vector<bool> ticked;
    for (const DocumentRecord& record : m_session.contents().records)
        ticked.push_back(!view.unticked.contains(record.id.value));
    m_parts.side->setTicked(ticked);
}

// The answer and what was selected of it: once it is loaded.
void ViewKeeper::restoreAnswer(const ViewState& view, bool withSelection)
{
    const auto selection = selectionFromJson(view.selection.toStdString());
    if (!view.answer || !m_conversation.turnOf(*view.answer))
        return;
    if (*view.answer != m_conversation.shownId())
        m_conversation.show(*view.answer);
    if (!selection || !withSelection)
        return;
    delete m_restoring;   // of the session as it was opened before
    m_restoring = new QObject(this);
    const auto giveUp = [this] { delete m_restoring; };
    connect(&m_conversation, &ConversationController::askFailed, m_restoring, giveUp, Qt::QueuedConnection);   // it is damaged
    connect(&m_session, &SessionController::closed, m_restoring, giveUp, Qt::QueuedConnection);
    connect(m_parts.hub, &SelectionHub::changed, m_restoring, [this, answer = *view.answer, selection = *selection,
                                                               once = m_restoring.data(),
                                                               compare = view.view == int(StudyDock::View::Compare)] {
        if (!m_parts.hub->run())
            return;
        once->deleteLater();
        m_restoring = nullptr;
        if (m_conversation.shownId() != answer || m_parts.hub->selection().a != selection.a)
            return;
        Selection alone = selection;
        alone.b.clear();
        m_parts.hub->set(alone);
        restoreCompared(selection, compare);
    });
}

// The answer that it was compared with, unless it is gone; then in the view that shows both.
void ViewKeeper::restoreCompared(const Selection& selection, bool show)
{
    constexpr std::string_view kPrefix = "run-";   // of ui/run.h
    std::int64_t number = -1;
    const std::string_view id = std::string_view(selection.b).substr(std::min(kPrefix.size(), selection.b.size()));
    if (std::from_chars(id.data(), id.data() + id.size(), number).ec != std::errc{})
        return;
    const AnswerId compared(number);
    if (!m_conversation.turnOf(compared))
        return;
    m_conversation.load(compared, this, [this, a = selection.a, show](const RunPtr& run) {
        if (!run || !m_parts.hub->run() || m_parts.hub->selection().a != a || m_parts.hub->compared())
            return;
        m_parts.hub->setCompared(run);
        if (show && m_parts.hub->compared())
            m_parts.study()->show(StudyDock::View::Compare);
    });
}

}  // namespace cairn
