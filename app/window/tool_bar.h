// The tool bar: open, back and forward, page, zoom, evidence, notes, export; find and the panels at the right. UI thread.
#pragma once

#include <QToolBar>

class QLabel;
class QLineEdit;
class QToolButton;

namespace cairn
{

class WindowActions;

class ToolBar final : public QToolBar
{
    Q_OBJECT
public:
    explicit ToolBar(WindowActions& actions, QWidget* parent = nullptr);

    // Page label and how many there are; an empty label hides both (the document has no pages).
    void setPage(const QString& label, const QString& count);
    void setZoom(int percent);
    void focusPage();

Q_SIGNALS:
    void pageEntered(const QString& label);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void fitIcons();
    void addButton(QAction* action, bool withText);

    QLineEdit* m_page;
    QLabel* m_pages;
    QToolButton* m_zoom;
    QList<QAction*> m_pageActions;
    QString m_pageLabel, m_pageCount;
};

}  // namespace cairn
