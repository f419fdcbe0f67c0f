// Reader, ruler and the views of an answer side by side on one made-up run, to time what the user waits for after a click. UI thread.
#pragma once

#include "tests/support/run_samples.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/timeline_view.h"
#include "ui/ruler_view.h"
#include "ui/selection/resolved.h"
#include "ui/study/evidence_view.h"
#include "ui/study/heads_view.h"
#include "ui/study/unique_blocks_view.h"
#include "ui/text_doc_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QHBoxLayout>
#include <QTimer>

#include <algorithm>

namespace cairn
{

class AllViews final : public QWidget
{
public:
    explicit AllViews(const samples::TraceSize& size) : m_run(samples::madeUpRun(size))
    {
        auto* row = new QHBoxLayout(this);
        for (QWidget* view : {static_cast<QWidget*>(&m_text), static_cast<QWidget*>(&m_ruler), static_cast<QWidget*>(&m_evidence),
                              static_cast<QWidget*>(&m_layers), static_cast<QWidget*>(&m_timeline), static_cast<QWidget*>(&m_heads),
                              static_cast<QWidget*>(&m_unique)})
            row->addWidget(view);
        m_text.setDocument(m_run->documents.front().get());
        QObject::connect(&m_hub, &SelectionHub::changed, &m_text, [this] {
            m_text.setHeat(heatOf(m_hub, 0));
            m_ruler.setMarks(rulerMarksOf(m_hub, 0));
        });
        resize(3770, 1000);
        show();
        m_hub.setRun(m_run);
        untilQuiet();
    }

    // Milliseconds from the selection of answer tokens to the end of the last drawing that it leads to.
    double select(IndexRange tokens)
    {
        m_hub.change([&](Selection& selection) { selection.tokens = std::vector<IndexRange>{tokens}; });
        return untilQuiet();
    }

private:
    struct PaintWatch final : QObject
    {
        bool eventFilter(QObject*, QEvent* event) override
        {
            drawn += event->type() == QEvent::Paint;
            return false;
        }
        int drawn = 0;
    };

    double untilQuiet()
    {
        PaintWatch watch;
        qApp->installEventFilter(&watch);
        QTimer tick;
        tick.start(10);
        QElapsedTimer timer;
        timer.start();
        double last = 0;
        while (double(timer.nsecsElapsed()) * 1e-6 < last + kQuietMs) {
            const int before = watch.drawn;
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);   // asleep meanwhile: the views' work needs the processor
            QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            if (watch.drawn != before)
                last = double(timer.nsecsElapsed()) * 1e-6;
        }
        qApp->removeEventFilter(&watch);
        return last;
    }

    static constexpr double kQuietMs = 300;   // no drawing for so long: all is done
    RunPtr m_run;
    SelectionHub m_hub;
    TextDocView m_text;
    RulerView m_ruler;
    EvidenceView m_evidence{&m_hub};
    LayersView m_layers{&m_hub};
    TimelineView m_timeline{&m_hub};
    HeadsView m_heads{&m_hub};
    UniqueBlocksView m_unique{&m_hub};
};

}  // namespace cairn
