#include "ui/plots/help_bubble.h"

#include "ui/panels/labels.h"
#include "ui/theme.h"

#include <QBoxLayout>
#include <QFrame>

namespace cairn
{
namespace
{

constexpr int kHelpWidth = 300;

} // namespace

void showHelpBubble(QWidget* button, const QString& title, const QString& help, const QString& example)
{
    auto* bubble = new QFrame(button, Qt::Popup);
    bubble->setAttribute(Qt::WA_DeleteOnClose);
    bubble->setFrameShape(QFrame::StyledPanel);
    bubble->setAccessibleName(title);
    auto* column = new QVBoxLayout(bubble);
    column->setContentsMargins(metrics::kInset, metrics::kInset, metrics::kInset, metrics::kInset);
    column->setSpacing(metrics::kGap);
    column->addWidget(new Label(title, 13, Tone::Normal, QFont::DemiBold));
    for (auto* label : {new Label(help), new Label(example, 12, Tone::Muted)}) {
        label->setWordWrap(true);
        label->setFixedWidth(kHelpWidth);
        label->setVisible(!label->text().isEmpty());
        column->addWidget(label);
    }
    bubble->move(button->mapToGlobal(QPoint(0, button->height() + 2)));
    bubble->show();
}

} // namespace cairn
