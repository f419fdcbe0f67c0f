// What the desktop asks programs to look like, as its settings service says it (org.freedesktop.portal.Settings on the session bus): less
// motion (GNOME's enable-animations), dark colours, more contrast (org.freedesktop.appearance); now and when it is switched. Where nobody
// answers nothing is told. Never waits for an answer. UI thread.
#pragma once

#include "app/window/desktop/desktop_wishes.h"

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

namespace cairn
{

class DesktopLooks final : public QObject
{
    Q_OBJECT
public:
    explicit DesktopLooks(const QDBusConnection& session, QObject* parent = nullptr);   // asks at once

Q_SIGNALS:
    void told(const cairn::DesktopWishes& wishes);   // when one of them is another than before; at first there are none

private Q_SLOTS:
    void settingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void ask(const QString& group, const QString& key);

    QDBusConnection m_session;
    DesktopWishes m_wishes;
};

}  // namespace cairn
