// MainWindow: menus of documents, answers and notes in the side panel, and of a place in the reader.
#include "app/window/areas/answer_area.h"
#include "app/window/main_window.h"
#include "app/window/session/note_book.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/side_presenter.h"
#include "app/window/areas/study_dock.h"
#include "app/window/window_actions.h"
#include "app/window/session/undo_command.h"
#include "ui/elided_place.h"
#include "ui/panels/labels.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"
#include "ui/plots/block_reasons.h"
#include "ui/plots/plot_words.h"
#include "ui/quotation.h"
#include "ui/run.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QUndoStack>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace cairn
{
namespace
{

constexpr int kMenuWords = 60;   // characters of a question

QMenu* menuOf(QWidget* window)
{
    auto* menu = new QMenu(window);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);   // why an action is not possible
    return menu;
}

// One of several answers is deleted with a copy of its question (SessionStore::setAnswerRemoved).
bool isSameQuestion(const QuestionRecord& a, const QuestionRecord& b)
{
    return !a.damaged && !b.damaged && a.askedAt == b.askedAt && a.text == b.text && a.options == b.options && a.follows == b.follows;
}

// What is deleted for good: of questions that are still there only answers.
QString forgottenWords(const SessionContents& contents)
{
    int answers = 0;
    std::vector<const QuestionRecord*> questions;
    for (const StoredTurn& turn : contents.removedTurns) {
        const auto isIts = [&](const QuestionRecord& one) { return isSameQuestion(one, turn.question); };
        if (std::any_of(contents.turns.begin(), contents.turns.end(), [&](const StoredTurn& one) { return isIts(one.question); }))
            answers += int(turn.answers.size());
        else if (std::none_of(questions.begin(), questions.end(), [&](const QuestionRecord* one) { return isIts(*one); }))
            questions.push_back(&turn.question);
    }
    QStringList words;
    if (!questions.empty())
        words.append(MainWindow::tr("Delete %n question(s) with all answers for good?", nullptr, int(questions.size())));
    if (answers > 0)
        words.append(MainWindow::tr("Delete %n answer(s) for good?", nullptr, answers));
    return words.join(QLatin1Char('\n'));
}

// “It was the best of times” (A Tale of Two Cities, p. 3)
QString withSource(const QString& words, const QString& title, const QString& place)
{
    return QStringLiteral("%1 (%2)").arg(quoted(words.trimmed()), place.isEmpty() ? title : title + QStringLiteral(", ") + place);
}

void copy(const QString& text) { QGuiApplication::clipboard()->setText(text); }

// After something was deleted: its list may be gone, and a text field would keep Ctrl+Z for itself.
void giveFocusTo(const ReaderArea& reader)
{
    if (reader.current())
        reader.current()->view()->setFocus();
}

// The same file under another encoding: taken back by choosing that.
bool isReadInAnotherWay(const std::vector<DocumentRecord>& records, const DocumentRecord& removed)
{
    return !removed.source.path.empty() && std::any_of(records.begin(), records.end(), [&](const DocumentRecord& one) {
        return !one.isRemoved() && one.source.path == removed.source.path;
    });
}

}  // namespace

void MainWindow::showFolder(const QString& folder)
{
    if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
        say(tr("No program for folders answered. The folder is %1.").arg(folder));
}

void MainWindow::tabMenu(ReaderArea* reader, std::uint32_t document, QPoint globalPosition)
{
    documentMenu(m_session.contents().records[document].id, globalPosition, [reader, document] { reader->closeTabOf(document); });
}

