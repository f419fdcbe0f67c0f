// MainWindow: files and folders to choose, what is found by meaning, names and notes.
#include "app/window/main_window.h"
#include "app/window/settings/memory_budget.h"
#include "app/window/name_dialog.h"
#include "app/window/session/note_book.h"
#include "app/window/areas/answer_area.h"
#include "app/window/session/document_names.h"
#include "app/window/areas/document_tab.h"
#include "app/window/settings/other_settings.h"
#include "app/window/areas/question_options.h"
#include "app/window/areas/reader_area.h"
#include "app/window/save_dialog.h"
#include "app/window/session_rescue.h"
#include "app/window/areas/settings_presenter.h"
#include "app/window/areas/status_presenter.h"
#include "app/window/session/sweep_controller.h"
#include "app/window/tool_bar.h"
#include "app/window/session/undo_command.h"
#include "app/window/window_actions.h"
#include "storage/files/atomic_file.h"
#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/memories_dialog.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"
#include "ui/plots/plot_words.h"
#include "ui/quotation.h"
#include "ui/text_direction.h"

#include <QApplication>
#include <QDateTime>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLocale>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QUndoStack>

#include <algorithm>
#include <span>

namespace cairn
{
namespace
{

constexpr std::uint32_t kPassages = 20;
constexpr int kSoughtCharacters = 300;   // of a selection that passages are sought for

QString documentFilter()
{
    const QStringList kinds{QCoreApplication::translate("cairn::MainWindow", "Documents (%1)").arg(documentNames().join(QLatin1Char(' '))),
                            QCoreApplication::translate("cairn::MainWindow", "Cairn session (*.db)"),
                            QCoreApplication::translate("cairn::MainWindow", "All files (*)")};
    return kinds.join(QLatin1String(";;"));
}

}  // namespace

// Files

void MainWindow::chooseFiles(bool toAdd)
{
    auto* dialog = new QFileDialog(this, toAdd ? tr("Add documents to this session") : tr("Open"),
                                   stateSettings()->value(QStringLiteral("open/folder")).toString(), documentFilter());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this, toAdd](const QStringList& files) {
        stateSettings()->setValue(QStringLiteral("open/folder"), QFileInfo(files.value(0)).absolutePath());
        toAdd && m_session.isOpen() ? addFiles(files) : openFiles(files);
    });
    dialog->open();
}

void MainWindow::chooseSessionFolder()
{
    auto* dialog = new QFileDialog(this, tr("Open a session folder"), m_library.root());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) { openSessionOfAnyone(this, folder, rescueReply()); });
    dialog->open();
}

RescueReply MainWindow::rescueReply()
{
    const auto refuse = [this](const Error& error) {
        m_start->setBusy({});
        complain(error);
    };
    return {[this](const QString& folder) { openSession(folder); }, refuse, [this](const QString& sentence) { say(sentence); },
            [this](const QString& words) { sayBusy(words); }};
}

