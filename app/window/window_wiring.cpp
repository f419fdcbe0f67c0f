// MainWindow: what each action does, and which of them are possible.
#include "app/window/areas/answer_area.h"
#include "app/window/areas/evaluation_window.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/settings_presenter.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/areas/status_presenter.h"
#include "app/window/areas/study_dock.h"
#include "app/window/main_window.h"
#include "app/window/session/cover_store.h"
#include "app/window/settings/other_settings.h"
#include "app/window/tool_bar.h"
#include "app/window/view_keys.h"
#include "app/window/window_actions.h"
#include "core/types/place_label.h"
#include "ui/elided_place.h"
#include "ui/panels/command_palette.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/recent_sessions.h"
#include "ui/panels/shortcut_sheet.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"
#include "ui/panels/status_pieces.h"
#include "ui/plots/block_reasons.h"
#include "ui/plots/plot_words.h"
#include "ui/sentences/sentences.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDateTime>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLocale>
#include <QMenu>
#include <QSplitter>
#include <QUndoStack>

#include <algorithm>
#include <iterator>

namespace cairn
{
namespace
{

constexpr int kZoomStep = 10;

}  // namespace

void MainWindow::connectActions()
{
    WindowActions& on = *m_actions;
    on.on(Act::Open, this, [this] { chooseFiles(); });
    on.on(Act::AddDocuments, this, [this] { chooseFiles(true); });
    on.on(Act::OpenFolder, this, &MainWindow::chooseSessionFolder);
    on.on(Act::OpenHandbook, this, &MainWindow::openHandbook);
    on.on(Act::PasteDocument, this, [this] { openCopied(true); });
    on.on(Act::NewSession, this, [this] { leave([this] { m_session.close(), tellStopped(); }); });
    on.on(Act::CloseTab, this, [this] { m_reader->closeCurrent(); });
    on.on(Act::ReopenTab, this, [this] { m_reader->reopenClosed(); });
    on.on(Act::ExportAnswers, this, [this] { exportAnswers(m_session.contents().folder, m_session.contents().title); });
    on.on(Act::ExportTrace, this, &MainWindow::exportTrace);
    on.on(Act::ImportAnswers, this, &MainWindow::chooseExport);
    on.on(Act::SaveCopy, this, &MainWindow::saveCopy);
    on.on(Act::PrintDocument, this, &MainWindow::chooseDocumentPrint);
    on.on(Act::Print, this, [this] { printText(m_answers->shownText()); });
    on.on(Act::Settings, m_settingsPresenter, &SettingsPresenter::open);
    on.on(Act::Quit, this, &QWidget::close);
    on.on(Act::Undo, this, &MainWindow::undo);
    on.on(Act::Redo, m_history, &QUndoStack::redo);
    connect(m_history, &QUndoStack::indexChanged, this, &MainWindow::refreshActions);
    on.on(Act::Find, this, [this] { m_reader->find(); });
    on.on(Act::FindNext, this, [this] { m_reader->findAgain(false); });
    on.on(Act::FindPrevious, this, [this] { m_reader->findAgain(true); });
    on.on(Act::SearchLibrary, this, [this] {
        showWorkspace();
        togglePane(m_side, true);
        (*m_actions)[Act::LeftPanel]->setChecked(true);
        m_side->focusSearch();
    });
    connect(m_side, &SidePanel::librarySearched, this, [this](const QString& words) {
        if (words.isEmpty() && !m_session.isOpen())   // the panel had come for the search
            showStart();
    });
    on.on(Act::GoToPage, this, &MainWindow::chooseWhereToGo);
    on.on(Act::Back, this, [this] { m_reader->back(); });
    on.on(Act::Forward, this, [this] { m_reader->forward(); });
    on.on(Act::Split, this, &MainWindow::splitReader);
    on.on(Act::ZoomIn, this, [this] { m_reader->setZoom(m_reader->zoom() + kZoomStep); refreshPage(); });
    on.on(Act::ZoomOut, this, [this] { m_reader->setZoom(m_reader->zoom() - kZoomStep); refreshPage(); });
    on.on(Act::ZoomReset, this, [this] { m_reader->setZoom(100); refreshPage(); });
    on.on(Act::PageMode, this, [this] { m_reader->current()->showPages(true); });
    on.on(Act::TextMode, this, [this] { m_reader->current()->showPages(false); });
    on.on(Act::TextEncoding, this, [this] { chooseEncoding(m_reader->current()->index()); });
    on.on(Act::Remarks, this, [this] { showRemarks(m_reader->current()->index()); });
    on.on(Act::LeftPanel, this, [this](bool shown) { togglePane(m_side, shown); });
    on.on(Act::Dock, this, [this](bool shown) { togglePane(m_study, shown); });
    on.on(Act::FullScreen, this, [this](bool full) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, full)); });
    on.on(Act::NextPane, this, &MainWindow::nextPane);
    on.on(Act::Read, &m_reading, &ReadingController::start);
    on.on(Act::PauseReading, &m_reading, &ReadingController::pause);
    on.on(Act::RereadSession, &m_reading, &ReadingController::start);
    on.on(Act::RenameSession, this, &MainWindow::renameSession);
    on.on(Act::DuplicateSession, this, [this] { copySession(tr("%1, copy").arg(m_session.contents().title)); });
    on.on(Act::MoveSession, this, [this] { chooseRoom(0, {}); });
    on.on(Act::DiscardMemory, this, &MainWindow::discardMemory);
    on.on(Act::TrashSession, this, [this] {
        const QString folder = m_session.contents().folder;
        m_session.closeAnd([this, folder] { m_library.remove(folder); });
    });
    on.on(Act::FocusQuestion, m_answers, &AnswerArea::focusQuestion);
    on.on(Act::StopAnswer, &m_conversation, &ConversationController::stop);
    on.on(Act::Sweep, this, &MainWindow::askEveryChapter);
    on.on(Act::AskAgain, this, [this] { m_answers->askAgain(); });
    on.on(Act::FollowUp, m_answers, &AnswerArea::followUp);
    on.on(Act::CopyAnswer, m_answers, &AnswerArea::copyAnswer);
    on.on(Act::EditQuestion, m_answers, &AnswerArea::editQuestion);
    on.on(Act::RemoveAnswer, this, [this] {
        if (const StoredTurn* turn = m_conversation.turnOf(*m_conversation.shownId()))
            removeQuestion(turn->question.id);
    });
    on.on(Act::RemoveBranch, this, [this] { removeBranch(*m_conversation.shownId()); });
    on.on(Act::DeletedAnswers, this, [this] { deletedAnswersMenu(m_answers->mapToGlobal(QPoint())); });
    on.on(Act::NextEvidence, this, [this] { m_study->stepEvidence(1); });
    on.on(Act::PreviousEvidence, this, [this] { m_study->stepEvidence(-1); });
    using View = StudyDock::View;
    constexpr std::pair<Act, View> kViews[] = {{Act::Evidence, View::Evidence}, {Act::Layers, View::Layers},
                                               {Act::Timeline, View::Timeline}, {Act::Heads, View::Heads},
                                               {Act::Unique, View::Unique},     {Act::Compare, View::Compare},
                                               {Act::Removal, View::Removal}};
    for (const auto& [act, view] : kViews) {
        on.on(act, this, [this, shown = view] {
            showDock();
            m_study->show(shown);
        });
    }
    on.on(Act::OtherSettings, this, &MainWindow::offerOtherSettings);
    on.on(Act::Confirm, this, [this] { m_study->removalTest().confirmCitations(); });
    on.on(Act::MeasuredResults, this, [this] {
        chooseEvaluationReport(this, [this](const QByteArray& bytes, const QString& name) { saveExport(bytes, name); });
    });
    on.on(Act::MaximisePanel, this, &MainWindow::maximiseDock);
    connect(on[Act::HiddenCharacters], &QAction::toggled, this, [this](bool shown) {
        forReaders([=](ReaderArea& reader) { reader.setHiddenCharacters(shown); });
        m_answers->setHiddenCharacters(shown);
        stateSettings()->setValue(QStringLiteral("reader/hidden_characters"), shown);
    });
    on.on(Act::Thumbnails, this, [this](bool shown) { forReaders([=](ReaderArea& reader) { reader.setThumbnails(shown); }); });
    on.on(Act::AddNote, this, [this] { addNote(true); });
    on.on(Act::AddBookmark, this, [this] { addNote(false); });
    on.on(Act::Highlight, this, [this] { markSelection(NoteKind::Highlight); });
    on.on(Act::PinPassage, this, [this] { markSelection(NoteKind::Pinned); });
    on.on(Act::BarPassage, this, [this] { markSelection(NoteKind::Barred); });
    on.on(Act::FindAction, this, [this] {
        auto* palette = findChild<CommandPalette*>();
        (palette ? palette : new CommandPalette(this))->open(actionsOf(*this));
    });
    on.on(Act::Shortcuts, this, &MainWindow::showShortcuts);
    connect(m_settingsPresenter, &SettingsPresenter::shortcutsRequested, this, &MainWindow::showShortcuts);
    connect(m_settingsPresenter, &SettingsPresenter::discardRequested, this, &MainWindow::chooseMemories);
    connect(&m_settings, &SettingsStore::changed, this, &MainWindow::tellMemoryBudget);
    on.on(Act::DiscardMemories, this, &MainWindow::chooseMemories);
    connect(m_status, &StatusLine::savedActivated, this, &MainWindow::tellWhereItIsSaved);
    connect(m_status, &StatusLine::readingActivated, this, &MainWindow::showReadingPlace);
    connect(m_statusPresenter, &StatusPresenter::deviceWanted, m_settingsPresenter, &SettingsPresenter::openModel);
    connect(m_statusPresenter, &StatusPresenter::modelWanted, m_settingsPresenter, &SettingsPresenter::chooseModel);
    connect(m_statusPresenter, &StatusPresenter::modelFolderWanted, m_settingsPresenter, &SettingsPresenter::chooseModelFolder);
    connect(m_settingsPresenter, &SettingsPresenter::said, this, [this](const QString& sentence) { say(sentence); });
    connect(m_status, &StatusLine::deviceActivated, m_settingsPresenter, &SettingsPresenter::openModel);
    connect(m_status, &StatusLine::modelActivated, m_settingsPresenter, &SettingsPresenter::openModel);
    connect(m_status, &StatusLine::privacyActivated, m_settingsPresenter, &SettingsPresenter::openPrivacy);
    connect(m_toolBar, &ToolBar::pageEntered, this, [this](const QString& label) {
        goToPlace(label);
    });
    on.on(Act::SearchMeaning, this, &MainWindow::searchMeaning);
    on.on(Act::About, this, &MainWindow::showAbout);
    (*m_actions)[Act::LeftPanel]->setChecked(true);
    (*m_actions)[Act::Dock]->setChecked(true);
}

