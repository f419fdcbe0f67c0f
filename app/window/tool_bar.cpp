#include "app/window/tool_bar.h"

#include "app/window/window_actions.h"
#include "ui/panels/file_drops.h"
#include "ui/text_size.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

namespace cairn
{
namespace
{

constexpr int kIcon = 18, kPageField = 52;   // px of the design

}  // namespace

ToolBar::ToolBar(WindowActions& actions, QWidget* parent)
    : QToolBar(parent), m_page(new QLineEdit), m_pages(new QLabel), m_zoom(new QToolButton)
{
    setObjectName(QStringLiteral("tool_bar"));
    setMovable(false);
    fitIcons();
    setContextMenuPolicy(Qt::PreventContextMenu);
    addButton(actions[Act::Open], true);
    addSeparator();
    addButton(actions[Act::Back], false);
    addButton(actions[Act::Forward], false);
    addSeparator();
    leaveFilesToWindow(m_page);
    m_page->setAlignment(Qt::AlignCenter);
    m_pages->setTextFormat(Qt::PlainText);
    m_pages->setContentsMargins(6, 0, 6, 0);
    m_pageActions = {addWidget(m_page), addWidget(m_pages), addSeparator()};
    addButton(actions[Act::ZoomOut], false);
    m_zoom->setAutoRaise(true);
    m_zoom->setFocusPolicy(Qt::TabFocus);
    connect(m_zoom, &QToolButton::clicked, actions[Act::ZoomReset], &QAction::trigger);
    connect(actions[Act::ZoomReset], &QAction::enabledChanged, m_zoom, &QToolButton::setEnabled);
    addWidget(m_zoom);
    addButton(actions[Act::ZoomIn], false);
    addSeparator();
    addButton(actions[Act::PreviousEvidence], false);
    addButton(actions[Act::NextEvidence], true);
    addSeparator();
    addButton(actions[Act::AddNote], false);
    addButton(actions[Act::AddBookmark], false);
    addButton(actions[Act::ExportAnswers], false);
    auto* room = new QWidget;
    room->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(room);
    addButton(actions[Act::Find], true);
    addButton(actions[Act::FindAction], false);
    addSeparator();
    addButton(actions[Act::LeftPanel], false);
    addButton(actions[Act::Dock], false);
    connect(m_page, &QLineEdit::returnPressed, this, [this] { Q_EMIT pageEntered(m_page->text().trimmed()); });
    connect(m_page, &QLineEdit::editingFinished, this, [this] { m_page->setText(m_pageLabel); });
    setPage({}, {});
    retranslate();
}

void ToolBar::addButton(QAction* action, bool withText)
{
    addAction(action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void ToolBar::setPage(const QString& label, const QString& count)
{
    m_pageLabel = label;
    m_pageCount = count;
    for (QAction* action : m_pageActions)
        action->setVisible(!label.isEmpty());
    if (!m_page->hasFocus())
        m_page->setText(label);
    m_pages->setText(tr("of %1").arg(count));
}

void ToolBar::setZoom(int percent) { m_zoom->setText(tr("%1 %").arg(QLocale().toString(percent))); }

void ToolBar::focusPage()
{
    m_page->setFocus();
    m_page->selectAll();
}

void ToolBar::retranslate()
{
    setWindowTitle(tr("Tool bar"));
    m_page->setAccessibleName(tr("Page"));
    m_page->setToolTip(tr("Page label to go to"));
    m_zoom->setToolTip(tr("Normal size"));
    setPage(m_pageLabel, m_pageCount);
}

// As large as the words beside them.
void ToolBar::fitIcons()
{
    setIconSize({scaled(kIcon), scaled(kIcon)});
    m_page->setFixedWidth(scaled(kPageField));
}

void ToolBar::changeEvent(QEvent* event)
{
    QToolBar::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange)
        fitIcons();
}

}  // namespace cairn
