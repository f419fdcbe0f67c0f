#include "app/window/desktop/desktop_motion.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace cairn
{
namespace
{

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop"), kPath = QStringLiteral("/org/freedesktop/portal/desktop"),
              kInterface = QStringLiteral("org.freedesktop.portal.Settings"), kGroup = QStringLiteral("org.gnome.desktop.interface"),
              kKey = QStringLiteral("enable-animations");

}  // namespace

DesktopMotion::DesktopMotion(const QDBusConnection& session, QObject* parent) : QObject(parent), m_session(session)
{
    if (!m_session.isConnected())
        return;
    m_session.connect({}, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                      SLOT(settingChanged(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question.setArguments({kGroup, kKey});
    auto* answer = new QDBusPendingCallWatcher(m_session.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        if (const QDBusPendingReply<QDBusVariant> reply = *answer; reply.isValid())
            settingChanged(kGroup, kKey, reply.value());
        answer->deleteLater();
    });
}

// Read wraps the value twice.
void DesktopMotion::settingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    QVariant inner = value.variant();
    if (inner.metaType() == QMetaType::fromType<QDBusVariant>())
        inner = inner.value<QDBusVariant>().variant();
    if (group == kGroup && key == kKey && inner.typeId() == QMetaType::Bool)
        Q_EMIT told(!inner.toBool());
}

}  // namespace cairn
