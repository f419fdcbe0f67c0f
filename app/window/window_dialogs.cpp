// MainWindow: files and folders to choose, what is found by meaning, notes and menus of the reader.
#include "app/window/main_window.h"
#include "app/window/reader_area.h"
#include "app/window/side_presenter.h"
#include "app/window/study_dock.h"
#include "app/window/window_actions.h"
#include "storage/atomic_file.h"
#include "ui/panels/icons.h"
#include "ui/panels/side_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QMenu>
#include <QMessageBox>
#include <QPrintDialog>
#include <QPrinter>
#include <QTextDocument>

#include <span>

namespace cairn
{
namespace
{

constexpr std::uint32_t kPassages = 20;

QString documentFilter()
{
    return MainWindow::tr("Documents (*.pdf *.epub *.docx *.html *.htm *.xhtml *.md *.markdown *.rst *.txt);;All files (*)");
}

}  // namespace

// Files

void MainWindow::chooseFiles()
{
    auto* dialog = new QFileDialog(this, tr("Open"), stateSettings()->value(QStringLiteral("open/folder")).toString(), documentFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& files) {
        stateSettings()->setValue(QStringLiteral("open/folder"), QFileInfo(files.value(0)).absolutePath());
        openFiles(files);
    });
    dialog->open();
}

void MainWindow::chooseSessionFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open a session folder"), m_library.root());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &MainWindow::openSession);
    dialog->open();
}

void MainWindow::exportAnswers(const QString& folder, const QString& title)
{
    auto* dialog = new QFileDialog(this, tr("Export answers"), {}, tr("Markdown (*.md);;Web page (*.html);;JSON lines (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("md"));
    dialog->selectFile(title);
    connect(dialog, &QFileDialog::fileSelected, this, [this, folder](const QString& file) {
        const QString suffix = QFileInfo(file).suffix().toLower();
        const ExportFormat format = suffix == QLatin1String("html")   ? ExportFormat::Html
                                    : suffix == QLatin1String("json") ? ExportFormat::Json
                                                                      : ExportFormat::Markdown;
        m_library.exportSession(folder, format, file);
    });
    dialog->open();
}

void MainWindow::saveCopy()
{
    auto* dialog = new QFileDialog(this, tr("Save a copy without the memory"), {}, tr("Cairn session (*.db)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("db"));
    dialog->selectFile(m_session.contents().title);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, folder = m_session.contents().folder](const QString& file) { m_library.saveCopy(folder, file); });
    dialog->open();
}

void MainWindow::moveSession(const QString& folder)
{
    auto* dialog = new QFileDialog(this, tr("Move the session into this folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this, folder](const QString& into) { m_library.move(folder, into); });
    dialog->open();
}

void MainWindow::saveExport(const QByteArray& bytes, const QString& name)
{
    auto* dialog = new QFileDialog(this, tr("Export"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, bytes](const QString& file) {
        const auto written =
            writeFileAtomically(file.toStdString(), std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size()))));
        if (written)
            say(tr("Exported to %1.").arg(QFileInfo(file).fileName()));
        else
            complain(written.error());
    });
    dialog->open();
}

void MainWindow::printText(const QString& text)
{
    auto* dialog = new QPrintDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, qOverload<QPrinter*>(&QPrintDialog::accepted), this, [text](QPrinter* printer) {
        QTextDocument page;
        page.setPlainText(text);
        page.print(printer);
    });
    dialog->open();
}

// Finding by meaning: the engine scores the landmarks of this session's memory with the words' own queries.

void MainWindow::searchMeaning()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Find passages by meaning"));
    dialog->setLabelText(tr("Find passages for:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& words) {
        if (words.trimmed().isEmpty() || !m_session.facts())
            return;
        m_sought = words.trimmed();
        m_seeking = m_engine.findPassages(m_sought, kPassages);
    });
    dialog->open();
}