// Of its tab where it can be closed there, else of the list.
void MainWindow::documentMenu(DocumentId id, QPoint globalPosition, const std::function<void()>& close)
{
    const auto& records = m_session.contents().records;
    const auto record = std::find_if(records.begin(), records.end(), [=](const DocumentRecord& one) { return one.id == id; });
    if (record == records.end())
        return;
    const auto index = static_cast<std::uint32_t>(record - records.begin());
    const QString title = QString::fromStdString(record->title), path = QString::fromStdString(record->source.path);
    QMenu* menu = menuOf(this);
    if (close)
        menu->addAction(tr("Close"), this, close);
    else
        menu->addAction(tr("Open"), this, [this, index] { m_reader->openDocument(index); });
    menu->addSeparator();
    const auto present = std::count_if(records.begin(), records.end(), [](const DocumentRecord& one) { return !one.isRemoved(); });
    const QString yes, alone = present > 1 ? yes : tr("It is the only document of this session.");
    const QString readOnly = whyReadOnly();
    allowAction(menu->addAction(tr("Ask about this document alone"), this, [this, index] { m_sidePresenter->tickOnly(index); }), alone);
    allowAction(menu->addAction(tr("Ask about all documents"), this, [this] { m_sidePresenter->tickOnly({}); }), alone);
    menu->addSeparator();
    allowAction(menu->addAction(tr("Rename…"), this, [this, id] { renameDocument(id); }), readOnly);
    allowAction(menu->addAction(tr("Text encoding…"), this, [this, index] { chooseEncoding(index); }),
                hasEncoding(index) ? readOnly : tr("This document's format settles its encoding."));
    const auto isSo = [index](const std::vector<bool>& files) { return index < files.size() && files[index]; };
    if (isSo(m_session.contents().fileChanged))
        allowAction(menu->addAction(tr("Read the new version"), this, [this, id] { readNewVersions({id}); }), readOnly);
    if (isSo(m_session.contents().fileMissing))
        allowAction(menu->addAction(tr("Choose where the file is now…"), this, [this, id] { chooseSource(id); }),
                    record->source.bytesHash != Hash128{} ? readOnly : tr("Open the file instead: of this one only its text is known."));
    const auto remarks = m_session.contents().documents[index]->warnings.size();
    allowAction(menu->addAction(tr("Remarks (%1)…").arg(remarks), this, [this, index] { showRemarks(index); }),
                remarks > 0 ? yes : tr("There are no remarks on this document."));
    menu->addAction((*m_actions)[Act::AddDocuments]);
    const bool whole = std::none_of(m_session.contents().documents.begin(), m_session.contents().documents.end(),
                                    [](const DocumentPtr& text) { return text->text.empty(); });
    const QString others = whole ? alone : tr("The text of a document is damaged.");
    allowAction(menu->addAction(tr("Read the others without it, in a session of their own"), this, [this, index] { readWithout(index); }),
                others);
    allowAction(menu->addAction(tr("Remove from this session…"), this, [this, index] { offerToRemove(index); }),
                others.isEmpty() ? readOnly : others);
    for (std::uint32_t other = 0; other < records.size() && !m_session.contents().readOnly; ++other) {
        if (records[other].isRemoved() && !isReadInAnotherWay(records, records[other]))
            menu->addAction(tr("Take “%1” back").arg(titleInSentence(records[other].title)), this,
                            [this, other] { setRemoved(other, false); });
    }
    menu->addSeparator();
    menu->addAction(tr("Copy the title"), this, [title] { copy(title); });
    if (!path.isEmpty()) {
        menu->addAction(tr("Copy the path of the file"), this, [path] { copy(path); });
        allowAction(menu->addAction(tr("Show the file in its folder"), this, [this, path] { showFolder(QFileInfo(path).absolutePath()); }),
                    QFileInfo::exists(path) ? yes : tr("The file is not there any more."));
    }
    menu->popup(globalPosition);
}

// Once the answer is shown; at once if it is.
void MainWindow::withAnswer(AnswerId answer, const std::function<void()>& then)
{
    if (m_conversation.shownId() == answer && m_conversation.shown())
        return then();
    auto* once = new QObject(this);
    connect(&m_conversation, &ConversationController::shownChanged, once, [this, once, answer, then] {
        once->deleteLater();
        if (m_conversation.shownId() == answer)
            then();
    });
    m_conversation.show(answer);
}

