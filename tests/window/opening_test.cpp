// What the window says when a session opens: what a new document is, and after a crash what came through it.
#include "app/common/standard_input.h"
#include "app/window/session/document_facts.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/labels.h"
#include "ui/panels/language.h"
#include "ui/panels/question_field.h"
#include "ui/panels/settings_dialog.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"

#include <QAbstractItemView>
#include <QDirIterator>
#include <QPlainTextEdit>
#include <QProcess>
#include <QTimer>
#include <QTreeView>

#include <signal.h>
#include <unistd.h>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

QString message(Window& shown) { return shown.window.findChild<MessageBar*>()->text(); }
QString details(Window& shown) { return shown.window.findChild<MessageBar*>()->findChild<QPlainTextEdit*>()->toPlainText(); }

}  // namespace

class OpeningTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { m_language.setLanguage(QStringLiteral("en")); }
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void wordsAreCounted_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("words");
        QTest::newRow("none") << QString() << 0;
        QTest::newRow("spaces") << QStringLiteral("  The cat's   mat,\nsold - 12 times. ") << 6;
        QTest::newRow("umlauts") << QStringLiteral("Über öde Äcker") << 3;
        QTest::newRow("marks alone") << QStringLiteral("… — “” ?!") << 0;
        QTest::newRow("Greek and Cyrillic") << QStringLiteral("ἐν ἀρχῇ было слово") << 4;
        QTest::newRow("Han and kana") << QStringLiteral("漢字 かな, abc") << 5;
    }
    void wordsAreCounted()
    {
        QFETCH(QString, text);
        QFETCH(int, words);
        QCOMPARE(int(wordCount(text.toStdString())), words);
    }

    void theBeginningIs500Characters()
    {
        CanonicalText text;
        text.text = "Short.\n\nText.";
        QCOMPARE(beginningOf(text), QStringLiteral("Short. Text."));
        text.text.clear();
        for (int i = 0; i < 3000; ++i)
            text.text += "ä ";
        QCOMPARE(beginningOf(text).size(), 501);
        QVERIFY(beginningOf(text).endsWith(QStringLiteral("ä \u2026")) || beginningOf(text).endsWith(QStringLiteral("ä\u2026")));
    }

    void aNewDocumentIsIntroduced()
    {
        Window shown;
        QStringList said;
        const auto note = [&] {
            if (const QString now = message(shown); !now.isEmpty() && !said.contains(now))
                said.append(now);
        };
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QString beginning;
        QTRY_VERIFY((note(), beginning = beginning.isEmpty() ? details(shown) : beginning, shown.isRead()));
        const auto& contents = shown.window.session().contents();
        const QString size = QLocale().toString(contents.words.front()) + QStringLiteral(" words");
        QVERIFY2(contents.words.front() > 500, qPrintable(size));
        const QString first = QStringLiteral("“The lighthouses of the northern coast”: %1").arg(size);
        QVERIFY2(!said.isEmpty() && said.front().startsWith(first), qPrintable(said.join(QLatin1Char('|'))));
        QVERIFY(beginning.startsWith(QStringLiteral("The lighthouses of the northern coast Lighthouse number 1 Its lamp was lit")));
        QCOMPARE(sizeWords(contents, 0), QStringLiteral("%1, %2 blocks").arg(size).arg(shown.window.reading().status().totalBlocks));
        const auto tips = tipsOfDocuments(shown);
        QVERIFY2(tips.contains(sizeWords(contents, 0)) && tips.contains(beginningOf(*contents.documents.front())), qPrintable(tips));
    }

    // What came through standard input has no name of its own.
    void aPipedTextIsCalledByItsFirstWords_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("title");
        const QByteArray more = "\n\nThe key lies under the third flowerpot.\n";
        QTest::newRow("short line") << "Where the key is" + more << QStringLiteral("Where the key is");
        QTest::newRow("long line") << "The key of the cellar lies under the third flowerpot beside the stairs to the garden." + more
                                   << QStringLiteral("The key of the cellar lies under the third flowerpot beside …");
        QTest::newRow("one long word") << QByteArray(200, 'x') + more << QString(60, QLatin1Char('x')) + QStringLiteral(" …");
        QTest::newRow("heading") << "# Keys\n\n## Of the cellar" + more << QStringLiteral("Keys");
    }
    void aPipedTextIsCalledByItsFirstWords()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, title);
        int ends[2] = {-1, -1};
        QCOMPARE(::pipe(ends), 0);
        QCOMPARE(::write(ends[1], text.constData(), std::size_t(text.size())), text.size());
        ::close(ends[1]);
        const auto input = keepInput(ends[0], m_home->file("input"));
        ::close(ends[0]);
        QVERIFY(input);
        Window shown;
        shown.window.openFiles({QString::fromStdString(*input)});
        QTRY_VERIFY(shown.window.session().isOpen());
        QCOMPARE(QString::fromStdString(shown.window.session().contents().records.front().title), title);
        QCOMPARE(shown.window.session().contents().title, title);
    }

    // From the last file to the session, and where files are added to it.
    void itIsSaidThatFilesGoIntoASession()
    {
        Window shown;
        QStringList said;
        QTimer always;
        const auto* start = shown.window.findChild<StartPage*>();
        connect(&always, &QTimer::timeout, this, [&] {
            said.append(message(shown));
            for (const auto* label : start->findChildren<Label*>())
                said.append(label->isVisible() ? label->text() : QString());
        });
        always.start(0);
        for (const char* name : {"ropes.md", "sails.md", "tides.md"})
            std::ofstream(m_home->file(name)) << "# About " << name << "\n\nA short text about " << name << ".\n";
        shown.window.openFiles({m_home->path("lighthouses.md"), m_home->path("ropes.md")});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
        QVERIFY2(said.contains(QString::fromUtf8("Making a session of 2 documents…")), qPrintable(said.join(QLatin1Char('|'))));
        shown.window.addFiles({m_home->path("sails.md"), m_home->path("tides.md")});
        QTRY_COMPARE(shown.window.session().contents().records.size(), std::size_t(4));
        QVERIFY(said.contains(QString::fromUtf8("Adding 2 documents…")));
        shown.window.session().close();
        QTRY_VERIFY(start->isVisible());
        for (const auto* label : start->findChildren<Label*>())
            QVERIFY2(!label->isVisible() || !label->text().startsWith(QLatin1String("Making")), qPrintable(label->text()));
    }

    void afterACrashItIsSaidWhatIsThere()
    {
        QString folder;
        std::uint32_t blocks = 0;
        const QString crashed = m_home->path("data") + QStringLiteral("/cairn/sessions/crashed");
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            blocks = shown.window.reading().status().totalBlocks;
            shown.window.findChild<QuestionField*>()->setFocus();
            shown.type(QStringLiteral("who wound"));
            shown.press(Qt::Key_Return);
            QTRY_VERIFY(shown.window.conversation().shown());
            QTRY_VERIFY(shown.isIdle() && !shown.window.session().isSaving());
            QVERIFY(test::copyLivingFolder(folder.toStdString(), crashed.toStdString()));   // as it lies there while the window is killed
        }
        {
            Window again;
            again.window.openSession(folder);
            QTRY_VERIFY(again.window.session().isOpen());
            QVERIFY2(!message(again).contains(QStringLiteral("last answer present")), qPrintable(message(again)));
        }
        Window after;
        after.window.openSession(crashed);
        QTRY_VERIFY(after.window.session().isOpen());
        const QString words = QStringLiteral("What was saved is here: %1 of %1 blocks, last answer present.").arg(blocks);
        QTRY_VERIFY2(message(after).endsWith(words), qPrintable(message(after)));
    }

    void afterACrashTheAnswerThatWasCutOffIsInSight()
    {
        const QString crashed = m_home->path("data") + QStringLiteral("/cairn/sessions/cut");
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who wound the clockwork?");
        QTRY_VERIFY(!shown.window.session().isSaving());
        shown.window.saveView();
        const auto engine = pid_t(shown.window.engine().engineProcessId());
        QVERIFY(engine > 0 && ::kill(engine, SIGSTOP) == 0);
        shown.press(Qt::Key_L, Qt::ControlModifier);
        shown.type(QStringLiteral("why in pencil"));
        shown.press(Qt::Key_Return);
        const auto& live = shown.window.conversation().live();
        QTRY_VERIFY(live && live->id.value != 0 && !shown.window.session().isSaving());
        const AnswerId cut = live->id;
        const bool copied = test::copyLivingFolder(shown.window.session().contents().folder.toStdString(), crashed.toStdString());
        QVERIFY(::kill(engine, SIGCONT) == 0 && copied);
        QTRY_VERIFY(shown.isIdle());
        Window after;
        after.window.openSession(crashed);
        QTRY_VERIFY(after.window.session().isOpen() && after.window.conversation().shown());
        QTRY_COMPARE(after.window.conversation().shownId(), std::optional(cut));
        QVERIFY2(message(after).endsWith(QStringLiteral("the last answer up to where it was cut off.")), qPrintable(message(after)));
    }

    // A session on a drive that is not connected stays in the list, named so, and opens when it is back.
    // The folder of new sessions can't be made: another can be chosen at once.
    void whereNoSessionCanBeMadeAnotherFolderIsOffered()
    {
        std::ofstream(m_home->file("nowhere")) << "a file";
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_home->path("nowhere")));
        Window shown;
        shown.window.openFiles({m_home->path("lighthouses.md")});
        QTRY_VERIFY(message(shown).contains(QStringLiteral("can't be made")));
        QVERIFY(!shown.window.session().isOpen());
        shown.press("Choose folder…");
        QTRY_VERIFY(shown.window.findChild<SettingsDialog*>() && shown.window.findChild<SettingsDialog*>()->isVisible());
    }

    void aSessionOnAMissingDriveIsNamed()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
        }
        QVERIFY(test::copyLivingFolder(folder.toStdString(), m_home->file("drive/lamps")));
        {
            Window shown;
            shown.window.openSession(m_home->path("drive/lamps"));
            QTRY_VERIFY(shown.window.session().isOpen());
        }
        const auto said = [](Window& shown) {
            QString all;
            for (const auto* view : shown.window.findChild<StartPage*>()->findChildren<QAbstractItemView*>()) {
                for (int row = 0; row < view->model()->rowCount(); ++row) {
                    for (const QVariant& value : view->model()->itemData(view->model()->index(row, 0)))
                        all += value.toString() + QLatin1Char('|');
                    all += view->model()->index(row, 0).data(Qt::AccessibleTextRole).toString();
                    all += view->model()->index(row, 0).data(Qt::AccessibleDescriptionRole).toString();
                }
            }
            return all;
        };
        QVERIFY(QFile::rename(m_home->path("drive"), m_home->path("away")));
        {
            Window away;
            QTRY_VERIFY(said(away).contains(QLatin1String("Not available")));
        }
        QVERIFY(QFile::rename(m_home->path("away"), m_home->path("drive")));
        Window back;
        QTRY_VERIFY(!said(back).isEmpty());
        QVERIFY2(!said(back).contains(QLatin1String("Not available")), qPrintable(said(back)));
        back.window.openSession(m_home->path("drive/lamps"));
        QTRY_VERIFY(back.window.session().isOpen());
    }

    // A shutdown is no crash: the program lets go of its session; killed, it leaves its name behind.
    void aShutdownIsNoCrash_data()
    {
        QTest::addColumn<bool>("killed");
        QTest::newRow("shut down") << false;
        QTest::newRow("killed") << true;
    }
    void aShutdownIsNoCrash()
    {
        QFETCH(bool, killed);
        QProcess program;
        program.start(QStringLiteral(CAIRN_PROGRAM), {QStringLiteral("--new-instance"), m_home->path("lighthouses.md")});
        QVERIFY(program.waitForStarted(test::kPatienceMs));
        const auto holder = [&] {
            QDirIterator locks(m_home->path("data"), {QStringLiteral("session.lock")}, QDir::Files, QDirIterator::Subdirectories);
            QFile lock(locks.hasNext() ? locks.next() : QString());
            return lock.open(QIODevice::ReadOnly) ? lock.readAll() : QByteArray("none");
        };
        int held = 0;   // looks in a row: while the session is made its lock is let go and taken again
        QVERIFY(QTest::qWaitFor([&] { return (held = holder().startsWith("process ") ? held + 1 : 0) >= 30; }, test::kPatienceMs));
        killed ? program.kill() : program.terminate();
        QVERIFY(program.waitForFinished(60'000));
        QCOMPARE(holder().isEmpty(), !killed);
        QCOMPARE(program.exitStatus(), killed ? QProcess::CrashExit : QProcess::NormalExit);
    }

    void aFolderThatIsReadAnewGivesItsNameAgain()
    {
        Window shown;
        const QString folder = m_home->path("coast"), copy = m_home->path("north");
        QVERIFY(QDir().mkpath(folder));
        std::ofstream(m_home->file("coast/1.md")) << "# Ropes\n\nA short text about ropes and knots.\n";
        std::ofstream(m_home->file("coast/2.md")) << "# Sails\n\nA short text about sails and wind.\n";
        shown.window.openFiles({folder});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.isRead());
        QCOMPARE(shown.window.session().contents().title, QStringLiteral("coast"));
        shown.window.session().close();
        QVERIFY(QDir().mkpath(copy) && QFile::copy(folder + QStringLiteral("/1.md"), copy + QStringLiteral("/1.md")) &&
                QFile::copy(folder + QStringLiteral("/2.md"), copy + QStringLiteral("/2.md")));
        shown.window.openFiles({copy});
        QTRY_VERIFY2(message(shown).startsWith(QStringLiteral("These 2 file")), qPrintable(message(shown)));
        shown.press("Read it anew");
        QTRY_VERIFY(shown.window.session().isOpen());
        QCOMPARE(shown.window.session().contents().title, QStringLiteral("north"));
    }

    void aDocumentOfALargerSessionIsOfferedThere()
    {
        Window shown;
        std::ofstream(m_home->file("ropes.md")) << "# Ropes\n\nA short text about ropes and knots.\n";
        shown.window.openFiles({m_home->path("lighthouses.md"), m_home->path("ropes.md")});
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_VERIFY(shown.isRead());
        const QString both = shown.window.session().contents().folder;
        shown.window.session().close();
        shown.window.openFiles({m_home->path("ropes.md")});
        QTRY_VERIFY(message(shown).startsWith(QStringLiteral("“Ropes” is in the session “The lighthouses of the northern coast” too")));
        QVERIFY(!shown.window.session().isOpen());
        shown.press("Open it");
        QTRY_VERIFY(shown.window.session().isOpen());
        QCOMPARE(shown.window.session().contents().folder, both);
        QCOMPARE(shown.window.session().contents().records.size(), std::size_t(2));
        shown.window.session().close();
        shown.window.openFiles({m_home->path("ropes.md")});
        shown.press("Read it anew");
        QTRY_VERIFY(shown.window.session().isOpen());
        QVERIFY(shown.window.session().contents().folder != both);
        QCOMPARE(shown.window.session().contents().records.size(), std::size_t(1));
        shown.window.session().close();
        shown.window.openFiles({m_home->path("ropes.md")});   // its own now: nothing to ask
        QTRY_VERIFY(shown.window.session().isOpen());
        QVERIFY(shown.window.session().contents().folder != both);
    }

    void aCutOffAnswerIsSaid()
    {
        SessionContents contents;
        QCOMPARE(recoveredWords(contents), QString());
        contents.memories.push_back({{}, 7, 412});
        QVERIFY(recoveredWords(contents).endsWith(QStringLiteral("here: 7 of 412 blocks.")));
        contents.turns.push_back({});
        contents.turns.back().answers.push_back({});
        contents.turns.back().answers.back().state = AnswerState::Interrupted;
        QVERIFY(recoveredWords(contents).endsWith(QStringLiteral("7 of 412 blocks, the last answer up to where it was cut off.")));
        m_language.setLanguage(QStringLiteral("de"));
        QVERIFY2(recoveredWords(contents).endsWith(QStringLiteral("7 von 412 Blöcken, letzte Antwort bis zu ihrem Abbruch.")),
                 qPrintable(recoveredWords(contents)));
        m_language.setLanguage(QStringLiteral("en"));
    }

private:
    static QString tipsOfDocuments(Window& shown)
    {
        QString tips;
        for (const auto* view : shown.window.findChild<SidePanel*>()->findChildren<QAbstractItemView*>()) {
            for (int row = 0; view->model() && row < view->model()->rowCount(); ++row)
                tips += view->model()->index(row, 0).data(Qt::ToolTipRole).toString();
        }
        return tips;
    }

    Language m_language;
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(OpeningTest)
#include "opening_test.moc"
