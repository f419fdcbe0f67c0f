#include "app/window/desktop/desktop_progress.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

#include <algorithm>
#include <cmath>

namespace cairn
{

DesktopProgress::DesktopProgress(QObject* parent) : QObject(parent) {}

DesktopProgress::DesktopProgress(const QDBusConnection& system, const QDBusConnection& session, QObject* parent)
    : QObject(parent), m_system(system), m_session(session)
{
}

void DesktopProgress::show(double fraction)
{
    const int percent = int(std::lround(100 * fraction));
    const bool begins = m_percent < 0;
    if (percent == m_percent)
        return;
    if (!m_session) {
        m_system = QDBusConnection::systemBus();
        m_session = QDBusConnection::sessionBus();
    }
    m_percent = percent;
    tellTaskBar(true);
    if (begins)
        keepAwake();
}

void DesktopProgress::clear()
{
    if (m_percent < 0)
        return;
    m_percent = -1;
    m_awake = {};
    tellTaskBar(false);
}

// "block" holds sleep off for as long as the file that comes back is open.
void DesktopProgress::keepAwake()
{
    const QString service = QStringLiteral("org.freedesktop.login1");
    QDBusMessage wish = QDBusMessage::createMethodCall(service, QStringLiteral("/org/freedesktop/login1"),
                                                       QStringLiteral("org.freedesktop.login1.Manager"), QStringLiteral("Inhibit"));
    wish.setArguments({QStringLiteral("sleep:idle"), QStringLiteral("Cairn"), tr("A document is being read"), QStringLiteral("block")});
    auto* answer = new QDBusPendingCallWatcher(m_system->asyncCall(wish), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusUnixFileDescriptor> reply = *answer;
        if (reply.isValid() && m_percent >= 0)
            m_awake = reply.value();
        answer->deleteLater();
    });
}

void DesktopProgress::tellTaskBar(bool visible) const
{
    QDBusMessage update = QDBusMessage::createSignal(QStringLiteral("/org/cairn/Cairn"),
                                                     QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"));
    update << QStringLiteral("application://cairn.desktop")
           << QVariantMap{{QStringLiteral("progress"), std::max(m_percent, 0) / 100.0}, {QStringLiteral("progress-visible"), visible}};
    m_session->send(update);
}

}  // namespace cairn
