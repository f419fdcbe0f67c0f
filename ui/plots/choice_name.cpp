#include "ui/plots/choice_name.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>

namespace cairn
{

void nameChoice(QComboBox* box, const QString& name)
{
    box->setAccessibleName(name);
    const auto labels = box->parentWidget()->findChildren<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
    const auto known = std::find_if(labels.begin(), labels.end(), [box](const QLabel* label) { return label->buddy() == box; });
    QLabel* label = known == labels.end() ? new QLabel(box->parentWidget()) : *known;
    label->setBuddy(box);
    label->setText(name);
    if (known == labels.end())
        label->hide();
}

}  // namespace cairn
