// The window: start page, or side panel, reader, answers and the dock of plots; joins them by the session, the selection and the
// actions. What each part does stands in its own files. UI thread.
#pragma once

#include "app/window/areas/library_controller.h"
#include "app/window/areas/meaning_search.h"
#include "app/window/session/conversation_controller.h"
#include "app/window/session/document_facts.h"
#include "app/window/session/import_job.h"
#include "app/window/session/reading_controller.h"
#include "app/window/session/session_controller.h"
#include "app/window/session/store_thread.h"
#include "app/window/session_rescue.h"
#include "app/window/settings/settings_store.h"
#include "app/window/window_arguments.h"
#include "ui/selection/selection_hub.h"

#include <QHash>
#include <QMainWindow>

#include <functional>
#include <memory>
#include <optional>

class QPagedPaintDevice;
class QSplitter;
class QStackedWidget;
class QUndoStack;

namespace cairn
{

class AnswerArea;
class CoverStore;
class DocumentPrint;
class PrintedFile;
class MessageBar;
struct Notice;
class NeutralEvidenceController;
class NoteBook;
class OtherSettings;
class PageSource;
struct PrintRange;
class ReaderArea;
class ReadingBar;
class SettingsPresenter;
class SidePanel;
class SidePresenter;
class SourceWatch;
class SweepController;
class TextRestorer;
class StartPage;
class StatusLine;
class StatusPresenter;
class StudyDock;
class ToolBar;
class ViewKeeper;
class WindowActions;

// Of the window on such a screen, which may be smaller than the design.
QSize leastWindowSize(const QSize& screen);

class MainWindow final : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(SettingsStore& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    void open(const WindowArguments& arguments);       // of a start, or of a later one
    void openFiles(const QStringList& paths);          // files and folders, into a session of their own
    void addFiles(const QStringList& paths);           // into the open session. REQUIRES: one is open
    void readWithout(std::uint32_t document);          // the session's other documents, in a session of their own
    void offerToRemove(std::uint32_t document);        // from this session, with what it costs
    void setRemoved(std::uint32_t document, bool removed);
    void openSession(const QString& folder);
    RescueReply rescueReply();               // where sessions of others and recovered ones go
    void openHandbook();
    void saveView();                         // what the window looks like, with the open session; done at its end anyway

    SessionController& session() { return m_session; }
    ReadingController& reading() { return m_reading; }
    ConversationController& conversation() { return m_conversation; }
    EngineClient& engine() { return m_engine; }
    SelectionHub& hub() { return *m_hub; }
    WindowActions& actions() { return *m_actions; }
    ReaderArea& reader() { return *m_reader; }
    AnswerArea& answers() { return *m_answers; }
    StudyDock& study() { return *m_study; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    // main_window.cpp
    QWidget* makeWorkspace();
    void connectSession();
    void showSession();
    void showStart();
    void fitAnswers();
    using Words = std::function<QString()>;  // in the language of the time: what asks for something stays until it is answered
    void say(const QString& sentence);
    void say(const Words& sentence, const Words& action, std::function<void()> next);
    void sayDone(const QString& sentence);   // in the status bar: what was done elsewhere moves nothing here
    void complainOf(const QString& file, const Error& error);   // it was not written
    void complain(const Error& error, const char* action = nullptr, std::function<void()> next = {});   // action: QT_TR_NOOP
    void ask(const std::function<Notice()>& notice, std::function<void()> first, std::function<void()> second,
             std::function<void()> third = {});   // what its buttons do
    PageSource* pagesOf(std::uint32_t document);
    void applyPending();
    void showAsked();
    void applySettings();
    void fitLeastSize();
    QRect roomOnScreen() const;
    void fitIntoScreen();
    MeaningSearch::EngineChoice searchEngine() const;
    void announceRead(double seconds);

    // window_saving.cpp
    void connectSaving();
    void leave(std::function<void()> then);  // closes the session or the window, once nothing is lost by it
    void askAboutUnsaved(const std::function<void()>& then);
    void chooseRoom(std::uint64_t more, const std::function<void()>& then);   // bytes

    // window_documents.cpp
    void importFiles(const QStringList& files, const QString& into);
    void imported(const std::vector<ImportedFile>& files, const std::vector<RefusedFile>& refused, const QString& into);
    void sayBusy(const QString& words);      // of files on their way
    void openImported(const std::vector<ImportedFile>& files);
    void tellRefused(std::optional<std::uint32_t> first);
    void enterPassword(const std::vector<RefusedFile>& others, const QString& path, const QString& into);
    void askPassword(const QString& path, std::function<void()> then);
    void openDropped(const QStringList& paths);
    void offerToAdd(const QStringList& paths, const QString& size);
    void addImported(const std::vector<ImportedFile>& files);
    void addWaiting();
    void documentsAdded(int count, const QStringList& known);
    void renameDocument(DocumentId id);
    void documentRenamed(std::uint32_t document);

    // window_pasting.cpp
    void openCopied(bool asked);
    void openText(const QString& words, bool asked, bool copied = true);   // as a document

    // window_sources.cpp
    void connectSources();
    void tellChanged();                        // files of documents
    void readNewVersions(const std::vector<DocumentId>& documents);   // of their files, in the place of what was read
    void takeNewVersion(DocumentId document, const ImportedFile& file);
    void openOlder(const std::vector<ImportedFile>& files, const QString& folder,
                   const QString& title);      // the session of its earlier state, if that is meant
    void chooseSource(DocumentId document);    // where its file is now
    void tellStopped();                        // what was being read when its session was left

    // window_encoding.cpp
    bool hasEncoding(std::uint32_t document) const;
    void tellGuessedEncoding(std::uint32_t first);
    void chooseEncoding(std::uint32_t document);
    void showRemarks(std::uint32_t document);   // of opening its file
    void tellRemarks(std::uint32_t first);
    void tellOpened();
    QString whyReadOnly() const;             // empty: it can be changed
    void tellReadOnly();
    void copySession(const QString& title);  // the open one; tellCopied() follows
    void tellCopied(const QString& folder);
    void keepRestored(const QStringList& titles, bool fromMemory);
    void tellProblems();                     // what of the session could not be read
    void introduce(std::uint32_t first);     // the documents from this one on: sizes and beginnings
    QString introductions(std::uint32_t first) const;   // the same as details of another message
    void introduceAgain();
    std::function<Introduction()> introducer(std::uint32_t first) const;
    void tellRestart(EngineState state, const QString& reason);
    void importAs(DocumentId id, const QString& encoding);

    // window_print.cpp
    void printText(const QString& text);
    void chooseDocumentPrint();
    void printDocument(std::uint32_t document, bool pages, std::shared_ptr<QPagedPaintDevice> paper, const PrintRange& range,
                       std::shared_ptr<PrintedFile> file);

    // window_readers.cpp
    void showWorkspace();
    void fitLeft();
    void fitReader();
    void askAboutAddress(const QString& address);   // of a link that leads outside
    void connectReader(ReaderArea* reader);
    void connectPlaces();
    void connectStudy();
    void renewStudy();
    void showReaderState();
    void showReaderPlace();
    void forReaders(const std::function<void(ReaderArea&)>& act);
    void useReader(ReaderArea* reader);
    void fillReader(ReaderArea& reader);
    void emptyReader();
    void splitReader(bool split);

    // window_wiring.cpp
    void connectActions();
    void connectStart();
    void showSessions(const std::vector<SessionSummary>& sessions, const std::vector<SessionSummary>& trashed);
    void showShortcuts();
    void tellWhereItIsSaved();
    void showReadingPlace();
    void refreshActions();
    void refreshPage();
    void togglePane(QWidget* pane, bool shown);
    void showDock();
    void nextPane();
    void maximiseDock(bool maximise);
    void widenDock(int pixels, bool passing);

    // window_exports.cpp
    void exportAnswers(const QString& folder, const QString& title);
    void exportTrace();                        // of the answer in sight
    void chooseExport();
    void importAnswers(const QString& file);   // of an export, into the open session
    void saveCopy();
    void saveExport(const QByteArray& bytes, const QString& name);
    void tellExported(const QString& file, const Result<void>& written);

    // window_dialogs.cpp
    void chooseFiles(bool toAdd = false);
    void chooseSessionFolder();
    void moveSession(const QString& folder);
    void tellRootLeft(const QString& folder, const QStringList& sessions);   // they stay there
    void searchMeaning();
    void chooseWhereToGo();                    // in the document in sight
    void goToPlace(const QString& label);      // there, or says that it is not
    QString nowhere(const QString& label) const;
    void showPassages(const std::vector<FoundPassage>& passages);
    void showInSide(std::vector<LibraryHit> passages, const QString& message);
    void showAbout();
    void renameSession();
    void askEveryChapter();
    void offerSweep();
    void offerToUnbar();
    void connectSweep();
    void offerOtherSettings();
    void connectOtherSettings();
    void discardMemory();
    void chooseMemories();                   // to discard
    void tellMemoryBudget();
    void addNote(bool withText);
    void markSelection(NoteKind kind);
    void markPassage(const DocumentPlace& place, NoteKind kind);
    void showMarks();                        // notes, highlights, pinned and barred passages, in the readers and beside the question
    void editNote(qint64 note);

    // window_menus.cpp
    void contextMenu(const DocumentPlace& place, QPoint globalPosition);
    void sectionMenu(DocumentId id, ByteRange section, QPoint globalPosition);   // of a heading
    void askWithin(const DocumentPlace& part);
    void sayInPassing(const QString& sentence);
    void withdrawPassing();
    void noteMenu(qint64 note, QPoint globalPosition);
    void documentMenu(DocumentId id, QPoint globalPosition, const std::function<void()>& close);
    void tabMenu(ReaderArea* reader, std::uint32_t document, QPoint globalPosition);
    void answerWordsMenu(const QString& words, QPoint globalPosition);
    void answerMenu(AnswerId answer, QPoint globalPosition);
    void withAnswer(AnswerId answer, const std::function<void()>& then);
    void removeQuestion(QuestionId question);
    void removeBranch(AnswerId answer);
    std::function<void()> undoOf(const std::function<void()>& putBack);
    void withdrawDeletion();
    void undo();                              // in the open session; on the start page the last deletion of one
    void deletedAnswersMenu(QPoint globalPosition);
    void forgetQuestions(const std::vector<QuestionId>& questions);   // for good, if that is meant
    void showFolder(const QString& folder);

    SettingsStore& m_settings;
    StoreThread m_store;
    EngineClient m_engine;
    LibraryController m_library{this};
    MeaningSearch m_meaning;
    SessionController m_session;
    ReadingController m_reading;
    ConversationController m_conversation;
    std::unique_ptr<ImportJob> m_import;
    std::vector<RefusedFile> m_refused;        // of the last import, while they are not told of
    QString m_sessionTitle;                    // of the files that are being opened; empty: by the first of them
    std::vector<ImportedFile> m_asked;         // to be shown once the session that holds them is there
    WindowArguments m_pending;                 // what is still to be done once the session is there
    QHash<QString, QString> m_passwords;       // of encrypted files by path; never kept
    QHash<QString, QString> m_titles;          // of the sessions that are listed, by folder

    SelectionHub* m_hub;
    QUndoStack* m_history;
    NoteBook* m_notes;
    SweepController* m_sweep;
    NeutralEvidenceController* m_neutral;
    OtherSettings* m_other;
    CoverStore* m_covers;
    TextRestorer* m_restorer;
    SourceWatch* m_sources = nullptr;
    WindowActions* m_actions;
    ToolBar* m_toolBar;
    QStackedWidget* m_stack;
    StartPage* m_start;
    bool m_workspaceShown = false;
    bool m_leftByHand = false;                 // the left column has the width that a person gave it
    int m_answerHeight = 0;                    // as it is to be with an answer, where the rows have the room
    int m_dockWanted = 0;                      // px, as the view that is shown wants it
    QHash<int, int> m_dockByHand;              // m_dockWanted -> the width that a person gave to such views
    int m_dockFull = 0;                        // its width before it gave way to the reader; 0: not known
    std::optional<int> m_readerByHand;         // the width that a person left to the reader
    int m_dockHidden = 0;                      // its width when it was hidden
    int m_dockBefore = 0;                      // its width before a passing view; 0: none, or the person chose another
    DocumentPrint* m_print = nullptr;          // while it runs
    QSplitter *m_columns = nullptr, *m_rows = nullptr, *m_readers = nullptr;
    SidePanel* m_side;
    ReaderArea *m_first, *m_second = nullptr;  // two while the reader is split
    ReaderArea* m_reader;                      // of them the one that was in focus last
    ReadingBar* m_readingBar;
    MessageBar* m_message;
    AnswerArea* m_answers;
    StudyDock* m_study;
    StatusLine* m_status;
    SidePresenter* m_sidePresenter;
    StatusPresenter* m_statusPresenter;
    ViewKeeper* m_viewKeeper;
    SettingsPresenter* m_settingsPresenter;
    std::function<void()> m_messageAction, m_secondAction, m_thirdAction;
    bool m_restartTold = false;                // what is shown is that the engine died
    QString m_restored;                        // words about texts that were taken anew, until they are said
    bool m_deletionTold = false;               // what is shown is that a question or an answer was deleted
    bool m_leavesWithQuestion = false;         // what is shown can be taken back, until the next question is asked
    bool m_restoresAnswer = false;             // the answer that was shown last is on its way, behind what the session was opened for
    bool m_changeTold = false;                 // what is shown is that files have changed
    bool m_failureTold = false;                // what is shown is that something was not written, moved or copied
    std::function<Notice()> m_notice;          // what is shown, in the language of the time
    bool m_introduces = false;                   // the message in sight says what documents are
    std::function<void()> m_afterMove;         // leaves the session
    struct StoppedReading
    {
        QString folder, title;
        int percent = 0;
    };
    std::optional<StoppedReading> m_stopped;   // until it is said
    QString m_saveFailure;                     // what was said of a write of the open session
    bool m_folderGone = false;                 // the last one failed since the session's folder is elsewhere
    QString m_leavingWords;                    // what is said to be saved, or to be lost; until it is saved
    int m_leaveAttempt = 0;
    bool m_leaving = false;                    // waits for what is being saved
    bool m_mayClose = false;
    std::vector<ImportedFile> m_toAdd;         // once the answer is written
    RequestId m_seeking = 0;                   // passages by meaning
    QString m_passing;                         // said of a place or a mark: no longer true once another is gone to, or it is undone
    DocumentPlace m_marked;                    // last, in the reader; a note without chosen words is put there
    QString m_sought;
    std::vector<SessionSummary> m_sessions;    // as last listed
    std::uint64_t m_toldMemories = 0;          // what all memories took when the limit was spoken of
};

}  // namespace cairn
