#include "app/window/main_window.h"

#include "app/client/engine_process.h"
#include "app/common/default_paths.h"
#include "app/render/pdf_page_source.h"
#include "app/window/areas/answer_area.h"
#include "app/window/session/cover_store.h"
#include "app/window/session/neutral_evidence.h"
#include "app/window/session/note_book.h"
#include "app/window/desktop/desktop_progress.h"
#include "app/window/desktop/notification.h"
#include "app/window/settings/other_settings.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/settings_presenter.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/areas/status_presenter.h"
#include "app/window/areas/study_dock.h"
#include "app/window/session/sweep_controller.h"
#include "app/window/session/text_restorer.h"
#include "app/window/tool_bar.h"
#include "app/window/areas/view_keeper.h"
#include "app/window/window_actions.h"
#include "storage/folders/session_folder.h"
#include "ui/elided_place.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"
#include "ui/panels/status_pieces.h"
#include "ui/sentences/sentences.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cairn
{
MainWindow::MainWindow(SettingsStore& store, QWidget* parent)
    : QMainWindow(parent), m_settings(store), m_meaning(m_library, [this] { return searchEngine(); }), m_session(m_store, m_engine),
      m_reading(m_session), m_conversation(m_session), m_hub(new SelectionHub(this)), m_history(new QUndoStack(this)),
      m_notes(new NoteBook(m_session, m_history, this)),
      m_sweep(new SweepController(m_session, m_conversation, this)),
      m_neutral(new NeutralEvidenceController(m_session, m_reading, m_conversation, this)),
      m_other(new OtherSettings(m_conversation, this)), m_covers(new CoverStore(this)), m_restorer(new TextRestorer(m_session, this)),
      m_actions(new WindowActions(this)), m_toolBar(new ToolBar(*m_actions)), m_stack(new QStackedWidget),
      m_start(new StartPage), m_side(new SidePanel), m_first(new ReaderArea(m_hub)), m_reader(m_first), m_readingBar(new ReadingBar),
      m_message(new MessageBar),
      m_answers(new AnswerArea(m_session, m_reading, m_conversation, m_hub, [this] { return m_reader->place(); })),
      m_study(new StudyDock(m_conversation, m_hub)), m_status(new StatusLine)
{
    setWindowTitle(tr("Cairn"));
    setAcceptDrops(true);
    fitLeastSize();
    m_actions->makeMenus(menuBar());
    m_stack->addWidget(m_start);
    m_stack->addWidget(makeWorkspace());
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_message);
    column->addWidget(m_stack, 1);
    setCentralWidget(centre);
    addToolBar(m_toolBar);    // the Tab key begins with the page, not with what stands around it
    setStatusBar(m_status);
    m_sidePresenter = new SidePresenter(m_side, m_session, m_reading, m_conversation, m_library, m_meaning, m_hub, m_history, this);
    m_settingsPresenter = new SettingsPresenter(m_settings, m_session, this);
    m_actions->setKeys(m_settings.keys());
    connect(&m_settings, &SettingsStore::changed, this, &MainWindow::applySettings);
    applySettings();
    m_statusPresenter = new StatusPresenter(m_status, m_readingBar, m_session, m_reading, m_conversation, this);
    m_viewKeeper = new ViewKeeper(m_session, m_conversation,
                                  {[this] { return m_reader; }, [this] { return m_study; }, m_sidePresenter, m_answers, m_hub}, this);
    connect(m_message, &MessageBar::actionTriggered, this, [this] {
        if (const auto act = m_messageAction)   // it may show the next message
            act();
    });
    connect(m_message, &MessageBar::secondActionTriggered, this, [this] {
        if (const auto act = m_secondAction)
            act();
    });
    connect(m_message, &MessageBar::thirdActionTriggered, this, [this] {
        if (const auto act = m_thirdAction)
            act();
    });
    connectSession();
    connect(m_restorer, &TextRestorer::restored, this, &MainWindow::keepRestored);
    connectSaving();
    connectSources();
    connectReader(m_first);
    connectPlaces();
    connectActions();
    connectStart();
    connect(&m_engine, &EngineClient::stateChanged, this, &MainWindow::tellRestart);
    connectSweep();
    connectOtherSettings();
    connect(m_neutral, &NeutralEvidenceController::changed, this, [this] { m_conversation.setNeutral(m_neutral->evidence()); });
    const auto state = stateSettings();
    if (!restoreGeometry(state->value(QStringLiteral("window/geometry")).toByteArray()))
        resize(QSize(1440, 900).boundedTo(roomOnScreen().size()));
    else if (!isMaximized() && !isFullScreen())
        fitIntoScreen();
    (*m_actions)[Act::HiddenCharacters]->setChecked(state->value(QStringLiteral("reader/hidden_characters")).toBool());
    m_reading.setUsualRate(state->value(QStringLiteral("reading/rate")).toDouble());
    m_hub->change([](Selection& selection) { selection.metric = Metric::Word; });   // heat on words
    showStart();
    refreshActions();
}

