// Files that are dropped on a text field are meant for the window, which opens them; a field would take their addresses as words.
// Other words are still dropped into it. UI thread.
#pragma once

class QLineEdit;

namespace cairn
{

void leaveFilesToWindow(QLineEdit* field);

}  // namespace cairn
