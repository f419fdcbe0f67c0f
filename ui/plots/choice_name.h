// What a box of choices is called for those who hear the window: on Linux Qt gives the chosen words as the box's own name and takes what it
// is for from a label, which here is not seen. REQUIRES: the box stands in its parent. UI thread.
#pragma once

class QComboBox;
class QString;

namespace cairn
{

void nameChoice(QComboBox* box, const QString& name);   // another name than before: of another language

}  // namespace cairn
