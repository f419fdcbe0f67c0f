#include "ui/plots/head_names.h"

#include "ui/plots/numbers.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>

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

} // namespace

QString namedHead(const SelectionHub& hub, Head head)
{
    const auto found = hub.headNames().find(head);
    const QString place = headName(head.layer, head.head);
    return found == hub.headNames().end() ? place : QStringLiteral("%1 %2").arg(place, found->second);
}

void openHeadNameField(SelectionHub* hub, Head head, QWidget* over, QPoint globalPosition)
{
    auto* field = new NameField(over);
    field->setWindowFlag(Qt::Popup);
    field->setAttribute(Qt::WA_DeleteOnClose);
    field->setMaxLength(kLongestName);
    const QString title = QCoreApplication::translate("cairn", "Name of head %1").arg(headName(head.layer, head.head));
    field->setAccessibleName(title);
    field->setPlaceholderText(title);
    const auto known = hub->headNames().find(head);
    field->setText(known == hub->headNames().end() ? QString() : known->second);
    field->selectAll();
    field->resize(std::max(kFieldWidth, field->fontMetrics().horizontalAdvance(title) + 24), field->sizeHint().height());
    field->move(globalPosition);
    QObject::connect(field, &QLineEdit::returnPressed, hub, [hub, head, field, over] {
        hub->nameHead(head, field->text().simplified());
        field->close();
        over->setFocus();
    });
    field->show();
    field->setFocus();
}

} // namespace cairn
