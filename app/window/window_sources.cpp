// MainWindow: files of documents that have changed since they were read, or lie elsewhere now; and what was being read when its session
// was left.
#include "app/client/background.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/main_window.h"
#include "app/window/save_dialog.h"
#include "app/window/session/source_watch.h"
#include "core/documents/client/encodings.h"
#include "storage/bytes/hashing.h"
#include "storage/folders/session_folder.h"
#include "ui/elided_place.h"
#include "ui/panels/message_bar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QWindow>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

std::optional<std::uint32_t> placeOf(const SessionContents& contents, DocumentId document)
{
    const auto found = std::find_if(contents.records.begin(), contents.records.end(),
                                    [=](const DocumentRecord& one) { return one.id == document && !one.isRemoved(); });
    return found == contents.records.end() ? std::nullopt : std::optional(std::uint32_t(found - contents.records.begin()));
}

}  // namespace

void MainWindow::connectSources()
{
    m_sources = new SourceWatch(m_session, this);
    connect(qApp, &QGuiApplication::focusWindowChanged, this, [this](const QWindow* front) {
        if (!front || front != windowHandle())
            return;
        m_sources->look();
        if (!m_session.isOpen())
            m_library.refresh();   // a folder may be back, or gone
    });
    connect(m_sources, &SourceWatch::looked, this, [this] {
        m_sidePresenter->refreshDocuments();
        if (m_changeTold && !m_sources->hasChanged())
            m_message->clear();
        tellChanged();
    });
    connect(&m_session, &SessionController::closing, this, [this] {
        const ReadingStatus& status = m_reading.status();
        if (!m_session.isRenewed() && status.phase == ReadingPhase::Reading)
            m_stopped = StoppedReading{m_session.contents().folder, m_session.contents().title, int(100 * status.fraction())};
    });
}

// Once for each state of a file. What asks for something, or says that something failed, stands.
void MainWindow::tellChanged()
{
    const bool writable = m_session.isOpen() && !m_session.contents().readOnly;
    const std::vector<DocumentId> changed = writable ? m_sources->untold() : std::vector<DocumentId>();
    const bool taken = m_message->isVisible() && (m_messageAction || (m_notice && m_notice().kind == MessageKind::Problem));
    const auto first = changed.empty() ? std::nullopt : placeOf(m_session.contents(), changed.front());
    if (!first || taken || m_import)
        return;
    m_sources->setTold();
    const auto notice = [count = int(changed.size()), title = titleInSentence(m_session.contents().records[*first].title)] {
        const QString one = tr("“%1” has changed since it was read. Answers come from its text as it was.").arg(title);
        const QString all = tr("%n files have changed since they were read. Answers come from their texts as they were.", nullptr, count);
        return count == 1 ? Notice{MessageKind::Note, one, tr("Read the new version"), {}, {}}
                          : Notice{MessageKind::Note, all, tr("Read the new versions"), {}, {}};
    };
    ask(notice, [this, changed] { readNewVersions(changed); }, {});
    m_changeTold = true;
}

// One after the other. What is kept of the old text, answers cite.
void MainWindow::readNewVersions(const std::vector<DocumentId>& documents)
{
    if (!m_session.isOpen() || documents.empty())
        return;
    if (m_conversation.isAnswering())
        return say(tr("Once the answer is written the new version can be read."));
    const std::vector<DocumentId> others(documents.begin() + 1, documents.end());
    const auto place = placeOf(m_session.contents(), documents.front());
    if (!place)
        return readNewVersions(others);
    const QString path = QString::fromStdString(m_session.contents().records[*place].source.path), folder = m_session.contents().folder;
    m_import = std::make_unique<ImportJob>(QStringList(path), m_passwords.value(path));
    if (const auto note = encodingNoteIn(m_session.contents().documents[*place]->warnings); note && note->chosen)
        m_import->setEncoding(QLatin1String(note->encoding->name));
    connect(m_import.get(), &ImportJob::finished, this,
            [=, this, id = documents.front()](const std::vector<ImportedFile>& read, const std::vector<RefusedFile>& refused) {
                m_import.release()->deleteLater();
                m_message->clear();
                if (!refused.empty() && refused.front().error.code == ErrorCode::PasswordRequired)
                    return askPassword(path, [this, documents] { readNewVersions(documents); });
                if (!refused.empty())
                    return complain(refused.front().error);
                if (!m_session.isOpen() || m_session.contents().folder != folder)
                    return;
                takeNewVersion(id, read.front());
                readNewVersions(others);
            });
    say(tr("Opening %1").arg(QFileInfo(path).fileName()));
    m_import->start();
}