MainWindow::~MainWindow() { disconnect(qApp, nullptr, this, nullptr); }   // focus goes from widget to widget meanwhile

QWidget* MainWindow::makeWorkspace()
{
    auto* reader = new QWidget;
    auto* column = new QVBoxLayout(reader);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_readingBar);
    m_readers = new QSplitter(Qt::Horizontal);
    m_readers->addWidget(m_first);
    m_readers->setChildrenCollapsible(false);
    column->addWidget(m_readers, 1);
    m_rows = new QSplitter(Qt::Vertical);
    m_rows->addWidget(reader);
    m_rows->addWidget(m_answers);
    m_rows->setStretchFactor(0, 1);
    m_rows->setChildrenCollapsible(false);
    connect(m_answers, &AnswerArea::emptyChanged, this,
            [this] { QTimer::singleShot(0, this, &MainWindow::fitAnswers); });   // laid out by then
    connect(m_answers, &AnswerArea::heightChanged, this, &MainWindow::fitAnswers);
    connect(m_rows, &QSplitter::splitterMoved, this, [this] {
        if (!m_answers->isEmpty())
            m_answerHeight = m_rows->sizes().last();
    });
    m_columns = new QSplitter(Qt::Horizontal);
    m_columns->addWidget(m_side);
    m_columns->addWidget(m_rows);
    m_columns->addWidget(m_study);
    m_columns->setStretchFactor(1, 1);
    m_columns->setChildrenCollapsible(false);
    connect(m_columns, &QSplitter::splitterMoved, this, [this](int, int handle) {
        m_dockBefore = 0;
        m_dockFull = m_columns->sizes()[2];
        m_readerByHand = m_columns->sizes()[1];
        m_leftByHand = m_leftByHand || handle == 1;
        if (handle == 2 && m_dockWanted > 0)
            m_dockByHand[m_dockWanted] = m_columns->sizes()[2];
    });
    return m_columns;
}

// The answer gives its room to the reader until there is one. What either gave to the other for a while it has back.
void MainWindow::fitAnswers()
{
    if (!m_workspaceShown || !m_rows->isVisibleTo(m_columns))
        return;
    const QList<int> sizes = m_rows->sizes();
    const int least = m_answers->minimumSizeHint().height(), height = m_answers->isEmpty() ? least : std::max(m_answerHeight, least);
    if (height != sizes.last())
        m_rows->setSizes({std::max(1, sizes.first() + sizes.last() - height), height});
}

