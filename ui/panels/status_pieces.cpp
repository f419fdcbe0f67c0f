#include "ui/panels/status_pieces.h"

#include "ui/announcement.h"
#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QEvent>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QStyle>
#include <QStyleOption>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kSymbol = 14, kPad = 12, kHeight = 28, kProgress = 96;   // px of the design
constexpr int kToldMs = 8000;
constexpr double kMostTold = 0.6, kMostBegin = 0.25;   // of the bar; what is longer is cut

}  // namespace

// Words with a symbol and a line at the end; gives way by cutting its words.
class StatusPiece final : public QPushButton
{
public:
    StatusPiece(std::optional<Icon> symbol, QWidget* parent) : QPushButton(parent), m_symbol(symbol)
    {
        setFlat(true);
        setFocusPolicy(Qt::TabFocus);
        setPanelFont(this, metrics::kSmallFont);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    void set(const QString& words, const QString& more, std::optional<Icon> symbol)
    {
        m_symbol = symbol;
        setText(words);
        setToolTip(plainTip(more.isEmpty() ? words : words + QLatin1Char('\n') + more));
        setAccessibleName(words);
        setAccessibleDescription(more);
        setVisible(!words.isEmpty());
        updateGeometry();
        update();
    }
    QSize sizeHint() const override
    {
        return {fontMetrics().horizontalAdvance(text()) + 2 * kPad + (m_symbol ? scaled(kSymbol) + 6 : 0) + 2,
                std::max(20, fontMetrics().height() + 4)};
    }
    QSize minimumSizeHint() const override
    {
        const int most = m_most < 1 ? int(parentWidget()->width() * m_most) : QWIDGETSIZE_MAX;
        const int usual = 2 * kPad + scaled(kSymbol) + 30, begin = begins() + 2 * kPad + 2;
        const bool shown = begins() > 0 && begin <= int(parentWidget()->width() * kMostBegin);
        return {m_whole ? std::min(sizeHint().width(), most) : shown ? std::max(usual, begin) : usual, sizeHint().height()};
    }
    void setBegin(QChar end) { m_end = end; }   // its words up to this one are not cut, and stand alone where the rest has no room
    void setWhole(double most = 1)   // not cut before it takes this part of the bar (1: never): what it says is the point
    {
        m_whole = true;
        m_most = most;
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const auto visual = [this](const QRect& place) { return QStyle::visualRect(layoutDirection(), rect(), place); };
        QRect inner = rect().adjusted(kPad, 0, -kPad, 0);
        const QColor ink = palette().color(QPalette::WindowText);
        if (m_symbol) {
            const int side = scaled(kSymbol);
            paintIcon(painter, *m_symbol, visual(QRect(inner.left(), (height() - side) / 2, side, side)), ink);
            inner.setLeft(inner.left() + side + 6);
        }
        painter.setPen(ink);
        painter.drawText(visual(inner),
                         int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | Qt::AlignVCenter) | Qt::TextSingleLine,
                         shownIn(inner.width()));
        painter.setPen(themeColour(Role::Line, *this));
        const int edge = layoutDirection() == Qt::RightToLeft ? 0 : width() - 1;
        painter.drawLine(edge, 3, edge, height() - 4);
        if (!hasFocus() && !underMouse())
            return;
        painter.setPen(QPen(themeColour(hasFocus() ? Role::Accent : Role::StrongLine, *this), hasFocus() ? 2 : 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(3, 1, -4, -1), metrics::kRadius, metrics::kRadius);
    }

private:
    QString begin() const { return m_end.isNull() ? QString() : text().left(text().indexOf(m_end) + 1); }
    int begins() const { return fontMetrics().horizontalAdvance(begin()); }
    QString shownIn(int room) const
    {
        const bool fits = fontMetrics().horizontalAdvance(text()) <= room;
        return !fits && begins() > 0 && begins() <= room ? begin() : fontMetrics().elidedText(text(), Qt::ElideRight, room);
    }

    std::optional<Icon> m_symbol;
    QChar m_end;
    bool m_whole = false;
    double m_most = 1;
};

StatusLine::StatusLine(QWidget* parent) : QStatusBar(parent)
{
    setSizeGripEnabled(false);
    setMinimumHeight(scaled(kHeight));
    m_passing = new StatusPiece(Icon::Info, this);
    m_saved = new StatusPiece(Icon::Check, this);
    m_reading = new StatusPiece(std::nullopt, this);
    m_device = new StatusPiece(Icon::Chip, this);
    m_model = new StatusPiece(std::nullopt, this);
    m_privacy = new StatusPiece(Icon::Lock, this);
    m_passing->setWhole(kMostTold);
    m_passing->setFocusPolicy(Qt::NoFocus);   // it goes by itself
    m_saved->setWhole();
    m_reading->setBegin(QLatin1Char('%'));   // how far it is, if not for how long
    m_device->setWhole();
    m_progress = new QProgressBar(this);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(kProgress, 12);
    addWidget(m_passing);
    addWidget(m_saved);
    addWidget(m_reading);
    addWidget(m_progress);
    addPermanentWidget(m_device);
    addPermanentWidget(m_model);
    addPermanentWidget(m_privacy);
    connect(this, &QStatusBar::messageChanged, this, &StatusLine::refresh);
    connect(m_passing, &QAbstractButton::clicked, this, [this] { tell({}); });
    connect(m_saved, &QAbstractButton::clicked, this, &StatusLine::savedActivated);
    connect(m_reading, &QAbstractButton::clicked, this, &StatusLine::readingActivated);
    connect(m_device, &QAbstractButton::clicked, this, &StatusLine::deviceActivated);
    connect(m_model, &QAbstractButton::clicked, this, &StatusLine::modelActivated);
    connect(m_privacy, &QAbstractButton::clicked, this, &StatusLine::privacyActivated);
    refresh();
}

void StatusLine::setFacts(const StatusFacts& facts)
{
    m_facts = facts;
    refresh();
}

void StatusLine::tell(const QString& sentence)
{
    m_told = sentence;
    if (sentence.isEmpty())
        m_toldEnds.stop();
    else
        m_toldEnds.start(kToldMs, this);
    refresh();
    if (!sentence.isEmpty())
        announce(m_passing);
}

QString StatusLine::told() const { return m_told; }

void StatusLine::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_toldEnds.timerId())
        return QStatusBar::timerEvent(event);
    if (!m_passing->underMouse())   // else somebody reads the whole of it: the next time
        tell({});
}

