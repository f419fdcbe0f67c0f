// The session in front of the user: opening, closing, its contents, and when it was last saved. Joins storage thread and engine.
// UI thread; nothing here blocks.
#pragma once

#include "app/client/engine_client.h"
#include "app/session/exported_session.h"
#include "app/window/session/session_contents.h"
#include "app/window/session/store_thread.h"
#include "storage/files/disk_space.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace cairn
{

struct EngineWish                     // of the settings; see EngineSession
{
    QString model, device, kvType;
    std::uint64_t memoryBudgetBytes = 0;
    int threads = 0;
    bool links = false;
    ScanWay scan = ScanWay::Flat;
};

// What a write keeps for the person. Whatever is not of the person's own making (places, numbers of the memory) is Own.
enum class Kept { Own, Question, Answer, Note, Name, Deletion, Import };

struct SaveSubject
{
    Kept kind = Kept::Own;
    std::int64_t id = 0;              // of the answer: its drafts are one; 0: one of its own
};

class SessionController final : public QObject
{
    Q_OBJECT
public:
    SessionController(StoreThread& store, EngineClient& engine, QObject* parent = nullptr);

    bool isOpen() const { return m_contents.has_value(); }
    const SessionContents& contents() const { return *m_contents; }   // REQUIRES: isOpen()
    SessionContents& contents() { return *m_contents; }
    StoreThread& store() { return m_store; }
    EngineClient& engine() { return m_engine; }
    const std::optional<EngineFacts>& facts() const { return m_facts; }   // while the engine has the session's memory

    // closed() and opened() follow one another at once: it holds more than is shown, or another window has let it go.
    bool isRenewed() const { return m_renewal != Renewal::None; }
    bool keepsDocuments() const { return m_renewal == Renewal::SameDocuments; }   // the same, and they are those that are shown
    bool isReloading() const { return m_reloading; }            // it is about to be renewed: nothing should be begun

    void openFolder(const QString& folder);                     // closes the one before
    // Their known session under `root`, or a new one, called `title` or by the first of them.
    void openFiles(const std::vector<ImportedFile>& files, const QString& root, const QString& title = {});
    void openKnown(const std::vector<ImportedFile>& files, const QString& folder);   // a knownSession() of them
    void openAnew(const std::vector<ImportedFile>& files, const QString& root, const QString& title = {});   // whatever is known
    void close();
    void closeAnd(std::function<void()> then);                  // once neither storage thread nor engine holds its files
    // Into another folder, with all that is kept for want of space: moved() or moveFailed() follows, either way with the engine begun
    // anew. What reading or an answer was at is stopped; what is shown stays.
    void moveTo(const QString& into);
    void copyTo(const QString& into, const QString& title);     // likewise; copied() or copyFailed() follows
    void setEngineWish(const EngineWish& wish);
    // The model that the session was read with, where another one is chosen in the settings: its path; empty: it is that one, or not known.
    QString ownModel() const;
    bool hasOwnModel() const;                                   // its file is still there
    // That knows the words of the memory: the one it was read with, or, where that is not there any more, the one of the settings.
    QString modelOfMemory() const;
    // It can be asked as it was read: with its own model, or, where the settings name another type of numbers alone, with its own numbers.
    bool hasOwnReading() const;
    void useOwnModel();                                         // and its numbers, for this session, from now on; the engine starts again
    void startEngine(bool discardOther);                        // again, with other settings or over a memory of another model

    // Takes the files behind the session's documents, in this order; texts that it holds are left out. documentsAdded() follows, the
    // engine begins anew with all of them; what was read stays. REQUIRES: no answer is being written.
    void addFiles(const std::vector<ImportedFile>& files);
    // Out of the session, or back into its place (SessionStore::setDocumentRemoved). The session is opened anew, and the engine begins
    // with the others; documents behind it are to be read again. REQUIRES: no answer is being written.
    void setDocumentRemoved(DocumentId document, bool removed);
    // The file of a document read in another way takes its place (storage/folders/new_documents.h); the session is opened anew and read on.
    // REQUIRES: no answer is being written.
    void replaceDocument(DocumentId document, const ImportedFile& file);
    // Damaged texts anew from their files, or one from what a memory gave; `done` gets the titles of those that were, none where it was
    // for nothing. Where there are any the session is opened anew, after `done`.
    void restoreTexts(const std::vector<ImportedFile>& files, QObject* receiver, std::function<void(const QStringList&)> done);
    void restoreText(std::size_t document, const std::string& text, QObject* receiver, std::function<void(const QStringList&)> done);
    // Answers and notes of a JSON export; the session is opened anew where there are any. `failed` else. A save() like others.
    void importAnswers(const QString& file, QObject* receiver, std::function<void(const ImportedExport&)> done,
                       std::function<void(const Error&)> failed);
    void renameDocument(DocumentId document, const QString& title);
    // How its file looks now, with the same text; `places`: where that stands in it, null: as was known.
    void noteSource(DocumentId document, const SourceFile& source, const DocumentPtr& places);
    void moveSource(DocumentId document, const SourceFile& source);   // the same file, somewhere else
    void setReadingWish(ReadingWish wish);
    void rename(const QString& title);
    void saveViewState(const QString& json);

    // A write of this session; `done` is called after the commit, `failed` when there was none. Failures are told by saveFailed too.
    // On a full disk it is kept instead, and all that come behind it; so it is while the session's folder is gone, but for questions and
    // what is brought in. They are tried again in their order by saveAgain(), by the next save() and by close(). A job that commits
    // several times must go on, when it is called again, where it stopped. Returns its number; 0: nothing can be saved.
    template <typename Job, typename Done, typename Failed>
    std::uint64_t save(SaveSubject subject, QObject* receiver, Job job, Done done, Failed failed);
    template <typename Job, typename Done>
    void save(SaveSubject subject, QObject* receiver, Job job, Done done)
    {
        save(subject, receiver, std::move(job), std::move(done), [](const Error&) {});
    }
    template <typename Job>
    void save(SaveSubject subject, Job job)
    {
        save(subject, this, std::move(job), [](auto&&) {});
    }
    template <typename Job>
    void save(Job job)
    {
        save(SaveSubject{}, std::move(job));
    }
    bool hasUnsaved() const { return !m_kept.empty(); }         // kept for want of space, or of the folder
    bool isSaving() const { return m_unsaved > 0; }
    std::map<Kept, int> unsaved() const;                       // of what is kept, how many of each kind; Own is left out
    void whenSettled(QObject* receiver, std::function<void()> then);   // saved or kept, all of it; at once where it is
    void giveUpUnsaved();                                       // none of it is tried again
    void saveAgain();                                           // saved() or saveFailed() follows
    bool withdraw(std::uint64_t save);                          // of those that are kept: it is not tried again, its `failed` is called

Q_SIGNALS:
    void opened();
    void closing();                                             // contents() is still there: the last chance to save
    void closed();
    void openFailed(const cairn::Error& error, const QString& what);
    void moving();
    void moved(const QString& from);                            // contents().folder is where it lies now
    void moveFailed(const cairn::Error& error);                 // it lies where it was
    void copied(const QString& folder);                         // of the copy
    void copyFailed(const cairn::Error& error);
    void titleChanged(const QString& title);
    // `count` of them at the end of contents(), maybe none; `known`: titles of texts that were there before.
    void documentsAdded(int count, const QStringList& known);
    void placesChanged(std::uint32_t document);                 // its text stands elsewhere in its file: a new object, the same text
    void sourceNoted(std::uint32_t document);                   // how its file looks now, or where it is
    void readElsewhere();                                       // another window has read on: contents().memories
    void documentRenamed(std::uint32_t document);               // its place in contents()
    void linksChanged();                                        // contents().links
    void engineStarting();                                      // anew: with other settings, or another model
    void engineReady();                                         // facts() is there
    void engineFailed(const cairn::Error& error);
    void saving();
    void saved(const QDateTime& at);                            // everything changed so far is durable
    void saveFailed(const cairn::Error& error);
    void settled();                                             // nothing is on its way

private:
    struct KeptSave
    {
        std::uint64_t number = 0;
        SaveSubject subject;
        std::function<void()> again, giveUp;
    };
    template <typename Job, typename Done, typename Failed>
    struct Write
    {
        SaveSubject subject;
        QPointer<QObject> guard;
        std::shared_ptr<Job> job;
        Done done;
        Failed failed;
    };
    template <typename Job, typename Done, typename Failed>
    void send(std::uint64_t number, std::shared_ptr<Write<Job, Done, Failed>> write);
    void sendKept();
    void openAgain(std::uint64_t opening);
    void tellRestored(std::uint64_t opening, const QStringList& titles, const std::function<void(const QStringList&)>& done);
    void tryWriting();
    void forgetFaultsOf(std::size_t document);
    void renew(SessionContents contents);
    SessionContents letGo();
    void saveReported();
    struct Lent
    {
        std::string folder;           // where the session lies now
        Result<std::string> result;
    };
    void lend(std::function<Lent(const std::string&)> work, std::function<void(const QString&, const Result<std::string>&)> done);
    void whenEngineIsGone(std::function<void()> then);
    void open(std::function<Result<std::unique_ptr<SessionStore>>()> opener, const QString& what);
    void take(SessionContents contents);
    std::optional<Error> whyNotStarted() const;                 // the engine: a text is damaged
    void takeFacts(const EngineFacts& facts);
    void noteSaved();
    void keepOwnModel(bool own);
    void takeLinks(const std::vector<BlockLinks>& links);

    StoreThread& m_store;
    EngineClient& m_engine;
    std::optional<SessionContents> m_contents;
    std::optional<EngineFacts> m_facts;
    EngineWish m_wish;
    int m_unsaved = 0;            // writes on their way
    std::uint64_t m_lastSave = 0, m_lastByPerson = 0;
    std::optional<MemoryRecord> m_stored;                       // reported while another write was on its way
    std::vector<BlockLinks> m_links;                            // the same
    std::vector<KeptSave> m_kept;                               // failed for want of space or of the folder, in order
    bool m_againWanted = false;                                 // once those on their way have come back
    std::shared_ptr<bool> m_diskFull = std::make_shared<bool>(false);   // storage thread: jobs behind a kept one are kept, too
    std::uint64_t m_opening = 0;  // the newest open(): results of older ones are dropped
    enum class Renewal { None, OtherDocuments, SameDocuments } m_renewal = Renewal::None;
    bool m_reloading = false;
    QTimer m_elsewhere;           // while another window writes it
};

template <typename Job, typename Done, typename Failed>
std::uint64_t SessionController::save(SaveSubject subject, QObject* receiver, Job job, Done done, Failed failed)
{
    if (!isOpen() || contents().readOnly)
        return 0;
    if (hasUnsaved())
        saveAgain();
    const std::uint64_t number = ++m_lastSave;
    if (subject.kind != Kept::Own)
        m_lastByPerson = number;
    Q_EMIT saving();
    send(number, std::make_shared<Write<Job, Done, Failed>>(Write<Job, Done, Failed>{
                     subject, receiver, std::make_shared<Job>(std::move(job)), std::move(done), std::move(failed)}));
    return number;
}

template <typename Job, typename Done, typename Failed>
void SessionController::send(std::uint64_t number, std::shared_ptr<Write<Job, Done, Failed>> write)
{
    using Returned = std::invoke_result_t<Job&, SessionStore&>;
    ++m_unsaved;
    const auto gone = std::make_shared<bool>(false);   // the folder
    const std::string folder = isOpen() ? contents().folder.toStdString() : std::string();
    const auto run = [job = write->job, diskFull = m_diskFull, gone, folder](SessionStore& store) -> Returned {
        if (*diskFull)
            return Error{ErrorCode::DiskFull, kDiskFullMessage};
        Returned result = (*job)(store);
        *diskFull = !result && result.error().code == ErrorCode::DiskFull;
        std::error_code unknown;
        *gone = !result && result.error().code == ErrorCode::NotFound && !std::filesystem::exists(folder, unknown);
        return result;
    };
    m_store.withStore(this, run, [this, number, write, gone, opening = m_opening](Returned result) {
        --m_unsaved;
        // A question goes back to where it was typed, and what is brought in is told of by its name.
        const bool awaitsFolder = *gone && write->subject.kind != Kept::Question && write->subject.kind != Kept::Import;
        const bool full = !result && result.error().code == ErrorCode::DiskFull;
        const bool keep = (full || awaitsFolder) && isOpen() && opening == m_opening;
        if (keep) {
            const auto giveUp = [write, error = result.error()] {
                if (write->guard)
                    write->failed(error);
            };
            m_kept.push_back({number, write->subject, [this, number, write] { send(number, write); }, giveUp});
        } else if (!result) {
            if (write->guard)
                write->failed(result.error());
        } else if (write->guard) {
            write->done(result);
        }
        if (!result)
            Q_EMIT saveFailed(result.error());
        else
            noteSaved();
        if (m_unsaved == 0 && std::exchange(m_againWanted, false))
            saveAgain();
        if (m_unsaved == 0)
            Q_EMIT settled();
    });
}

}  // namespace cairn
