#include "app/window/desktop_session.h"

#include "app/window/main_window.h"

#include <QGuiApplication>
#include <QSessionManager>

namespace cairn
{

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

}  // namespace cairn
