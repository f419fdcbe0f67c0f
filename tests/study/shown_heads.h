// The heads of a made-up answer, in sight.
#pragma once

#include "made_run.h"

#include "tests/support/patience.h"
#include "ui/study/head_grid_panel.h"
#include "ui/study/heads_view.h"

#include <QtTest>

namespace cairn::test
{

struct ShownHeads
{
    SelectionHub hub;
    RunPtr run;
    HeadsView view{&hub};

    explicit ShownHeads(int width = 1300, RunPtr shown = madeRun()) : run(std::move(shown))
    {
        view.resize(width, 700);
        view.show();
        hub.setRun(run);
        settle(40);
    }
    HeadGrid& grid() { return *view.grid()->grid(); }
};

}  // namespace cairn::test
