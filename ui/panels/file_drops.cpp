#include "ui/panels/file_drops.h"

#include "ui/panels/drop_area.h"

#include <QClipboard>
#include <QDragMoveEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>

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
        if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste) &&
            !localPaths(QGuiApplication::clipboard()->mimeData()).isEmpty()) {
            event->ignore();
            return true;
        }
        const bool dragged = event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove;
        if (!dragged || localPaths(static_cast<QDragMoveEvent*>(event)->mimeData()).isEmpty())
            return QObject::eventFilter(watched, event);
        event->ignore();   // it goes on to the window
        return true;
    }
};

}  // namespace

void leaveFilesToWindow(QLineEdit* field) { field->installEventFilter(new FilesPass(field)); }

}  // namespace cairn
