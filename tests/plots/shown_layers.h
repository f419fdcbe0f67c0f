// The layers of a made-up run as they stand after all is computed.
#pragma once

#include "tests/support/run_samples.h"
#include "ui/plots/layers_view.h"

#include <QtTest>

#include <functional>

namespace cairn
{

struct ShownLayers
{
    SelectionHub hub;
    LayersView view{&hub};

    explicit ShownLayers(const std::shared_ptr<Run>& run = samples::madeUpRun())
    {
        view.resize(520, 700);
        hub.setRun(run);
        settle();
    }
    void settle()
    {
        QTest::qWait(30);
        QTRY_VERIFY(!view.isBusy());
    }
    void change(const std::function<void(Selection&)>& edit)
    {
        hub.change(edit);
        settle();
    }
};

}  // namespace cairn
