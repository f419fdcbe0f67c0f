#include "ui/panels/library_bar.h"

#include "ui/panels/file_drops.h"
#include "ui/panels/icons.h"
#include "ui/panels/labels.h"
#include "ui/panels/locale_order.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLineEdit>

#include <algorithm>

namespace cairn
{
namespace
{

QString folded(const QString& text)
{
    QString letters = text.normalized(QString::NormalizationForm_KD);
    letters.removeIf([](QChar letter) { return letter.category() == QChar::Mark_NonSpacing; });
    return letters.toCaseFolded();
}

}  // namespace

bool isNamedBy(const RecentSession& session, const QString& words)
{
    const QString names = folded((QStringList{session.title} + session.documents).join(QLatin1Char('\n')));
    const QStringList sought = folded(words).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::all_of(sought.begin(), sought.end(), [&](const QString& word) { return names.contains(word); });
}

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
                                          m_how(new Label({}, metrics::kSmallFont, Tone::Muted)), m_order(new QComboBox)
{
    m_search->setObjectName(QStringLiteral("searchSessions"));
    m_search->setClearButtonEnabled(true);
    m_search->addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    leaveFilesToWindow(m_search);
    m_order->setObjectName(QStringLiteral("sessionOrder"));
    for (const SessionOrder order : {SessionOrder::LastUsed, SessionOrder::Name, SessionOrder::Size})
        m_order->addItem(QString(), int(order));
    m_name->setBuddy(m_order);
    m_search->installEventFilter(this);
    m_how->setObjectName(QStringLiteral("howToSearch"));
    m_how->setWordWrap(true);
    m_how->hide();
    auto* row = new QGridLayout(this);
    row->setContentsMargins(0, 0, 0, 8);
    row->setSpacing(metrics::kGap);
    row->setColumnStretch(0, 1);
    row->addWidget(m_search, 0, 0);
    row->addWidget(m_name, 0, 1);
    row->addWidget(m_order, 0, 2);
    row->addWidget(m_how, 1, 0, 1, 3);
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        if (const QString words = m_search->text().trimmed(); !words.isEmpty())
            Q_EMIT searched(words);
    });
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        Q_EMIT narrowed();
        tellHow();
    });
    connect(m_order, &QComboBox::activated, this, [this] { Q_EMIT orderChosen(order()); });
    retranslate();
}

SessionOrder LibraryBar::order() const { return SessionOrder(m_order->currentData().toInt()); }

void LibraryBar::setOrder(SessionOrder order) { m_order->setCurrentIndex(std::max(0, m_order->findData(int(order)))); }

QString LibraryBar::words() const { return m_search->text().simplified(); }

void LibraryBar::clear() { m_search->clear(); }

void LibraryBar::setAnyNamed(bool any)
{
    m_anyNamed = any;
    tellHow();
}

void LibraryBar::tellHow()
{
    m_how->setText(m_anyNamed ? tr("Press Enter to search in their texts; Esc leads back.")
                              : tr("No session has this in its name. Press Enter to search in their texts; Esc leads back."));
    m_how->setVisible(!words().isEmpty());
}

// Esc takes the words back; without words it is the window's.
bool LibraryBar::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (watched != m_search || !isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape || m_search->text().isEmpty())
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        clear();
    return true;
}

void LibraryBar::retranslate()
{
    m_search->setPlaceholderText(tr("Search the library"));
    m_search->setAccessibleName(tr("Search the library"));
    m_name->setText(tr("Sorted by"));
    tellHow();
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
