// The window's command line: files and sessions told apart, paths made absolute, the same again for another window.
#include "app/window/desktop_session.h"
#include "app/window/window_arguments.h"

#include "tests/support/temporary_folder.h"

#include <QFile>
#include <QProcess>
#include <QTest>

using namespace cairn;
using cairn::test::TemporaryFolder;

class WindowArgumentsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void filesBecomeAbsoluteAndSessionsAreRecognised();
    void wordsOfAnotherStartSayTheSame();
    void theSessionGetsPastQtsOwnOption();
    void theDesktopBringsTheOpenSessionBack_data();
    void theDesktopBringsTheOpenSessionBack();
    void unknownOptionsAreRefusedWithTheSynopsis();
    void anEmptyNameIsNotTheWorkingFolder();
    void standardInputIsNoFileOfThatName();
    void helpAndVersionNeedNoScreen_data();
    void helpAndVersionNeedNoScreen();
};

void WindowArgumentsTest::filesBecomeAbsoluteAndSessionsAreRecognised()
{
    TemporaryFolder folder;
    const QString path = QString::fromStdString(folder.path());
    std::filesystem::create_directory(folder.file("whales"));
    QFile session(path + QStringLiteral("/whales/session.db"));
    QVERIFY(session.open(QIODevice::WriteOnly));
    const auto arguments = windowArguments({QStringLiteral("a.pdf"), QStringLiteral("/b/c.epub"), QStringLiteral("whales"),
                                            QStringLiteral("-p"), QStringLiteral("xii"), QStringLiteral("--new-instance")},
                                           path);
    QVERIFY(arguments);
    QCOMPARE(arguments->files, (QStringList{path + QStringLiteral("/a.pdf"), QStringLiteral("/b/c.epub")}));
    QCOMPARE(arguments->session, path + QStringLiteral("/whales"));
    QCOMPARE(arguments->page, QStringLiteral("xii"));
    QVERIFY(arguments->newInstance);
    QCOMPARE(windowArguments({QStringLiteral("whales/session.db")}, path)->session, path + QStringLiteral("/whales"));
}

void WindowArgumentsTest::wordsOfAnotherStartSayTheSame()
{
    const auto first =
        windowArguments({QStringLiteral("-x.pdf").prepend(QStringLiteral("./")), QStringLiteral("--find"), QStringLiteral("white whale"),
                         QStringLiteral("--page=7"), QStringLiteral("--session"), QStringLiteral("s")},
                        QStringLiteral("/home"));
    QVERIFY(first);
    const auto second = windowArguments(toWords(*first), QStringLiteral("/elsewhere"));
    QVERIFY(second);
    QCOMPARE(second->files, first->files);
    QCOMPARE(second->session, QStringLiteral("/home/s"));
    QCOMPARE(second->find, QStringLiteral("white whale"));
    QCOMPARE(second->page, QStringLiteral("7"));
}

void WindowArgumentsTest::theSessionGetsPastQtsOwnOption()
{
    std::vector<std::string> given = {"cairn", "--session", "moby", "notes.md", "--", "--session", "x"};
    std::vector<char*> words;
    for (std::string& word : given)
        words.push_back(word.data());
    const auto kept = wordsForQt(int(words.size()), words.data());
    QCOMPARE(kept, (std::vector<std::string>{"cairn", "--session=moby", "notes.md", "--", "--session", "x"}));
    QStringList list;
    for (std::size_t i = 1; i < kept.size(); ++i)
        list.append(QString::fromStdString(kept[i]));
    const auto arguments = windowArguments(list, QStringLiteral("/home/reader"));
    QVERIFY(arguments);
    QCOMPARE(arguments->session, QStringLiteral("/home/reader/moby"));
    QCOMPARE(arguments->files.front(), QStringLiteral("/home/reader/notes.md"));
}

void WindowArgumentsTest::theDesktopBringsTheOpenSessionBack_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<bool>("newInstance");
    QTest::newRow("a session") << QStringLiteral("/home/reader/white whale") << false;
    QTest::newRow("a second window") << QStringLiteral("/home/reader/moby") << true;
    QTest::newRow("the start page") << QString() << false;
}

// The start that the session manager makes of the command, Qt's words taken away
void WindowArgumentsTest::theDesktopBringsTheOpenSessionBack()
{
    QFETCH(QString, folder);
    QFETCH(bool, newInstance);
    const QStringList command =
        restartCommand(QStringLiteral("/usr/bin/cairn"), QStringLiteral("10c"), QStringLiteral("7"), folder, newInstance);
    QCOMPARE(command.mid(0, 3), (QStringList{QStringLiteral("/usr/bin/cairn"), QStringLiteral("-session"), QStringLiteral("10c_7")}));
    std::vector<std::string> given;
    for (const QString& word : command)
        given.push_back(word.toStdString());
    std::vector<char*> words;
    for (std::string& word : given)
        words.push_back(word.data());
    QCOMPARE(wordsForQt(int(words.size()), words.data()), given);   // none is mistaken for another
    const auto arguments = windowArguments(command.mid(3), QStringLiteral("/"));
    QVERIFY(arguments);
    QCOMPARE(arguments->session, folder);
    QCOMPARE(arguments->newInstance, newInstance);
    QVERIFY(arguments->files.isEmpty());
}

void WindowArgumentsTest::unknownOptionsAreRefusedWithTheSynopsis()
{
    const auto arguments = windowArguments({QStringLiteral("--colour")}, QStringLiteral("/"));
    QVERIFY(!arguments);
    QVERIFY(arguments.error().message.find("cairn [FILE|SESSION]") != std::string::npos);
}

void WindowArgumentsTest::anEmptyNameIsNotTheWorkingFolder()
{
    const auto arguments = windowArguments({QStringLiteral("a.md"), QString()}, QStringLiteral("/home"));
    QVERIFY(!arguments);
    QVERIFY(arguments.error().message.find("is empty") != std::string::npos);
}

void WindowArgumentsTest::standardInputIsNoFileOfThatName()
{
    const auto arguments = windowArguments({QStringLiteral("-"), QStringLiteral("--find"), QStringLiteral("-"), QStringLiteral("a.md")},
                                           QStringLiteral("/home"));
    QVERIFY(arguments && arguments->standardInput);
    QCOMPARE(arguments->files, QStringList{QStringLiteral("/home/a.md")});
    QCOMPARE(arguments->find, QStringLiteral("-"));
    QVERIFY(!windowArguments({QStringLiteral("a.md")}, QStringLiteral("/home"))->standardInput);
}

void WindowArgumentsTest::helpAndVersionNeedNoScreen_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("version") << QStringList{QStringLiteral("--version")} << 0 << QByteArray("cairn ");
    QTest::newRow("help") << QStringList{QStringLiteral("x.pdf"), QStringLiteral("--help")} << 0 << QByteArray("--new-instance");
}

void WindowArgumentsTest::helpAndVersionNeedNoScreen()
{
    QFETCH(QStringList, words);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, says);
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(QString::fromLatin1(name));
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(CAIRN_WINDOW), words);
    QVERIFY(program.waitForFinished(60'000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), exitCode);
    QVERIFY(program.readAllStandardOutput().contains(says));
}

QTEST_GUILESS_MAIN(WindowArgumentsTest)
#include "window_arguments_test.moc"
