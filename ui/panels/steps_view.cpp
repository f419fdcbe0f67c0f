#include "ui/panels/steps_view.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace cairn
{
namespace
{

constexpr int kPicture = 104, kGapBetween = 32, kTitleTop = 12, kWordsTop = 4;
constexpr int kReadBlocks = 31, kBlocks = 48, kBlockRow = 12;

struct Canvas   // 240 x 104, centred in its frame
{
    QPainter& painter;
    cairn::Panel panel;

    void line(double x, double y, double width, Role role = Role::Line) const { box({x, y, width, 5}, themeColour(role, panel), 2.5); }
    void box(QRectF place, const QColor& fill, double radius) const
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(place, radius, radius);
    }
    void frame(QRectF place, Role line, double radius) const
    {
        painter.setPen(themeColour(line, panel));
        painter.setBrush(themeColour(Role::Alternate, panel));
        painter.drawRoundedRect(place, radius, radius);
    }
};

void drawReading(const Canvas& on)
{
    for (int i = 0; i < kBlocks; ++i)
        on.box(QRectF(36 + (i % kBlockRow) * 14, 24 + (i / kBlockRow) * 15, 11, 11),
               themeColour(i < kReadBlocks ? Role::Meter : Role::Grid, on.panel), 2);
}

void drawAsking(const Canvas& on)
{
    on.frame({28.5, 18.5, 184, 26}, Role::StrongLine, 4);
    on.line(38, 29, 96, Role::Muted);
    on.box({180, 23, 26, 16}, themeColour(Role::AccentFill, on.panel), 3);
    on.line(28, 58, 168);
    on.line(28, 72, 124);
    on.box({158, 67, 15, 15}, themeColour(Role::AccentTint, on.panel), 3);
    QFont digit = panelFont(10, QFont::DemiBold);
    on.painter.setFont(digit);
    on.painter.setPen(themeColour(Role::AccentText, on.panel));
    on.painter.drawText(QRectF(158, 67, 15, 15), Qt::AlignCenter, QStringLiteral("1"));
    on.line(28, 86, 96);
}

void drawChecking(const Canvas& on)
{
    on.line(28, 20, 150);
    on.line(28, 34, 164);
    on.box({26, 44, 120, 13}, evidenceTint(0.8f, on.panel), 2);
    on.box({26, 58, 72, 13}, evidenceTint(0.4f, on.panel), 2);
    on.line(28, 48, 114, Role::RulerTick);
    on.line(28, 62, 66, Role::RulerTick);
    on.line(150, 48, 38);
    on.line(104, 62, 84);
    on.line(28, 80, 140);
    on.frame({206.5, 16.5, 10, 74}, Role::Line, 0);
    const QColor tick = themeColour(Role::RulerTick, on.panel);
    on.box({206, 50, 10, 3}, tick, 0);
    on.box({206, 60, 7, 2}, tick, 0);
    on.box({206, 28, 5, 2}, tick, 0);
}

}  // namespace

StepsView::StepsView(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    retranslate();
}

QList<StepsView::Step> StepsView::steps() const
{
    return {{tr("It is read once"), tr("Block by block, with the time left in view. The text can be read and searched at once.")},
            {tr("You ask"), tr("The answer is written from the blocks the model opens, with numbered citations.")},
            {tr("You check"), tr("A click on any answer word marks the exact words that were looked at.")}};
}

void StepsView::retranslate()
{
    QStringList words;
    for (const Step& step : steps())
        words << step.title + QStringLiteral(": ") + step.words;
    setAccessibleName(words.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

int StepsView::columnWidth(int width) const { return (width - 2 * kGapBetween) / 3; }

int StepsView::heightForWidth(int width) const
{
    int words = 0;
    for (const Step& step : steps())
        words = std::max(
            words, QFontMetrics(panelFont(13)).boundingRect(QRect(0, 0, columnWidth(width), 4000), Qt::TextWordWrap, step.words).height());
    return kPicture + kTitleTop + QFontMetrics(panelFont(13, QFont::DemiBold)).height() + kWordsTop + words + 4;
}

void StepsView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const cairn::Panel panel = panelOf(palette());
    const int column = columnWidth(width());
    const QFont bold = panelFont(13, QFont::DemiBold);
    const int titleHeight = QFontMetrics(bold).height();
    int index = 0;
    for (const Step& step : steps()) {
        const int x = index * (column + kGapBetween);
        const QRect frame(x, 0, column, kPicture);
        painter.setPen(themeColour(Role::Line, panel));
        painter.setBrush(palette().color(QPalette::Base));
        painter.drawRoundedRect(QRectF(frame).adjusted(0.5, 0.5, -0.5, -0.5), metrics::kRadius, metrics::kRadius);
        painter.save();
        painter.setClipRect(frame);
        painter.translate(frame.center().x() - 120, 0);
        const Canvas canvas{painter, panel};
        index == 0 ? drawReading(canvas) : index == 1 ? drawAsking(canvas) : drawChecking(canvas);
        painter.restore();
        painter.setFont(bold);
        painter.setPen(themeColour(Role::Text, panel));
        painter.drawText(QRect(x, kPicture + kTitleTop, column, titleHeight), Qt::AlignLeading | Qt::AlignVCenter, step.title);
        painter.setFont(panelFont(13));
        painter.setPen(themeColour(Role::Muted, panel));
        painter.drawText(QRect(x, kPicture + kTitleTop + titleHeight + kWordsTop, column, height()),
                         int(Qt::AlignLeading | Qt::AlignTop) | Qt::TextWordWrap, step.words);
        ++index;
    }
}

void StepsView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange)
        retranslate();
    QWidget::changeEvent(event);
}

}  // namespace cairn
