#include "ui/panels/message_bar.h"

#include "ui/announcement.h"
#include "ui/panels/buttons.h"
#include "ui/panels/labels.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace cairn
{
namespace
{

constexpr int kSymbol = 18, kSymbolColumn = 30, kDetailsHeight = 96, kEdge = 3;
constexpr int kNoteMs = 8000;

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent)
{
    m_text = new Label;
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_action = new QPushButton(this);
    m_second = new QPushButton(this);
    m_third = new QPushButton(this);
    m_more = new LinkButton({}, this);
    m_more->setCheckable(true);
    m_close = new SymbolButton(Icon::Close, {}, this);
    m_details = new QPlainTextEdit(this);
    m_details->setReadOnly(true);
    m_details->setFixedHeight(kDetailsHeight);
    setPanelFont(m_details, metrics::kSmallFont);
    auto* row = new QHBoxLayout;
    row->setSpacing(metrics::kGap);
    row->addWidget(m_text, 1);
    for (QWidget* part : std::initializer_list<QWidget*>{m_more, m_action, m_second, m_third, m_close}) {
        row->addWidget(part);
        part->setFocusPolicy(Qt::TabFocus);   // a click leaves the focus where it was: the bar goes away with it
    }
    auto* column = new QVBoxLayout(this);
    makeRoomForSymbol();
    column->addLayout(row);
    column->addWidget(m_details);
    connect(m_action, &QAbstractButton::clicked, this, [this] {
        clear();
        Q_EMIT actionTriggered();
    });
    connect(m_second, &QAbstractButton::clicked, this, [this] {
        clear();
        Q_EMIT secondActionTriggered();
    });
    connect(m_third, &QAbstractButton::clicked, this, [this] {
        clear();
        Q_EMIT thirdActionTriggered();
    });
    connect(m_close, &QAbstractButton::clicked, this, [this] {
        clear();
        Q_EMIT dismissed();
    });
    connect(m_more, &QAbstractButton::toggled, this, [this](bool open) {
        m_details->setVisible(open);
        retranslate();
    });
    retranslate();
    hide();
}

void MessageBar::showMessage(const Notice& message)
{
    m_kind = message.kind;
    m_text->setText(message.text);
    m_action->setText(message.action);
    m_action->setVisible(!message.action.isEmpty());
    m_second->setText(message.secondAction);
    m_second->setVisible(!message.secondAction.isEmpty());
    m_third->setText(message.thirdAction);
    m_third->setVisible(!message.thirdAction.isEmpty());
    m_more->setChecked(false);
    m_more->setVisible(!message.details.isEmpty());
    m_details->setPlainText(message.details);
    m_details->hide();
    setAccessibleName(message.text);
    const bool asks = !message.action.isEmpty() || !message.secondAction.isEmpty();
    if (message.kind == MessageKind::Note && !asks)
        m_leaves.start(kNoteMs, this);
    else
        m_leaves.stop();
    show();
    updateGeometry();
    update();
    announce(this);
}

void MessageBar::clear() { hide(); }

QString MessageBar::text() const { return m_text->text(); }

void MessageBar::retranslate()
{
    m_more->setText(m_more->isChecked() ? tr("Hide details") : tr("Details"));
    m_more->updateGeometry();
    m_close->setMeaning(tr("Dismiss"));
    m_details->setAccessibleName(tr("Details"));
}

void MessageBar::makeRoomForSymbol()
{
    layout()->setContentsMargins(scaled(kSymbolColumn) + metrics::kGap, 6, metrics::kGap, 6);
}

void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const bool problem = m_kind == MessageKind::Problem;
    painter.fillRect(rect(), themeColour(Role::Alternate, *this));   // amber is evidence's, red and green are nobody's
    painter.setPen(themeColour(Role::Line, *this));
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
    painter.drawLine(rect().topLeft(), rect().topRight());
    if (problem)
        painter.fillRect(layoutDirection() == Qt::RightToLeft ? QRect(width() - kEdge, 0, kEdge, height()) : QRect(0, 0, kEdge, height()),
                         themeColour(Role::Text, *this));
    const int side = scaled(kSymbol), x = layoutDirection() == Qt::RightToLeft ? width() - metrics::kInset - side : metrics::kInset;
    paintIcon(painter, problem ? Icon::Warning : Icon::Info, QRectF(x, m_text->geometry().center().y() - side / 2, side, side),
              themeColour(problem ? Role::Text : Role::Accent, *this));
}

void MessageBar::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_leaves.timerId())
        return QWidget::timerEvent(event);
    if (m_more->isChecked() || underMouse() || isAncestorOf(QApplication::focusWidget()))
        return;   // somebody is at it: the next time
    m_leaves.stop();
    clear();
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    else if (event->type() == QEvent::FontChange && layout())
        makeRoomForSymbol();
    QWidget::changeEvent(event);
}

}  // namespace cairn
