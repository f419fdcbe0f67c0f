// The desktop's list of files used lately (experience.md 12; desktop bookmark specification of freedesktop.org, 0.7): file dialogs and
// start menus of other programs offer them. What other programs wrote there stays. Reads and writes a file: not on the UI thread.
#pragma once

#include "core/result.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

namespace cairn
{

QString recentFilesList();   // XDG_DATA_HOME/recently-used.xbel

// Names `files` (absolute paths) in `list`, which is made where it is missing, with its folder; copies of standard input, which go soon,
// are none of them. Corruption: it is no such list, or larger than 16 MiB.
// Failure: it is as it was.
Result<void> addToRecentFiles(const QString& list, const QStringList& files, const QDateTime& now);

}  // namespace cairn
