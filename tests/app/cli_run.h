// One run of cairn-cli, to its end.
#pragma once

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>

#include <functional>

namespace cairn::test
{

// Words of a command line.
inline QString typedWord(const char* word) { return QString::fromUtf8(word); }
inline QString typedWord(const QString& word) { return word; }
template <typename... Words>
QStringList typed(const Words&... words) { return {typedWord(words)...}; }

inline QString cliProgram() { return QStringLiteral(CAIRN_BINARY_DIR "/bin/cairn-cli"); }

struct CliRun
{
    int exitCode = -1;   // 256: ended by a signal; -1: did not end
    QByteArray output, errors;

    QList<QJsonObject> objects() const   // of JSON lines
    {
        QList<QJsonObject> list;
        for (const QByteArray& line : output.split('\n')) {
            if (!line.isEmpty())
                list.append(QJsonDocument::fromJson(line).object());
        }
        return list;
    }
};

// `inChild` runs between fork and exec, in `folder`; empty: in the test's. `input`: a file for standard input; empty: none.
inline CliRun runCli(const QStringList& words, const QProcessEnvironment& environment, const std::function<void()>& inChild = {},
                     const QString& folder = {}, const QString& input = {})
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier(inChild);
    process.setWorkingDirectory(folder);
    if (!input.isEmpty())
        process.setStandardInputFile(input);
    process.start(cliProgram(), words);
    CliRun run;
    if (!process.waitForFinished(240'000))
        return run;
    run.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : 256;
    run.output = process.readAllStandardOutput();
    run.errors = process.readAllStandardError();
    return run;
}

}  // namespace cairn::test
