// AnswerArea: the question box, its room, and whether anything can be asked.
#include "app/window/areas/answer_area.h"

#include "app/common/default_paths.h"
#include "app/window/areas/question_options.h"
#include "app/window/areas/status_presenter.h"
#include "app/window/session/document_facts.h"
#include "app/window/session/sweep_titles.h"
#include "ui/elided_place.h"
#include "ui/panels/answer_panel.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/cut_area.h"
#include "ui/sentences/sentences.h"
#include "ui/text_direction.h"
#include "ui/text_size.h"

#include <QEvent>
#include <QSplitter>

#include <algorithm>
#include <bit>
#include <climits>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kLeastRead = 40;   // px of the design: two lines of the text that is read
constexpr int kReadBesideBox = 160, kAnswerBesideBox = 160;   // that text and answer have before all of an empty question box is shown

bool isThere(const SessionController& session, std::uint32_t document)
{
    return session.isOpen() && document < session.contents().records.size() && !session.contents().records[document].isRemoved();
}

std::vector<std::uint32_t> numbersOf(const std::vector<bool>& ticked)
{
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < ticked.size(); ++i) {
        if (ticked[i])
            numbers.push_back(i);
    }
    return numbers;
}

}  // namespace

// In a low window the box keeps its field alone, then all below the answer's words gives way, then these, down to a line, and the reader
// keeps a few lines; while a question is written, all of them give way: the box is in sight, whole.
void AnswerArea::fitPanel()
{
    const auto* rows = qobject_cast<QSplitter*>(parentWidget());
    if (!rows)
        return;
    int room = rows->height();
    for (int i = 0; i < rows->count(); ++i) {
        const QWidget* row = rows->widget(i);
        if (row != this && !row->isHidden())
            room -= std::max(row->minimumHeight(), row->minimumSizeHint().height()) + rows->handleWidth();
    }
    const bool asks = !m_box->question().isEmpty();
    const int read = asks ? 0 : scaled(kLeastRead);
    m_box->setRoom(room - scaled(kReadBesideBox) - (isEmpty() ? 0 : std::max(m_panel->leastHeight(), scaled(kAnswerBesideBox))));
    room -= m_box->minimumHeight() + read;
    m_panel->setRoom(room);
    m_panelRoom->setLeast(asks ? room : std::max(room, m_panel->leastHeight()));
}

bool AnswerArea::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize) {
        fitPanel();   // before the rows share it out
        QMetaObject::invokeMethod(this, &AnswerArea::heightChanged, Qt::QueuedConnection);
    }
    return QWidget::eventFilter(watched, event);
}

// Empty: it can be asked, and answers can be written again.
QString AnswerArea::whyNotAsked() const
{
    const ReadingStatus& status = m_reading.status();
    if (!m_session.isOpen())
        return tr("Open a document to ask about it.");
    if (m_session.contents().readOnly)
        return m_session.contents().opened == OpenOutcome::Locked
                   ? tr("This session is open in another window. Ask there, or close it there.")
                   : readOnlyWords(m_session.contents());
    if (m_session.engine().state() == EngineState::GaveUp)
        return tr("The engine has stopped. Start it again to ask.");
    if (status.phase == ReadingPhase::NeedsRereading)
        return tr("This session was read in another way. Read it again to ask.");
    if (status.phase == ReadingPhase::Failed && !m_session.facts())
        return status.isDiskFull()                                ? StatusPresenter::diskFullWords()
               : StatusPresenter::lacksModel(m_session, m_reading) ? tr("There is no model that can answer.")   // more above the text
               : status.error                                      ? errorWords(*status.error)
                                                                   : tr("The engine could not start.");
    if (status.storedBlocks > 0 || status.isRead())   // a text shorter than a block is read all the same
        return {};
    if (status.isDiskFull())
        return StatusPresenter::diskFullWords();
    return status.phase == ReadingPhase::Waiting || status.phase == ReadingPhase::Reading ? tr("A moment: the first pages are being read.")
                                                                                          : tr("Read the document first.");
}

void AnswerArea::connectBox()
{
    connect(m_box, &AskBox::draftChanged, this, &AnswerArea::draftChanged);
    connect(m_box, &AskBox::draftChanged, this, &AnswerArea::fitPanel);
    connect(m_box, &AskBox::asked, this, &AnswerArea::ask);
    connect(m_box, &AskBox::askedNext, this, &AnswerArea::ask);
    connect(m_box, &AskBox::stopRequested, &m_conversation, &ConversationController::stop);
    connect(m_box, &AskBox::waitingDropped, this, &AnswerArea::takeBack);
    connect(m_box, &AskBox::prefixDropped, this, [this] { follow({}); });
    connect(m_box, &AskBox::partDropped, this, [this] { limitTo({}); });
    connect(&m_session, &SessionController::closed, this, [this] {
        if (m_session.keepsDocuments())
            return;
        m_waiting.clear();
        sayWaiting();
        follow({});
        limitTo({});
    });
}