void MainWindow::moveSession(const QString& folder)
{
    auto* dialog = new QFileDialog(this, tr("Move the session into this folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, [this, folder](const QString& into) { m_library.move(folder, into); });
    dialog->open();
}

void MainWindow::tellRootLeft(const QString& folder, const QStringList& sessions)
{
    const auto words = [folder, count = int(sessions.size())] {
        return tr("%n session(s) stay in %1. They go on being listed; new ones are made in the new folder.", nullptr, count).arg(folder);
    };
    say(words, [] { return tr("Move them, too"); }, [this, sessions] {
        m_message->clear();
        const QString open = m_session.isOpen() ? m_session.contents().folder : QString(), into = m_library.root();
        for (const QString& session : sessions)
            session == open ? m_session.moveTo(into) : m_library.move(session, into);
    });
}

// Places

// By a page's label in the tool bar; what has no pages by chapter and paragraph.
void MainWindow::chooseWhereToGo()
{
    const DocumentTab* tab = m_reader->current();
    if (tab->hasPages())
        return m_toolBar->focusPage();
    const auto* dialog = openNameDialog(tr("Go to"), tr("Chapter, paragraph, or the beginning of a heading:"),
                                        placeLabel(tab->document(), tab->namedByte()), this);
    connect(dialog, &QInputDialog::textValueSelected, this, &MainWindow::goToPlace);
}

void MainWindow::goToPlace(const QString& label)
{
    DocumentTab* tab = m_reader->current();
    if (!tab || label.trimmed().isEmpty())
        return;
    if (!tab->goTo(label.trimmed()))
        return sayInPassing(nowhere(label.trimmed()));
    withdrawPassing();
    tab->view()->setFocus();
}

void MainWindow::sayInPassing(const QString& sentence)
{
    say(sentence);
    m_passing = m_message->text();
}

void MainWindow::withdrawPassing()
{
    if (!m_passing.isEmpty() && m_message->text() == m_passing)
        m_message->clear();
    m_passing.clear();
}

QString MainWindow::nowhere(const QString& label) const
{
    return m_reader->current()->hasPages() ? tr("There is no page called %1.").arg(label)
                                           : tr("There is no chapter or paragraph called %1.").arg(label);
}

// Finding by meaning: the engine scores the landmarks of this session's memory with the words' own queries.

void MainWindow::searchMeaning()
{
    const DocumentTab* tab = m_reader->current();
    const QString selected = tab ? tab->view()->selectedText().simplified().left(kSoughtCharacters) : QString();
    const auto* dialog = openNameDialog(tr("Find passages by meaning"), tr("Find passages for:"), selected, this);
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& words) {
        if (words.trimmed().isEmpty() || !m_session.facts())
            return;
        m_sought = words.trimmed();
        m_seeking = m_engine.findPassages(m_sought, kPassages);
        showInSide({}, tr("Searching this session for “%1”…").arg(m_sought));   // at once: the engine takes its time
    });
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
        const QString where = tr("%1, block %2").arg(placeLabel(document, place.range.begin)).arg(passage.block);
        const bool several = presentDocuments(contents).size() > 1;
        hits.push_back({LibraryHitKind::Document, contents.folder, contents.title, contents.records[place.document].id.value, place.range,
                        several ? QStringLiteral("%1, %2").arg(isolated(QString::fromStdString(document.title)), where) : where,
                        QString::fromStdString(wordsAt(document, place.range)).simplified()});
    }
    showInSide(std::move(hits), tr("Passages of this session for “%1”").arg(m_sought));
}

void MainWindow::showInSide(std::vector<LibraryHit> passages, const QString& message)
{
    togglePane(m_side, true);
    (*m_actions)[Act::LeftPanel]->setChecked(true);
    m_side->showPassages(std::move(passages), message);
}

void MainWindow::showAbout()
{
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Cairn"),
                                tr("Cairn %1").arg(QApplication::applicationVersion()), QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setIconPixmap(applicationIcon().pixmap(64));
    box->setTextFormat(Qt::PlainText);
    const QString goesTo = StatusPresenter::textGoesTo(m_engine);
    box->setInformativeText(
        tr("Reads long documents, answers questions about them, and shows which words it looked at.\n\n%1\n\nApache License 2.0")
            .arg(goesTo.isEmpty() ? tr("Everything stays on this computer: no connection, telemetry or update check.")
                                  : goesTo + QLatin1Char('.')));
    box->open();
}

// Session and notes

void MainWindow::renameSession()
{
    const auto* dialog = openNameDialog(tr("Rename session"), tr("Name:"), m_session.contents().title, this);
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& after) {
        const QString before = m_session.contents().title;
        m_history->push(new UndoCommand(tr("Rename session"), [=, this] { m_session.rename(after); },
                                        [=, this] { m_session.rename(before); }));
    });
}

// Asking the whole text

