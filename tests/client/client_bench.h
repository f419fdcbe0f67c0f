// The window's side of the engine over a fake engine that follows a script.
#pragma once

#include "tests/client/client_record.h"
#include "tests/client/generated_document.h"

#include <QTemporaryDir>

#include <algorithm>
#include <fstream>

namespace cairn::testing
{

// For engines that fall silent, so that waiting for them takes no longer; long enough for a lively one on a busy machine.
inline EngineTimes shortTimes()
{
    using namespace std::chrono_literals;
    EngineTimes times;
    times.silence = 1500ms;
    times.standstill = 3000ms;
    times.cancel = 2000ms;
    times.farewell = 2000ms;
    times.failureWindow = 60s;
    return times;
}

inline bool fallsSilent(const QString& action)
{
    return action.contains(QStringLiteral("hang")) || action.contains(QStringLiteral("freeze")) || action.contains(QStringLiteral("skip"));
}

// A client over a fake engine with a script, and a session that is open. Short times only where the script falls silent.
struct Bench
{
    explicit Bench(const QStringList& script, bool open = true)
        : client(QStringList{QStringLiteral(CAIRN_FAKE_ENGINE), folder.path()} + script), record(client)
    {
        if (std::any_of(script.begin(), script.end(), fallsSilent))
            client.setTimes(shortTimes());
        if (open)
            openSession();
    }
    void openSession()
    {
        EngineSession session;
        session.folder = folder.path();
        session.documents = {document};
        client.openSession(session);
    }
    int counted(const char* what) const
    {
        int count = 0;
        std::ifstream(folder.path().toStdString() + "/" + what) >> count;
        return count;
    }
    int starts() const { return counted("starts"); }

    QTemporaryDir folder;
    std::shared_ptr<const CanonicalText> document = generatedDocument(2);
    EngineClient client;
    ClientRecord record;
};

// A line of the script: at this occurrence of the step.
inline QString times(const char* step, int occurrence, const char* action)
{
    return QStringLiteral("%1:%2:%3").arg(QLatin1String(step)).arg(occurrence).arg(QLatin1String(action));
}

}  // namespace cairn::testing
