// How long the window's thread is kept from its events (reliability.md U-1): cairn-event-gaps [FILE [SECONDS]]. A thread posts an event
// every 5 ms while the file (without one: a PDF of 1,000 pages made here) is imported and read by the real engine, scrolled, searched and
// zoomed. Prints percentiles and the longest wait of each part; a control that sleeps 200 ms must be seen. Not a test: the machine's other
// work counts too, but not in the most work that the window's thread did itself during one wait.
#include "app/window/areas/reader_area.h"
#include "app/window/main_window.h"
#include "tests/window/desktop_window.h"

#include <QElapsedTimer>
#include <QPainter>
#include <QPdfWriter>
#include <QScrollBar>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <pthread.h>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

class Pulse final : public QObject
{
public:
    explicit Pulse(QObject* parent = nullptr) : QObject(parent)
    {
        pthread_getcpuclockid(pthread_self(), &m_work);
        m_clock.start();
        m_thread.reset(QThread::create([this] {
            while (!m_stop) {
                QThread::msleep(5);
                if (m_waiting.exchange(true))
                    continue; // the last one is not handled yet: its wait goes on
                m_posted = m_clock.nsecsElapsed();
                m_workBefore = worked();
                QMetaObject::invokeMethod(
                    this, [this] { beat(); }, Qt::QueuedConnection);
            }
        }));
        m_thread->start();
    }
    ~Pulse() override
    {
        m_stop = true;
        m_thread->wait();
    }
    void report(const char* part)
    {
        std::sort(m_waits.begin(), m_waits.end());
        const auto at = [&](double share) { return m_waits.empty() ? 0.0 : m_waits[std::size_t(share * double(m_waits.size() - 1))]; };
        std::printf("%-22s %6zu events, median %.1f ms, 99.9 %% %.1f ms, longest %.1f ms, most work %.1f ms\n", part, m_waits.size(),
                    at(0.5), at(0.999), at(1), m_mostWork);
        std::fflush(stdout);
        m_waits.clear();
        m_mostWork = 0;
    }

private:
    void beat()
    {
        m_waits.push_back(double(m_clock.nsecsElapsed() - m_posted) / 1e6);
        m_mostWork = std::max(m_mostWork, double(worked() - m_workBefore) / 1e6);
        m_waiting = false;
    }

    qint64 worked() const   // by the window's thread, ns
    {
        timespec time{};
        clock_gettime(m_work, &time);
        return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
    }

    clockid_t m_work{};
    double m_mostWork = 0;
    QElapsedTimer m_clock;
    std::vector<double> m_waits;
    std::atomic<bool> m_stop = false, m_waiting = false;
    std::atomic<qint64> m_posted = 0, m_workBefore = 0;
    std::unique_ptr<QThread> m_thread;
};

QString thousandPages(const QString& path)
{
    QPdfWriter writer(path);
    writer.setResolution(100);
    QPainter painter(&writer);
    for (int page = 0; page < 1000; ++page) {
        if (page > 0)
            writer.newPage();
        for (int line = 0; line < 40; ++line)
            painter.drawText(20, 40 + 24 * line,
                             QStringLiteral("Page %1, line %2: the keeper wound the clockwork of lamp %3 before dusk.")
                                 .arg(page + 1)
                                 .arg(line)
                                 .arg((page * 40 + line) % 977));
    }
    return path;
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const DesktopHome home;
    qputenv("CAIRN_ENGINE", "\"" CAIRN_ENGINE_PROGRAM "\"");
    const QString file = argc > 1 ? QString::fromLocal8Bit(argv[1]) : thousandPages(home.path("thousand.pdf"));
    const int seconds = argc > 2 ? std::atoi(argv[2]) : 20;
    Window shown;
    Pulse pulse;
    QTest::qWait(500);
    pulse.report("(start)");
    QThread::msleep(200);
    QTest::qWait(100);
    pulse.report("control: 200 ms sleep");
    shown.window.openFiles({file});
    (void)QTest::qWaitFor([&] { return shown.window.session().isOpen(); }, 120'000);
    pulse.report("import, opening");
    (void)QTest::qWaitFor([&] { return shown.window.session().facts().has_value(); }, 30'000);
    shown.window.reading().start();   // a long one waits for that
    QTest::qWait(seconds * 1000);
    pulse.report("reading");
    auto* view = shown.window.reader().current()->view();
    for (int i = 0; i < 60; ++i) {
        view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum() * i / 60);
        QTest::qWait(50);
    }
    pulse.report("scrolling");
    shown.window.reader().find(QStringLiteral("clockwork"));
    QTest::qWait(3000);
    for (int i = 0; i < 10; ++i) {
        shown.window.reader().findAgain(false);
        QTest::qWait(100);
    }
    pulse.report("finding");
    for (const int zoom : {70, 130, 200, 100}) {
        shown.window.reader().setZoom(zoom);
        QTest::qWait(300);
    }
    pulse.report("zooming");
    shown.window.reader().current()->showPages(false);
    QTest::qWait(1000);
    pulse.report("to text");
    std::printf("read %.0f %%\n", 100 * shown.window.reading().status().fraction());
    return 0;
}
