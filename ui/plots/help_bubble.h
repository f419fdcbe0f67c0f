// The words of a "?" button: two sentences and a tiny example in a small window below it that closes by itself. UI thread.
#pragma once

class QString;
class QWidget;

namespace cairn
{

void showHelpBubble(QWidget* button, const QString& title, const QString& help, const QString& example); // example may be empty

} // namespace cairn
