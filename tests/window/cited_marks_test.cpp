// Cited words are marked until the next click, or for two seconds where the settings say so (experience.md 3).
#include "app/window/areas/document_tab.h"
#include "app/window/areas/reader_area.h"
#include "tests/support/patience.h"
#include "tests/window/desktop_window.h"
#include "ui/motion.h"
#include "ui/panels/message_bar.h"

#include <QDir>
#include <QFile>
#include <QFileDialog>

#include <algorithm>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

class CitedMarksTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void marksStayOrLeaveByThemselves()
    {
        Window shown;
        m_home->openLighthouses(shown);
        ReaderArea& reader = shown.window.reader();
        QTRY_VERIFY(reader.current());
        const auto picture = [&] { return reader.current()->view()->viewport()->grab().toImage(); };
        reader.setCited({{reader.current()->index(), {0, 20}}});
        QCOMPARE(reader.current()->cited().size(), 1u);
        QTest::qWait(2'300);
        QCOMPARE(reader.current()->cited().size(), 1u);   // the next click takes them away

        SettingsValues values = shown.settings.values();
        values.flashCited = true;
        shown.settings.setValues(values);
        reader.setCited({{reader.current()->index(), {0, 20}}});
        const QImage marked = picture();
        QCOMPARE(reader.current()->cited().size(), 1u);
        QTRY_VERIFY(reader.current()->cited().empty());
        const QImage left = picture();
        QVERIFY(left != marked);
        reader.setCited({});
        QVERIFY(picture() == left);
        SettingsStore again;
        QVERIFY(again.values().flashCited);               // it was kept
        values.flashCited = false;
        shown.settings.setValues(values);
    }

    void documentsOfAFolderStandInTheOrderOfTheirNames()
    {
        Window shown;
        SettingsValues values = shown.settings.values();
        values.language = QStringLiteral("de");
        shown.settings.setValues(values);
        const QDir folder(m_home->path("chapters"));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        const QStringList names{QStringLiteral("Äste 2"), QStringLiteral("Äste 10"), QStringLiteral("zuletzt")};
        for (const QString& name : {names[2], names[1], names[0]}) {
            QFile file(folder.filePath(name + QStringLiteral(".md")));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QStringLiteral("# %1\n\nWords of %1.\n").arg(name).toUtf8());
        }
        shown.window.openFiles({folder.path()});
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.session().contents().documents.size() == 3);
        QStringList order;
        for (const auto& document : shown.window.session().contents().documents)
            order += QString::fromStdString(document->title);
        values.language = QStringLiteral("en");
        shown.settings.setValues(values);
        QCOMPARE(order, names);
    }

    // What stands there when another language is chosen is said in it.
    void aProblemChangesItsLanguage()
    {
        Window shown;
        m_home->openLighthouses(shown);
        Q_EMIT shown.window.reader().problem({ErrorCode::NotFound, "There is no file \"a.pdf\". Check the name."}, 0);
        const auto bars = shown.window.findChildren<MessageBar*>();
        const auto found = std::find_if(bars.begin(), bars.end(), [](const MessageBar* one) { return one->text().contains(QLatin1String("a.pdf")); });
        QVERIFY(found != bars.end());
        const MessageBar* bar = *found;
        const QString english = bar->text();
        SettingsValues values = shown.settings.values();
        values.language = QStringLiteral("de");
        shown.settings.setValues(values);
        QTRY_COMPARE(bar->text(), QStringLiteral("Es gibt keine Datei „a.pdf“. Prüfen Sie den Namen."));
        QVERIFY(!bar->isHidden());
        values.language = QStringLiteral("en");
        shown.settings.setValues(values);
        QTRY_COMPARE(bar->text(), english);
    }

    // Opening it notes where it is now.
    void aFileThatMovedCanBeChosen()
    {
        Window shown;
        m_home->openLighthouses(shown);
        Q_EMIT shown.window.reader().problem({ErrorCode::NotFound, "There is no file \"a.pdf\". Check the name."}, 0);
        shown.press("Choose the file");
        auto* dialog = shown.window.findChild<QFileDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->close();
    }

    void motionIsReducedBySetting()
    {
        Window shown;
        QVERIFY(!reducedMotion());
        SettingsValues values = shown.settings.values();
        values.reducedMotion = true;
        shown.settings.setValues(values);
        QVERIFY(reducedMotion());
        values.reducedMotion = false;
        shown.settings.setValues(values);
        QVERIFY(!reducedMotion());
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(CitedMarksTest)
#include "cited_marks_test.moc"
