// "Drop a book or paper here": a dashed frame that says what can be dropped, and three ways to begin. UI thread.
#pragma once

#include <QWidget>

class QDropEvent;
class QMimeData;
class QPushButton;

namespace cairn
{

class Label;
class PrimaryButton;

// Local files and folders of a drag, or nothing.
QStringList localPaths(const QMimeData* data);

// A drag that is entered or let go is taken as a copy (else a link; one that can only be moved is refused): a program that is told of a
// move deletes its own. Many only look at the answer to the entering.
void takeCopy(QDropEvent* event);

class DropArea final : public QWidget
{
    Q_OBJECT
public:
    explicit DropArea(QWidget* parent = nullptr);
    void setCompact(bool compact);             // beside a list of sessions it takes less room
    void setHandbookAvailable(bool available);
    void setHot(bool hot);                     // files hang over the page
    void retranslate();

Q_SIGNALS:
    void openFileRequested();
    void openHandbookRequested();
    void openSessionFolderRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Label *m_title, *m_formats;
    PrimaryButton* m_open;
    QPushButton *m_handbook, *m_folder;
    bool m_compact = false, m_hot = false;
};

}  // namespace cairn
