#include "ui/panels/locale_order.h"

#include <QLocale>

namespace cairn
{

QCollator LocaleOrder::collator()
{
    QCollator collator{QLocale()};
    collator.setNumericMode(true);
    collator.setCaseSensitivity(Qt::CaseInsensitive);
    return collator;
}

bool LocaleOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(sortRole()), b = right.data(sortRole());
    if (a.typeId() != QMetaType::QString || b.typeId() != QMetaType::QString)
        return QSortFilterProxyModel::lessThan(left, right);
    if (m_collator.locale() != QLocale())
        m_collator = collator();
    return m_collator.compare(a.toString(), b.toString()) < 0;
}

}  // namespace cairn