void AnswerArea::follow(std::optional<AnswerId> answer)
{
    m_follows = answer;
    m_box->setPrefix(answer ? followWords(*answer) : QString());
    Q_EMIT draftChanged();
}

void AnswerArea::limitTo(std::optional<DocumentPlace> part)
{
    m_within = part;
    refreshAskState();
    Q_EMIT draftChanged();
}

void AnswerArea::editQuestion()
{
    if (!m_conversation.shown())
        return;
    const StoredTurn* asked = m_conversation.turnOf(*m_conversation.shownId());
    follow(asked ? asked->question.follows : std::nullopt);   // the branch goes on from where this question did
    const auto options = m_conversation.optionsToAskAgain(*m_conversation.shownId());
    limitTo(options && !options->within.empty() ? std::optional(options->within.front()) : std::nullopt);
    m_box->setAskedQuestion(m_conversation.shown()->question);
    m_box->focusQuestion();
}

void AnswerArea::followUp()
{
    follow(m_conversation.shownId());
    m_box->focusQuestion();
}

QString AnswerArea::followWords(AnswerId followed) const
{
    return m_conversation.turnOf(followed) ? tr("Follow-up of answer %1").arg(numberOf(followed))
                                           : tr("Follow-up of an answer that was removed");
}

std::pair<QString, AskOptions> AnswerArea::wholeTextQuestion()
{
    Wish wish = wishOf(m_box->form());
    wish.within.reset();
    QString question = wish.form.question;
    if (question.isEmpty() && m_conversation.shown())
        question = m_conversation.shown()->question;
    m_box->setQuestion({});
    return {question, optionsOf(wish)};
}

// With what waits: closed before it was asked it comes back as a question that is still to be asked.
QString AnswerArea::draft() const
{
    QStringList questions;
    for (const Wish& wish : m_waiting)
        questions.append(wish.form.question);
    questions.append(m_box->form().question);
    questions.removeAll(QString());
    return questions.join(QLatin1Char('\n'));
}

void AnswerArea::setDraft(const QString& question)
{
    if (draft() != question)
        m_box->setQuestion(question);
}

void AnswerArea::focusQuestion() { m_box->focusQuestion(); }

AnswerArea::Wish AnswerArea::wishOf(const AskForm& form) const { return {form, m_within, m_follows, m_ticked, m_place()}; }

void AnswerArea::ask(const AskForm& form)
{
    if (!m_session.isOpen() || m_session.isReloading() || form.question.isEmpty())
        return;   // a moment too early: it stays in the box
    m_waiting.push_back(wishOf(form));
    follow({});
    m_box->setQuestion({});
    askWaiting();
}

void AnswerArea::askWaiting()
{
    const bool possible = m_session.isOpen() && !m_session.isReloading() && whyNotAsked().isEmpty();
    if (!m_waiting.empty() && possible && !m_conversation.isAnswering()) {
        const Wish next = m_waiting.front();
        m_waiting.erase(m_waiting.begin());
        m_conversation.ask(next.form.question, optionsOf(next), next.follows);
    }
    sayWaiting();
}

void AnswerArea::sayWaiting()
{
    const QString next = m_waiting.empty() ? QString() : titleInSentence(m_waiting.front().form.question.simplified());
    m_box->setWaiting(m_waiting.empty()       ? QString()
                      : m_waiting.size() == 1 ? tr("Asked next: “%1”").arg(next)
                                              : tr("%Ln question(s) wait, asked next: “%1”", nullptr, int(m_waiting.size())).arg(next));
}

// In front of what is being written, of which nothing is lost.
bool AnswerArea::takeBack()
{
    if (m_waiting.empty())
        return false;
    const Wish last = m_waiting.back();
    m_waiting.pop_back();
    sayWaiting();
    const QString written = m_box->question();
    m_box->setQuestion(written.trimmed().isEmpty() ? last.form.question : last.form.question + QLatin1Char('\n') + written);
    if (!m_within)
        limitTo(last.within);
    if (!m_follows)
        follow(last.follows);
    m_box->focusQuestion();
    return true;
}

bool AnswerArea::escape()
{
    if (takeBack())
        return true;
    if (!m_conversation.isAnswering())
        return m_hub->unlockOne();
    m_conversation.stop();
    return true;
}

