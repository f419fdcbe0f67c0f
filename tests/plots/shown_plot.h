// A plot view of a made-up run as it stands after all is computed.
#pragma once

#include "tests/support/patience.h"
#include "tests/support/run_samples.h"
#include "ui/plots/layers_view.h"
#include "ui/plots/timeline_view.h"

#include <QtTest>

#include <functional>

namespace cairn
{

template <typename View>
struct ShownPlot
{
    SelectionHub hub;
    View view{&hub};

    explicit ShownPlot(const std::shared_ptr<Run>& run = samples::madeUpRun())
    {
        view.resize(520, 700);
        hub.setRun(run);
        settle();
    }
    void settle()
    {
        test::settle(30);
        QTRY_VERIFY(!view.isBusy());
    }
    void change(const std::function<void(Selection&)>& edit)
    {
        hub.change(edit);
        settle();
    }
};

using ShownLayers = ShownPlot<LayersView>;
using ShownTimeline = ShownPlot<TimelineView>;

}  // namespace cairn
