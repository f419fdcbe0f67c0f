#include "ui/study/passage_widget.h"

#include <QEvent>
#include <QPainter>

namespace cairn
{

PassageWidget::PassageWidget(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void PassageWidget::setPassage(Passage passage, float fullWeight)
{
    m_passage = std::move(passage);
    m_fullWeight = fullWeight;
    setAccessibleName(m_passage.text);
    updateGeometry();
    update();
}

int PassageWidget::heightForWidth(int width) const { return PassageLayout(m_passage, width).height(); }

void PassageWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    PassageLayout(m_passage, width()).paint(painter, {0, 0}, m_fullWeight, *this);
}

void PassageWidget::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

}  // namespace cairn
