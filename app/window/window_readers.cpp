// MainWindow: the reader, or two of them side by side, and what leads to places in them.
#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/areas/study_dock.h"
#include "app/window/areas/view_keeper.h"
#include "app/window/main_window.h"
#include "app/window/session/neutral_evidence.h"
#include "app/window/session/note_book.h"
#include "app/window/settings/settings_store.h"
#include "app/window/window_actions.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/side_panel.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDesktopServices>
#include <QFileInfo>
#include <QPointer>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QUrl>

#include <algorithm>
#include <climits>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kLeftWidth = 276, kLeftShare = 6, kMostLeft = 400, kDockWidth = 364, kAnswerHeight = 300;
constexpr int kLeastDock = 300, kLeastLeft = 216, kLeastReader = 400;   // beside a narrow reader; its own controls need that
constexpr double kAnswerShare = 0.45;   // of a low window
constexpr int kTitleBar = 40;           // px, of a desktop
constexpr QSize kLeastSize{820, 560};   // px of the design

}  // namespace

QSize leastWindowSize(const QSize& screen)
{
    const QSize letters(scaled(kLeastSize.width()), scaled(kLeastSize.height()));
    const QSize room = screen - QSize(0, kTitleBar), least = letters.expandedTo(kLeastSize).boundedTo(room);
    return {std::min(std::max(least.width(), kLeastSize.width()), screen.width()), least.height()};   // what columns side by side need
}

// Larger letters need more, as far as the screen has it: what is below its edge can't be reached.
void MainWindow::fitLeastSize() { setMinimumSize(leastWindowSize(screen()->availableSize())); }

// Without the title bar
QRect MainWindow::roomOnScreen() const { return screen()->availableGeometry().adjusted(0, 0, 0, -kTitleBar); }

// As it was left on a larger screen it would end beyond the edges of this one.
void MainWindow::fitIntoScreen()
{
    const QRect room = roomOnScreen();
    resize(size().boundedTo(room.size()));
    const QPoint last(room.right() + 1 - width(), room.bottom() + 1 - height());
    move(std::max(room.left(), std::min(x(), last.x())), std::max(room.top(), std::min(y(), last.y())));
}

// Columns and rows get their sizes when they are seen first: behind the start page they are laid out for a window of no size, which would
// squeeze the outer columns and be kept for the next start.
void MainWindow::showWorkspace()
{
    m_stack->setCurrentIndex(1);
    if (std::exchange(m_workspaceShown, true))
        return;
    const auto state = stateSettings();
    if (m_columns->restoreState(state->value(QStringLiteral("window/columns")).toByteArray()))
        m_leftByHand = state->value(QStringLiteral("window/leftByHand"), m_columns->sizes().first() != kLeftWidth).toBool();
    else
        m_columns->setSizes({kLeftWidth, std::max(1, m_stack->width() - kLeftWidth - kDockWidth), kDockWidth});
    const QVariantMap widths = state->value(QStringLiteral("window/dock")).toMap();
    for (auto chosen = widths.cbegin(); chosen != widths.cend(); ++chosen)
        m_dockByHand.insert(chosen.key().toInt(), chosen.value().toInt());
    m_answerHeight = state->value(QStringLiteral("window/answers")).toInt();
    if (m_answerHeight <= 0)
        m_answerHeight = std::min(kAnswerHeight, int(m_stack->height() * kAnswerShare));
    const int left = std::max(kLeftWidth, m_side->minimumSizeHint().width());   // with the letters
    const int dock = std::max(kDockWidth, m_study->minimumSizeHint().width());
    const bool narrow = m_stack->width() < left + metrics::kTextMeasureMin + metrics::kRulerWidth + dock;
    (*m_actions)[Act::LeftPanel]->setChecked(state->value(QStringLiteral("window/leftShown"), true).toBool());
    (*m_actions)[Act::Dock]->setChecked(state->value(QStringLiteral("window/dockShown"), !narrow).toBool());
    togglePane(m_side, (*m_actions)[Act::LeftPanel]->isChecked());
    togglePane(m_study, (*m_actions)[Act::Dock]->isChecked());
    fitAnswers();
    fitLeft();
    fitReader();
}

// Its share of the window, as far as a line of text stays readable, unless a person gave it a width.
void MainWindow::fitLeft()
{
    if (!m_workspaceShown || m_leftByHand || !m_side->isVisibleTo(m_columns) || !m_rows->isVisibleTo(m_columns))
        return;
    QList<int> sizes = m_columns->sizes();
    const int most = sizes[0] + sizes[1] - metrics::kTextMeasureMin - metrics::kRulerWidth;
    const int wanted = std::min(std::clamp(m_columns->width() / kLeftShare, kLeftWidth, kMostLeft), std::max(sizes[0], most));
    if (wanted == sizes[0])
        return;
    sizes[1] -= wanted - sizes[0];
    sizes[0] = wanted;
    if (!m_study->isVisibleTo(m_columns))
        sizes[2] = m_dockHidden;   // for when it comes back
    m_columns->setSizes(sizes);
}

