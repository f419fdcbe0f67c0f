// A folder of documents, sessions and caches in which cairn-cli runs. For test classes to inherit.
#pragma once

#include "storage/session/session_store.h"
#include "tests/app/cli_run.h"

#include <QDir>
#include <QTemporaryDir>

#include <functional>
#include <string>

namespace cairn::test
{

class CliFolder
{
protected:
    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    bool write(const char* name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    }

    // With texts that no other one has.
    bool makeSession(const char* name, int documents = 2) const
    {
        QDir().mkdir(path(name));
        auto store = SessionStore::create(path(name).toStdString(), name);
        for (int i = 0; store && i < documents; ++i) {
            CanonicalText text;
            text.title = "Text " + std::to_string(i);
            text.text = std::string("A text in ") + name + ", number " + std::to_string(i) + ".";
            text.units = {{"", {0, text.text.size()}}};
            text.paragraphs = {{{0, text.text.size()}, ParagraphKind::Text, 0}};
            if (!(*store)->addDocument(text, {}))
                return false;
        }
        return bool(store);
    }

    QProcessEnvironment environment() const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_folder.path());
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), path("cache"));
        return environment;
    }

    // `inChild` runs between fork and exec.
    CliRun run(const QStringList& words, const std::function<void()>& inChild = {}, const QString& input = {}) const
    {
        return runCli(words, environment(), inChild, m_folder.path(), input);
    }

    qsizetype keptInputs() const { return QDir(path("cache/cairn/input")).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(); }
};

}  // namespace cairn::test
