#include "app/window/name_dialog.h"

#include <QInputDialog>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kLeastWidth = 480, kMostWidth = 800, kAround = 72;   // px: a dozen words; margins and frame of the field

}  // namespace

QInputDialog* openNameDialog(const QString& title, const QString& label, const QString& text, QWidget* parent)
{
    auto* dialog = new QInputDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(label);
    dialog->setTextValue(text);
    const QSize hint = dialog->sizeHint();
    const int wanted = std::clamp(dialog->fontMetrics().horizontalAdvance(text) + kAround, kLeastWidth, kMostWidth);
    dialog->resize(std::max(hint.width(), wanted), hint.height());
    dialog->open();
    return dialog;
}

}  // namespace cairn