// Where the reader would be too narrow for a readable line the dock gives it what it can spare, and gets it back with a wider window;
// where that is not enough, the left column, too; both down to their least widths before its own controls are cut.
void MainWindow::fitReader()
{
    if (!m_workspaceShown || !m_rows->isVisibleTo(m_columns) || !m_study->isVisibleTo(m_columns))
        return;
    const QList<int> before = m_columns->sizes();
    QList<int> sizes = before;
    const auto take = [&sizes](int column, int pixels) { sizes[1] += pixels, sizes[column] -= pixels; };
    const auto give = [&](int column, int reader, int least) {
        take(column, std::clamp(reader - sizes[1], 0, std::max(0, sizes[column] - least)));
    };
    const int accepted = m_readerByHand.value_or(INT_MAX), line = std::min(metrics::kTextMeasureMin + metrics::kRulerWidth, accepted);
    const int leastDock = m_study->minimumSizeHint().width(), leastLeft = m_side->minimumSizeHint().width();
    const int dock = std::max(leastDock, std::min(kLeastDock, m_dockByHand.value(m_dockWanted, kLeastDock)));
    const bool left = m_side->isVisibleTo(m_columns) && !m_leftByHand;
    if (sizes[1] >= line)
        m_dockFull = std::max(m_dockFull, sizes[2]);
    take(2, std::min(std::max(line - sizes[1], std::min(0, sizes[2] - m_dockFull)), sizes[2] - dock));
    if (left)
        take(0, std::min(std::max(line - sizes[1], 0), sizes[0] - std::max(leastLeft, kLeastLeft)));
    give(2, std::min(kLeastReader, accepted), leastDock);
    if (left)
        give(0, std::min(kLeastReader, accepted), leastLeft);
    if (sizes != before)
        m_columns->setSizes(sizes);
}

// One of its views is asked for.
void MainWindow::showDock()
{
    (*m_actions)[Act::Dock]->setChecked(true);
    togglePane(m_study, true);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    fitLeft();
    fitReader();
}

void MainWindow::connectReader(ReaderArea* reader)
{
    connect(reader, &ReaderArea::currentChanged, this, [this, reader] {
        if (reader == m_reader)
            showReaderState();
    });
    connect(reader, &ReaderArea::placeChanged, this, [this, reader] {
        if (reader == m_reader)
            showReaderPlace();
    });
    connect(reader, &ReaderArea::historyChanged, this, &MainWindow::refreshActions);
    connect(reader, &ReaderArea::problem, this, [this, reader](const Error& error, std::uint32_t document) {
        const bool isElsewhere = error.code == ErrorCode::NotFound;   // moved or renamed: opening it notes where it is now
        if (error.message.find("has changed since it was opened") != std::string::npos)
            return complain(error, QT_TR_NOOP("Read the new version"),
                            [this, id = m_session.contents().records[document].id] { readNewVersions({id}); });
        if (error.code != ErrorCode::PasswordRequired)
            return isElsewhere ? complain(error, QT_TR_NOOP("Choose the file"), [this] { chooseFiles(); }) : complain(error);
        const QString path = QString::fromStdString(m_session.contents().records[document].source.path);
        const QPointer<ReaderArea> guard(reader);
        const auto again = [guard, document] {
            if (guard)
                guard->reopen(document);
        };
        const auto notice = [name = QFileInfo(path).fileName()] {
            const QString words = tr("%1 is encrypted. Give its password to see its pages.").arg(name);
            return Notice{MessageKind::Problem, words, tr("Enter the password"), {}, {}};
        };
        ask(notice, [=, this] { askPassword(path, again); }, {});
    });
    connect(reader, &ReaderArea::contextMenuAt, this, &MainWindow::contextMenu);
    connect(reader, &ReaderArea::tabMenuAt, this,
            [this, reader](std::uint32_t document, QPoint point) { tabMenu(reader, document, point); });
    connect(reader, &ReaderArea::addressActivated, this, &MainWindow::askAboutAddress);
}

