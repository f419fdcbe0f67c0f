// Rows in the order in which people of this language sort words: "ä" beside "a", "p. 9" before "p. 10". Numbers stay numbers. UI thread.
#pragma once

#include <QCollator>
#include <QSortFilterProxyModel>

namespace cairn
{

class LocaleOrder : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    static QCollator collator();   // of the language of the time

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    mutable QCollator m_collator = collator();
};

}  // namespace cairn