void MainWindow::connectSweep()
{
    connect(m_sweep, &SweepController::progressed, this, [this](int part, int parts, const QString& title) {
        say([=] { return tr("Asking chapter %1 of %2: %3").arg(part).arg(parts).arg(title); }, [] { return tr("Stop"); },
            [this] { m_conversation.stop(); });
    });
    connect(m_sweep, &SweepController::finished, this, [this](int asked, int parts, int found) {
        const QString some = tr("Something was found in %1 of %2 chapters.").arg(found).arg(asked);
        say(asked == parts ? some : some + QLatin1Char(' ') + tr("Stopped: %n chapter(s) were not asked.", nullptr, parts - asked));
    });
    connect(&m_conversation, &ConversationController::answerFinished, this, [this](AnswerId answer) {
        const auto options = m_conversation.optionsOf(answer);
        if (options && isAllBarred(*options, *m_conversation.memoryMapOf(answer)))
            offerToUnbar();
        else
            offerSweep();
    });
}

// Passages that are barred in the notes, and blocks that this one question was kept from.
void MainWindow::offerToUnbar()
{
    const auto words = [] { return tr("Nothing was left to answer from: all blocks are barred but the last one."); };
    say(words, [] { return tr("Remove the bars and ask again"); }, [this] {
        m_message->clear();
        const std::vector<NoteRecord> notes = m_session.contents().notes;
        for (const NoteRecord& note : notes)
            if (note.note.kind == NoteKind::Barred)
                m_notes->remove(note.id);
        m_answers->askAgain([](AskOptions& options) { options.controls.barred.clear(); });
    });
}

// What it costs is said first.
void MainWindow::offerOtherSettings()
{
    if (m_other->count() == 0 || m_other->isRunning())
        return;
    const auto words = [count = m_other->count(), seconds = m_other->seconds()] {
        return tr("The question will be asked with %n other setting(s), about %1 s.", nullptr, count)
            .arg(QLocale().toString(seconds, 'f', 0));
    };
    say(words, [] { return tr("Ask"); }, [this] { m_other->start(); });
}

void MainWindow::connectOtherSettings()
{
    const auto words = [](const AskOptions& options) {
        if (options.attention)
            return *options.attention == AttentionWay::Exact ? tr("exact attention") : tr("grouped attention");
        return options.mode ? modeName(*options.mode) : tr("k %1").arg(options.topK);
    };
    connect(m_other, &OtherSettings::progressed, this, [this, words](int question, int questions, const AskOptions& options) {
        say([=] { return tr("Asking with setting %1 of %2: %3").arg(question).arg(questions).arg(words(options)); },
            [] { return tr("Stop"); }, [this] { m_conversation.stop(); });
    });
    connect(m_other, &OtherSettings::finished, this, [this](int asked, int questions, int agreeing) {
        if (asked < questions)
            say(tr("Stopped: %n setting(s) were not tried.", nullptr, questions - asked));
        else if (agreeing == asked)
            say(tr("Stable: the same passages are cited with all settings."));
        else
            say(tr("Other passages are cited with %1 of %2 settings. Compare the answers in the list.").arg(asked - agreeing).arg(asked));
    });
}

void MainWindow::askEveryChapter()
{
    const auto [question, options] = m_answers->wholeTextQuestion();
    if (question.isEmpty())
        say(tr("Write the question first; then every chapter is asked."));
    else
        m_sweep->start(question, options);
}

// Retrieval opens a few places: a question about all of the text deserves all of it.
void MainWindow::offerSweep()
{
    const RunPtr& run = m_conversation.shown();
    const auto offer = [] { return tr("This question seems to be about the whole text; the answer rests on a few places."); };
    if (!m_sweep->isRunning() && run && !run->answer.stopped && deservesSweep(run->answer))
        say(offer, [] { return tr("Ask every chapter"); }, [this] { askEveryChapter(); });
    else if (m_message->text() == offer())
        m_message->clear();   // it was about the question before
}

