#include "ui/panels/library_bar.h"

#include "ui/panels/file_drops.h"
#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/locale_order.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>

#include <algorithm>

namespace cairn
{

void sortSessions(std::vector<RecentSession>& sessions, SessionOrder order)
{
    const QCollator byName = LocaleOrder::collator();
    std::stable_sort(sessions.begin(), sessions.end(),
                     [](const RecentSession& a, const RecentSession& b) { return a.lastOpened > b.lastOpened; });
    if (order == SessionOrder::LastUsed)
        return;
    std::stable_sort(sessions.begin(), sessions.end(), [&](const RecentSession& a, const RecentSession& b) {
        return order == SessionOrder::Name ? byName.compare(a.title, b.title) < 0 : a.bytes > b.bytes;
    });
}

LibraryBar::LibraryBar(QWidget* parent) : QWidget(parent), m_search(new QLineEdit), m_name(new Label({}, metrics::kSmallFont, Tone::Muted)),
                                          m_order(new QComboBox)
{
    m_search->setObjectName(QStringLiteral("searchSessions"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    leaveFilesToWindow(m_search);
    m_order->setObjectName(QStringLiteral("sessionOrder"));
    for (const SessionOrder order : {SessionOrder::LastUsed, SessionOrder::Name, SessionOrder::Size})
        m_order->addItem(QString(), int(order));
    m_name->setBuddy(m_order);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 8);
    row->setSpacing(metrics::kGap);
    row->addWidget(m_search, 1);
    row->addWidget(m_name);
    row->addWidget(m_order);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (const QString words = m_search->text().trimmed(); !words.isEmpty())
            Q_EMIT searched(words);
    });
    connect(m_order, &QComboBox::activated, this, [this] { Q_EMIT orderChosen(order()); });
    retranslate();
}

SessionOrder LibraryBar::order() const { return SessionOrder(m_order->currentData().toInt()); }

void LibraryBar::setOrder(SessionOrder order) { m_order->setCurrentIndex(std::max(0, m_order->findData(int(order)))); }

void LibraryBar::retranslate()
{
    m_search->setPlaceholderText(tr("Search the library"));
    m_search->setAccessibleName(tr("Search the library"));
    m_name->setText(tr("Sorted by"));
    m_order->setAccessibleName(tr("Sorted by"));
    const QStringList names{tr("Last use"), tr("Name"), tr("Size")};
    for (int i = 0; i < m_order->count(); ++i)
        m_order->setItemText(i, names[i]);
}

void LibraryBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

}  // namespace cairn
