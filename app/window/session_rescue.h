// Sessions that are not simply opened: those of someone else are brought in through the sandbox once the person says so, damaged ones
// are brought into a new session as far as they can be read. Both work off the UI thread; UI thread.
#pragma once

#include "core/result.h"

#include <QString>

#include <functional>

class QWidget;

namespace cairn
{

struct RescueReply
{
    std::function<void(const QString& folder)> open;        // a session that may be opened
    std::function<void(const Error& error)> complain;
    std::function<void(const QString& sentence)> say;       // what was left out
    std::function<void(const QString& words)> busy;         // what is being done: it takes seconds for a long session
};

// `path`: a session's folder or file, chosen or dropped by the person. One's own is opened without a question.
void openSessionOfAnyone(QWidget* window, const QString& path, const RescueReply& reply);

// For a session that could not be opened because it is damaged, once the person has asked for it.
void recoverDamagedSession(QWidget* window, const QString& folder, const RescueReply& reply);

}  // namespace cairn
