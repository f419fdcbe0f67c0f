#include "app/window/desktop_session.h"

#include "app/window/main_window.h"

#include <QGuiApplication>
#include <QSessionManager>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace cairn
{
namespace
{

int g_signals[2] = {-1, -1};   // from the handler, which may do nothing else, to the event loop

}  // namespace

QStringList restartCommand(const QString& program, const QString& id, const QString& key, const QString& folder, bool newInstance)
{
    QStringList words{program, QStringLiteral("-session"), id + QLatin1Char('_') + key};   // Qt's own words, taken away by it
    if (newInstance)
        words << QStringLiteral("--new-instance");
    if (!folder.isEmpty())
        words << QStringLiteral("--session=") + folder;
    return words;
}

void comeBackWithDesktop(QGuiApplication& application, MainWindow& window, bool newInstance)
{
    QObject::connect(&application, &QGuiApplication::commitDataRequest, &window, [&window](QSessionManager&) { window.saveView(); });
    QObject::connect(&application, &QGuiApplication::saveStateRequest, &window, [&window, newInstance](QSessionManager& manager) {
        const QString folder = window.session().isOpen() ? window.session().contents().folder : QString();
        manager.setRestartHint(QSessionManager::RestartIfRunning);
        manager.setRestartCommand(restartCommand(QCoreApplication::applicationFilePath(), manager.sessionId(), manager.sessionKey(), folder,
                                                 newInstance));
    });
}

void quitOnSignals(QGuiApplication& application)
{
    if (::pipe2(g_signals, O_CLOEXEC | O_NONBLOCK) != 0)
        return;   // they end the process at once, as without this
    auto* notifier = new QSocketNotifier(g_signals[0], QSocketNotifier::Read, &application);
    QObject::connect(notifier, &QSocketNotifier::activated, &application, [] {
        char byte = 0;
        while (::read(g_signals[0], &byte, 1) > 0) {
        }
        QCoreApplication::quit();
    });
    struct sigaction action{};
    action.sa_handler = [](int) {
        const char byte = 0;
        const int before = errno;
        (void)!::write(g_signals[1], &byte, 1);
        errno = before;
    };
    action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);   // the second one ends it at once
    for (const int signal : {SIGTERM, SIGHUP, SIGINT})
        ::sigaction(signal, &action, nullptr);
}

}  // namespace cairn
