// Files that are dropped on a text field are meant for the window, which opens them; a field would take their addresses as words.
// Other words are still dropped into it. UI thread.
#pragma once

class QLineEdit;
class QMimeData;

namespace cairn
{

bool holdsFiles(const QMimeData& data);          // of this computer
void leaveFilesToWindow(QLineEdit* field);

}  // namespace cairn
