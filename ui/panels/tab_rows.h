// Pages with tabs in two rows: those that always stand there, whose names are never cut, and below them those that were asked for and can
// be closed, whose names are shortened where there is no room. As wide as the page in sight needs. One tab of both rows is the current one.
// UI thread.
#pragma once

#include <QWidget>

#include <array>
#include <vector>

class QStackedWidget;

namespace cairn
{

class RowOfTabs;

class TabRows final : public QWidget
{
    Q_OBJECT
public:
    enum class Row { Always, AskedFor };

    explicit TabRows(QWidget* parent = nullptr);

    // `page` belongs to this widget from then on; a closed one is hidden and can be added again. REQUIRES: not here yet.
    void add(Row row, QWidget* page);
    bool has(const QWidget* page) const;
    void setName(const QWidget* page, const QString& name);   // nothing happens where it is not here
    void setRowName(Row row, const QString& name);            // for screen readers
    void setCurrent(QWidget* page);                           // REQUIRES: has(page)
    QWidget* current() const;                                 // null: no page

    bool isPressed() const;                                   // the mouse is at a tab, a button down

Q_SIGNALS:
    void currentChanged();
    void closed(QWidget* page);                               // by its cross
    void pointerLeft();                                       // of the tabs

private:
    struct Pages
    {
        RowOfTabs* tabs = nullptr;
        std::vector<QWidget*> pages;                          // in the order of the tabs
    };
    void choose(Row row, int tab);
    void close(int tab);
    Pages& of(Row row) { return m_rows[std::size_t(row)]; }

    std::array<Pages, 2> m_rows;
    QStackedWidget* m_stack;
};

}  // namespace cairn