void MainWindow::takeNewVersion(DocumentId document, const ImportedFile& file)
{
    const auto place = placeOf(m_session.contents(), document);
    if (!place)
        return;
    const DocumentRecord& record = m_session.contents().records[*place];
    const QString title = titleInSentence(record.title);
    if (contentHash(file.text->text) == record.contentHash) {
        m_session.noteSource(document, file.source, file.text);
        return say(tr("The text of “%1” is as it was; nothing is read again.").arg(title));
    }
    m_session.setReadingWish(ReadingWish::GoOn);   // however long it takes: it was asked for
    m_session.replaceDocument(document, file);
    say(tr("The new version of “%1” takes the place of the one before. Answers from before keep their text.").arg(title));
}

// In its session the new version can be read.
void MainWindow::openOlder(const std::vector<ImportedFile>& files, const QString& folder, const QString& name)
{
    if (m_session.isOpen() && m_session.contents().folder == folder) {
        applyPending();
        tellRefused(0);
        return m_sources->lookAnew();
    }
    const auto notice = [title = titleInSentence(files.front().text->title)] {
        const QString words = tr("“%1” was read before, and has changed since. Open its session with the answers, or read it anew?");
        return Notice{MessageKind::Note, words.arg(title), tr("Open it"), tr("Read it anew"), {}};
    };
    const WindowArguments wanted = std::exchange(m_pending, {});
    ask(notice,
        [=, this] {
            m_pending = wanted;
            openSession(folder);
        },
        [=, this, root = m_library.root()] { leave([=, this] { m_pending = wanted, m_session.openAnew(files, root, name); }); });
}

void MainWindow::chooseSource(DocumentId document)
{
    const auto place = placeOf(m_session.contents(), document);
    if (!place)
        return;
    const SourceFile known = m_session.contents().records[*place].source;
    const QString name = QFileInfo(QString::fromStdString(known.path)).fileName();
    auto* dialog = new QFileDialog(this, tr("Where is %1 now?").arg(name), folderOfTheLast());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this, document, known, folder = m_session.contents().folder](const QString& file) {
        const auto take = [this, document, known, folder, file](const SourceFile& found) {
            const bool here = m_session.isOpen() && m_session.contents().folder == folder;
            const auto now = here ? placeOf(m_session.contents(), document) : std::nullopt;
            if (!now)
                return;
            if (found.bytesHash != known.bytesHash)
                return say(tr("%1 is another file: its bytes are not those that were read.").arg(QFileInfo(file).fileName()));
            m_message->clear();
            m_session.moveSource(document, found);
            forReaders([&](ReaderArea& reader) { reader.reopen(*now); });   // with its pages
            sayDone(tr("The file is found again."));
        };
        inBackground<SourceFile>(this, [path = file.toStdString()] { return hashedSourceOf(path); }, take);
    });
    dialog->open();
}

// With what is said of a new session as details: it gives way.
void MainWindow::tellStopped()
{
    const auto stopped = std::exchange(m_stopped, std::nullopt);
    const bool here = stopped && m_session.isOpen() && m_session.contents().folder == stopped->folder;
    if (!stopped || here || !isSessionFolder(stopped->folder.toStdString()))
        return;
    const bool isNew = m_session.isOpen() && m_session.contents().memories.empty();
    const auto notice = [stopped, details = isNew ? introductions(0) : QString()] {
        const QString title = titleInSentence(stopped->title);
        const QString words = tr("Reading of “%1” stopped at %2 %. It goes on when you open it again.");
        return Notice{MessageKind::Note, words.arg(title).arg(stopped->percent), tr("Open “%1”").arg(title), {}, details};
    };
    ask(notice, [this, folder = stopped->folder] { openSession(folder); }, {});
}

}  // namespace cairn
