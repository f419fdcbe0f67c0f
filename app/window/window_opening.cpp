// MainWindow: what is said when a session opens: what could not be read, what came through a crash, what a new document is; and when its
// engine starts again.
#include "app/client/engine_process.h"
#include "app/window/main_window.h"
#include "app/window/session/document_facts.h"
#include "app/window/session/text_restorer.h"
#include "ui/elided_place.h"
#include "ui/panels/message_bar.h"
#include "ui/sentences/sentences.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>

#include <utility>

namespace cairn
{

void MainWindow::tellOpened()
{
    const SessionContents& contents = m_session.contents();
    const QString restored = std::exchange(m_restored, {});
    if (!contents.problems.isEmpty()) {
        m_restorer->start(commandWords(m_settings.values().engineCommand));
        return tellProblems();
    }
    if (!restored.isEmpty())
        return say(restored);
    if (contents.readOnly)
        return tellReadOnly();
    if (contents.takenOver && !contents.leftBehind)
        return say(tr("The other window has closed this session. Now it can be changed here."));
    if (const QString words = contents.leftBehind ? recoveredWords(contents) : QString(); !words.isEmpty())
        return say(words);
    if (!contents.warning.isEmpty())
        return say(sentenceWords(contents.warning));
    if (contents.memories.empty()) {   // it is new
        if (m_message->isHidden())   // else why it was opened stands there
            introduce(0);
        tellRemarks(0);
        tellGuessedEncoding(0);
    }
    tellStopped();
    tellRefused(0);
}

QString MainWindow::whyReadOnly() const
{
    return m_session.isOpen() ? readOnlyWords(m_session.contents()) : QString();
}

void MainWindow::tellReadOnly()
{
    if (m_session.contents().opened != OpenOutcome::Unwritable)
        return say(whyReadOnly());
    const auto notice = [this] { return Notice{MessageKind::Note, whyReadOnly(), tr("Copy and open"), {}, {}}; };
    ask(notice, [this] { copySession(m_session.contents().title); }, {});
}

void MainWindow::copySession(const QString& title)
{
    const auto notice = [] { return Notice{MessageKind::Note, tr("The session is being copied…"), {}, {}, {}}; };
    ask(notice, {}, {});
    m_session.copyTo(m_library.folderForCopies(m_session.contents().folder), title);
}

// A copy of what can only be read was made to go on with.
void MainWindow::tellCopied(const QString& folder)
{
    m_library.remember(folder);
    m_library.refresh();
    if (m_session.contents().opened == OpenOutcome::Unwritable)
        return openSession(folder);
    const auto notice = [] { return Notice{MessageKind::Note, tr("Copied."), tr("Open the copy"), {}, {}}; };
    ask(notice, [this, folder] { openSession(folder); }, {});
}

// Said once the session is there anew.
void MainWindow::keepRestored(const QStringList& titles, bool fromMemory)
{
    const QString words = fromMemory ? tr("“%1” was damaged; its text was taken anew from the memory.")
                                     : tr("“%1” was damaged; its text was taken anew from its file.");
    m_restored = words.arg(titleInSentence(titles.front()));
}

void MainWindow::tellProblems()
{
    const auto notice = [problems = m_session.contents().problems] {
        QStringList sentences;
        for (const QString& problem : problems)
            sentences.append(sentenceWords(problem));
        return Notice{MessageKind::Problem, sentences.front(), {}, {}, sentences.join(QLatin1Char('\n'))};
    };
    ask(notice, {}, {});
}

void MainWindow::tellRestart(EngineState state, const QString& reason)
{
    if (state == EngineState::Ready && m_restartTold && m_message->isVisible())
        m_message->showMessage(m_notice());
    if (state == EngineState::GaveUp && m_restartTold)
        m_message->clear();   // the bar over the document says it, with what can be done
    const bool told = m_message->isVisible() && m_notice && m_notice().kind == MessageKind::Problem;   // the question that ended with it
    if (state != EngineState::Restarting || told)
        return;
    const QString report = m_engine.crashReport();
    const auto notice = [this, reason, report] {
        const QString words = m_engine.state() == EngineState::Ready ? tr("%1 Text and answers are saved. It is running again.")
                                                                     : tr("%1 Text and answers are saved. It starts again.");
        return Notice{MessageKind::Problem, words.arg(sentenceWords(reason)), report.isEmpty() ? QString() : tr("Copy report"), {}, {}};
    };
    const auto copy = [this, report] {
        QFile file(report);
        if (!file.open(QIODevice::ReadOnly))
            return;
        QGuiApplication::clipboard()->setText(QString::fromUtf8(file.readAll()));
        sayDone(tr("Copied."));
    };
    ask(notice, report.isEmpty() ? std::function<void()>() : copy, {});
    m_restartTold = true;
}

// What the session says of its documents from `first` on, in the language of the moment; once it is closed, what it said last.
std::function<Introduction()> MainWindow::introducer(std::uint32_t first) const
{
    return [this, first, folder = m_session.contents().folder, said = Introduction()]() mutable {
        if (m_session.isOpen() && m_session.contents().folder == folder && first < m_session.contents().documents.size())
            said = introductionOf(m_session.contents(), first);
        return said;
    };
}

void MainWindow::introduce(std::uint32_t first)
{
    const auto notice = [introduced = introducer(first)] {
        const Introduction introduction = introduced();
        return Notice{MessageKind::Note, introduction.sentence, {}, {}, introduction.beginnings};
    };
    ask(notice, {}, {});
    m_introduces = true;
}

// Blocks are known a moment after the documents.
void MainWindow::introduceAgain()
{
    if (m_introduces && m_session.isOpen() && m_message->isVisible())
        m_message->showMessage(m_notice());
}

}  // namespace cairn
