// Coming back after a log-out (experience.md 12): the desktop's session manager learns how this window is started again, with the session
// that is open in it; place and drafts lie in the session. UI thread.
#pragma once

#include <QStringList>

class QGuiApplication;

namespace cairn
{

class MainWindow;

// The words of a start that brings the window back. `id`, `key`: QSessionManager's; `folder`: of the open session, may be empty;
// `newInstance`: it stood beside another window, which would take the session over otherwise.
QStringList restartCommand(const QString& program, const QString& id, const QString& key, const QString& folder, bool newInstance);

// Answers the session manager from now on. REQUIRES: the window lives as long as the application.
void comeBackWithDesktop(QGuiApplication& application, MainWindow& window, bool newInstance);

// A shutdown, or Ctrl+C in the terminal (SIGTERM, SIGHUP, SIGINT), closes the windows as Quit does. Once per process, UI thread.
void quitOnSignals(QGuiApplication& application);

}  // namespace cairn
