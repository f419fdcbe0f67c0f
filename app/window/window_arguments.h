// The command line of the window (experience.md 12): cairn [FILE|SESSION].. [-p LABEL] [--find TEXT] [--session DIR] [--select JSON]
// [--new-instance]. Plain values, no state.
#pragma once

#include "core/result.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace cairn
{

struct WindowArguments
{
    QStringList files;         // absolute paths; documents
    QString session;           // absolute path of a session's folder; empty: none
    QString page;              // label to go to
    QString find;
    QString select;            // JSON of ui/selection/selection.h
    bool standardInput = false;   // "-" among the files: its reading is up to the receiver
    bool newInstance = false;
    bool help = false, version = false;
};

// The words of a start as QApplication may see them: it takes "--session DIR" for its own, so that becomes "--session=DIR".
std::vector<std::string> wordsForQt(int count, char** words);

// InvalidArgument: an unknown option, or one without its value; the message ends with the synopsis.
Result<WindowArguments> windowArguments(const QStringList& words, const QString& workingFolder);

// The same as words, for another start's window.
QStringList toWords(const WindowArguments& arguments);

QString windowHelp();

}  // namespace cairn