void MainWindow::tellWhereItIsSaved()
{
    const QString folder = m_session.contents().folder;
    say([folder] { return tr("Everything is saved by itself, in %1.").arg(folder); }, [] { return tr("Show the folder"); },
        [this, folder] { showFolder(folder); });
}

// Where reading has come to; a stopped engine is started again.
void MainWindow::showReadingPlace()
{
    const SessionContents& contents = m_session.contents();
    const std::uint32_t read = m_reading.status().storedBlocks;
    if (m_engine.state() == EngineState::GaveUp)
        m_engine.restart();
    else if (!contents.map->isEmpty() && read > 0 && read <= contents.map->pieces()) {
        if (const auto places = contents.map->placesOf(BlockId(read - 1)); !places.empty())
            m_reader->goTo(places.back());
    }
}

void MainWindow::showShortcuts()
{
    auto actions = actionsOf(*this);
    std::erase_if(actions, [](const ListedAction& listed) {   // sessions in the menu have no keys
        return listed.action && !listed.action->property("defaultKeys").isValid();
    });
    std::vector<FixedKey> fixed;
    for (ViewKeys& keys : viewKeys())
        fixed.push_back(std::move(keys.row));
    auto* sheet = new ShortcutSheet(std::move(actions), std::move(fixed), this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(sheet, &ShortcutSheet::shortcutChanged, this, [this](QAction* action, const QKeySequence& keys) {
        m_settings.setKey(action->objectName(), keys, action->property("defaultKeys").value<QKeySequence>());
    });
    sheet->show();
}

void MainWindow::connectStart()
{
    connect(m_start, &StartPage::openFileRequested, this, [this] { chooseFiles(); });
    connect(m_start, &StartPage::stopRequested, this, [this] { m_import ? m_import->stop() : void(); });
    connect(m_start, &StartPage::openHandbookRequested, this, &MainWindow::openHandbook);
    connect(m_start, &StartPage::openSessionFolderRequested, this, &MainWindow::chooseSessionFolder);
    connect(m_start, &StartPage::pathsDropped, this, &MainWindow::openDropped);
    connect(m_start, &StartPage::sessionOpened, this, &MainWindow::openSession);
    connect(m_start, &StartPage::librarySearched, this, [this](const QString& words) {
        (*m_actions)[Act::SearchLibrary]->trigger();
        m_side->search(words);
    });
    const QString order = QStringLiteral("library/order");
    m_start->setOrder(SessionOrder(stateSettings()->value(order).toInt()));
    connect(m_start, &StartPage::orderChosen, this, [order](SessionOrder chosen) { stateSettings()->setValue(order, int(chosen)); });
    connect(m_start, &StartPage::renameRequested, &m_library, &LibraryController::rename);
    connect(m_start, &StartPage::duplicateRequested, this,
            [this](const QString& folder) { m_library.duplicate(folder, tr("%1, copy").arg(m_titles.value(folder))); });
    connect(m_start, &StartPage::exportRequested, this, [this](const QString& folder) { exportAnswers(folder, m_titles.value(folder)); });
    connect(m_start, &StartPage::forgetRequested, &m_library, &LibraryController::forget);
    connect(m_start, &StartPage::putBackRequested, &m_library, &LibraryController::putBack);
    connect(m_start, &StartPage::eraseRequested, &m_library, &LibraryController::erase);
    connect(m_start, &StartPage::discardRequested, this, &MainWindow::chooseMemories);
    connect(m_start, &StartPage::moveRequested, this, &MainWindow::moveSession);
    connect(m_start, &StartPage::deleteRequested, &m_library, &LibraryController::remove);
    connect(&m_library, &LibraryController::lies, m_covers, &CoverStore::follow);
    connect(m_covers, &CoverStore::changed, this, [this] {
        if (!m_session.isOpen())
            m_library.refresh();
    });
    connect(m_start, &StartPage::undoRequested, this, &MainWindow::undo);
    connect(&m_library, &LibraryController::removed, this, [this](const QString& title) {
        m_start->offerUndo([title] { return tr("“%1” was moved to the trash.").arg(titleInSentence(title)); });
    });
    connect(&m_library, &LibraryController::discarded, this, [this](const QString& folder) {
        const auto notice = [title = titleInSentence(m_titles.value(folder))] {
            return Notice{MessageKind::Note,
                          tr("The memory of “%1” was discarded. Text, answers and notes are kept; read it again to ask.").arg(title),
                          tr("Open the session"), {}, {}};
        };
        m_start->tellOnce(notice, [this, folder] { openSession(folder); });
    });
    connect(&m_library, &LibraryController::listed, this, &MainWindow::showSessions);
    m_start->setHandbookAvailable(true);
}

void MainWindow::showSessions(const std::vector<SessionSummary>& sessions, const std::vector<SessionSummary>& trashed)
{
    const auto entryOf = [this](const SessionSummary& session) {
        RecentSession entry;
        entry.id = QString::fromStdString(session.folder);
        entry.title = QString::fromStdString(session.name());
        for (const std::string& document : session.documents)
            entry.documents.append(QString::fromStdString(document));
        if (session.totalBlocks > 0)
            entry.readPercent = int(100.0 * session.storedBlocks / session.totalBlocks);
        else if (session.blocksBytes > 0)
            entry.readPercent = 100;   // shorter than a block
        entry.hasMemory = session.storedBlocks == 0 || session.blocksBytes > 0;
        entry.bytes = qint64(session.sessionBytes + session.blocksBytes);
        entry.lastOpened = QDateTime::fromMSecsSinceEpoch(session.changedAt);
        entry.problem = sentenceWords(session.problem);
        entry.cover = m_covers->coverOf(entry.id);
        entry.forgettable = m_library.isElsewhere(entry.id);
        entry.absent = session.absent;
        return entry;
    };
    std::vector<RecentSession> recent, deleted;
    QMenu* menu = m_actions->recentMenu();
    menu->clear();
    m_titles.clear();
    for (const SessionSummary& session : sessions) {
        recent.push_back(entryOf(session));
        const RecentSession& entry = recent.back();
        m_titles.insert(entry.id, entry.title);
        if (menu->actions().size() < 10)
            menu->addAction(menuWords(entry.title), this, [this, id = entry.id] { openSession(id); });
    }
    m_sessions = sessions;
    refreshActions();
    tellMemoryBudget();
    m_start->setSessions(std::move(recent));
    std::transform(trashed.begin(), trashed.end(), std::back_inserter(deleted), entryOf);
    m_start->setTrash(std::move(deleted));
}

// Of the needs of an action the first that is not met is said.
void MainWindow::refreshActions()
{
    struct Need
    {
        bool met;
        QString otherwise;
    };
    const bool isOpen = m_session.isOpen(), isAnswering = m_conversation.isAnswering(), hasAnswer = isOpen && m_conversation.shown();
    const DocumentTab* tab = isOpen ? m_reader->current() : nullptr;
    const ReadingPhase phase = m_reading.status().phase;
    const Need open{isOpen, tr("Open a document or a session first.")};
    const Need writable{isOpen && !m_session.contents().readOnly, whyReadOnly()};
    const Need answer{hasAnswer, tr("Ask a question first.")};
    const Need idle{!isAnswering, tr("The answer is still being written. Wait for its end, or stop it.")};
    const Need document{tab != nullptr, tr("No document is in sight. Choose one of the session.")};
    const Need engine{m_session.facts().has_value(), tr("The model is not loaded yet.")};
    const Need asking{m_hub->whyNotAsked().isEmpty(), m_hub->whyNotAsked()};
    const Need read{m_reading.status().storedBlocks > 0, tr("Nothing is read yet.")};
    const auto enable = [this](std::initializer_list<Act> acts, std::initializer_list<Need> needs) {
        const auto unmet = std::find_if(needs.begin(), needs.end(), [](const Need& need) { return !need.met; });
        for (const Act act : acts)
            m_actions->allow(act, unmet == needs.end() ? QString() : unmet->otherwise);
    };
    const QString none = m_actions->recentMenu()->isEmpty() ? tr("There is no session yet.") : QString();
    m_actions->allow(Act::DiscardMemories, none);
    allowAction(m_actions->recentMenu()->menuAction(), none);
    enable({Act::NewSession, Act::SaveCopy}, {open});
    const bool isElsewhere = isOpen && m_session.contents().opened == OpenOutcome::Locked;
    enable({Act::DuplicateSession}, {open, idle, {!isElsewhere, whyReadOnly()}});
    enable({Act::ExportAnswers}, {open, idle});   // not an answer without its words
    enable({Act::ImportAnswers}, {open, writable, idle});
    enable({Act::Undo}, {{isOpen || m_library.canUndoRemove(), open.otherwise},
                         {!isOpen || writable.met, writable.otherwise},
                         {!isOpen || m_history->canUndo(), tr("There is nothing to undo.")}});
    enable({Act::Redo}, {open, writable, {m_history->canRedo(), tr("There is nothing to do again.")}});
    enable({Act::AddDocuments, Act::RenameSession, Act::MoveSession, Act::TrashSession, Act::AddNote, Act::AddBookmark, Act::Highlight,
            Act::PinPassage, Act::BarPassage, Act::FocusQuestion},
           {open, writable});
    enable({Act::CloseTab, Act::Find, Act::FindNext, Act::FindPrevious, Act::ZoomIn, Act::ZoomOut, Act::ZoomReset,
            Act::GoToPage, Act::PrintDocument},
           {open, document});
    enable({Act::ReopenTab}, {open, {m_reader->canReopen(), tr("No tab was closed.")}});
    enable({Act::PageMode, Act::TextMode, Act::Thumbnails},
           {open, document, {tab && tab->hasPages(), tr("This document has no pages of its own.")}});
    enable({Act::TextEncoding},
           {open, writable, document, {tab && hasEncoding(tab->index()), tr("This document's format settles its encoding.")}});
    enable({Act::HiddenCharacters}, {open, document,
                                     {(tab && !tab->showsPages()) || !m_answers->isEmpty(),
                                      tr("Pages are shown as they are. Show the text first.")}});
    enable({Act::Remarks}, {open, document, {tab && !tab->document().warnings.empty(), tr("There are no remarks on this document.")}});
    enable({Act::Back}, {open, {m_reader->canGoBack(), tr("There was no jump to go back from.")}});
    enable({Act::Forward}, {open, {m_reader->canGoForward(), tr("You did not go back.")}});
    enable({Act::LeftPanel, Act::Dock, Act::NextPane, Act::Split, Act::Evidence, Act::Layers, Act::Timeline, Act::Heads,
            Act::MaximisePanel},
           {open});
    const bool waits = phase == ReadingPhase::NotRead || phase == ReadingPhase::Paused || phase == ReadingPhase::Failed;
    enable({Act::Read},
           {open,
            writable,
            {waits, phase == ReadingPhase::Reading          ? tr("It is being read.")
                    : phase == ReadingPhase::NeedsRereading ? tr("It was read with another model; read it again with this one.")
                    : phase == ReadingPhase::Waiting        ? tr("The model is not loaded yet.")
                                                            : tr("All of it is read.")}});
    enable({Act::PauseReading}, {open, {phase == ReadingPhase::Reading, tr("Nothing is being read.")}});
    enable({Act::RereadSession}, {open, writable, {phase == ReadingPhase::NeedsRereading, tr("It was not read with another model.")}});
    enable({Act::DiscardMemory}, {open, writable, read});
    enable({Act::StopAnswer}, {{isAnswering, tr("No answer is being written.")}});
    enable({Act::Sweep}, {open, writable, idle, engine, read});
    enable({Act::SearchMeaning}, {open, engine, read});
    enable({Act::AskAgain, Act::FollowUp, Act::EditQuestion}, {open, writable, idle, answer, asking});
    enable({Act::RemoveAnswer}, {open, writable, idle, answer});
    const bool branches = hasAnswer && m_conversation.answersBeside(*m_conversation.shownId()).size() > 1;
    enable({Act::RemoveBranch},
           {open, writable, idle, answer, {branches, tr("This question has no other answer. Delete the question instead.")}});
    enable({Act::DeletedAnswers}, {open, writable, {isOpen && !m_session.contents().removedTurns.empty(), tr("No answer was deleted.")}});
    enable({Act::CopyAnswer, Act::Print, Act::NextEvidence, Act::PreviousEvidence, Act::Unique, Act::Compare}, {open, answer});
    enable({Act::Removal}, {open, writable, idle, answer});
    const bool traced = hasAnswer && m_conversation.shown()->answer.trace.tokens > 0;
    const bool askAgain = !hasAnswer || !noTraceAction(*m_conversation.shown()).isEmpty();
    const Need trace{traced, askAgain ? tr("This answer has no stored trace. Ask again.") : noTraceWords(*m_conversation.shown())};
    enable({Act::ExportTrace}, {open, idle, answer, trace});
    enable({Act::OtherSettings},
           {open, writable, idle, answer, engine,
            {!hasAnswer || !m_conversation.shown()->memoryIsGone,
             tr("The memory of this answer is no more. Ask again, then ask the new answer's question with other settings.")},
            {m_other->count() > 0, tr("There are no other settings to ask this with.")}});
    const bool cites = hasAnswer && !m_conversation.shown()->answer.citations.empty();
    const Need scoring{whyNotScored(*m_hub).isEmpty(), whyNotScored(*m_hub)};
    enable({Act::Confirm}, {open, writable, idle, answer, scoring, {cites, tr("This answer cites no passage.")}, trace});
}

void MainWindow::refreshPage()
{
    const DocumentTab* tab = m_reader->current();
    const bool pages = tab && tab->document().format == DocumentFormat::Pdf && !tab->document().units.empty();
    m_toolBar->setPlace(pages ? &tab->document() : nullptr, pages ? tab->namedByte() : 0);
    m_toolBar->setZoom(tab ? tab->zoom() : 100);
}

void MainWindow::togglePane(QWidget* pane, bool shown)
{
    const bool focused = pane->isAncestorOf(QApplication::focusWidget());
    if (pane == m_study && m_study->isVisibleTo(m_columns) && !shown)
        m_dockHidden = m_columns->sizes()[2];
    pane->setVisible(shown);
    m_columns->refresh();   // the others have its room, or gave it
    fitLeft();
    fitReader();
    if (focused && !shown && m_reader->current())
        m_reader->current()->view()->setFocus();
}

void MainWindow::maximiseDock(bool maximise)
{
    (*m_actions)[Act::MaximisePanel]->setChecked(maximise);
    m_study->setMaximised(maximise);
    m_rows->setVisible(!maximise);
    m_side->setVisible(!maximise && (*m_actions)[Act::LeftPanel]->isChecked());
    m_study->setVisible(maximise || (*m_actions)[Act::Dock]->isChecked());
}

// Takes what the dock needs from the reader, as far as a line of text stays readable. What it takes beyond the evidence (`passing`) the
// reader gets back with it, and from a table with the next plot; a plot and the next one are of one width.
void MainWindow::widenDock(int pixels, bool passing)
{
    m_dockWanted = pixels;
    pixels = m_dockByHand.value(pixels, pixels);
    QList<int> sizes = m_columns->sizes();
    if (!m_study->isVisible() || sizes[2] == 0)
        return;
    if (m_dockBefore == 0 && passing)
        m_dockBefore = sizes[2];
    const int before = m_dockBefore > 0 ? m_dockBefore : sizes[2];
    const int most = sizes[1] + sizes[2] - metrics::kTextMeasureMin - metrics::kRulerWidth;
    const int wanted = std::max(before, std::min(pixels, most));
    if (!passing)
        m_dockBefore = 0;
    if (wanted == sizes[2])
        return;
    sizes[1] -= wanted - sizes[2];
    sizes[2] = wanted;
    m_dockFull = wanted;
    m_columns->setSizes(sizes);
}

void MainWindow::nextPane()
{
    QList<QWidget*> panes{m_side, m_first};
    if (m_second)
        panes.append(m_second);
    panes += {m_answers, m_study};
    if (m_messageAction)
        panes.prepend(m_message);   // it asks for something
    qsizetype at = 0;
    while (at < panes.size() && !panes[at]->isAncestorOf(QApplication::focusWidget()))
        ++at;
    for (qsizetype step = 1; step <= panes.size(); ++step) {
        QWidget* pane = panes[(at + step) % panes.size()];
        if (!pane->isVisible())
            continue;
        const auto* reader = qobject_cast<const ReaderArea*>(pane);
        QWidget* first = reader && reader->current() ? reader->current()->view() : pane->nextInFocusChain();
        while (first != pane && !(pane->isAncestorOf(first) && first->isVisible() && first->isEnabled() &&
                                  (first->focusPolicy() & Qt::TabFocus) != 0))
            first = first->nextInFocusChain();
        setAttribute(Qt::WA_KeyboardFocusChange);   // else only Tab itself shows where the focus is
        first->setFocus(Qt::TabFocusReason);
        return;
    }
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    const bool letter = event->text() == QLatin1String("n") || event->text() == QLatin1String("N");
    if (event->key() == Qt::Key_Escape && m_answers->escape())
        return;
    if (event->key() == Qt::Key_Escape && (*m_actions)[Act::MaximisePanel]->isChecked())
        return maximiseDock(false);
    if (letter && (*m_actions)[Act::NextEvidence]->isEnabled())
        m_study->stepEvidence(event->text() == QLatin1String("n") ? 1 : -1);
    else if (event->text() == QLatin1String("/"))
        m_reader->find();
    else if (event->matches(QKeySequence::Paste))
        openCopied(false);
    else
        QMainWindow::keyPressEvent(event);
}

}  // namespace cairn
