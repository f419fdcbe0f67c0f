// What the real window offers where its engine has crashed: a report to copy.
#include "app/common/default_paths.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/window/real_window.h"
#include "ui/panels/message_bar.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <csignal>

using namespace cairn;
using cairn::test::OwnHome;
using cairn::test::RealWindow;

class CrashReportWindowTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!defaultModel())
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
    }

    void itCanBeCopied()
    {
        std::ofstream(m_home.file("moor.md")) << "# The moor\n\nNobody crosses the moor by night.\n";
        RealWindow shown;
        shown.window.openFiles({m_home.path("moor.md")});
        QTRY_VERIFY_WITH_TIMEOUT(shown.isReady() && shown.window.session().facts(), 120'000);
        QVERIFY(!copying(shown));
        QVERIFY(test::signalProcess(shown.window.engine().engineProcessId(), SIGSEGV));
        QTRY_VERIFY_WITH_TIMEOUT(copying(shown), test::kPatienceMs);
        copying(shown)->click();
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith(QLatin1String("cairn-engine ")) && copied.contains(QLatin1String("SIGSEGV")), qPrintable(copied));
        QVERIFY(!copied.contains(QLatin1String("moor")));
        QTRY_VERIFY_WITH_TIMEOUT(shown.window.session().facts(), test::kPatienceMs);   // another one runs
    }

private:
    static QAbstractButton* copying(const RealWindow& shown)
    {
        const auto buttons = shown.window.findChild<MessageBar*>()->findChildren<QAbstractButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(), [](const QAbstractButton* button) {
            return button->isVisible() && button->text() == QLatin1String("Copy report");
        });
        return found == buttons.end() ? nullptr : *found;
    }

    OwnHome m_home;
};

QTEST_MAIN(CrashReportWindowTest)
#include "crash_report_window_test.moc"
