#include "app/window/window_arguments.h"

#include "app/common/arguments.h"
#include "storage/folders/session_folder.h"

#include <QDir>
#include <QFileInfo>

namespace cairn
{
namespace
{

const CommandSpec& spec()
{
    static const CommandSpec kSpec{"", "cairn [FILE|SESSION].. [options]",
                                   "Reads documents (-: standard input) and answers questions about them, in a window.",
                                   {{"page", "LABEL", "go to this page of the first document", 'p'},
                                    {"find", "TEXT", "find this text"},
                                    {"session", "DIR", "open this session's folder; files are added to it"},
                                    {"select", "JSON", "what the views show, as copied from an export"},
                                    {"new-instance", "", "a window of its own, even if Cairn is running"},
                                    {"help", "", "print this help"},
                                    {"version", "", "print the version"}},
                                   0, 1000};
    return kSpec;
}

}  // namespace

std::vector<std::string> wordsForQt(int count, char** words)
{
    std::vector<std::string> kept(words, words + count);
    for (std::size_t i = 0; i + 1 < kept.size() && kept[i] != "--"; ++i) {
        if (kept[i] != "--session")
            continue;
        kept[i] += "=" + kept[i + 1];
        kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return kept;
}

Result<WindowArguments> windowArguments(const QStringList& words, const QString& workingFolder)
{
    std::vector<QByteArray> bytes;
    for (const QString& word : words)
        bytes.push_back(word.toLocal8Bit());
    std::vector<char*> pointers;
    for (QByteArray& word : bytes)
        pointers.push_back(word.data());
    const auto parsed = parseArguments(spec(), pointers);
    if (!parsed)
        return parsed.error();
    const QDir folder(workingFolder);
    const auto text = [&](std::string_view name) { return QString::fromLocal8Bit(parsed->value(name, "").c_str()); };
    WindowArguments arguments;
    for (const std::string& operand : parsed->operands()) {
        if (operand == "-") {
            arguments.standardInput = true;
            continue;
        }
        if (operand.empty())   // of a variable that is not set: it would be the working folder
            return Error{ErrorCode::InvalidArgument, "The name of a file is empty. Usage: " + std::string(spec().synopsis)};
        QString path = folder.absoluteFilePath(QString::fromLocal8Bit(operand.c_str()));
        if (path.endsWith(QLatin1String("/session.db")))   // as a file manager hands it over
            path = QFileInfo(path).absolutePath();
        if (isSessionFolder(path.toStdString()))
            arguments.session = path;
        else
            arguments.files.append(path);
    }
    if (const QString session = text("session"); !session.isEmpty())
        arguments.session = folder.absoluteFilePath(session);
    arguments.page = text("page");
    arguments.find = text("find");
    arguments.select = text("select");
    arguments.newInstance = parsed->has("new-instance");
    arguments.help = parsed->has("help");
    arguments.version = parsed->has("version");
    return arguments;
}

QStringList toWords(const WindowArguments& arguments)
{
    QStringList words;
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            words << name << value;
    };
    add(QStringLiteral("--session"), arguments.session);
    add(QStringLiteral("--page"), arguments.page);
    add(QStringLiteral("--find"), arguments.find);
    add(QStringLiteral("--select"), arguments.select);
    return words << QStringLiteral("--") << arguments.files;
}

QString windowHelp() { return QString::fromStdString(helpText("", spec())); }

}  // namespace cairn
