#include "ui/panels/enter_key.h"

#include <QDialog>
#include <QKeyEvent>
#include <QPushButton>

namespace cairn
{
namespace
{

class EnterKey final : public QObject
{
public:
    explicit EnterKey(QDialog* dialog) : QObject(dialog), m_dialog(dialog) {}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const auto* key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
        if (!key || (key->key() != Qt::Key_Return && key->key() != Qt::Key_Enter))
            return QObject::eventFilter(watched, event);
        if (auto* button = qobject_cast<QPushButton*>(m_dialog->focusWidget()); button && button->isEnabled())
            button->click();
        return true;
    }

private:
    QDialog* m_dialog;
};

}  // namespace

void enterPressesNoOther(QDialog* dialog)
{
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        button->setAutoDefault(false);   // else the first of them, whatever it does
    dialog->installEventFilter(new EnterKey(dialog));
}

}  // namespace cairn
