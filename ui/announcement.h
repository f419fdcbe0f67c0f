// What assistive technology is told to read aloud at once: a finished answer, a message. UI thread.
#pragma once

#include <functional>

class QObject;

namespace cairn
{

// `object`: a widget; its name or text is read. Nothing happens where nobody listens.
void announce(QObject* object);

// Hears each of them, whether assistive technology is there or not (on a platform without any, Qt drops them); for tests. Empty: nobody.
void setAnnouncementListener(std::function<void(const QObject*)> listener);

}  // namespace cairn
