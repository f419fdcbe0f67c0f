// cairn: the window. Exit code: exit_codes.h.
#include "app/common/exit_codes.h"
#include "app/common/process_start.h"
#include "app/window/desktop_session.h"
#include "app/window/main_window.h"
#include "app/window/settings_store.h"
#include "app/window/single_instance.h"
#include "app/window/window_arguments.h"
#include "ui/panels/icons.h"
#include "ui/panels/window_style.h"

#include <QApplication>
#include <QDir>
#include <QScreen>

#include <cstdio>
#include <string>
#include <vector>

int main(int count, char** words)
{
    using namespace cairn;
    prepareProcess();
    QApplication::setApplicationName(QStringLiteral("cairn"));
    QApplication::setApplicationVersion(QStringLiteral(CAIRN_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("cairn"));
    std::vector<std::string> kept = wordsForQt(count, words);
    std::vector<char*> pointers;
    for (std::string& word : kept)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    int number = static_cast<int>(kept.size());
    QApplication application(number, pointers.data());
    const auto arguments = windowArguments(QApplication::arguments().mid(1), QDir::currentPath());
    if (!arguments) {
        std::fprintf(stderr, "cairn: %s\n", arguments.error().message.c_str());
        return kUsage;
    }
    if (arguments->help || arguments->version) {
        std::puts(arguments->help ? qPrintable(windowHelp()) : "cairn " CAIRN_VERSION);
        return kDone;
    }
    SingleInstance instance;
    if (!arguments->newInstance && instance.forward(toWords(*arguments)))
        return kDone;
    QApplication::setStyle(new WindowStyle);
    QApplication::setWindowIcon(applicationIcon());
    SettingsStore settings;
    settings.apply();
    MainWindow window(settings);
    window.resize(QSize(1440, 900).boundedTo(window.screen()->availableSize() - QSize(0, 40)));   // title bar
    QObject::connect(&instance, &SingleInstance::received, &window, [&window](const QStringList& received) {
        if (const auto later = windowArguments(received, QDir::currentPath()))
            window.open(*later);
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
    return QApplication::exec();
}
