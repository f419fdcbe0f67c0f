// MainWindow: files on their way into a session of their own or into the open one, and the names of its documents.
#include "app/client/background.h"
#include "app/common/default_paths.h"
#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/desktop/recent_files.h"
#include "app/window/main_window.h"
#include "app/window/name_dialog.h"
#include "app/window/session/document_facts.h"
#include "app/window/session/document_names.h"
#include "app/window/session/undo_command.h"
#include "storage/folders/session_folder.h"
#include "storage/session/input_copy.h"
#include "ui/elided_place.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/start_page.h"
#include "ui/sentences/sentences.h"

#include <QCollator>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QInputDialog>
#include <QLocale>
#include <QThreadPool>
#include <QTimer>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kSoonMs = 400;                   // what is opened sooner is not spoken of
constexpr qsizetype kMostFiles = 200;          // of a dropped folder

// The desktop's list of files used lately is told; it does not matter where it can't be written.
void rememberFiles(const std::vector<ImportedFile>& files)
{
    QStringList paths;
    for (const ImportedFile& file : files)
        paths.append(QFileInfo(QString::fromStdString(file.source.path)).absoluteFilePath());
    QThreadPool::globalInstance()->start([paths] { (void)addToRecentFiles(recentFilesList(), paths, QDateTime::currentDateTime()); });
}

// Of files that a session holds beside others.
QString withOthersWords(int count, const QString& first, const QString& session)
{
    return count == 1
        ? MainWindow::tr("“%1” is in the session “%2” too, with other documents. Open that, or read it in a session of its own?")
              .arg(first, session)
        : MainWindow::tr("These %n file(s) are in the session “%1” too, with others. Open that, or read them in a session of their own?",
                         nullptr, count).arg(session);
}

// A text that was pasted or piped in has no name of its own.
QString nameOf(const QString& path)
{
    return isInputCopy(path.toStdString()) ? MainWindow::tr("the text") : QFileInfo(path).fileName();
}

// Of a folder only what may be a document; a file that is named itself is opened whatever it is called.
QStringList filesUnder(const QString& folder)
{
    QStringList files;
    QDirIterator all(folder, documentNames(), QDir::Files | QDir::Readable, QDirIterator::Subdirectories);
    while (all.hasNext() && files.size() < kMostFiles)
        files.append(all.next());
    QCollator byName{QLocale()};   // as people of this language sort, and chapter 2 before chapter 10
    byName.setNumericMode(true);
    std::sort(files.begin(), files.end(), byName);
    return files;
}

QStringList filesOf(const QStringList& paths)
{
    QStringList files;
    for (const QString& path : paths)
        files += QFileInfo(path).isDir() ? filesUnder(path) : QStringList(path);
    return files;
}

QString sizeOf(const QStringList& files)
{
    qint64 bytes = 0;
    for (const QString& file : files)
        bytes += QFileInfo(file).size();
    return byteWords(bytes);
}

bool isSession(const QStringList& paths)
{
    const QFileInfo only(paths.value(0));
    if (paths.size() != 1)
        return false;
    return isSessionFolder(paths.front().toStdString()) || isSessionFile(paths.front().toStdString()) ||
           (only.isFile() && only.fileName() == QLatin1String("session.db"));   // damaged ones too
}

// What paths are: read from folders and headers, not in the window's thread.
struct Looked
{
    bool session = false;
    QStringList files;
    std::vector<SourceFile> sources;   // of the files
    QString size;
    QString title;                     // of the folder that they are all from; empty: none
};

Looked lookAt(const QStringList& paths)
{
    Looked looked{isSession(paths), {}, {}, {}, {}};
    if (!looked.session) {
        looked.files = filesOf(paths);
        looked.size = sizeOf(looked.files);
        if (const QFileInfo only(paths.value(0)); paths.size() == 1 && only.isDir() && looked.files.size() > 1)
            looked.title = QDir(only.absoluteFilePath()).dirName();
        for (const QString& file : looked.files)
            looked.sources.push_back(sourceFileOf(file.toStdString()));
    }
    return looked;
}

// The first of the files among the session's documents, if all are and none was changed since.
std::optional<std::uint32_t> ownDocument(const SessionContents& contents, const std::vector<SourceFile>& files)
{
    std::optional<std::uint32_t> first;
    for (const SourceFile& file : files) {
        const auto found = std::find_if(contents.records.begin(), contents.records.end(), [&](const DocumentRecord& record) {
            return !record.isRemoved() && record.source.path == file.path && record.source.bytes == file.bytes &&
                   record.source.modifiedNs == file.modifiedNs;
        });
        if (found == contents.records.end())
            return std::nullopt;
        first = first.value_or(std::uint32_t(found - contents.records.begin()));
    }
    return first;
}

