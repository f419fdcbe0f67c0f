// An open session as the window keeps it: everything of session.db but the traces, which are loaded when an answer is looked at.
// Plain values, passed from the storage thread to the UI thread.
#pragma once

#include "app/window/session/import_job.h"
#include "storage/session/session_store.h"
#include "ui/run.h"

#include <QString>
#include <QStringList>

#include <map>
#include <memory>
#include <vector>

namespace cairn
{

inline constexpr const char* kOwnModelSetting = "use_own_model";
inline constexpr const char* kReadingSetting = "reading";   // what a ReadingWish is called there: kReadingWishes

// What was wanted of its reading last: it goes on by itself, or stays where a person has paused it. None: it was read to its end, or it
// never began.
enum class ReadingWish { None, GoOn, Pause };
inline constexpr const char* kReadingWishes[] = {"", "go on", "pause"};

struct StoredTurn                                   // a question and what was answered to it, oldest first
{
    QuestionRecord question;
    std::vector<AnswerRecord> answers;
    std::vector<Answer> words;                      // of each answer, without its trace; empty where it is damaged
};

struct SessionContents
{
    QString folder, title;
    bool readOnly = false;                          // `opened` says why
    OpenOutcome opened = OpenOutcome::Current;      // Locked: another window writes it; takeOver() once that one has closed it
    bool takenOver = false;                         // another window wrote it until now
    bool leftBehind = false;                        // the program that had it open crashed, or was killed
    std::vector<DocumentRecord> records;            // the removed ones too: what points into them stays readable
    std::vector<bool> fileMissing;                  // of each record, when it was looked for last; what was read works all the same
    std::vector<bool> fileChanged;                  // it holds other bytes than those that were read
    std::vector<DocumentPtr> documents;             // in reading order; never null, empty where the stored text is damaged
    std::vector<std::size_t> damaged;               // documents whose text is, or its pages and headings; no removed ones
    std::vector<std::uint64_t> words;               // of each document
    std::vector<StoredTurn> turns;
    std::vector<StoredTurn> removedTurns;           // deleted ones that can be put back
    std::vector<NoteRecord> notes;
    std::vector<MemoryRecord> memories;
    std::shared_ptr<const StreamMap> map;           // never null; empty: not known
    Hash128 mapKey{};
    std::map<std::int64_t, std::shared_ptr<const StreamMap>> earlierMaps;   // of memories that are no more: AnswerRecord::earlierMap;
                                                    // below 0: not loaded, of today
    BackLinkMap links;                              // what blocks of the memory leaned on while they were read; empty: not kept
    QString model;                                  // that it was read with; empty: not read yet
    bool usesOwnModel = false;                      // that one, whatever is chosen in the settings
    ReadingWish readingWish = ReadingWish::None;
    QString viewState;                              // JSON of the window's own making
    QStringList problems;                           // one sentence each, to be shown
    QString warning;                                // of the drive that it lies on; empty: none

    // Before another map takes the place of `map`: the answers so far count their blocks in this one, as the storage
    // notes it, too. One that is only begun is not among them.
    void keepMapOfAnswers();
};

// Storage thread. Documents that can't be read are named in `problems`; the rest is shown all the same.
Result<SessionContents> loadContents(SessionStore& store);

// The folder's session, for writing where no other program writes it.
Result<std::unique_ptr<SessionStore>> openSessionStore(const std::string& folder);

// Puts an opened session into the slot. A failure leaves what is in there.
Result<SessionContents> loadInto(std::unique_ptr<SessionStore>& slot, Result<std::unique_ptr<SessionStore>> opened);

// For writing or not at all. Busy: another program has the session, or its memory, open.
Result<std::unique_ptr<SessionStore>> takeOver(const std::string& folder);

// The damaged texts anew from their files, as many of these as hold them; their titles.
Result<QStringList> restoreTexts(SessionStore& store, const std::vector<ImportedFile>& files);

// The text of a damaged document as a memory gave it back. false: it isn't the one that was read, or its pages and headings are damaged, too.
Result<bool> restoreText(SessionStore& store, DocumentId document, const std::string& text);

// Documents that are as they were stay the same objects in `now`: what shows them need not begin anew. true: all of them are.
bool keepDocuments(const SessionContents& before, SessionContents& now);

struct AddedDocuments
{
    std::vector<DocumentRecord> records;            // in the session's order, behind those before
    std::vector<DocumentPtr> documents;
    std::vector<std::uint64_t> words;
    QStringList known;                              // titles of texts that it held before
};

// Files behind the session's documents (storage/folders/new_documents.h). An error: nothing was added.
Result<AddedDocuments> addDocuments(SessionStore& store, const std::vector<ImportedFile>& files);

// The session under `root` that holds exactly these documents, else a new one with them.
Result<std::unique_ptr<SessionStore>> sessionOfFiles(const std::vector<ImportedFile>& files, const std::string& root,
                                                     const std::string& title);

struct KnownSession
{
    std::string folder, title;
    bool fromTheseFiles = false;                    // its documents were read from these very paths
    bool withOthers = false;                        // it holds more than these documents
    bool older = false;                             // it holds the file as it was before it changed
};

// The session under `root` that holds exactly these documents; of several the one read from these paths, else the last changed. Where
// there is none, the last changed one that holds them among others.
std::optional<KnownSession> knownSession(const std::vector<ImportedFile>& files, const std::string& root);

// Of one file that has changed: the session under `root` that holds it alone, as it was before.
std::optional<KnownSession> olderSession(const std::vector<ImportedFile>& files, const std::string& root);

// Those that were not removed.
std::vector<DocumentPtr> presentDocuments(const SessionContents& contents);

// Which of the session's documents has the file's text, or was read from the same bytes. Nothing: none that is not removed.
std::optional<std::uint32_t> documentOf(const SessionContents& contents, const ImportedFile& file);

// `folder`: a knownSession() of them; where the files are now is noted.
Result<std::unique_ptr<SessionStore>> openKnownSession(const std::vector<ImportedFile>& files, const std::string& folder);

// A new one called `title`, even where another holds these documents.
Result<std::unique_ptr<SessionStore>> newSessionOfFiles(const std::vector<ImportedFile>& files, const std::string& root,
                                                        const std::string& title);

}  // namespace cairn
