// MainWindow: a document out of the session, or a session without it.
#include "app/session/removal_cost.h"
#include "app/window/main_window.h"
#include "ui/elided_place.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/reading_bar.h"

#include <cmath>

namespace cairn
{

// Later documents have read the earlier ones: only a memory of its own is without it. The session with the answers stays as it is.
void MainWindow::readWithout(std::uint32_t document)
{
    const SessionContents& contents = m_session.contents();
    std::vector<ImportedFile> others;
    for (std::uint32_t i = 0; i < contents.documents.size(); ++i) {
        if (i != document && !contents.records[i].isRemoved())
            others.push_back({contents.documents[i], contents.records[i].source});
    }
    const QString folder = contents.folder, name = contents.title, first = QString::fromStdString(others.front().text->title);
    const QString left = QString::fromStdString(contents.records[document].title);
    leave([=, this] {
        m_session.openFiles(others, m_library.root(), first == name ? tr("%1, without “%2”").arg(name, left) : first);
        say([] { return tr("This is a session without the document. The one before, with its answers, is kept."); },
            [name] { return tr("Open “%1”").arg(titleInSentence(name)); }, [this, folder] { openSession(folder); });
    });
}

// Nothing is lost: the text stays for what cites it, and the document can be taken back.
void MainWindow::offerToRemove(std::uint32_t document)
{
    const SessionContents& contents = m_session.contents();
    const std::uint64_t tokens = tokensReadAgain(*contents.map, contents.records, document, true);
    const double rate = m_reading.status().tokensPerSecond, seconds = rate > 0 ? double(tokens) / rate : -1;
    const QString title = titleInSentence(contents.records[document].title);
    const auto notice = [tokens, seconds, title] {
        const QString cost =
            tokens == 0    ? tr("Nothing is read again.")
            : seconds < 0  ? tr("What follows it is read again.")
            : seconds < 60 ? tr("Reading again what follows it takes %1.").arg(roughTime(int(seconds)))
                           : tr("Reading again what follows it takes about %n min.", nullptr, int(std::ceil(seconds / 60)));
        const QString words = tr("Remove “%1” from this session? %2 Answers that cite it stay.").arg(title, cost);
        return Notice{MessageKind::Note, words, tr("Remove"), tr("Cancel"), {}};
    };
    ask(notice, [this, document] { setRemoved(document, true); }, [this] { m_message->clear(); });
}

void MainWindow::setRemoved(std::uint32_t document, bool removed)
{
    if (!m_session.isOpen() || m_conversation.isAnswering())
        return say(tr("Once the answer is written documents can be removed."));
    const DocumentRecord record = m_session.contents().records[document];
    const QString title = titleInSentence(record.title), folder = m_session.contents().folder;
    m_session.setDocumentRemoved(record.id, removed);
    if (!removed)
        return say(tr("“%1” is back in its place.").arg(title));
    say([title] { return tr("“%1” was removed from this session.").arg(title); }, [] { return tr("Take it back"); },
        [this, document, folder] {
            if (m_session.isOpen() && m_session.contents().folder == folder)
                setRemoved(document, false);
        });
    m_leavesWithQuestion = true;
}

}  // namespace cairn
