// A plot and what is said above it, which is as high as its words need; where that leaves the plot less than its least height, it
// scrolls. UI thread.
#pragma once

#include "ui/panels/downward_area.h"
#include "ui/text_size.h"

#include <QVBoxLayout>

#include <algorithm>

namespace cairn
{

class AbovePlot final : public QWidget
{
public:
    AbovePlot(QWidget* words, QWidget* plot) : m_words(words), m_area(new DownwardArea(words)), m_plot(plot)
    {
        m_area->viewport()->setAutoFillBackground(false);   // on the panel's own ground; a role for it would be one for the words, too
        words->setAutoFillBackground(false);
        auto* column = new QVBoxLayout(this);
        column->setContentsMargins(0, 0, 0, 0);
        column->addWidget(m_area);
        column->addWidget(plot, 1);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        fit();
    }
    bool event(QEvent* event) override
    {
        const bool done = QWidget::event(event);
        if (event->type() == QEvent::LayoutRequest)
            fit();
        return done;
    }

private:
    void fit()
    {
        constexpr int kLeast = 60;   // px of the design: the first lines
        const int wanted = m_words->hasHeightForWidth() ? m_words->heightForWidth(width()) : m_words->sizeHint().height();
        const int room = height() - m_plot->minimumHeight() - layout()->spacing();
        const int height = std::min(wanted, std::max(room, scaled(kLeast)));
        if (height != m_area->minimumHeight() || height != m_area->maximumHeight())
            m_area->setFixedHeight(height);
    }

    QWidget* m_words;
    DownwardArea* m_area;
    QWidget* m_plot;
};

}  // namespace cairn
