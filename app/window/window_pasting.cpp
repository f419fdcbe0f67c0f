// MainWindow: what is pasted or dropped: files, or words that become a document.
#include "app/client/background.h"
#include "app/common/standard_input.h"
#include "app/window/main_window.h"
#include "ui/panels/drop_area.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/status_pieces.h"

#include <QClipboard>
#include <QDropEvent>
#include <QGuiApplication>
#include <QMimeData>
#include <QTemporaryFile>
#include <QUrl>

namespace cairn
{
namespace
{

constexpr qsizetype kLeastText = 300;   // characters: below it was hardly meant as a document

bool isAddress(const QString& words)
{
    const QUrl url(words, QUrl::StrictMode);
    return !words.contains(QLatin1Char(' ')) && url.isValid() && !url.host().isEmpty() && words.contains(QLatin1String("://"));
}

// As standard input is: a session that takes it has a copy of its own.
Result<std::string> keptText(const QString& words)
{
    const QByteArray bytes = words.toUtf8();
    QTemporaryFile file;
    if (!file.open() || file.write(bytes) != bytes.size() || !file.flush() || !file.seek(0))
        return Error{ErrorCode::Io, MainWindow::tr("The text could not be kept: %1").arg(file.errorString()).toStdString()};
    return keepInput(file.handle(), inputFolder());
}

// Words that are dragged within the program are on their way to a field.
bool bringsText(const QDropEvent* event) { return !event->mimeData()->hasUrls() && event->mimeData()->hasText() && !event->source(); }

}  // namespace

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls() || bringsText(event))
        takeCopy(event);
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (bringsText(event)) {
        takeCopy(event);
        return openText(event->mimeData()->text(), false, false);
    }
    const QStringList paths = localPaths(event->mimeData());
    if (!paths.isEmpty())
        takeCopy(event);
    openDropped(paths);
}

// As if it was dropped. `asked`: for a document of it, however short.
void MainWindow::openCopied(bool asked)
{
    const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
    if (copied && copied->hasUrls())
        openDropped(localPaths(copied));
    else
        openText(copied ? copied->text() : QString(), asked);
}

void MainWindow::openText(const QString& words, bool asked, bool copied)
{
    const QString text = words.trimmed();
    if (text.isEmpty())
        return say(tr("There is neither a file nor text in the clipboard."));
    if (const QUrl url(text); url.isLocalFile() && !text.contains(QLatin1Char('\n')))
        return openDropped({url.toLocalFile()});
    if (isAddress(text))
        return openDropped({});
    if (!asked && text.size() < kLeastText)   // moves nothing: a slip of the fingers, rather
        return m_status->tell(copied ? tr("Too short to be a document by itself: choose “New document from the clipboard” for that.")
                                     : tr("Too short to be a document by itself. A question is dropped into its field."));
    inBackground<Result<std::string>>(this, [words] { return keptText(words); }, [this](const Result<std::string>& kept) {
        if (kept)
            openDropped({QString::fromStdString(*kept)});
        else
            complain(kept.error());
    });
}

}  // namespace cairn