void MainWindow::answerMenu(AnswerId answer, QPoint globalPosition)
{
    const StoredTurn* turn = m_conversation.turnOf(answer);
    if (!turn)
        return;
    const QString question = QString::fromStdString(turn->question.text);
    const QuestionId asked = turn->question.id;
    const QString yes;
    const QString writing =
        m_conversation.isAnswering() ? tr("The answer is still being written. Wait for its end, or stop it.") : yes;
    const QString readOnly = writing.isEmpty() ? whyReadOnly() : writing, notAsked = m_hub->whyNotAsked();
    const QString same = !m_conversation.shown()                ? tr("No answer is in sight. Choose one first.")
                         : m_conversation.shownId() == answer ? tr("It is the answer in sight.")
                                                              : yes;
    QMenu* menu = menuOf(this);
    const auto add = [&](const QString& words, const QString& whyNot, std::function<void()> act) {
        allowAction(menu->addAction(words, this, std::move(act)), whyNot);
    };
    add(tr("Show"), writing, [=, this] { m_conversation.show(answer); });
    add(tr("Compare with the answer in sight"), writing.isEmpty() ? same : writing,
        [=, this] {
            showDock();
            m_study->compareWith(answer);
        });
    menu->addSeparator();
    add(tr("Copy the question"), yes, [question] { copy(question); });
    add(tr("Copy the answer with citations"), writing, [=, this] { withAnswer(answer, [this] { m_answers->copyAnswer(); }); });
    menu->addSeparator();
    add(tr("Ask again"), notAsked, [=, this] { withAnswer(answer, [this] { m_answers->askAgain(); }); });
    add(tr("Edit the question and ask again"), notAsked, [=, this] { withAnswer(answer, [this] { m_answers->editQuestion(); }); });
    add(tr("Ask a follow-up"), notAsked, [=, this] { withAnswer(answer, [this] { m_answers->followUp(); }); });
    menu->addSeparator();
    const auto beside = m_conversation.answersBeside(answer);   // the one in sight, where it is one of them
    const auto shown = std::find(beside.begin(), beside.end(), m_conversation.shownId().value_or(AnswerId()));
    const AnswerId branch = shown == beside.end() ? answer : *shown;
    const auto number = std::find(beside.begin(), beside.end(), branch) - beside.begin() + 1;
    const bool alone = beside.size() < 2 && readOnly.isEmpty();
    add(tr("Delete answer %1 of %2 only").arg(number).arg(beside.size()),
        alone ? tr("This question has no other answer. Delete the question instead.") : readOnly, [=, this] { removeBranch(branch); });
    add(tr("Delete the question and its answers"), readOnly, [=, this] { removeQuestion(asked); });
    menu->popup(globalPosition);
}

// Over its words: `words` are those that were chosen there.
void MainWindow::answerWordsMenu(const QString& words, QPoint globalPosition)
{
    QMenu* menu = menuOf(this);
    menu->setObjectName(QStringLiteral("answerWords"));
    const QString none = words.isEmpty() ? tr("Choose words of the answer first, by a click or by dragging over them.") : QString();
    allowAction(menu->addAction(tr("Copy the chosen words"), this, [words] { copy(words); }), none);
    menu->addAction((*m_actions)[Act::CopyAnswer]);
    menu->addSeparator();
    allowAction(menu->addAction(tr("Find the chosen words in the document"), this, [this, words] { m_reader->find(words); }),
                m_reader->current() ? none : tr("No document is in sight. Choose one of the session."));
    allowAction(menu->addAction(tr("Search the library for the chosen words"), this, [this, words] {
        (*m_actions)[Act::SearchLibrary]->trigger();
        m_side->search(words);
    }), none);
    menu->addSeparator();
    for (const Act act : {Act::AskAgain, Act::EditQuestion, Act::FollowUp})
        menu->addAction((*m_actions)[act]);
    menu->addSeparator();
    for (const Act act : {Act::ExportAnswers, Act::Print})
        menu->addAction((*m_actions)[act]);
    menu->popup(globalPosition);
}

void MainWindow::removeQuestion(QuestionId question)
{
    const auto putBack = [=, this] { m_conversation.putBack(question); };
    const auto tell = [this, putBack] {
        say([] { return tr("The question and its answers are deleted. They can be put back for 30 days."); }, [] { return tr("Undo"); },
            undoOf(putBack));
        m_deletionTold = m_leavesWithQuestion = true;
    };
    m_history->push(new UndoCommand(tr("Delete the question"), [=, this] { m_conversation.remove(question), tell(); },
                                    [=, this] { withdrawDeletion(), putBack(); }, [=, this] {
        const bool isWritten = m_conversation.live() && m_conversation.live()->question == question;   // since it was put back
        if (isWritten)
            say(tr("The answer is still being written. Wait for its end, or stop it."));
        return !isWritten;
    }));
    giveFocusTo(*m_reader);
}