// Cairn itself opens no connection: another program may, after the whole address was seen. Files and scripts are never opened: the
// address is the document's.
void MainWindow::askAboutAddress(const QString& address)
{
    const QUrl url(address, QUrl::StrictMode);
    const QStringList opened{QStringLiteral("https"), QStringLiteral("http"), QStringLiteral("mailto")};
    if (!url.isValid() || !opened.contains(url.scheme()))
        return complain({ErrorCode::Unsupported, tr("Cairn does not open links of this kind: %1").arg(address).toStdString()});
    say([address] { return tr("This link leads out of Cairn: %1").arg(address); }, [] { return tr("Open in another program"); },
        [url] { QDesktopServices::openUrl(url); });
}

void MainWindow::showReaderState()
{
    if (m_reader->current())
        m_sidePresenter->setCurrentDocument(m_reader->current()->index());
    refreshActions();
}

void MainWindow::showReaderPlace()
{
    if (const DocumentTab* tab = m_reader->current())
        m_sidePresenter->setReadingPlace(tab->index(), tab->namedByte());
    refreshPage();
    m_viewKeeper->saveSoon();
}

void MainWindow::connectPlaces()
{
    connect(m_answers, &AnswerArea::citationChosen, this, [this](const DocumentPlace& place, const std::vector<DocumentPlace>& cited) {
        forReaders([&](ReaderArea& reader) { reader.setCited(cited); });
        m_reader->goTo(place);
    });
    connectStudy();
    connect(m_sidePresenter, &SidePresenter::tickedChanged, m_answers, &AnswerArea::setTicked);
    connect(m_sidePresenter, &SidePresenter::placeChosen, this, [this](const DocumentPlace& place) { m_reader->goTo(place); });
    connect(m_sidePresenter, &SidePresenter::headingChosen, this, [this](const ReaderPlace& place) { m_reader->goTo(place, true); });
    connect(m_sidePresenter, &SidePresenter::passageChosen, this, [this](const DocumentPlace& place) {
        forReaders([&](ReaderArea& reader) { reader.setCited({place}); });
        m_reader->goTo(place);
    });
    connect(m_sidePresenter, &SidePresenter::documentChosen, this, [this](std::uint32_t document) { m_reader->openDocument(document); });
    connect(m_sidePresenter, &SidePresenter::sessionChosen, this, &MainWindow::openSession);
    connect(m_side, &SidePanel::openRequested, this, [this] { chooseFiles(); });
    connect(m_side, &SidePanel::headingMenuRequested, this, &MainWindow::sectionMenu);
    connect(m_side, &SidePanel::noteMenuRequested, this, &MainWindow::noteMenu);
    connect(m_side, &SidePanel::documentMenuRequested, this, [this](DocumentId id, QPoint point) { documentMenu(id, point, {}); });
    connect(m_answers, &AnswerArea::menuRequested, this, &MainWindow::answerWordsMenu);
    connect(m_side, &SidePanel::answerMenuRequested, this, &MainWindow::answerMenu);
    connect(m_side, &SidePanel::answerDeletionRequested, this, [this](AnswerId answer) {
        const bool isWriting = m_conversation.isAnswering();
        const StoredTurn* turn = m_conversation.turnOf(answer);
        if (turn && !isWriting && whyReadOnly().isEmpty())
            removeQuestion(turn->question.id);
        else
            sayInPassing(isWriting ? tr("The answer is still being written. Wait for its end, or stop it.") : whyReadOnly());
    });
    connect(m_side, &SidePanel::noteDeletionRequested, this, [this](qint64 note) {
        whyReadOnly().isEmpty() ? m_notes->remove(note) : sayInPassing(whyReadOnly());
    });
    connect(m_side, &SidePanel::deletedAnswersRequested, this, &MainWindow::deletedAnswersMenu);
    connect(m_notes, &NoteBook::changed, m_sidePresenter, &SidePresenter::refreshNotes);
    connect(m_notes, &NoteBook::changed, this, &MainWindow::showMarks);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        forReaders([&](ReaderArea& reader) {
            if (now && reader.isAncestorOf(now))
                useReader(&reader);
        });
    });
}

