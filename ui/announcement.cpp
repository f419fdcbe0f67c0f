#include "ui/announcement.h"

#include <QAccessible>

#include <utility>

namespace cairn
{
namespace
{

std::function<void(const QObject*)>& listenerOf()
{
    static std::function<void(const QObject*)> listener;
    return listener;
}

}  // namespace

void announce(QObject* object)
{
    if (listenerOf())
        listenerOf()(object);
    QAccessibleEvent alert(object, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void setAnnouncementListener(std::function<void(const QObject*)> listener) { listenerOf() = std::move(listener); }

}  // namespace cairn