// That nothing could be saved is said whatever else is.
void StatusLine::refresh()
{
    const QString told = currentMessage().isEmpty() ? m_told : currentMessage();   // the tip of what is pointed at
    const bool telling = !told.isEmpty();
    m_passing->set(told, {}, Icon::Info);
    m_saved->set(telling && !m_facts.savedProblem ? QString() : m_facts.saved,
                 tr("Every question, answer, note and place is saved by itself."), m_facts.savedProblem ? Icon::Warning : Icon::Check);
    m_reading->set(telling ? QString() : m_facts.reading, {}, std::nullopt);
    m_progress->setVisible(!telling && !m_facts.reading.isEmpty() && m_facts.readingPercent >= 0);
    m_progress->setValue(m_facts.readingPercent);
    m_progress->setAccessibleName(tr("Read part of the document"));
    m_device->set(m_facts.device, m_facts.deviceReason, Icon::Chip);
    m_model->set(m_facts.model, m_facts.modelDetails, std::nullopt);
    const bool remote = !m_facts.textGoesTo.isEmpty();
    m_privacy->set(remote ? m_facts.textGoesTo : tr("Everything stays on this computer"),
                   remote ? QString() : tr("No connection, telemetry or update check."), remote ? Icon::Warning : Icon::Lock);
}

// The bar's own message stands in a piece of its own, which has room beside the others in large letters, too.
void StatusLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_PanelStatusBar, &option, &painter, this);
}

void StatusLine::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        setMinimumHeight(scaled(kHeight));
    if (event->type() == QEvent::LanguageChange)
        refresh();
    QStatusBar::changeEvent(event);
}

}  // namespace cairn
