#include "ui/plots/head_names.h"

#include "ui/pictures/numbers.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>

#include <functional>

namespace cairn
{
namespace
{

constexpr int kLongestName = 40, kFieldWidth = 200;

// Closes with Esc; a key that was taken here goes to no plot.
class NameField final : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Escape)
            close();
        else
            QLineEdit::keyPressEvent(event);
    }
};

void openField(QObject* receiver, QWidget* over, QPoint globalPosition, const QString& title, const QString& name,
               const std::function<void(const QString&)>& keep)
{
    auto* field = new NameField(over);
    field->setWindowFlag(Qt::Popup);
    field->setAttribute(Qt::WA_DeleteOnClose);
    field->setMaxLength(kLongestName);
    field->setAccessibleName(title);
    field->setPlaceholderText(title);
    field->setText(name);
    field->selectAll();
    field->resize(std::max(kFieldWidth, field->fontMetrics().horizontalAdvance(title) + 24), field->sizeHint().height());
    field->move(globalPosition);
    QObject::connect(field, &QLineEdit::returnPressed, receiver, [field, over, keep] {
        keep(field->text().simplified());
        field->close();
        over->setFocus();
    });
    field->show();
    field->setFocus();
}

} // namespace

QString namedHead(const SelectionHub& hub, Head head)
{
    const auto found = hub.headNames().find(head);
    const QString place = headName(head.layer, head.head);
    return found == hub.headNames().end() ? place : QStringLiteral("%1 %2").arg(place, found->second);
}

void openHeadNameField(SelectionHub* hub, Head head, QWidget* over, QPoint globalPosition)
{
    const auto known = hub->headNames().find(head);
    openField(hub, over, globalPosition, QCoreApplication::translate("cairn", "Name of head %1").arg(headName(head.layer, head.head)),
              known == hub->headNames().end() ? QString() : known->second,
              [hub, head](const QString& name) { hub->nameHead(head, name); });
}

void openSetNameField(SelectionHub* hub, const std::string& set, QWidget* over, QPoint globalPosition)
{
    openField(hub, over, globalPosition, QCoreApplication::translate("cairn", "Name of the head set"), QString::fromStdString(set),
              [hub, set](const QString& name) { hub->renameHeadSet(set, name.toStdString()); });
}

} // namespace cairn