// What a person stopped was not refused. Whether there was such a file.
bool leaveOutStopped(std::vector<RefusedFile>& refused)
{
    return std::erase_if(refused, [](const RefusedFile& file) { return file.error.code == ErrorCode::Cancelled; }) > 0;
}

}  // namespace

// Files

void MainWindow::openHandbook() { openFiles({QString::fromStdString(handbookFile().string())}); }

void MainWindow::openFiles(const QStringList& paths)
{
    m_refused.clear();
    inBackground<Looked>(this, [paths] { return lookAt(paths); }, [this, paths](const Looked& looked) {
        if (looked.session)
            openSessionOfAnyone(this, paths.front(), rescueReply());
        else
            importFiles(looked.files, {});
        m_sessionTitle = looked.title;
    });
}

void MainWindow::addFiles(const QStringList& paths)
{
    m_refused.clear();
    m_sessionTitle.clear();
    inBackground<Looked>(this, [paths] { return lookAt(paths); }, [this, folder = m_session.contents().folder](const Looked& looked) {
        importFiles(looked.files, folder);
    });
}

// `into`: folder of the open session that they are added to; empty: a session of their own.
void MainWindow::importFiles(const QStringList& files, const QString& into)
{
    if (files.isEmpty()) {
        say(tr("There is no document in this folder."));
        return;
    }
    m_message->clear();
    m_import = std::make_unique<ImportJob>(files, m_passwords.value(files.front()));
    const auto words = [files](int file, int part, int parts) {
        const QString own = nameOf(files[file]);
        const QString name = files.size() > 1 ? tr("%1 (%2 of %3)").arg(own).arg(file + 1).arg(files.size()) : own;
        return parts > 1 ? tr("Opening %1, part %2 of %3").arg(name).arg(part + 1).arg(parts) : tr("Opening %1").arg(name);
    };
    const auto told = std::make_shared<bool>(false);   // a progress was
    connect(m_import.get(), &ImportJob::progressed, this, [=, this](int file, int part, int parts) {
        *told = true;
        sayBusy(words(file, part, parts));
    });
    const auto end = [this, into](const std::vector<ImportedFile>& read, std::vector<RefusedFile> refused) {
        const bool stopped = leaveOutStopped(refused);
        imported(read, refused, into);
        if (stopped && read.empty() && refused.empty())
            sayDone(tr("Stopped: nothing was opened."));
    };
    connect(m_import.get(), &ImportJob::finished, this, end);
    m_start->setBusy(words(0, 0, 1), true);
    QTimer::singleShot(kSoonMs, m_import.get(), [=, this, job = m_import.get()] {
        if (m_import.get() == job && !*told)   // a large file of one part
            sayBusy(words(0, 0, 1));
    });
    m_import->start();
}

void MainWindow::sayBusy(const QString& words)
{
    m_start->setBusy(words, m_import != nullptr);
    if (!m_session.isOpen())
        return;
    if (!m_import)
        return say(words);
    say([words] { return words; }, [] { return tr("Stop"); }, [this] {
        if (!m_import)
            return;
        m_import->stop();
        disconnect(m_import.get(), &ImportJob::progressed, this, nullptr);   // what is still on its way
    });
}

void MainWindow::imported(const std::vector<ImportedFile>& files, const std::vector<RefusedFile>& refused, const QString& into)
{
    m_start->setBusy({});
    m_message->clear();
    m_import.release()->deleteLater();
    if (refused.size() == 1 && files.empty() && refused.front().error.code == ErrorCode::PasswordRequired) {
        const std::vector<RefusedFile> others = std::exchange(m_refused, {});
        const QString path = refused.front().path;
        if (!others.empty() || m_passwords.contains(path)) {   // stays where the next try is given up
            m_refused = others;
            m_refused.push_back(refused.front());
            tellRefused({});
        }
        return enterPassword(others, path, into);
    }
    m_refused.insert(m_refused.end(), refused.begin(), refused.end());
    if (files.empty())
        return tellRefused({});
    rememberFiles(files);   // the others are told of when these are there
    const bool there = !into.isEmpty() && m_session.isOpen() && m_session.contents().folder == into;
    if (there)
        addImported(files);
    else
        openImported(files);
}

