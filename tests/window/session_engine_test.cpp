// Which engine and which model a session in the window uses, and what is said of them.
#include "app/client/engine_process.h"
#include "storage/session/session_store.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/settings_dialog.h"
#include "ui/panels/side_panel.h"

#include <QAction>
#include <QLabel>
#include <QProcess>

#include <algorithm>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class SessionEngineTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void commandsAreSplitAsPeopleWriteThem()
    {
        const auto words = [](const char* command) { return commandWords(QLatin1String(command)).join(QLatin1Char('|')); };
        QCOMPARE(words("ssh gpu cairn-engine"), QStringLiteral("ssh|gpu|cairn-engine"));
        QCOMPARE(words("sh -c 'exec  cairn-engine \"$@\"' x"), QStringLiteral("sh|-c|exec  cairn-engine \"$@\"|x"));
        QCOMPARE(words("'/opt/my engines/cairn-engine'"), QStringLiteral("/opt/my engines/cairn-engine"));
        QCOMPARE(words("\"/opt/my engines/cairn-engine\" -v"), QStringLiteral("/opt/my engines/cairn-engine|-v"));
        QCOMPARE(words("/home/o'neil/cairn-engine it's"), QStringLiteral("/home/o'neil/cairn-engine|it's"));
        QCOMPARE(words(" "), QString());
    }

    void anEngineElsewhereIsSaid_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("host");
        QTest::newRow("our own") << QCoreApplication::applicationDirPath() + QStringLiteral("/cairn-engine") << QString();
        QTest::newRow("ssh") << QStringLiteral("ssh gpu cairn-engine") << QStringLiteral("gpu");
        QTest::newRow("with options") << QStringLiteral("/usr/bin/ssh -C -p 22 -o Compression=yes me@gpu7.lan cairn-engine") << QStringLiteral("gpu7.lan");
        QTest::newRow("another program") << QStringLiteral("nice -n 5 /usr/bin/cairn-engine") << QString();
    }
    void anEngineElsewhereIsSaid()
    {
        QFETCH(QString, command);
        QFETCH(QString, host);
        QCOMPARE(remoteHostOf(QProcess::splitCommand(command)), host);
        Window shown;
        SettingsValues values = shown.settings.values();
        values.engineCommand = command;
        shown.settings.setValues(values);
        const bool other = command.startsWith(QStringLiteral("nice"));
        const QString words = other ? QStringLiteral("Engine command %1: the text goes to it").arg(command)
                                    : QStringLiteral("Engine on %1: the text is sent there").arg(host);
        const auto says = [&](const QString& wanted) {
            int places = 0;
            for (const auto* label : shown.window.findChildren<QLabel*>())
                places += label->text() == wanted;
            for (const auto* button : shown.window.findChildren<QAbstractButton*>())
                places += button->text() == wanted;
            return places;
        };
        if (host.isEmpty() && !other)
            QTRY_VERIFY(says(QStringLiteral("Everything stays on this computer")) > 0);
        else
            QTRY_COMPARE(says(words), 2); // start page and status bar
    }

    // The blocks of an answer stay the words that it opened, though a model with blocks of another size has read the text since.
    void blocksOfAnswersStayWhereTheyWere()
    {
        QString folder;
        AnswerId answer;
        const auto blocksOf = [](Window& shown) { return shown.window.conversation().shown()->map->blockTokens(); };
        {
            Window shown;
            m_home->openLighthouses(shown);
            shown.ask("Who winds it?");
            QTRY_VERIFY(shown.isIdle() && shown.window.conversation().shown());
            folder = shown.window.session().contents().folder;
            answer = *shown.window.conversation().shownId();
            const auto places = shown.window.conversation().shown()->map->placesOf(BlockId(3));
            SettingsValues values = shown.settings.values();
            values.engineCommand = QString::fromLocal8Bit(qgetenv("CAIRN_ENGINE") + " blocks:0:tokens=9");
            shown.settings.setValues(values);
            QTRY_COMPARE(shown.window.session().contents().map->blockTokens(), 9u);
            QTRY_VERIFY(shown.window.conversation().shown()->memoryIsGone);
            QCOMPARE(blocksOf(shown), 8u);
            shown.window.conversation().show(answer);
            QTRY_VERIFY(shown.window.conversation().shown());
            QVERIFY(shown.window.conversation().shown()->map->placesOf(BlockId(3)) == places);
        }
        Window shown;   // with the engine command of the settings
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.conversation().shown());
        QCOMPARE(blocksOf(shown), 8u);
        QTRY_VERIFY(shown.isRead() && shown.window.session().facts());
        QCOMPARE(blocksOf(shown), 8u);
        QCOMPARE(shown.window.session().contents().map->blockTokens(), 9u);
        shown.ask("Who winds it now?");
        QTRY_VERIFY(shown.isIdle() && shown.window.conversation().shownId() != std::optional(answer));
        QTRY_COMPARE(blocksOf(shown), 9u);
        QVERIFY(!shown.window.conversation().shown()->memoryIsGone);
    }

    void theCommandOfTheSettingsHoldsAfterTheNextStart()
    {
        const QString command = QStringLiteral("ssh gpu cairn-engine");
        {
            Window before;
            SettingsValues values = before.settings.values();
            values.engineCommand = command;
            before.settings.setValues(values);
            QCOMPARE(before.window.engine().remoteHost(), QStringLiteral("gpu"));
        }
        Window shown;
        QCOMPARE(shown.window.engine().remoteHost(), QStringLiteral("gpu"));
        const auto labels = shown.window.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* label) { return label->text() == QLatin1String("Engine on gpu: the text is sent there"); }));
    }

    void theOldModelIsUsedWhereItIsStillThere()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            shown.ask("Who winds it?");
            folder = shown.window.session().contents().folder;
        }
        const std::string model = m_home->file("old.gguf");
        {
            const auto store = SessionStore::open(folder.toStdString());
            QVERIFY(store && (*store)->setSetting("model", model));
        }
        const QByteArray engine = qgetenv("CAIRN_ENGINE");
        Window shown;
        SettingsValues values = shown.settings.values();
        values.modelPath = m_home->path("new.gguf");
        values.engineCommand = QString::fromLocal8Bit(engine + " opened:2:fail opened:3:fail");
        shown.settings.setValues(values);
        shown.window.openSession(folder);
        QTRY_VERIFY2(shown.window.reading().status().phase == ReadingPhase::NeedsRereading,
                                  qPrintable(QString::number(int(shown.window.reading().status().phase)) +
                                             QString::number(int(shown.window.engine().state())) + shown.window.engine().stateReason()));
        QTRY_VERIFY(shown.window.conversation().shown());
        shown.window.conversation().askAgain(*shown.window.conversation().shownId(), [](AskOptions&) {});
        QTRY_VERIFY(shown.isIdle() && shown.window.session().contents().turns.front().answers.size() == 2);
        for (const auto* message : shown.window.findChildren<MessageBar*>())
            for (const auto* button : message->findChildren<QPushButton*>())
                QVERIFY(!button->isVisible() || button->text() != QLatin1String("Ask again"));   // it would be refused again
        auto* bar = shown.window.findChild<ReadingBar*>();
        const auto offered = [&] {
            QStringList words;
            for (const QPushButton* button : bar->findChildren<QPushButton*>())
                if (button->isVisible())
                    words.append(button->text());
            return words;
        };
        QTRY_VERIFY(offered().contains(QLatin1String("Read again")));
        QCOMPARE(shown.window.findChild<SidePanel*>()->documents().front().state, DocumentState::NeedsRereading);   // though all is stored
        QVERIFY(!offered().contains(QLatin1String("Use the old model"))); // its file is gone
        QVERIFY(bar->findChild<MessageBar*>()->text().contains(QString::fromStdString(model)));
        const auto settingsSay = [&](const char* words) {
            shown.window.findChild<QAction*>(QStringLiteral("settings"))->trigger();
            auto* dialog = shown.window.findChild<SettingsDialog*>();
            const auto labels = dialog->findChildren<QLabel*>();
            const bool said = std::any_of(labels.begin(), labels.end(), [=](const QLabel* label) { return label->text().contains(QLatin1String(words)); });
            delete dialog;
            return said;
        };
        QVERIFY(settingsSay("was read with another model, old.gguf, which is not there any more"));
        shown.window.session().close();
        std::ofstream(model) << "weights";
        shown.window.openSession(folder);
        QTRY_VERIFY(offered().contains(QLatin1String("Use the old model")));
        QVERIFY(offered().contains(QLatin1String("Read again")));
        shown.window.engine().setCommand(QProcess::splitCommand(QString::fromLocal8Bit(engine)));
        for (QPushButton* button : bar->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Use the old model"))
                button->click();
        QTRY_VERIFY(shown.window.session().facts().has_value());
        QVERIFY(shown.window.session().contents().usesOwnModel);
        QVERIFY(settingsSay("The open session uses the model that it was read with, "));
        values.modelPath.clear();
        shown.settings.setValues(values);
        QVERIFY(!shown.window.session().contents().usesOwnModel); // the choice in the settings is the newer one
    }

    void theOldNumbersAreUsedWhereTheSettingsNameOthers()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
        }
        const QByteArray engine = qgetenv("CAIRN_ENGINE");
        Window shown;
        SettingsValues values = shown.settings.values();
        values.kvType = QStringLiteral("f16");
        values.engineCommand = QString::fromLocal8Bit(engine + " opened:2:fail");
        shown.settings.setValues(values);
        shown.window.openSession(folder);
        auto* bar = shown.window.findChild<ReadingBar*>();
        const auto button = [&](const char* words) -> QPushButton* {
            for (QPushButton* one : bar->findChildren<QPushButton*>())
                if (one->isVisible() && one->text() == QLatin1String(words))
                    return one;
            return nullptr;
        };
        QTRY_VERIFY(button("Use the old numbers"));
        QVERIFY(button("Read again"));
        shown.window.engine().setCommand(QProcess::splitCommand(QString::fromLocal8Bit(engine)));
        button("Use the old numbers")->click();
        QTRY_VERIFY(shown.window.session().facts().has_value());
        QVERIFY(shown.window.session().contents().usesOwnModel);
        values.kvType = QStringLiteral("int8");
        shown.settings.setValues(values);
        QVERIFY(!shown.window.session().contents().usesOwnModel);   // the choice in the settings is the newer one
        values.kvType.clear();
        values.engineCommand.clear();
        shown.settings.setValues(values);
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(SessionEngineTest)
#include "session_engine_test.moc"
