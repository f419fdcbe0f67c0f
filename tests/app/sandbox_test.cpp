// The import worker's lock-down, step by step in children of this process, with each step left out once: the self-test must
// notice (a test that passes without the sandbox tests nothing).
#include "app/import/sandbox.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"

#include <QProcess>
#include <QTest>

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <functional>
#include <string>

using namespace cairn;

namespace
{

constexpr int kNothingPossible = 100, kStepFailed = 101;

// Runs `steps` in a child, then the self-test there; says what was possible. "-" nothing, "!" a step failed, else its name.
std::string possibleAfter(const std::function<bool()>& steps)
{
    int ends[2];
    if (::pipe(ends) != 0)
        return "pipe";
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(ends[0]);
        if (!steps())
            ::_exit(kStepFailed);
        const char* possible = sandbox::firstPossible(parent);
        if (!possible)
            ::_exit(kNothingPossible);
        (void)!::write(ends[1], possible, std::strlen(possible));
        ::_exit(0);
    }
    ::close(ends[1]);
    char name[32] = {};
    const ssize_t n = ::read(ends[0], name, sizeof name - 1);
    ::close(ends[0]);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        return "signal " + std::to_string(WTERMSIG(status));
    if (WEXITSTATUS(status) == kStepFailed)
        return "!";
    return n > 0 ? std::string(name, std::size_t(n)) : WEXITSTATUS(status) == kNothingPossible ? "-" : "?";
}

bool hasLandlock()
{
    const pid_t parent = ::getpid();
    return possibleAfter([parent] { return sandbox::cutTies(parent) && sandbox::restrictFiles(); }) != "!";
}

} // namespace

class SandboxTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void nothingIsPossibleAfterLockDown();
    void nothingIsPossibleWithoutLandlockEither();
    void withoutAnyStepTheSelfTestNotices();
    void withoutSeccompTheSelfTestNotices();
    void openingAllowedWithoutLandlockIsNoticed();
    void limitsAreSet();
    void foreignParentIsRefused();
    void theWorkerDiesWithItsParent();
    void theWorkerRefusesToRunByHand();
};

void SandboxTest::nothingIsPossibleAfterLockDown()
{
    const pid_t parent = ::getpid();
    QCOMPARE(possibleAfter([parent] { return bool(sandbox::lockDown(parent)); }), std::string("-"));
}

void SandboxTest::nothingIsPossibleWithoutLandlockEither()
{
    const pid_t parent = ::getpid();
    QCOMPARE(possibleAfter([parent] { return sandbox::cutTies(parent) && sandbox::limitResources() && sandbox::filterSystemCalls(false); }),
             std::string("-"));
}

void SandboxTest::withoutAnyStepTheSelfTestNotices()
{
    QCOMPARE(possibleAfter([] { return true; }), std::string("open"));
}

void SandboxTest::withoutSeccompTheSelfTestNotices()
{
    if (!hasLandlock())
        QSKIP("this kernel has no Landlock");
    const pid_t parent = ::getpid();
    QCOMPARE(possibleAfter([parent] { return sandbox::cutTies(parent) && sandbox::limitResources() && sandbox::restrictFiles(); }),
             std::string("socket"));
}

void SandboxTest::openingAllowedWithoutLandlockIsNoticed()
{
    const pid_t parent = ::getpid();
    QCOMPARE(possibleAfter([parent] { return sandbox::cutTies(parent) && sandbox::filterSystemCalls(true); }), std::string("open"));
}

void SandboxTest::limitsAreSet()
{
    const auto result = possibleAfter([] {
        rlimit files{}, cpu{}, core{};
        const bool set = sandbox::limitResources() && ::getrlimit(RLIMIT_NOFILE, &files) == 0 && ::getrlimit(RLIMIT_CPU, &cpu) == 0 &&
                         ::getrlimit(RLIMIT_CORE, &core) == 0;
        ::_exit(set && files.rlim_max == 16 && cpu.rlim_max == 1800 && core.rlim_max == 0 ? kNothingPossible : kStepFailed);
        return true;
    });
    QCOMPARE(result, std::string("-"));
}

void SandboxTest::foreignParentIsRefused()
{
    QCOMPARE(possibleAfter([] { return bool(sandbox::lockDown(1)); }), std::string("!"));
}

void SandboxTest::theWorkerDiesWithItsParent()
{
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    const pid_t parent = ::fork();
    if (parent == 0) { // the program: starts a worker, then is killed
        const pid_t self = ::getpid();
        if (::fork() == 0) {
            const bool cut = sandbox::cutTies(self);
            (void)!::write(ends[1], cut ? "+" : "-", 1);
            while (true)
                ::pause();
        }
        while (true)
            ::pause();
    }
    ::close(ends[1]);
    char answer = 0;
    QCOMPARE(::read(ends[0], &answer, 1), ssize_t(1));
    QCOMPARE(answer, '+');
    QVERIFY(cairn::test::signalProcess(parent, SIGKILL));
    ::waitpid(parent, nullptr, 0);
    pollfd poll{ends[0], POLLIN, 0}; // the end of the pipe: its last writer is gone
    QCOMPARE(::poll(&poll, 1, 5'000), 1);
    QCOMPARE(::read(ends[0], &answer, 1), ssize_t(0));
    ::close(ends[0]);
}

void SandboxTest::theWorkerRefusesToRunByHand()
{
    QProcess worker;
    worker.start(QStringLiteral(CAIRN_IMPORT_WORKER), QStringList());
    QVERIFY(worker.waitForFinished(test::kPatienceMs));
    QCOMPARE(worker.exitCode(), 2);
}

QTEST_GUILESS_MAIN(SandboxTest)
#include "sandbox_test.moc"
