// The folder of the sessions is changed: what lies in the former one goes on being listed, and can be moved.
#include "app/window/areas/library_controller.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/recent_sessions.h"
#include "ui/panels/start_page.h"

#include <QListView>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

QString said(Window& shown)
{
    const auto* bar = shown.window.findChild<MessageBar*>();
    return bar->isVisible() ? bar->text() : QString();
}

QStringList listed(Window& shown)
{
    QStringList folders;
    const auto* model = shown.window.findChild<StartPage*>()->findChild<QListView*>()->model();
    for (int row = 0; row < model->rowCount(); ++row)
        folders.append(model->index(row, 0).data(RecentModel::IdRole).toString());
    return folders;
}

void useRoot(Window& shown, const QString& folder)
{
    SettingsValues values = shown.settings.values();
    values.sessionsFolder = folder;
    shown.settings.setValues(values);
}

}  // namespace

class LibraryRootTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void sessionsOfTheFormerRootStayListed()
    {
        const test::TemporaryFolder other;
        const QString root = QString::fromStdString(other.path());
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            useRoot(shown, root);
            const QString words = QStringLiteral("1 session stays in ") + QFileInfo(folder).path();
            QTRY_VERIFY2(said(shown).startsWith(words), qPrintable(said(shown)));
            QTRY_COMPARE(listed(shown), QStringList(folder));
            shown.window.close();
            QTRY_VERIFY(!shown.window.isVisible());
        }
        Window again;   // in the new root from its start on
        QTRY_COMPARE(listed(again), QStringList(folder));
        QCOMPARE(said(again), QString());
        useRoot(again, {});   // and back: it is no longer elsewhere
        QTRY_COMPARE(listed(again), QStringList(folder));
        const auto* list = again.window.findChild<StartPage*>()->findChild<QListView*>();
        QTRY_VERIFY(!list->model()->index(0, 0).data(RecentModel::ForgettableRole).toBool());
    }

    void theyCanBeMovedThere()
    {
        const test::TemporaryFolder other;
        const QString root = QString::fromStdString(other.path());
        Window shown;
        m_home->openLighthouses(shown);
        useRoot(shown, root);
        shown.press("Move them, too");
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().folder.startsWith(root));
        QTRY_COMPARE(listed(shown), QStringList(shown.window.session().contents().folder));
    }

    // Of a folder that was away for a moment; what was said of the session goes with it.
    void theFolderComesBack()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const QString folder = shown.window.session().contents().folder, root = QFileInfo(folder).path();
        const QString away = root + QStringLiteral(".away");
        QVERIFY(QFile::rename(root, away));
        shown.press(Qt::Key_L, Qt::ControlModifier);
        shown.type(QStringLiteral("who?"));
        shown.press(Qt::Key_Return);
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("no longer where it was opened")), qPrintable(said(shown)));
        shown.window.session().close();
        QTRY_VERIFY(!shown.window.session().isOpen());
        QCOMPARE(said(shown), QString());
        QTRY_COMPARE(listed(shown), QStringList());
        QVERIFY(QFile::rename(away, root));
        Q_EMIT qApp->focusWindowChanged(shown.window.windowHandle());
        QTRY_COMPARE(listed(shown), QStringList(folder));
    }

    // A root that holds the former one doesn't list what lies deeper.
    void aRootAboveTheFormerOneListsThemToo()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const QString folder = shown.window.session().contents().folder;
        useRoot(shown, QFileInfo(QFileInfo(folder).path()).path() + QLatin1Char('/'));
        QTRY_COMPARE(listed(shown), QStringList(folder));
        QTRY_VERIFY(!said(shown).isEmpty());
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(LibraryRootTest)
#include "library_root_test.moc"
