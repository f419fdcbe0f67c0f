// cairn: the window. Exit code: exit_codes.h.
#include "app/common/crash_report.h"
#include "app/common/exit_codes.h"
#include "app/common/process_start.h"
#include "app/common/standard_input.h"
#include "app/window/desktop/single_instance.h"
#include "app/window/desktop_session.h"
#include "app/window/main_window.h"
#include "app/window/settings/settings_store.h"
#include "app/window/window_arguments.h"
#include "core/documents/client/worker_process.h"
#include "ui/panels/icons.h"
#include "ui/panels/window_style.h"

#include <QApplication>
#include <QDir>
#include <QScreen>

#include <cstdio>
#include <string>
#include <vector>

namespace
{

// Says what went wrong.
int codeOf(cairn::Handover taken)
{
    if (taken == cairn::Handover::Done)
        return cairn::kDone;
    std::fputs(taken == cairn::Handover::TooLong ? "cairn: These are too many names for the window that is open. Give fewer at a time.\n"
                                                 : "cairn: The window that is open does not answer: nothing was opened there.\n",
               stderr);
    return taken == cairn::Handover::TooLong ? cairn::kUsage : cairn::kInputUnreadable;
}

}  // namespace

int main(int count, char** words)
{
    using namespace cairn;
    prepareProcess();
    reportCrashes("cairn", CrashTarget::File);
    onWorkerCrash([](std::string_view errors) { keepCrashReport(errors); });
    QApplication::setApplicationName(QStringLiteral("cairn"));
    QApplication::setApplicationVersion(QStringLiteral(CAIRN_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("cairn"));
    std::vector<std::string> kept = wordsForQt(count, words);
    const auto inform = [](const WindowArguments& wanted) {
        std::puts(wanted.help ? qPrintable(windowHelp()) : "cairn " CAIRN_VERSION);
        return kDone;
    };
    QStringList given;
    for (std::size_t i = 1; i < kept.size(); ++i)
        given.append(QString::fromLocal8Bit(kept[i].c_str()));
    if (const auto early = windowArguments(given, QDir::currentPath()); early && (early->help || early->version))
        return inform(*early);   // where there is no screen, too
    std::vector<char*> pointers;
    for (std::string& word : kept)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    int number = static_cast<int>(kept.size());
    QApplication application(number, pointers.data());
    auto arguments = windowArguments(QApplication::arguments().mid(1), QDir::currentPath());
    if (!arguments) {
        std::fprintf(stderr, "cairn: %s\n", arguments.error().message.c_str());
        return kUsage;
    }
    if (arguments->help || arguments->version)
        return inform(*arguments);
    sweepInputs(inputFolder());
    if (arguments->standardInput) {
        const auto input = keepStandardInput();
        if (!input) {
            std::fprintf(stderr, "cairn: %s\n", input.error().message.c_str());
            return kInputUnreadable;
        }
        arguments->files.append(QString::fromLocal8Bit(input->c_str()));
    }
    SingleInstance instance;
    if (const auto taken = arguments->newInstance ? Handover::NobodyThere : instance.forward(toWords(*arguments));
        taken != Handover::NobodyThere) {
        taken == Handover::Done ? leaveInputs() : endInputs();
        return codeOf(taken);
    }
    QApplication::setStyle(new WindowStyle);
    QApplication::setWindowIcon(applicationIcon());
    SettingsStore settings;
    settings.apply();
    MainWindow window(settings);
    QObject::connect(&instance, &SingleInstance::received, &window, [&window](const QStringList& received) {
        if (const auto later = windowArguments(received, QDir::currentPath())) {
            for (const QString& file : later->files)
                shareInput(file.toStdString());
            window.open(*later);
        }
        window.raise();
        window.activateWindow();
    });
    comeBackWithDesktop(application, window, arguments->newInstance);
    quitOnSignals(application);
    window.show();
    settings.followDesktop();
    window.open(*arguments);
    if (settings.isFirstStart() && arguments->files.isEmpty() && arguments->session.isEmpty())
        window.openHandbook();   // with questions to try: an answer within a minute
    const int code = QApplication::exec();
    endInputs();
    return code;
}