// What an import did not open. `first`: the document of the session that the others begin with.
void MainWindow::tellRefused(std::optional<std::uint32_t> first)
{
    const std::vector<RefusedFile> refused = std::exchange(m_refused, {});
    if (refused.empty())
        return;
    const auto locked = std::find_if(refused.begin(), refused.end(),
                                     [](const RefusedFile& file) { return file.error.code == ErrorCode::PasswordRequired; });
    const auto notice = [this, refused, first, isLocked = locked != refused.end()] {
        QStringList lines;
        for (const RefusedFile& file : refused) {
            const QString reason = errorWords(file.error);
            const QString name = isInputCopy(file.path.toStdString()) ? tr("The text") : QFileInfo(file.path).fileName();
            lines.append(reason.contains(name) ? reason : QStringLiteral("%1: %2").arg(name, reason));
        }
        Notice told{MessageKind::Problem, lines.front(), {}, {}, first ? introductions(*first) : QString()};
        if (isLocked)
            told.action = tr("Enter the password…");
        if (lines.size() > 1) {
            told.text = tr("%n file(s) could not be opened.", nullptr, int(lines.size()));
            told.details = (lines + QStringList(told.details)).join(QLatin1Char('\n')).trimmed();
        }
        return told;
    };
    if (locked == refused.end())
        return ask(notice, {}, {});
    auto others = refused;
    others.erase(others.begin() + (locked - refused.begin()));
    ask(notice,
        [this, refused, first, others, path = locked->path] {
            m_refused = refused;
            tellRefused(first);   // it stays: a person may give up
            enterPassword(others, path, m_session.isOpen() ? m_session.contents().folder : QString());
        },
        {});
}

// `others`: refused with it; told of again with what comes of this one.
void MainWindow::enterPassword(const std::vector<RefusedFile>& others, const QString& path, const QString& into)
{
    askPassword(path, [this, others, path, into] {
        m_refused = others;
        importFiles({path}, into);
    });
}

// A text that a session holds already: which of the two is meant is asked, unless it was read from these very files. What the start
// wants to be shown waits for the choice.
void MainWindow::openImported(const std::vector<ImportedFile>& files)
{
    const QString making = tr("Making a session of %n document(s)…", nullptr, int(files.size()));
    sayBusy(making);
    const auto decide = [this, files, making, title = std::exchange(m_sessionTitle, {})](const std::optional<KnownSession>& known) {
        m_start->setBusy({});
        if (m_message->text() == making)
            m_message->clear();
        const QString root = m_library.root(), first = titleInSentence(files.front().text->title);
        const bool handbook = files.size() == 1 && files.front().source.path == sourceFileOf(handbookFile().string()).path;
        if (!known)
            return leave([=, this] { m_start->setBusy(making), m_session.openFiles(files, root, title); });
        const QString folder = QString::fromStdString(known->folder);
        const auto openIt = [=, this] {
            m_asked = files;
            m_session.openKnown(files, folder);
        };
        if (known->older && !handbook)
            return openOlder(files, folder, title);
        if (known->older)
            return leave([=, this] { m_start->setBusy(making), m_session.openFiles(files, root); });
        if (known->fromTheseFiles && m_session.isOpen() && m_session.contents().folder == folder) {   // in sight: nothing is cut off
            m_asked = files;
            showAsked();
            applyPending();
            return tellRefused(0);
        }
        if (known->fromTheseFiles || (handbook && !known->withOthers))
            return leave(openIt);
        const int count = int(files.size());
        const auto notice = [count, first, withOthers = known->withOthers, title = titleInSentence(known->title)] {
            const QString words = withOthers ? withOthersWords(count, first, title)
                : count == 1
                ? tr("“%1” was read before. Open its session with the answers, or read it anew?").arg(first)
                : tr("These %n file(s) were read before. Open their session with the answers, or read them anew?", nullptr, count);
            return Notice{MessageKind::Note, words, tr("Open it"), tr("Read it anew"), {}};
        };
        const WindowArguments wanted = std::exchange(m_pending, {});
        ask(notice,
            [=, this] { leave([=, this] { m_pending = wanted, openIt(); }); },
            [=, this] { leave([=, this] { m_pending = wanted, m_start->setBusy(making), m_session.openAnew(files, root, title); }); });
    };
    const auto find = [files, root = m_library.root().toStdString()](auto&) {
        const auto known = knownSession(files, root);
        return known ? known : olderSession(files, root);
    };
    m_store.run(this, find, decide);
}

void MainWindow::askPassword(const QString& path, std::function<void()> then)
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Password"));
    const QString words =
        m_passwords.contains(path) ? tr("This password does not open %1. Its password:") : tr("%1 is encrypted. Its password:");
    dialog->setLabelText(words.arg(QFileInfo(path).fileName()));
    dialog->setTextEchoMode(QLineEdit::Password);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, path, then = std::move(then)](const QString& password) {
        m_passwords.insert(path, password);
        then();
    });
    dialog->open();
}

