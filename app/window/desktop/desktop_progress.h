// What the desktop is told while a document is read (experience.md 3): the computer is not to fall asleep (org.freedesktop.login1 on the
// system bus), and the task bar shows how far it is (com.canonical.Unity.LauncherEntry on the session bus). Where nobody listens, nothing
// happens. Never waits for an answer. UI thread.
#pragma once

#include <QDBusConnection>
#include <QDBusUnixFileDescriptor>
#include <QObject>

#include <optional>

namespace cairn
{

class DesktopProgress final : public QObject
{
    Q_OBJECT
public:
    explicit DesktopProgress(QObject* parent = nullptr);                    // the usual buses, connected to when something is read
    DesktopProgress(const QDBusConnection& system, const QDBusConnection& session, QObject* parent = nullptr);

    void show(double fraction);             // 0..1; from the first call on the computer stays awake
    void clear();
    bool keepsAwake() const { return m_awake.isValid(); }

private:
    void keepAwake();
    void tellTaskBar(bool visible) const;

    std::optional<QDBusConnection> m_system, m_session;
    QDBusUnixFileDescriptor m_awake;        // held: no sleep
    int m_percent = -1;                     // shown; -1: none
};

}  // namespace cairn
