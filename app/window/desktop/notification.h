// A desktop notification over the session bus (org.freedesktop.Notifications). Where no such service runs, nothing happens. Never waits.
#pragma once

#include <QString>

namespace cairn
{

void notify(const QString& title, const QString& text);   // plain text

}  // namespace cairn
