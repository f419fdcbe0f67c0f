#include "app/window/desktop/notification.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QVariantMap>

namespace cairn
{

void notify(const QString& title, const QString& text)
{
    const QString service = QStringLiteral("org.freedesktop.Notifications");
    QDBusMessage message =
        QDBusMessage::createMethodCall(service, QStringLiteral("/org/freedesktop/Notifications"), service, QStringLiteral("Notify"));
    const QVariantMap hints{{QStringLiteral("desktop-entry"), QStringLiteral("cairn")}};
    message.setArguments({QStringLiteral("Cairn"), 0u, QStringLiteral("cairn"), title, text.toHtmlEscaped(), QStringList(), hints, -1});
    QDBusConnection::sessionBus().call(message, QDBus::NoBlock);
}

}  // namespace cairn
