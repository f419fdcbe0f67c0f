// Folders of a test's own for all that programs keep: settings, sessions, caches, the socket of the running window, the played engine.
#pragma once

#include "tests/support/temporary_folder.h"

#include <QByteArray>
#include <QString>

#include <filesystem>

namespace cairn::test
{

class OwnHome
{
public:
    OwnHome()
    {
        for (const char* name : {"data", "config", "state", "cache", "run", "engine"}) {
            std::filesystem::create_directory(m_folder.file(name));
            const QByteArray variable =
                name == std::string("run") ? QByteArray("XDG_RUNTIME_DIR") : "XDG_" + QByteArray(name).toUpper() + "_HOME";
            qputenv(variable.constData(), m_folder.file(name).c_str());
        }
    }
    std::string file(const char* name) const { return m_folder.file(name); }
    QString path(const char* name) const { return QString::fromStdString(m_folder.file(name)); }

    // CAIRN_ENGINE for the played engine `program`, which keeps its memory here; `script` are further words for it.
    QByteArray engineCommand(const char* program, const char* script = "") const
    {
        return "\"" + QByteArray(program) + "\" \"" + QByteArray::fromStdString(m_folder.file("engine")) + "\" " + script;
    }

private:
    TemporaryFolder m_folder;
};

}  // namespace cairn::test
