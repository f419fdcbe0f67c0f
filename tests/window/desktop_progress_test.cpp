// What the desktop is told of a reading, over a bus of the test's own with a login service that the test plays.
#include "app/window/desktop/desktop_looks.h"
#include "app/window/desktop/desktop_progress.h"
#include "tests/support/patience.h"

#include <QDBusMessage>
#include <QDBusVirtualObject>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

using namespace cairn;

namespace
{

// Answers Inhibit with the writing end of a pipe and notes what it was asked; the pipe tells when nobody holds it any more.
class Login final : public QDBusVirtualObject
{
public:
    QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override
    {
        if (message.member() != QLatin1String("Inhibit"))
            return false;
        asked = message.arguments();
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return false;
        reading = ends[0];
        connection.send(message.createReply(QVariant::fromValue(QDBusUnixFileDescriptor(ends[1]))));
        ::close(ends[1]);
        return true;
    }
    bool isLetGo() const
    {
        pollfd end{reading, POLLIN, 0};
        return ::poll(&end, 1, 0) == 1 && (end.revents & POLLHUP) != 0;
    }
    QVariantList asked;
    int reading = -1;
};

}  // namespace

class DesktopProgressTest : public QObject
{
    Q_OBJECT
public Q_SLOTS:
    void update(const QString& program, const QVariantMap& state)
    {
        m_program = program;
        m_states.append(state);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("dbus-daemon")).isEmpty())
            QSKIP("dbus-daemon is missing, so there is no bus to try it on.");
        m_bus.start(QStringLiteral("dbus-daemon"), {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
        QTRY_VERIFY(m_bus.canReadLine());
        m_address = QString::fromUtf8(m_bus.readLine().trimmed());
    }
    void cleanupTestCase()
    {
        m_bus.kill();
        m_bus.waitForFinished(test::kPatienceMs);
    }

    void theComputerStaysAwakeWhileItIsRead()
    {
        Login login;
        QDBusConnection desktop = connection("desktop");
        QVERIFY(desktop.registerVirtualObject(QStringLiteral("/org/freedesktop/login1"), &login));
        QVERIFY(desktop.registerService(QStringLiteral("org.freedesktop.login1")));
        QVERIFY(desktop.connect({}, {}, QStringLiteral("com.canonical.Unity.LauncherEntry"), QStringLiteral("Update"), this,
                                SLOT(update(QString, QVariantMap))));
        DesktopProgress progress(connection("program"), connection("program"));
        progress.show(0.25);
        QTRY_VERIFY(progress.keepsAwake());
        QCOMPARE(login.asked.size(), 4);
        QCOMPARE(login.asked[0].toString(), QStringLiteral("sleep:idle"));
        QCOMPARE(login.asked[3].toString(), QStringLiteral("block"));
        QVERIFY(!login.isLetGo());
        QTRY_COMPARE(m_states.size(), 1);
        QCOMPARE(m_program, QStringLiteral("application://cairn.desktop"));
        QCOMPARE(m_states[0][QStringLiteral("progress")].toDouble(), 0.25);
        QVERIFY(m_states[0][QStringLiteral("progress-visible")].toBool());

        progress.show(0.2501);                 // the same percent: nothing to tell
        progress.show(0.5);
        QTRY_COMPARE(m_states.size(), 2);
        progress.clear();
        QVERIFY(!progress.keepsAwake());
        QTRY_VERIFY(login.isLetGo());
        QTRY_COMPARE(m_states.size(), 3);
        QVERIFY(!m_states[2][QStringLiteral("progress-visible")].toBool());
        ::close(login.reading);
        desktop.unregisterService(QStringLiteral("org.freedesktop.login1"));
        desktop.unregisterObject(QStringLiteral("/org/freedesktop/login1"));
    }

    void withoutTheServiceNothingHappens()
    {
        DesktopProgress progress(connection("program"), connection("program"));
        progress.show(0.5);
        test::settle(50);
        QVERIFY(!progress.keepsAwake());
        progress.clear();
    }

    void motionAndColoursAreHeardFromTheDesktop()
    {
        class Portal final : public QDBusVirtualObject
        {
        public:
            QString introspect(const QString&) const override { return {}; }
            bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override
            {
                if (message.member() != QLatin1String("Read"))
                    return false;
                const QVariant value = answers.value(message.arguments().value(1).toString());
                asked.append(message.arguments());
                connection.send(message.createReply(QVariant::fromValue(QDBusVariant(QVariant::fromValue(QDBusVariant(value))))));
                return true;
            }
            QVariantMap answers{{QStringLiteral("enable-animations"), false}, {QStringLiteral("color-scheme"), 1u},
                                {QStringLiteral("contrast"), 1u}};
            QList<QVariantList> asked;
        } portal;
        const QString path = QStringLiteral("/org/freedesktop/portal/desktop"), group = QStringLiteral("org.gnome.desktop.interface"),
                      appearance = QStringLiteral("org.freedesktop.appearance");
        QDBusConnection desktop = connection("desktop");
        QVERIFY(desktop.registerVirtualObject(path, &portal) && desktop.registerService(QStringLiteral("org.freedesktop.portal.Desktop")));
        DesktopLooks looks(connection("program"));
        std::vector<DesktopWishes> told;
        connect(&looks, &DesktopLooks::told, this, [&told](const DesktopWishes& wishes) { told.push_back(wishes); });
        QTRY_COMPARE(told.size(), std::size_t{3});
        QCOMPARE(portal.asked, (QList<QVariantList>{{group, QStringLiteral("enable-animations")},
                                                    {appearance, QStringLiteral("color-scheme")},
                                                    {appearance, QStringLiteral("contrast")}}));
        QVERIFY((told.back() == DesktopWishes{true, true, true}));
        const auto change = [&](const QString& in, const char* key, const QVariant& value) {
            QDBusMessage news =
                QDBusMessage::createSignal(path, QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("SettingChanged"));
            news.setArguments({in, QLatin1String(key), QVariant::fromValue(QDBusVariant(value))});
            return desktop.send(news);
        };
        QVERIFY(change(group, "cursor-blink", false) && change(appearance, "color-scheme", QStringLiteral("dark")));
        QVERIFY(change(group, "enable-animations", true));
        QTRY_COMPARE(told.size(), std::size_t{4});   // another key and what is no number are none of its business
        QVERIFY((told.back() == DesktopWishes{false, true, true}));
        QVERIFY(change(appearance, "color-scheme", 0u) && change(appearance, "contrast", 0u));
        QTRY_COMPARE(told.size(), std::size_t{6});
        QVERIFY((told.back() == DesktopWishes{}));
        QVERIFY(change(appearance, "color-scheme", 2u));
        QTRY_COMPARE(told.size(), std::size_t{7});
        QCOMPARE(told.back().dark, std::optional(false));
        desktop.unregisterService(QStringLiteral("org.freedesktop.portal.Desktop"));
        desktop.unregisterObject(path);
        DesktopLooks alone(connection("program"));
        QSignalSpy silent(&alone, &DesktopLooks::told);
        test::settle(50);
        QCOMPARE(silent.count(), 0);
    }

private:
    QDBusConnection connection(const char* name) const { return QDBusConnection::connectToBus(m_address, QLatin1String(name)); }

    QProcess m_bus;
    QString m_address, m_program;
    QList<QVariantMap> m_states;
};

QTEST_GUILESS_MAIN(DesktopProgressTest)
#include "desktop_progress_test.moc"