void MainWindow::chooseMemories()
{
    const std::string open = m_session.isOpen() ? m_session.contents().folder.toStdString() : std::string();
    const std::uint64_t used = memoryBytes(m_sessions), limit = m_settings.values().diskBudgetBytes;
    const auto offered = memoriesToOffer(m_sessions, open);
    const ReadingStatus& reading = m_reading.status();
    const std::uint64_t lacking = reading.lacksRoom() ? reading.roomNeeded() - reading.room->freeBytes : 0;
    const std::size_t ticked = memoriesToFree(offered, std::max(lacking, limit > 0 && used > limit ? used - limit : 0));
    std::vector<StoredMemory> memories;
    for (const SessionSummary& session : offered)
        memories.push_back({QString::fromStdString(session.folder), QString::fromStdString(session.name()), qint64(session.blocksBytes),
                            QDateTime::fromMSecsSinceEpoch(session.changedAt), memories.size() < ticked});
    auto* dialog = new MemoriesDialog(memories, qint64(used), qint64(limit), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MemoriesDialog::discardRequested, &m_library, &LibraryController::discardMemories);
    dialog->open();
}

// Said once for what they take; nothing is discarded by itself.
void MainWindow::tellMemoryBudget()
{
    const std::uint64_t used = memoryBytes(m_sessions), limit = m_settings.values().diskBudgetBytes;
    m_settingsPresenter->setMemoriesBytes(used);
    m_start->setMemories(qint64(used), qint64(limit));
    m_reading.setRoom(limit > 0 ? std::optional(limit - std::min(used, limit)) : std::nullopt);
    if (limit == 0 || used <= limit || used == m_toldMemories || !m_session.isOpen())
        return;
    m_toldMemories = used;
    const auto words = [used, limit] {
        return tr("The memories of all sessions take %1; the limit is %2.").arg(byteWords(qint64(used)), byteWords(qint64(limit)));
    };
    say(words, [] { return tr("Discard memories…"); }, [this] { chooseMemories(); });
}

void MainWindow::discardMemory()
{
    const QString folder = m_session.contents().folder;
    const auto known = std::find_if(m_sessions.begin(), m_sessions.end(),
                                    [&](const SessionSummary& one) { return one.folder == folder.toStdString(); });
    const ReadingStatus& status = m_reading.status();
    const double tokens = double(status.storedBlocks) * m_session.contents().map->blockTokens();
    const std::uint64_t bytes = known != m_sessions.end() ? known->blocksBytes : 0;
    const int seconds = status.tokensPerSecond > 0 ? int(tokens / status.tokensPerSecond) : 0;
    const auto notice = [bytes, seconds] {
        QString words = tr("Discard the memory of this session? Text, answers and notes stay.");
        if (bytes > 0)
            words += QLatin1Char(' ') + tr("%1 would be free again.").arg(byteWords(qint64(bytes)));
        if (seconds > 0)
            words += QLatin1Char(' ') +
                     (seconds < 60 ? tr("Reading again takes %1.") : tr("Reading again takes about %1.")).arg(roughTime(seconds));
        return Notice{MessageKind::Note, words, tr("Discard"), tr("Cancel"), {}};
    };
    ask(notice, [this, folder] {
        if (!m_session.isOpen() || m_session.contents().folder != folder)
            return;
        leave([this, folder] { m_session.closeAnd([this, folder] { m_library.discardMemory(folder); }); });
    }, {});
}

namespace
{

// A note may have several lines, so Enter begins one; Ctrl+Enter keeps the note.
class CtrlEnterAccepts final : public QObject
{
public:
    explicit CtrlEnterAccepts(QDialog* dialog) : QObject(dialog), m_dialog(dialog) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::KeyPress) {
            const auto* key = static_cast<QKeyEvent*>(event);
            const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
            if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
                m_dialog->accept();
                return true;
            }
        }
        return QObject::eventFilter(watched, event);
    }

private:
    QDialog* m_dialog;
};

