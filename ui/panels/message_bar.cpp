#include "ui/panels/message_bar.h"

#include "ui/announcement.h"
#include "ui/panels/buttons.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/labels.h"
#include "ui/text_size.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCursor>
#include <QEvent>
#include <QGridLayout>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kSymbol = 18, kSymbolColumn = 30, kDetailsHeight = 96, kEdge = 3;
constexpr int kNoteMs = 7000, kStillMs = 1000;
constexpr int kLeastWords = 230;   // pixels of a line beside the buttons; with less they stand below

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent)
{
    m_text = new Label;
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_choices = new FlowWidget(this, metrics::kGap);
    m_action = new QPushButton(m_choices);
    m_second = new QPushButton(m_choices);
    m_third = new QPushButton(m_choices);
    m_more = new LinkButton({}, m_choices);
    m_more->setCheckable(true);
    m_close = new SymbolButton(Icon::Close, {}, this);
    m_details = new QPlainTextEdit(this);
    m_details->setReadOnly(true);
    m_details->setFixedHeight(kDetailsHeight);
    setPanelFont(m_details, metrics::kSmallFont);
    for (QWidget* part : std::initializer_list<QWidget*>{m_more, m_action, m_second, m_third})
        m_choices->flow()->addWidget(part);
    for (QWidget* part : std::initializer_list<QWidget*>{m_more, m_action, m_second, m_third, m_close})
        part->setFocusPolicy(Qt::TabFocus);   // a click leaves the focus where it was: the bar goes away with it
    auto* grid = new QGridLayout(this);
    grid->setHorizontalSpacing(metrics::kGap);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    grid->addWidget(m_text, 0, 0);
    grid->addWidget(m_choices, 0, 1);
    grid->addWidget(m_close, 0, 2);
    grid->addWidget(m_details, 2, 0, 1, 3);
    makeRoomForSymbol();
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
        m_leaves.start(kNoteMs, this), m_pointer.reset();
    else
        m_leaves.stop();
    arrange();
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
    arrange();
    m_close->setMeaning(tr("Dismiss"));
    m_details->setAccessibleName(tr("Details"));
}

void MessageBar::makeRoomForSymbol()
{
    layout()->setContentsMargins(scaled(kSymbolColumn) + metrics::kGap, 6, metrics::kGap, 6);
}

// Buttons stand beside the words where those keep a line that can be read, else below them in as many rows as they need.
void MessageBar::arrange()
{
    int wanted = 0;
    for (const QWidget* part : std::initializer_list<const QWidget*>{m_more, m_action, m_second, m_third})
        wanted += part->isHidden() ? 0 : (wanted > 0 ? metrics::kGap : 0) + part->sizeHint().width();
    m_choices->setVisible(wanted > 0);
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right() - wanted - m_close->sizeHint().width() - 2 * metrics::kGap;
    const int line = m_text->fontMetrics().horizontalAdvance(m_text->text()) + 2;
    const bool beside = room >= std::min(line, scaled(kLeastWords));
    m_choices->setMinimumWidth(beside ? wanted : 0);
    const int across = beside ? wanted : std::max(1, width() - margins.left() - margins.right());
    m_choices->setFixedHeight(m_choices->flow()->heightForWidth(across));   // now, not with the next layout
    auto* grid = static_cast<QGridLayout*>(layout());
    int row = 0, column = 0, rows = 0, columns = 0;
    grid->getItemPosition(grid->indexOf(m_choices), &row, &column, &rows, &columns);
    if (beside == (row == 0))
        return;
    grid->removeWidget(m_choices);
    if (beside)
        grid->addWidget(m_choices, 0, 1);
    else
        grid->addWidget(m_choices, 1, 0, 1, 3);
    updateGeometry();
}

QSize MessageBar::minimumSizeHint() const
{
    const QMargins margins = layout()->contentsMargins();
    const int words = m_text->minimumSizeHint().width() + metrics::kGap + m_close->sizeHint().width();
    const int choices = m_choices->isHidden() ? 0 : m_choices->flow()->minimumSize().width();
    // All lines and rows: a splitter asks nobody for the height of a width.
    const int height = std::max(QWidget::minimumSizeHint().height(), layout()->totalHeightForWidth(width()));
    return {margins.left() + margins.right() + std::max(words, choices), height};
}

void MessageBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
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
    const QPoint pointer = QCursor::pos();
    const bool aims = window()->frameGeometry().contains(pointer) && (m_pointer != pointer || QApplication::mouseButtons());
    m_pointer = pointer;
    if (aims)
        return m_leaves.start(kStillMs, this);
    m_leaves.stop();
    clear();
}

void MessageBar::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange && layout()) {
        makeRoomForSymbol();
        arrange();
    }
    QWidget::changeEvent(event);
}

}  // namespace cairn
