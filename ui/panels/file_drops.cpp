#include "ui/panels/file_drops.h"

#include <QDragMoveEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace cairn
{
namespace
{

class FilesPass final : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool dragged = event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove;
        if (!dragged || !holdsFiles(*static_cast<QDragMoveEvent*>(event)->mimeData()))
            return QObject::eventFilter(watched, event);
        event->ignore();   // it goes on to the window
        return true;
    }
};

}  // namespace

bool holdsFiles(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    return std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); });
}

void leaveFilesToWindow(QLineEdit* field) { field->installEventFilter(new FilesPass(field)); }

}  // namespace cairn