void MainWindow::connectSession()
{
    connect(&m_session, &SessionController::opened, this, &MainWindow::showSession);
    connect(&m_session, &SessionController::closing, this, &MainWindow::saveView);
    connect(&m_session, &SessionController::closed, m_history, &QUndoStack::clear);
    connect(&m_session, &SessionController::closed, this, [this] {
        if (!m_session.isRenewed())
            showStart();
        else if (!m_session.keepsDocuments())
            emptyReader();
    });
    connect(&m_session, &SessionController::openFailed, this, [this](const Error& error, const QString& what) {
        m_asked.clear();
        m_start->setBusy({});
        showStart();
        if (error.code == ErrorCode::Corruption && isSessionFolder(what.toStdString()))
            complain(error, QT_TR_NOOP("Recover what can be read"), [this, what] { recoverDamagedSession(this, what, rescueReply()); });
        else if (error.code == ErrorCode::Io && QDir::isRelativePath(what))   // a new one, of this title
            complain(error, QT_TR_NOOP("Choose folder…"), [this] { m_settingsPresenter->openFolders(); });
        else
            complain(error);
    });
    connect(&m_session, &SessionController::titleChanged, this,
            [this](const QString& title) { setWindowTitle(tr("%1 - Cairn").arg(title)); });
    connect(&m_session, &SessionController::documentsAdded, this, &MainWindow::documentsAdded);
    connect(&m_session, &SessionController::engineReady, this, &MainWindow::introduceAgain, Qt::QueuedConnection);
    connect(&m_session, &SessionController::documentRenamed, this, &MainWindow::documentRenamed);
    connect(&m_session, &SessionController::placesChanged, this, [this](std::uint32_t document) {
        forReaders([&](ReaderArea& reader) { reader.setPlaces(document, m_session.contents().documents[document]); });
    });
    connect(&m_session, &SessionController::closed, this, [this] {
        m_toAdd.clear();
        m_seeking = 0;
        m_side->withdrawPassages();
        if (std::exchange(m_restartTold, false))   // of an engine that runs no longer
            m_message->clear();
    });
    connect(&m_conversation, &ConversationController::liveChanged, this, [this] {
        if (m_conversation.isAnswering() && std::exchange(m_leavesWithQuestion, false))
            m_message->clear();
        addWaiting();
    });
    connect(&m_conversation, &ConversationController::askFailed, this, [this](const Error& error, std::optional<AnswerId> again) {
        if (!m_hub->whyNotAsked().isEmpty())
            complain(error);   // what helps is said beside the text
        else if (again)
            complain(error, QT_TR_NOOP("Ask again"), [this, again] { m_answers->askAgain(*again); });
        else
            complain(error, QT_TR_NOOP("Edit the question and ask again"), [this] { m_answers->editQuestion(); });
    });
    connect(&m_reading, &ReadingController::changed, this, [this] {
        for (std::uint32_t document = 0; m_session.isOpen() && document < m_session.contents().documents.size(); ++document)
            forReaders([&](ReaderArea& reader) { reader.setReadUpTo(document, m_reading.readBytes(document)); });
        refreshActions();
    });
    connect(&m_reading, &ReadingController::changed, this, [this, desktop = new DesktopProgress(this)] {
        const ReadingStatus& status = m_reading.status();
        if (m_session.isOpen() && status.phase == ReadingPhase::Reading)
            desktop->show(status.fraction());
        else
            desktop->clear();
    });
    connect(&m_reading, &ReadingController::rateMeasured, this, [this](double rate) {
        m_reading.setUsualRate(rate);
        stateSettings()->setValue(QStringLiteral("reading/rate"), rate);
    });
    connect(m_answers, &AnswerArea::possibleChanged, this, &MainWindow::refreshActions);
    connect(&m_conversation, &ConversationController::liveChanged, this, &MainWindow::refreshActions);
    connect(&m_conversation, &ConversationController::turnsChanged, this, &MainWindow::refreshActions);
    connect(&m_conversation, &ConversationController::shownChanged, this, [this] {
        if (!std::exchange(m_restoresAnswer, false))   // else what was sought in the library stays marked
            forReaders([](ReaderArea& reader) { reader.setCited({}); });
        refreshActions();
    });
    connect(&m_engine, &EngineClient::passagesFound, this, [this](RequestId request, const std::vector<FoundPassage>& passages) {
        if (request == m_seeking && m_session.isOpen())
            showPassages(passages);
    });
    connect(&m_engine, &EngineClient::failed, this, [this](RequestId request, const Error& error) {
        if (request != m_seeking)
            return;
        m_side->withdrawPassages();
        complain(error);
    });
    connect(&m_reading, &ReadingController::finished, this, &MainWindow::announceRead);
    connect(&m_library, &LibraryController::failed, this, [this](const Error& error, const QString& file) {
        if (file.isEmpty())
            complain(error);
        else
            complainOf(file, error);
        m_failureTold = true;
    });
    connect(&m_library, &LibraryController::done, this, &MainWindow::sayDone);
    connect(&m_library, &LibraryController::rootLeft, this, &MainWindow::tellRootLeft);
}

