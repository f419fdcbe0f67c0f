// The tool bar: open, back and forward, page, zoom, evidence, notes, export; find and the panels at the right. UI thread.
#pragma once

#include <QToolBar>

#include <cstdint>

class QLabel;
class QLineEdit;
class QToolButton;

namespace cairn
{

class WindowActions;
struct CanonicalText;

class ToolBar final : public QToolBar
{
    Q_OBJECT
public:
    explicit ToolBar(WindowActions& actions, QWidget* parent = nullptr);

    // "27 (39 of 145)": label of the page that holds the byte, which sheet it is where that is another number, how many there are. Null:
    // the document has no pages, and the field is hidden.
    void setPlace(const CanonicalText* document, std::uint64_t byte);
    void setZoom(int percent);
    void focusPage();

Q_SIGNALS:
    void pageEntered(const QString& label);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showPage();
    void fitIcons();
    void addButton(QAction* action, bool withText);

    QLineEdit* m_page;
    QLabel* m_pages;
    QToolButton* m_zoom;
    QList<QAction*> m_pageActions;
    QString m_pageLabel;
    qsizetype m_sheet = 0, m_sheets = 0;
};

}  // namespace cairn
