#include "ui/panels/tab_rows.h"

#include <QApplication>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStyleOptionTab>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{

// A row whose current tab looks like the others while the other row has the current page.
class RowOfTabs final : public QTabBar
{
public:
    RowOfTabs(bool givesWay, QWidget* parent) : QTabBar(parent)
    {
        setExpanding(false);
        setElideMode(givesWay ? Qt::ElideRight : Qt::ElideNone);
        setUsesScrollButtons(false);
        setDrawBase(false);
        setSizePolicy(givesWay ? QSizePolicy::Preferred : QSizePolicy::Minimum, QSizePolicy::Fixed);
    }

    void setActive(bool active)
    {
        m_active = active;
        update();
    }

protected:
    void initStyleOption(QStyleOptionTab* option, int tab) const override
    {
        QTabBar::initStyleOption(option, tab);
        if (m_active)
            return;
        option->state &= ~QStyle::State_Selected;
        option->selectedPosition = QStyleOptionTab::NotAdjacent;
    }

    void leaveEvent(QEvent* event) override
    {
        QTabBar::leaveEvent(event);
        Q_EMIT static_cast<TabRows*>(parent())->pointerLeft();
    }

    void keyPressEvent(QKeyEvent* event) override   // arrows move inside a row; this takes the tab that has the focus
    {
        if (event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            Q_EMIT tabBarClicked(currentIndex());
        else
            QTabBar::keyPressEvent(event);
    }

private:
    bool m_active = false;
};

// As wide as its current page needs: one that lies behind it takes no room.
class CurrentPage final : public QStackedWidget
{
public:
    CurrentPage() { connect(this, &QStackedWidget::currentChanged, this, [this] { updateGeometry(); }); }
    QSize minimumSizeHint() const override { return currentWidget() ? currentWidget()->minimumSizeHint() : QSize(); }
    QSize sizeHint() const override { return currentWidget() ? currentWidget()->sizeHint() : QSize(); }
};

TabRows::TabRows(QWidget* parent) : QWidget(parent), m_stack(new CurrentPage)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (const Row row : {Row::Always, Row::AskedFor}) {
        RowOfTabs* tabs = of(row).tabs = new RowOfTabs(row == Row::AskedFor, this);
        column->addWidget(tabs);
        connect(tabs, &QTabBar::currentChanged, this, [this, row](int tab) { choose(row, tab); });
        connect(tabs, &QTabBar::tabBarClicked, this, [this, row](int tab) { choose(row, tab); });
    }
    of(Row::AskedFor).tabs->setTabsClosable(true);
    of(Row::AskedFor).tabs->hide();
    connect(of(Row::AskedFor).tabs, &QTabBar::tabCloseRequested, this, &TabRows::close);
    column->addWidget(m_stack, 1);
}

void TabRows::add(Row row, QWidget* page)
{
    Pages& added = of(row);
    const QSignalBlocker quiet(added.tabs);   // the first one would become the current one
    added.pages.push_back(page);
    added.tabs->setTabToolTip(added.tabs->addTab(page->accessibleName()), page->accessibleName());
    added.tabs->show();
    m_stack->addWidget(page);
    if (m_stack->count() == 1)
        added.tabs->setActive(true);
}

bool TabRows::has(const QWidget* page) const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [page](const Pages& row) {
        return std::find(row.pages.begin(), row.pages.end(), page) != row.pages.end();
    });
}

void TabRows::setName(const QWidget* page, const QString& name)
{
    for (const Pages& row : m_rows) {
        const auto found = std::find(row.pages.begin(), row.pages.end(), page);
        if (found == row.pages.end())
            continue;
        row.tabs->setTabText(int(found - row.pages.begin()), name);
        row.tabs->setTabToolTip(int(found - row.pages.begin()), name);
    }
}

void TabRows::setRowName(Row row, const QString& name) { of(row).tabs->setAccessibleName(name); }

void TabRows::setCurrent(QWidget* page)
{
    for (const Row row : {Row::Always, Row::AskedFor}) {
        const auto& pages = of(row).pages;
        if (const auto found = std::find(pages.begin(), pages.end(), page); found != pages.end())
            choose(row, int(found - pages.begin()));
    }
}

bool TabRows::isPressed() const
{
    return QApplication::mouseButtons() != Qt::NoButton
           && std::any_of(m_rows.begin(), m_rows.end(), [](const Pages& row) { return row.tabs->underMouse(); });
}

QWidget* TabRows::current() const { return m_stack->currentWidget(); }

void TabRows::choose(Row row, int tab)
{
    Pages& chosen = of(row);
    if (tab < 0 || std::size_t(tab) >= chosen.pages.size())
        return;
    for (const Row each : {Row::Always, Row::AskedFor})
        of(each).tabs->setActive(each == row);
    {
        const QSignalBlocker quiet(chosen.tabs);
        chosen.tabs->setCurrentIndex(tab);
    }
    if (m_stack->currentWidget() == chosen.pages[std::size_t(tab)])
        return;
    m_stack->setCurrentWidget(chosen.pages[std::size_t(tab)]);
    Q_EMIT currentChanged();
}

// What it hid comes back: its neighbour, or the last chosen one of the row that always stands there.
void TabRows::close(int tab)
{
    Pages& row = of(Row::AskedFor);
    QWidget* page = row.pages[std::size_t(tab)];
    const bool wasCurrent = m_stack->currentWidget() == page;
    {
        const QSignalBlocker quiet(row.tabs);
        row.pages.erase(row.pages.begin() + tab);
        row.tabs->removeTab(tab);
        m_stack->removeWidget(page);
        page->hide();
    }
    row.tabs->setVisible(!row.pages.empty());
    Q_EMIT closed(page);
    if (!wasCurrent)
        return;
    if (row.pages.empty())
        choose(Row::Always, of(Row::Always).tabs->currentIndex());
    else
        choose(Row::AskedFor, row.tabs->currentIndex());
    Q_EMIT currentChanged();   // the stack has moved to another page by itself
}

}  // namespace cairn