// What a folder holds is said before it is opened.
void MainWindow::openDropped(const QStringList& paths)
{
    if (paths.isEmpty())
        return say(tr("Only files on this computer can be opened. Save it first, then drop the file."));
    inBackground<Looked>(this, [paths] { return lookAt(paths); }, [this, paths](const Looked& looked) {
        const QStringList& files = looked.files;
        const int count = int(files.size());
        if (looked.session || files.isEmpty())
            openFiles(paths);
        else if (const auto own = m_session.isOpen() ? ownDocument(m_session.contents(), looked.sources) : std::nullopt)
            m_reader->openDocument(*own);
        else if (m_session.isOpen() && !m_session.contents().readOnly)
            offerToAdd(files, looked.size);
        else if (count > 1 && files != paths)
            ask([count, size = looked.size] {
                const QString words = tr("Open the %n document(s) of this folder, %1, in one session?", nullptr, count).arg(size);
                return Notice{MessageKind::Note, words, tr("Open"), tr("Cancel"), {}};
            }, [this, paths] { openFiles(paths); }, [this] { m_message->clear(); });
        else
            openFiles(paths);
    });
}

void MainWindow::offerToAdd(const QStringList& paths, const QString& size)
{
    const int count = int(paths.size());
    const bool isText = count == 1 && isInputCopy(paths.front().toStdString());
    const auto notice = [count, size, isText, name = QFileInfo(paths.front()).fileName()] {
        const QString words =
            isText       ? tr("Add the text to this session, or open it by itself?")
            : count == 1 ? tr("Add “%1” to this session, or open it by itself?").arg(name)
                         : tr("Add these %n file(s), %1, to this session, or open them by themselves?", nullptr, count).arg(size);
        return Notice{MessageKind::Note, words, tr("Add to this session"), tr("Open in a session of its own"), {}};
    };
    ask(notice,
        [this, paths] { m_session.isOpen() ? addFiles(paths) : openFiles(paths); }, [this, paths] { openFiles(paths); });
}

// The engine begins anew with the documents: an answer that it is writing comes first.
void MainWindow::addImported(const std::vector<ImportedFile>& files)
{
    m_toAdd = files;
    if (m_conversation.isAnswering())
        say(tr("The documents are added once the answer is written."));
    addWaiting();
}

void MainWindow::addWaiting()
{
    if (m_toAdd.empty() || m_conversation.isAnswering())
        return;
    say(tr("Adding %n document(s)…", nullptr, int(m_toAdd.size())));
    m_session.addFiles(std::exchange(m_toAdd, {}));
}

void MainWindow::documentsAdded(int count, const QStringList& known)
{
    const SessionContents& contents = m_session.contents();
    const auto first = std::uint32_t(contents.documents.size()) - std::uint32_t(count);
    forReaders([&](ReaderArea& reader) { reader.addDocuments({contents.documents.begin() + first, contents.documents.end()}); });
    if (count > 0)
        m_reader->openDocument(first);
    const auto words = [count, known, introduced = introducer(first)] {
        const Introduction introduction = introduced();
        QStringList said;
        for (const QString& title : known)
            said.append(tr("“%1” is in this session already.").arg(titleInSentence(title)));
        if (count > 0)
            said.append(tr("%n document(s) added; what was read before stays as it is.", nullptr, count));
        if (count <= 2)   // of more it is their number, which is said
            said.append(introduction.sentence);
        said.removeAll(QString());
        return Notice{MessageKind::Note, said.join(QLatin1Char(' ')), {}, {}, introduction.beginnings};
    };
    ask(words, {}, {});
    m_introduces = true;
    tellRemarks(first);
    tellGuessedEncoding(first);
    tellRefused(first);
    m_library.refresh();
    refreshActions();
}

// Names

void MainWindow::renameDocument(DocumentId id)
{
    const auto& records = m_session.contents().records;
    const auto record = std::find_if(records.begin(), records.end(), [=](const DocumentRecord& one) { return one.id == id; });
    if (record == records.end())
        return;
    const auto* dialog = openNameDialog(tr("Rename document"), tr("Name:"), QString::fromStdString(record->title), this);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id, before = dialog->textValue()](const QString& after) {
        if (after.trimmed().isEmpty() || after.trimmed() == before)
            return;
        m_history->push(new UndoCommand(tr("Rename document"), [=, this] { m_session.renameDocument(id, after); },
                                        [=, this] { m_session.renameDocument(id, before); }));
    });
}

void MainWindow::documentRenamed(std::uint32_t document)
{
    forReaders([&](ReaderArea& reader) { reader.replaceDocument(document, m_session.contents().documents[document]); });
    m_library.refresh();
}

}  // namespace cairn
