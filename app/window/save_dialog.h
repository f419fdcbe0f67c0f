// Asks where a file is to be written: the folder of the last such file, a name that any title can give, and an ending that follows the
// chosen kind. UI thread.
#pragma once

#include <QFileDialog>

#include <vector>

namespace cairn
{

struct SaveKind
{
    QString filter;   // "Web page (*.html)"
    QString suffix;   // "html"
};

// `title` without what file names can't hold; never empty or hidden, at most 120 characters.
QString fileNameOf(const QString& title);

QString folderOfTheLast();   // file that was saved; before the first the documents, else the home folder

// Shown, deletes itself when it is closed; its fileSelected() tells the file. REQUIRES: a kind.
QFileDialog* askForFile(QWidget* parent, const QString& caption, const QString& title, const std::vector<SaveKind>& kinds);

// The suffix of one of the kinds, lower case: what the file's name says, else what the dialog's filter does.
QString savedKind(const QFileDialog* dialog, const QString& file, const std::vector<SaveKind>& kinds);

}  // namespace cairn