// Opening

void MainWindow::open(const WindowArguments& arguments)
{
    m_pending = arguments;
    if (arguments.session.isEmpty())
        m_pending.files.clear();
    if (!arguments.session.isEmpty())
        openSession(arguments.session);
    else if (!arguments.files.isEmpty())
        openFiles(arguments.files);
    else
        applyPending();
}

void MainWindow::openSession(const QString& folder)
{
    m_refused.clear();
    m_asked.clear();
    if (m_session.isOpen() && m_session.contents().folder == folder)
        return applyPending();
    leave([this, folder] {
        m_message->clear();   // what it says or asks is of the session before
        m_session.openFolder(folder);
    });
}

void MainWindow::showSession()
{
    const SessionContents& contents = m_session.contents();
    const bool stays = m_session.keepsDocuments();
    m_start->setBusy({});
    m_status->clearMessage();   // what is pointed at may be possible now
    showWorkspace();
    setWindowTitle(tr("%1 - Cairn").arg(contents.title));
    stays ? showMarks() : fillReader(*m_first);
    m_sidePresenter->setCurrentDocument(m_reader->current() ? m_reader->current()->index() : 0);
    m_restoresAnswer = !stays;
    m_viewKeeper->restore(m_pending.select.isEmpty());
    showAsked();
    applyPending();
    m_sidePresenter->goToWanted();
    tellOpened();
    if (!stays)
        m_answers->focusQuestion();
    m_library.remember(contents.folder);
    m_library.refresh();
    refreshActions();
}

void MainWindow::showStart()
{
    emptyReader();
    m_stack->setCurrentIndex(0);
    setWindowTitle(tr("Cairn"));
    m_library.refresh();
    refreshActions();
    refreshPage();
}

PageSource* MainWindow::pagesOf(std::uint32_t document)
{
    if (!m_session.isOpen())
        return nullptr;   // while it is closed tabs go one by one, and the next one comes to the front
    const DocumentRecord& record = m_session.contents().records[document];
    const bool isOffice = record.format == DocumentFormat::Docx || record.format == DocumentFormat::Odt;
    const bool pictures = record.format == DocumentFormat::Epub || isOffice;
    if (record.format != DocumentFormat::Pdf && !pictures)
        return nullptr;
    PdfFileChoice choice;
    choice.path = record.source.path;
    choice.look = {record.source.bytes, record.source.modifiedNs};
    choice.bytesHash = record.source.bytesHash;
    choice.text = m_session.contents().documents[document];
    choice.pictures = pictures;
    choice.password = m_passwords.value(QString::fromStdString(record.source.path)).toStdString();
    // Pages behind a password leave no picture, and the first one of a DOCX or ODT is no cover.
    const bool cover = choice.password.empty() && !isOffice;
    auto* pages = new PdfPageSource(std::move(choice));
    connect(pages, &PdfPageSource::foundSame, &m_session,
            [this, id = record.id, path = record.source.path](const SameSource& same) {
                m_session.noteSource(id, {path, same.look.bytes, same.look.modifiedNs, same.bytesHash}, same.text);
            });
    if (document == 0 && cover)
        m_covers->takeFrom(pages, m_session.contents().folder);
    return pages;
}

void MainWindow::applyPending()
{
    if (!m_pending.page.isEmpty() && m_reader->current() && !m_reader->current()->goTo(m_pending.page))
        say(nowhere(m_pending.page));
    if (!m_pending.find.isEmpty())
        m_reader->find(m_pending.find);
    if (!m_pending.select.isEmpty()) {
        if (const auto selection = selectionFromJson(m_pending.select.toStdString()))
            m_hub->set(*selection);
        else
            complain(selection.error());
    }
    const QStringList files = std::exchange(m_pending, {}).files;
    if (!files.isEmpty() && m_session.isOpen() && !m_session.contents().readOnly)
        addFiles(files);
}

