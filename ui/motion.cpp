#include "ui/motion.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QStyle>

namespace cairn
{
namespace
{

bool& reducedNow()
{
    static bool reduced = false;
    return reduced;
}

QVariant configured(const char* file, const char* key)
{
    const QString path = QStandardPaths::locate(QStandardPaths::GenericConfigLocation, QLatin1String(file));
    return path.isEmpty() ? QVariant() : QSettings(path, QSettings::IniFormat).value(QLatin1String(key));
}

}  // namespace

void setReducedMotion(bool reduced) { reducedNow() = reduced; }
bool reducedMotion() { return reducedNow(); }

bool systemReducesMotion()
{
    if (QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) == 0)
        return true;
    if (const QVariant factor = configured("kdeglobals", "KDE/AnimationDurationFactor"); factor.isValid() && factor.toDouble() == 0)
        return true;
    for (const char* file : {"gtk-4.0/settings.ini", "gtk-3.0/settings.ini"}) {
        if (const QVariant on = configured(file, "Settings/gtk-enable-animations"); on.isValid())
            return !on.toBool();
    }
    return false;
}

}  // namespace cairn