QInputDialog* openNoteDialog(const QString& title, const QString& text, QWidget* parent)
{
    auto* dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(MainWindow::tr("Note:"));
    dialog->setOption(QInputDialog::UsePlainTextEditForTextInput);
    dialog->setTextValue(text);
    dialog->open();
    for (auto* field : dialog->findChildren<QPlainTextEdit*>()) {
        field->setAccessibleName(MainWindow::tr("Note"));
        field->setTabChangesFocus(true);
        field->installEventFilter(new CtrlEnterAccepts(dialog));
    }
    return dialog;
}

}  // namespace

void MainWindow::editNote(qint64 note)
{
    const auto& notes = m_session.contents().notes;
    const auto stored = std::find_if(notes.begin(), notes.end(), [=](const NoteRecord& record) { return record.id == note; });
    if (stored == notes.end())
        return;
    const auto* dialog = openNoteDialog(tr("Change the note"), QString::fromStdString(stored->note.text), this);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, note](const QString& text) { m_notes->setText(note, text.trimmed()); });
}

void MainWindow::markSelection(NoteKind kind)
{
    DocumentTab* tab = m_reader->current();
    const auto range = tab ? tab->view()->selection() : std::nullopt;
    if (!range)
        return say(tr("Select words in the text first."));
    m_marked = {tab->index(), *range};
    markPassage(m_marked, kind);
    tab->view()->select({range->end, range->end});   // the mark is seen
}

void MainWindow::markPassage(const DocumentPlace& place, NoteKind kind)
{
    const CanonicalText& document = *m_session.contents().documents[place.document];
    m_notes->add({m_session.contents().records[place.document].id, withoutSpaces(document.text, place.range), {}, kind});
    const std::uint32_t places = m_session.facts() ? m_session.facts()->topK : 0;
    const std::size_t pinned = kind == NoteKind::Pinned ? pinnedBlocks(*m_session.contents().map, m_session.contents(), place) : 0;
    if (kind == NoteKind::Pinned && places > 0 && pinned > places)
        sayInPassing(tr("%n block(s) are pinned now; the best %1 of them are opened for every next question.", nullptr, int(pinned))
                         .arg(places));
    else if (kind == NoteKind::Pinned)
        sayInPassing(tr("The blocks of this passage are opened for every next question, until you delete it from the notes."));
    else if (kind == NoteKind::Barred)
        sayInPassing(tr("The blocks of this passage stay closed for the next questions, until you delete it from the notes."));
}

void MainWindow::showMarks()
{
    if (!m_session.isOpen())
        return;
    const SessionContents& contents = m_session.contents();
    std::vector<std::vector<TextMark>> marks(contents.records.size());
    for (const NoteRecord& record : contents.notes) {
        const auto document = std::find_if(contents.records.begin(), contents.records.end(),
                                           [&](const DocumentRecord& one) { return one.id == record.note.document; });
        if (document != contents.records.end() && !record.damaged)
            marks[std::size_t(document - contents.records.begin())].push_back(
                {record.note.range, TextMark::Kind(record.note.kind), QString::fromStdString(record.note.text)});
    }
    forReaders([&](ReaderArea& reader) { reader.setTextMarks(marks); });
    m_answers->refreshAskState();
}

void MainWindow::addNote(bool withText)
{
    const DocumentTab* tab = m_reader->current();
    if (!tab)
        return;
    auto selected = tab->view()->selection();
    const bool isMarked = m_marked.range.size() > 0 && m_marked.document == tab->index() && tab->view()->caret() == m_marked.range.end;
    if (!selected && withText && isMarked)   // just now
        selected = m_marked.range;
    const ByteRange range = selected ? withoutSpaces(m_session.contents().documents[tab->index()]->text, *selected)
                                     : ByteRange{tab->topByte(), tab->topByte()};
    const DocumentId document = m_session.contents().records[tab->index()].id;
    const auto add = [this, range, document](const QString& text) { m_notes->add({document, range, text.trimmed().toStdString()}); };
    if (!withText) {
        add({});
        return;
    }
    connect(openNoteDialog(tr("Add a note"), {}, this), &QInputDialog::textValueSelected, this, add);
}

}  // namespace cairn
