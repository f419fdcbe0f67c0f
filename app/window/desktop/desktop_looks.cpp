#include "app/window/desktop/desktop_looks.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

namespace cairn
{
namespace
{

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop"), kPath = QStringLiteral("/org/freedesktop/portal/desktop"),
              kInterface = QStringLiteral("org.freedesktop.portal.Settings"), kMotionGroup = QStringLiteral("org.gnome.desktop.interface"),
              kMotion = QStringLiteral("enable-animations"), kAppearance = QStringLiteral("org.freedesktop.appearance"),
              kScheme = QStringLiteral("color-scheme"), kContrast = QStringLiteral("contrast");
constexpr uint kDark = 1, kLight = 2, kMoreContrast = 1;

}  // namespace

DesktopLooks::DesktopLooks(const QDBusConnection& session, QObject* parent) : QObject(parent), m_session(session)
{
    if (!m_session.isConnected())
        return;
    m_session.connect({}, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                      SLOT(settingChanged(QString, QString, QDBusVariant)));
    ask(kMotionGroup, kMotion);
    ask(kAppearance, kScheme);
    ask(kAppearance, kContrast);
}

void DesktopLooks::ask(const QString& group, const QString& key)
{
    QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
    question.setArguments({group, key});
    auto* answer = new QDBusPendingCallWatcher(m_session.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, group, key] {
        if (const QDBusPendingReply<QDBusVariant> reply = *answer; reply.isValid())
            settingChanged(group, key, reply.value());
        answer->deleteLater();
    });
}

// Read wraps the value twice.
void DesktopLooks::settingChanged(const QString& group, const QString& key, const QDBusVariant& value)
{
    QVariant inner = value.variant();
    if (inner.metaType() == QMetaType::fromType<QDBusVariant>())
        inner = inner.value<QDBusVariant>().variant();
    DesktopWishes wishes = m_wishes;
    const bool isNumber = inner.typeId() == QMetaType::UInt;
    const uint number = inner.toUInt();
    if (group == kMotionGroup && key == kMotion && inner.typeId() == QMetaType::Bool)
        wishes.lessMotion = !inner.toBool();
    else if (group == kAppearance && key == kScheme && isNumber)
        wishes.dark = number == kDark || number == kLight ? std::optional(number == kDark) : std::nullopt;
    else if (group == kAppearance && key == kContrast && isNumber)
        wishes.moreContrast = number == kMoreContrast;
    if (wishes == m_wishes)
        return;
    m_wishes = wishes;
    Q_EMIT told(m_wishes);
}

}  // namespace cairn