void MainWindow::showPassages(const std::vector<FoundPassage>& passages)
{
    const SessionContents& contents = m_session.contents();
    std::vector<LibraryHit> hits;
    for (const FoundPassage& passage : passages) {
        const auto places = contents.map->placesOf(BlockId(passage.block));
        if (places.empty())
            continue;
        const DocumentPlace& place = places.front();
        const CanonicalText& document = *contents.documents[place.document];
        hits.push_back({LibraryHitKind::Document, contents.folder, contents.title, contents.records[place.document].id.value, place.range,
                        tr("%1, block %2").arg(placeLabel(document, place.range.begin)).arg(passage.block),
                        QString::fromUtf8(document.text.data() + place.range.begin, qsizetype(place.range.size())).simplified()});
    }
    togglePane(m_side, true);
    (*m_actions)[Act::LeftPanel]->setChecked(true);
    m_side->setLibraryHits(std::move(hits), tr("Passages for “%1”").arg(m_sought));
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Cairn"),
                                tr("Cairn %1").arg(QApplication::applicationVersion()), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIconPixmap(applicationIcon().pixmap(64));
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("Reads long documents, answers questions about them, and shows which words it looked at.\n\n"
                               "Everything stays on this computer: no connection, telemetry or update check.\n\nApache License 2.0"));
    box->open();
}

// Session and notes

void MainWindow::renameSession()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename session"));
    dialog->setLabelText(tr("Name:"));
    dialog->setTextValue(m_session.contents().title);
    connect(dialog, &QInputDialog::textValueSelected, &m_session, &SessionController::rename);
    dialog->open();
}

void MainWindow::discardMemory()
{
    const QString folder = m_session.contents().folder;
    m_session.close();
    m_library.discardMemory(folder);
}

void MainWindow::addNote(bool withText)
{
    const DocumentTab* tab = m_reader->current();
    if (!tab)
        return;
    const ByteRange range = tab->view()->selection().value_or(ByteRange{tab->topByte(), tab->topByte()});
    const DocumentId document = m_session.contents().records[tab->index()].id;
    const auto add = [this, range, document](const QString& text) {
        const Note note{document, range, text.toStdString()};
        m_session.save(this, [note](SessionStore& store) { return store.addNote(note); }, [this, note](const Result<std::int64_t>& id) {
            if (!m_session.isOpen())
                return;
            const qint64 now = QDateTime::currentMSecsSinceEpoch();
            m_session.contents().notes.push_back({*id, now, now, note, false});
            m_sidePresenter->refreshNotes();
        });
    };
    if (!withText) {
        add({});
        return;
    }
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Add a note"));
    dialog->setLabelText(tr("Note:"));
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    connect(dialog, &QInputDialog::textValueSelected, this, add);
    dialog->open();
}

void MainWindow::noteMenu(qint64 note, QPoint globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Delete note"), this, [this, note] {
        m_session.save([note](SessionStore& store) { return store.removeNote(note); });
        std::erase_if(m_session.contents().notes, [note](const NoteRecord& record) { return record.id == note; });
        m_sidePresenter->refreshNotes();
    });
    menu->popup(globalPosition);
}

void MainWindow::contextMenu(const DocumentPlace& place, QPoint globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const DocumentTab* tab = m_reader->current();
    if (tab && tab->view()->selection()) {
        menu->addAction(tr("Copy"), this, [tab] { QGuiApplication::clipboard()->setText(tab->view()->selectedText()); });
        menu->addAction((*m_actions)[Act::AddNote]);
    }
    menu->addAction((*m_actions)[Act::AddBookmark]);
    const RunPtr& run = m_hub->run();
    const auto blocks = run && !run->map->isEmpty() ? run->map->blocksOf(place) : std::vector<BlockId>();
    if (!blocks.empty()) {
        menu->addSeparator();
        menu->addAction(tr("Show block %1").arg(blocks.front().value), this,
                        [this, block = blocks.front()] { m_study->openCard(block.value); });
        menu->addAction(tr("Bar and ask again"), this, [this, block = blocks.front()] { m_study->barAndAsk({block.value}); });
        menu->addAction(tr("Pin and ask again"), this, [this, block = blocks.front()] { m_study->pinAndAsk({block.value}); });
    }
    menu->popup(globalPosition);
}

}  // namespace cairn