// Where the session was left, if that is one of the documents that were asked for; else the first of these.
void MainWindow::showAsked()
{
    std::optional<std::uint32_t> first;
    for (const ImportedFile& file : std::exchange(m_asked, {})) {
        const auto document = documentOf(m_session.contents(), file);
        if (document && m_reader->current() && m_reader->current()->index() == *document)
            return;
        first = first ? first : document;
    }
    if (first)
        m_reader->openDocument(*first);
}

void MainWindow::saveView() { m_viewKeeper->save(); }

// A long reading has ended while the window was not in front.
void MainWindow::announceRead(double seconds)
{
    m_library.refresh();   // its memory has grown
    constexpr double kLongSeconds = 60;
    if (seconds < kLongSeconds || isActiveWindow())
        return;
    QApplication::alert(this);
    notify(tr("“%1” is read").arg(titleInSentence(m_session.contents().title)), tr("Questions about all of it are possible now."));
}

// The open session's model, so that what is found may be asked about.
MeaningSearch::EngineChoice MainWindow::searchEngine() const
{
    const EngineWish wish = m_settings.engineWish();
    const QString model = m_session.facts() ? m_session.facts()->modelPath : wish.model;
    return {commandWords(m_settings.values().engineCommand), model, wish.threads};
}

void MainWindow::applySettings()
{
    const SettingsValues& values = m_settings.values();
    m_library.setRoot(values.sessionsFolder);
    m_reading.setStartsByItself(values.readByItself);
    forReaders([&](ReaderArea& reader) {
        reader.setReadingFont(values.readingFont, values.readingPixels);
        reader.setFlash(values.flashCited);
    });
}

// Messages

void MainWindow::say(const QString& sentence)
{
    ask([sentence] { return Notice{MessageKind::Note, sentence, {}, {}, {}}; }, {}, {});
}

void MainWindow::say(const Words& sentence, const Words& action, std::function<void()> next)
{
    ask([sentence, action] { return Notice{MessageKind::Note, sentence(), action(), {}, {}}; }, std::move(next), {});
}

void MainWindow::sayDone(const QString& sentence)
{
    if (std::exchange(m_failureTold, false))   // of the try before
        m_message->clear();
    m_status->tell(sentence);
}

void MainWindow::complain(const Error& error, const char* action, std::function<void()> next)
{
    ask([error, action] { return Notice{MessageKind::Problem, errorWords(error), action ? tr(action) : QString(), {}, {}}; },
        std::move(next), {});
}

void MainWindow::complainOf(const QString& file, const Error& error)
{
    const auto notice = [file, error] {
        const QString name = QFileInfo(file).fileName();
        if (error.code == ErrorCode::DiskFull)
            return Notice{MessageKind::Problem, tr("%1 was not written: the disk is full. Choose another place.").arg(name), {}, {}, file};
        return Notice{MessageKind::Problem, tr("%1 was not written. %2").arg(name, errorWords(error)), {}, {}, file};
    };
    ask(notice, {}, {});
}

void MainWindow::ask(const std::function<Notice()>& notice, std::function<void()> first, std::function<void()> second,
                     std::function<void()> third)
{
    m_messageAction = std::move(first);
    m_secondAction = std::move(second);
    m_thirdAction = std::move(third);
    m_notice = notice;
    m_introduces = false;
    m_restartTold = false;
    m_failureTold = false;
    m_deletionTold = m_leavesWithQuestion = m_changeTold = false;
    m_message->showMessage(notice());
}

// Events

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        fitLeastSize();
    if (event->type() == QEvent::WindowStateChange)   // the desktop's doing, too, and the state that the last start had
        (*m_actions)[Act::FullScreen]->setChecked(isFullScreen());
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        m_actions->retranslate();
        refreshActions();
        m_statusPresenter->refresh();
        m_sidePresenter->sayAgain();
        if (m_notice && !m_message->isHidden())
            m_message->showMessage(m_notice());
        QMetaObject::invokeMethod(this, &MainWindow::renewStudy, Qt::QueuedConnection);
    }
}

}  // namespace cairn
