// Whether the desktop asks for less motion, as its settings service says it (org.freedesktop.portal.Settings on the session bus: GNOME's
// enable-animations), now and when it is switched. Where nobody answers nothing is told. Never waits for an answer. UI thread.
#pragma once

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

namespace cairn
{

class DesktopMotion final : public QObject
{
    Q_OBJECT
public:
    explicit DesktopMotion(const QDBusConnection& session, QObject* parent = nullptr);   // asks at once

Q_SIGNALS:
    void told(bool reduced);

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    QDBusConnection m_session;
};

}  // namespace cairn