AskOptions AnswerArea::optionsOf(const Wish& wish) const
{
    const SessionContents& contents = m_session.contents();
    const bool limited = wish.within && isThere(m_session, wish.within->document);
    AskOptions options = questionOptions(wish.form, *contents.map, limited ? std::vector<bool>() : wish.ticked, wish.place);
    if (limited)   // whatever is ticked
        options.within = {*wish.within};
    addPassageRules(options, *contents.map, contents, m_reading.status().storedBlocks);
    return options;
}

bool AnswerArea::isPartRead() const
{
    return m_reading.status().isRead() || m_reading.readBytes(m_within->document) > m_within->range.begin;
}

void AnswerArea::refreshAskState()
{
    if (m_within && !isThere(m_session, m_within->document))
        m_within.reset();
    if (!m_waiting.empty())
        QMetaObject::invokeMethod(this, &AnswerArea::askWaiting, Qt::QueuedConnection);   // behind what follows the end of an answer
    m_box->setPart(m_within ? tr("Only in “%1”").arg(titleInSentence(titleOf(*m_within, m_session.contents()))) : QString());
    const QString reason = whyNotAsked();
    const auto ticked = std::count(m_ticked.begin(), m_ticked.end(), true);
    const bool noText = m_session.isOpen() && !m_session.contents().readOnly && ticked == 0 && !m_within;
    const bool tooEarly = reason.isEmpty() && m_within && !isPartRead();
    m_box->setDisabledReason(noText     ? tr("Tick at least one document.")
                             : tooEarly ? tr("That part is not read yet.")
                                        : reason);
    m_panel->setAskDisabledReason(reason);
    m_hub->setWhyNotAsked(reason);
    if (std::exchange(m_whyNotAsked, reason) != reason)
        Q_EMIT possibleChanged();
    if (!m_session.isOpen())
        return m_box->setSubject({});
    const SessionContents& contents = m_session.contents();
    const ReadingStatus& status = m_reading.status();
    if (const int read = status.isRead() ? INT_MAX : std::bit_width(status.storedBlocks); std::exchange(m_startersOf, read) != read)
        refreshStarters();   // now and then: they are not to change under the pointer
    if (std::exchange(m_allRead, status.isRead()) != status.isRead() && m_conversation.shown() && !m_conversation.isAnswering())
        m_panel->setFacts(factsOfShown());   // it can be asked again with the whole book
    const auto count = [&](NoteKind kind) {
        const auto isThat = [=](const NoteRecord& one) { return one.note.kind == kind; };
        return int(std::count_if(contents.notes.begin(), contents.notes.end(), isThat));
    };
    const int pinned = count(NoteKind::Pinned), barred = count(NoteKind::Barred);
    QStringList words{askedWords()};
    if (pinned > 0)
        words.append(tr("%n passage(s) pinned", nullptr, pinned));
    if (barred > 0)
        words.append(tr("%n passage(s) barred", nullptr, barred));
    m_box->setSubject(words.join(QStringLiteral(", ")));
    m_box->setTicked(int(ticked));
    m_box->setPlaceAvailable(!contents.map->isEmpty(), tr("Possible once reading has begun."));
}

// "Alice", "the first 38 % of Alice", "2 documents"
QString AnswerArea::askedWords() const
{
    const SessionContents& contents = m_session.contents();
    if (m_within)
        return titleInSentence(titleOf(*m_within, contents));
    const auto asked = numbersOf(m_ticked);
    const bool one = asked.size() == 1 && asked.front() < contents.documents.size();
    int percent = int(100 * m_reading.status().fraction());
    if (one && presentDocuments(contents).size() > 1)
        percent = int(100 * m_reading.readBytes(asked.front()) / std::max<std::size_t>(1, contents.documents[asked.front()]->text.size()));
    const QString name = one             ? QString::fromStdString(contents.documents[asked.front()]->title)
                         : asked.empty() ? contents.title
                                         : tr("%Ln document(s)", nullptr, int(asked.size()));
    return percent == 0 || percent == 100 ? isolated(name) : tr("the first %1 % of %2").arg(percent).arg(isolated(name));
}

void AnswerArea::refreshStarters()
{
    QStringList questions;
    if (isEmpty() && m_session.isOpen() && m_session.contents().turns.empty()) {
        const SessionContents& contents = m_session.contents();
        if (contents.records.size() == 1 && contents.records.front().source.path == handbookFile().string())
            questions = questionsOf(QString::fromStdString(handbookQuestionsFile().string()));
        std::vector<std::uint64_t> read;
        for (std::uint32_t document = 0; document < contents.documents.size(); ++document) {
            if (!contents.records[document].isRemoved())
                read.push_back(m_reading.readBytes(document));
        }
        if (questions.isEmpty())
            questions = starterQuestions(presentDocuments(contents), read);
    }
    m_box->setStarters(questions);
}

}  // namespace cairn