void MainWindow::removeBranch(AnswerId answer)
{
    const auto gone = std::make_shared<QuestionId>();   // as which it can be put back
    const auto putBack = [gone, this] {
        if (gone->value != 0)
            m_conversation.putBack(*gone);
    };
    const auto tell = [this, putBack] {
        say([] { return tr("The answer is deleted. It can be put back for 30 days."); }, [] { return tr("Undo"); }, undoOf(putBack));
        m_deletionTold = m_leavesWithQuestion = true;
    };
    m_history->push(new UndoCommand(tr("Delete the answer"), [=, this] {
        m_conversation.removeAnswer(answer, [gone](QuestionId copy) { *gone = copy; });
        tell();
    }, [=, this] { withdrawDeletion(), putBack(); }, [=, this] {
        const bool isWritten = m_conversation.live() && m_conversation.live()->id == answer;
        const bool isAlone = m_conversation.answersBeside(answer).size() < 2;
        if (isWritten)
            say(tr("The answer is still being written. Wait for its end, or stop it."));
        else if (isAlone)
            say(tr("This question has no other answer. Delete the question instead."));
        return !isWritten && !isAlone;
    }));
    giveFocusTo(*m_reader);
}

// For the button beside what a deletion says: while it is the last thing that was done, in the order of all things done.
std::function<void()> MainWindow::undoOf(const std::function<void()>& putBack)
{
    return [this, putBack, index = m_history->index() + 1] {   // it is being done
        m_message->clear();
        index == m_history->index() ? m_history->undo() : putBack();
    };
}

// What is put back is not deleted any more.
void MainWindow::withdrawDeletion()
{
    if (std::exchange(m_deletionTold, false))
        m_message->clear();
}

void MainWindow::undo()
{
    withdrawPassing();
    if (m_session.isOpen())
        return m_history->undo();
    m_start->withdrawUndo();
    m_library.undoRemove();
}

// As deleted sessions: what can be put back, the last deleted first.
void MainWindow::deletedAnswersMenu(QPoint globalPosition)
{
    if (!m_session.isOpen() || m_session.contents().readOnly)
        return;
    auto turns = m_session.contents().removedTurns;
    std::stable_sort(turns.begin(), turns.end(),
                     [](const StoredTurn& a, const StoredTurn& b) { return a.question.removedAt > b.question.removedAt; });
    QMenu* menu = menuOf(this);
    menu->setObjectName(QStringLiteral("deletedAnswers"));
    menu->addAction(tr("Put back (kept for 30 days)"))->setEnabled(false);
    menu->addSeparator();
    std::vector<QuestionId> all;
    for (const StoredTurn& turn : turns) {
        all.push_back(turn.question.id);
        const QString words = turn.question.damaged ? tr("This question is damaged.") : shortened(turn.question.text, kMenuWords);
        menu->addAction(menuWords(words), this, [this, id = turn.question.id] {
            withdrawDeletion();   // its Undo would find nothing any more
            m_conversation.putBack(id);
        });
    }
    menu->addSeparator();
    allowAction(menu->addAction(tr("Delete for good…"), this, [this, all] { forgetQuestions(all); }),
                all.empty() ? tr("No answer was deleted.") : QString());
    menu->popup(globalPosition);
}

void MainWindow::forgetQuestions(const std::vector<QuestionId>& questions)
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Delete for good"), forgottenWords(m_session.contents()), QMessageBox::Cancel,
                                this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("They can't be put back then."));
    QPushButton* erase = box->addButton(tr("Delete for good"), QMessageBox::DestructiveRole);
    connect(erase, &QAbstractButton::clicked, this, [this, questions] { m_conversation.forget(questions); });
    box->open();
}

void MainWindow::sectionMenu(DocumentId id, ByteRange section, QPoint globalPosition)
{
    const auto& records = m_session.contents().records;
    const auto record = std::find_if(records.begin(), records.end(), [=](const DocumentRecord& one) { return one.id == id; });
    if (record == records.end())
        return;
    const auto index = static_cast<std::uint32_t>(record - records.begin());
    section.end = std::min<std::uint64_t>(section.end, m_session.contents().documents[index]->text.size());
    if (section.begin >= section.end)   // a damaged text
        return;
    QMenu* menu = menuOf(this);
    menu->setObjectName(QStringLiteral("section"));
    const QString readOnly = whyReadOnly();
    menu->addAction(tr("Read it from here"), this, [=, this] { m_reader->goTo(ReaderPlace{index, section.begin}, true); });
    menu->addAction(tr("Copy this section"), this, [=, this] {
        const std::string& text = m_session.contents().documents[index]->text;
        copy(QString::fromStdString(text.substr(section.begin, section.end - section.begin)).trimmed());
    });
    menu->addSeparator();
    allowAction(menu->addAction(tr("Ask about this section alone"), this, [=, this] { askWithin({index, section}); }), readOnly);
    for (const auto& [kind, words] : {std::pair(NoteKind::Pinned, tr("Pin this section for the next questions")),
                                      std::pair(NoteKind::Barred, tr("Bar this section from the next questions"))})
        allowAction(menu->addAction(words, this, [=, this, kind = kind] { markPassage({index, section}, kind); }), readOnly);
    menu->popup(globalPosition);
}

