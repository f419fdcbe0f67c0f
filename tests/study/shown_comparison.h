// The comparison of two made-up answers on screen.
#pragma once

#include "made_run.h"

#include "tests/support/patience.h"
#include "ui/study/compare_view.h"

namespace cairn::test
{

inline RunPtr otherRun(const RunPtr& first, unsigned seed = 31)
{
    MadeRunShape shape;
    shape.seed = seed;
    shape.answer = "Ever since, it is always tea-time, and the things are never washed.";
    auto run = std::make_shared<Run>(*madeRun(shape));
    run->id = QStringLiteral("run-5");
    run->documents = first->documents;
    run->map = first->map;
    return run;
}

struct ShownComparison
{
    SelectionHub hub;
    RunPtr a = madeRun(), b = otherRun(a);
    CompareView view{&hub};

    ShownComparison()
    {
        view.resize(800, 800);
        view.show();
        hub.setRun(a);
        hub.setCompared(b);
        settle(40);
    }
};

}  // namespace cairn::test
