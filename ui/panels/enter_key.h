// Dialogs without an answer to give: Enter in a field keeps its value and presses nothing. UI thread.
#pragma once

class QDialog;

namespace cairn
{

// Once all its buttons are there: Enter presses the one that has the focus, and no other.
void enterPressesNoOther(QDialog* dialog);

}  // namespace cairn