void MainWindow::askWithin(const DocumentPlace& part)
{
    m_answers->limitTo(part);
    m_answers->focusQuestion();
}

void MainWindow::noteMenu(qint64 note, QPoint globalPosition)
{
    QMenu* menu = menuOf(this);
    const QString readOnly = whyReadOnly();
    allowAction(menu->addAction(tr("Change the note…"), this, [this, note] { editNote(note); }), readOnly);
    const auto& notes = m_session.contents().notes;
    const auto record = std::find_if(notes.begin(), notes.end(), [=](const NoteRecord& one) { return one.id == note; });
    const QString deletion = deletionOf(record == notes.end() ? Note() : record->note);
    allowAction(menu->addAction(deletion, this, [this, note] { m_notes->remove(note); }), readOnly);
    menu->popup(globalPosition);
}

void MainWindow::contextMenu(const DocumentPlace& place, QPoint globalPosition)
{
    QMenu* menu = menuOf(this);
    const DocumentTab* tab = m_reader->current();
    if (tab && tab->view()->selection()) {
        menu->addAction(tr("Copy"), this, [tab] { copy(tab->view()->selectedText()); });
        menu->addAction(tr("Copy with its source"), this, [this, tab] {
            const CanonicalText& document = *m_session.contents().documents[tab->index()];
            const auto range = tab->view()->selection();
            if (!range)
                return;
            const QString label = placeLabel(document, withoutSpaces(document.text, *range).begin);
            copy(withSource(tab->view()->selectedText(), QString::fromStdString(document.title), label));
        });
        allowAction(menu->addAction(tr("Ask about these words alone"), this,
                                    [this, part = DocumentPlace{tab->index(), *tab->view()->selection()}] { askWithin(part); }),
                    whyReadOnly());
        menu->addAction((*m_actions)[Act::AddNote]);
        menu->addAction((*m_actions)[Act::Highlight]);
        menu->addAction((*m_actions)[Act::PinPassage]);
        menu->addAction((*m_actions)[Act::BarPassage]);
        menu->addAction((*m_actions)[Act::Find]);   // both begin with the selected words
        menu->addAction((*m_actions)[Act::SearchMeaning]);
    }
    menu->addAction((*m_actions)[Act::AddBookmark]);
    for (const NoteRecord& record : m_session.contents().notes) {
        const ByteRange range = record.note.range;
        const bool here = tab && record.note.document == m_session.contents().records[place.document].id &&
                          !m_session.contents().readOnly && range.begin < place.range.end && place.range.begin < range.end;
        if (here && record.note.kind == NoteKind::Note && !record.note.text.empty())
            menu->addAction(tr("Change the note…"), this, [this, id = record.id] { editNote(id); });
        if (here)
            menu->addAction(deletionOf(record.note), this, [this, id = record.id] { m_notes->remove(id); });
    }
    const RunPtr& run = m_hub->run();
    const auto blocks = run && !run->map->isEmpty() ? run->map->blocksOf(place) : std::vector<BlockId>();
    if (!blocks.empty()) {
        menu->addSeparator();
        menu->addAction(tr("Show block %1").arg(blocks.front().value), this,
                        [this, block = blocks.front()] {
                            showDock();
                            m_study->openCard(block.value);
                        });
        const QString whyNot = whyNotChosenNow(*m_hub, blocks.front().value);
        allowAction(menu->addAction(tr("Bar and ask again"), this, [this, block = blocks.front()] { m_study->barAndAsk({block.value}); }),
                    whyNot);
        allowAction(menu->addAction(tr("Pin and ask again"), this, [this, block = blocks.front()] { m_study->pinAndAsk({block.value}); }),
                    whyNot);
    }
    menu->popup(globalPosition);
}

}  // namespace cairn
