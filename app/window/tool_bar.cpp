#include "app/window/tool_bar.h"

#include "app/window/window_actions.h"
#include "core/types/place_label.h"
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
    setPlace(nullptr, 0);
    retranslate();
}

void ToolBar::addButton(QAction* action, bool withText)
{
    addAction(action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolButtonStyle(withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
}

void ToolBar::setPlace(const CanonicalText* document, std::uint64_t byte)
{
    m_pageLabel = document ? QString::fromStdString(pageLabel(*document, byte)) : QString();
    m_sheets = document ? qsizetype(document->units.size()) : 0;
    m_sheet = document ? qsizetype(unitNumber(*document, byte)) : 0;
    showPage();
}

void ToolBar::showPage()
{
    for (QAction* action : m_pageActions)
        action->setVisible(!m_pageLabel.isEmpty());
    if (!m_page->hasFocus())
        m_page->setText(m_pageLabel);
    const QString all = QLocale().toString(m_sheets), own = QLocale().toString(m_sheet);
    m_pages->setText(m_pageLabel == QString::number(m_sheet) ? tr("of %1").arg(all) : tr("(%1 of %2)").arg(own, all));
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
    showPage();
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
