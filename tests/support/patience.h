// How long a test waits for what must come: so long that a busy machine is no failure. What works never uses it up.
// QTRY_VERIFY, QTRY_VERIFY2 and QTRY_COMPARE wait as long as this where the file is included, not Qt's 5 seconds.
#pragma once

#include <QCoreApplication>
#include <QTest>

namespace cairn::test
{

constexpr int kPatienceMs = 60'000;

// For what follows from events and timers of a few milliseconds, as a drawn frame does, and for what must not come. Unlike QTest::qWait,
// events are looked at again after every pause, so that a process which the machine left standing for so long gets its turn.
inline void settle(int ms)
{
    for (int part = 0; part < 4; ++part) {
        QTest::qWait(ms / 4 + 1);
        QCoreApplication::processEvents();
    }
}

}  // namespace cairn::test

#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT((condition), ::cairn::test::kPatienceMs)
#define QTRY_VERIFY2(condition, message) QTRY_VERIFY2_WITH_TIMEOUT((condition), (message), ::cairn::test::kPatienceMs)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT((actual), expected, ::cairn::test::kPatienceMs)
