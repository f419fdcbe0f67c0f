#include "ui/panels/labels.h"

#include "ui/elided_place.h"
#include "ui/text_direction.h"
#include "ui/theme.h"

#include <QApplication>
#include <QEvent>
#include <QFontInfo>
#include <QLocale>
#include <QPainter>
#include <QScreen>

namespace cairn
{
namespace
{

constexpr int kTitleBar = 40;   // px, of a desktop
constexpr int kMenuMeasure = 400;

}  // namespace

void resizeScaled(QWidget* window, QSize designSize)
{
    const QSize room = window->screen()->availableSize() - QSize(0, kTitleBar);
    window->resize(QSize(scaled(designSize.width()), scaled(designSize.height())).boundedTo(room));
}

QFont panelFont(int designPixels, QFont::Weight weight)
{
    QFont font = QApplication::font();
    const double base = QFontInfo(font).pixelSize();
    font.setPixelSize(std::max(1, qRound(base * designPixels / metrics::kInterfaceFont)));
    font.setWeight(weight);
    return font;
}

namespace
{

class FollowedFont final : public QObject
{
public:
    FollowedFont(QWidget* widget, int designPixels, QFont::Weight weight)
        : QObject(widget), m_widget(widget), m_designPixels(designPixels), m_weight(weight)
    {
        widget->installEventFilter(this);
        widget->setFont(panelFont(designPixels, weight));
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::ApplicationFontChange)
            m_widget->setFont(panelFont(m_designPixels, m_weight));
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget* m_widget;
    int m_designPixels;
    QFont::Weight m_weight;
};

}  // namespace

void setPanelFont(QWidget* widget, int designPixels, QFont::Weight weight) { new FollowedFont(widget, designPixels, weight); }

FontNews::FontNews(QObject* parent) : QObject(parent) { qApp->installEventFilter(this); }

bool FontNews::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ApplicationFontChange && watched == qApp) {
        for (QWidget* widget : QApplication::allWidgets()) {
            QEvent news(QEvent::ApplicationFontChange);
            QCoreApplication::sendEvent(widget, &news);
        }
    }
    return QObject::eventFilter(watched, event);
}

QString menuWords(const QString& text)
{
    const QString shown = QFontMetrics(QApplication::font()).elidedText(text.simplified(), Qt::ElideRight, scaled(kMenuMeasure));
    return QString(shown).replace(QLatin1Char('&'), QLatin1String("&&"));
}

// What would be rounded to 1,000.0 of a unit is one of the next.
QString byteWords(qint64 bytes)
{
    for (qint64 unit = 1'000'000; unit <= 1'000'000'000'000'000; unit *= 1000)
        bytes = bytes < unit && bytes >= unit - unit / 20'000 ? unit : bytes;
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString plainTip(const QString& text)
{
    if (text.isEmpty())
        return {};
    return QStringLiteral("<span>%1</span>").arg(text.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

Label::Label(const QString& text, int designPixels, Tone tone, QFont::Weight weight, QWidget* parent)
    : QLabel(text, parent)
{
    setTextFormat(Qt::PlainText);
    setPanelFont(this, designPixels, weight);
    if (tone == Tone::Muted)
        setForegroundRole(QPalette::PlaceholderText);
}

ElidedLabel::ElidedLabel(int designPixels, Tone tone, QFont::Weight weight, QWidget* parent)
    : QWidget(parent)
{
    setPanelFont(this, designPixels, weight);
    setForegroundRole(tone == Tone::Muted ? QPalette::PlaceholderText : QPalette::WindowText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateTip();
    updateGeometry();
    update();
}

QSize ElidedLabel::sizeHint() const { return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height() + 2}; }
QSize ElidedLabel::minimumSizeHint() const
{
    const int least = m_short.isEmpty() ? fontMetrics().averageCharWidth() * 6 : fontMetrics().horizontalAdvance(m_short) + 2;
    return {std::min(sizeHint().width(), least), sizeHint().height()};
}

bool ElidedLabel::fits() const { return fontMetrics().horizontalAdvance(m_text) <= width(); }

void ElidedLabel::setShortForm(const QString& text)
{
    if (text == m_short)
        return;
    m_short = text;
    updateGeometry();
    update();
}

void ElidedLabel::setExplanation(const QString& text)
{
    m_explanation = text;
    updateTip();
}

void ElidedLabel::updateTip()
{
    const QString tip = fits() ? m_explanation : m_explanation.isEmpty() ? m_text : m_text + u'\n' + m_explanation;
    setToolTip(tip.isEmpty() ? tip : plainTip(tip));
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    if (!fits() && width() < 4 * fontMetrics().averageCharWidth())
        return;   // dots alone say nothing; the tooltip does
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.setLayoutDirection(directionOf(m_text, layoutDirection()));
    const QString words = fits() || m_short.isEmpty() ? m_text : m_short;
    painter.drawText(rect(), int(Qt::AlignVCenter | (m_trailing ? Qt::AlignTrailing : Qt::AlignLeading)) | Qt::TextSingleLine,
                     m_isPlace ? elidedPlace(fontMetrics(), words, width()) : fontMetrics().elidedText(words, Qt::ElideRight, width()));
}

void ElidedLabel::resizeEvent(QResizeEvent*) { updateTip(); }

void ElidedLabel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

}  // namespace cairn