void MainWindow::connectStudy()
{
    connect(m_study, &StudyDock::placeChosen, this, [this](const DocumentPlace& place) { m_reader->goTo(place); });
    connect(m_study, &StudyDock::askAgain, this, [this](const std::function<void(AskOptions&)>& edit) { m_answers->askAgain(edit); });
    connect(m_study, &StudyDock::answerWanted, &m_conversation, &ConversationController::show);
    connect(m_study, &StudyDock::confirmedByRemoval, m_answers, &AnswerArea::setConfirmedByRemoval);
    connect(m_study, &StudyDock::exported, this, &MainWindow::saveExport);
    connect(m_study, &StudyDock::widthWanted, this, &MainWindow::widenDock);
    connect(m_study, &StudyDock::widthWanted, m_viewKeeper, &ViewKeeper::saveSoon);   // another of its views
    connect(m_study, &StudyDock::maximiseRequested, this, &MainWindow::maximiseDock);
    connect(m_study, &StudyDock::printRequested, this, &MainWindow::printText);
    connect(m_study, &StudyDock::problem, this, [this](const Error& error) { complain(error); });
    m_study->setReadingRate([this] { return m_reading.usualRate(); });
    connect(&m_reading, &ReadingController::changed, m_study, &StudyDock::updateRemovalCost);
    const auto tellNeutral = [this] {
        const NeutralEvidence* neutral = m_neutral->evidence();
        m_study->setNeutralEvidence(neutral ? neutral->evidence : std::vector<double>());
    };
    connect(m_neutral, &NeutralEvidenceController::changed, m_study, tellNeutral);
    tellNeutral();
    const auto tellLinks = [this] {                // of today's memory: an answer from an earlier one counts other blocks
        const RunPtr& run = m_conversation.shown();
        const bool ofToday = m_session.isOpen() && run && run->map == m_session.contents().map;
        m_study->setBackLinks(ofToday ? m_session.contents().links : BackLinkMap());
    };
    connect(&m_session, &SessionController::linksChanged, m_study, tellLinks);
    connect(&m_conversation, &ConversationController::shownChanged, m_study, tellLinks);
    connect(&m_conversation, &ConversationController::traceDamaged, this, [this](AnswerId answer) {
        const auto notice = [] {
            return Notice{MessageKind::Problem,
                          tr("The record of the blocks that this answer opened is damaged; its words and citations are shown without it."),
                          tr("Ask again"), {}, {}};
        };
        ask(notice, [this, answer] { m_answers->askAgain(answer); }, {});
    });
    tellLinks();
}

// Its views say everything anew in another language: what they show lies in the selection hub. Results of a removal test are given up.
void MainWindow::renewStudy()
{
    StudyDock* old = m_study;
    old->removalTest().cancel();
    const StudyDock::View view = old->current();
    QList<int> sizes = m_columns->sizes();
    const bool shown = old->isVisibleTo(m_columns);
    if (!shown)
        sizes[2] = m_dockHidden;
    m_study = new StudyDock(m_conversation, m_hub);
    m_columns->replaceWidget(m_columns->indexOf(old), m_study);
    old->hide();
    old->deleteLater();
    connectStudy();
    m_study->setVisible(shown);
    m_study->keepTabsOf(*old);
    m_study->show(view);
    m_columns->setSizes(sizes);
}

void MainWindow::forReaders(const std::function<void(ReaderArea&)>& act)
{
    act(*m_first);
    if (m_second)
        act(*m_second);
}

// The one that was in focus last: what is chosen elsewhere opens there, and actions are about it.
void MainWindow::useReader(ReaderArea* reader)
{
    if (m_reader == reader)
        return;
    m_reader = reader;
    showReaderState();
    showReaderPlace();
}

void MainWindow::fillReader(ReaderArea& reader)
{
    const SessionContents& contents = m_session.contents();
    reader.setDocuments(contents.documents, [this](std::uint32_t document) { return pagesOf(document); });
    for (std::uint32_t document = 0; document < contents.documents.size(); ++document) {
        reader.setReadUpTo(document, m_reading.readBytes(document));
        if (contents.records[document].isRemoved())
            reader.closeDocument(document);   // a citation into it opens it again
    }
    showMarks();
}

void MainWindow::emptyReader()
{
    splitReader(false);
    m_first->setDocuments({}, {});
}

// Two documents, or two places of one, side by side.
void MainWindow::splitReader(bool split)
{
    (*m_actions)[Act::Split]->setChecked(split);
    if (split == (m_second != nullptr))
        return;
    if (!split) {
        useReader(m_first);
        delete std::exchange(m_second, nullptr);   // focus goes while it is deleted
        return;
    }
    const ReaderPlace place = m_first->place();
    m_second = new ReaderArea(m_hub);
    m_readers->addWidget(m_second);
    m_readers->setSizes({m_readers->width() / 2, m_readers->width() / 2});
    const SettingsValues& values = m_settings.values();
    m_second->setReadingFont(values.readingFont, values.readingPixels);
    m_second->setFlash(values.flashCited);
    m_second->setThumbnails((*m_actions)[Act::Thumbnails]->isChecked());
    m_second->setHiddenCharacters((*m_actions)[Act::HiddenCharacters]->isChecked());
    m_second->setTextZoom(m_first->textZoom());
    connectReader(m_second);
    fillReader(*m_second);
    m_second->goTo(place, false);
    useReader(m_second);
    if (m_second->current())
        m_second->current()->view()->setFocus();
}

}  // namespace cairn
