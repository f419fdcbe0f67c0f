// Where exports go: names from any title, endings that follow the chosen kind.
#include "app/window/save_dialog.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"

#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

using namespace cairn;

namespace
{

const std::vector<SaveKind> kKinds{{QStringLiteral("Markdown (*.md)"), QStringLiteral("md")},
                                   {QStringLiteral("Web page (*.html)"), QStringLiteral("html")},
                                   {QStringLiteral("JSON lines (*.json)"), QStringLiteral("json")}};

QString chooseKind(QFileDialog* dialog, int kind)   // as a click into the list does
{
    auto* kinds = dialog->findChild<QComboBox*>(QStringLiteral("fileTypeCombo"));
    kinds->setCurrentIndex(kind);
    Q_EMIT kinds->textActivated(kinds->currentText());
    return dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text();
}

}  // namespace

class SaveDialogTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        for (const char* name : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "HOME"})
            qputenv(name, QByteArray::fromStdString(m_folder.path()));
    }

    void anyTitleGivesAName_data()
    {
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("name");
        QTest::addRow("plain") << QStringLiteral("Frankenstein") << QStringLiteral("Frankenstein");
        QTest::addRow("folder") << QStringLiteral("AC/DC: a\\b?") << QStringLiteral("AC-DC- a-b");
        QTest::addRow("hidden") << QStringLiteral("..config") << QStringLiteral("config");
        QTest::addRow("lines") << QStringLiteral("  one\n two\x01 ") << QStringLiteral("one two");
        QTest::addRow("question") << QStringLiteral("Was Marley dead?") << QStringLiteral("Was Marley dead");
        QTest::addRow("quoted question") << QStringLiteral("\"Who?\" ") << QStringLiteral("Who");
        QTest::addRow("marks alone") << QStringLiteral("??") << QStringLiteral("cairn");
        QTest::addRow("nothing") << QStringLiteral(" . ") << QStringLiteral("cairn");
        QTest::addRow("long") << QString(500, QLatin1Char('x')) << QString(120, QLatin1Char('x'));
        QTest::addRow("half a character") << QString(119, QLatin1Char('x')) + QStringLiteral("\U0001F600") << QString(119, QLatin1Char('x'));
    }
    void anyTitleGivesAName()
    {
        QFETCH(QString, title);
        QTEST(fileNameOf(title), "name");
    }

    void theEndingFollowsTheKind()
    {
        QWidget parent;
        QFileDialog* dialog = askForFile(&parent, QStringLiteral("Export"), QStringLiteral("Manual v2.2"), kKinds);
        QTRY_VERIFY(dialog->isVisible());
        QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->text(), QStringLiteral("Manual v2.2.md"));
        QCOMPARE(chooseKind(dialog, 1), QStringLiteral("Manual v2.2.html"));
        QCOMPARE(chooseKind(dialog, 2), QStringLiteral("Manual v2.2.json"));
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QStringLiteral("mine"));
        QCOMPARE(chooseKind(dialog, 1), QStringLiteral("mine.html"));
        QSignalSpy selected(dialog, &QFileDialog::fileSelected);
        dialog->setDirectory(QString::fromStdString(m_folder.path()));
        dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QStringLiteral("typed"));
        QMetaObject::invokeMethod(dialog, "accept");
        QCOMPARE(selected.size(), 1);
        QVERIFY(selected[0][0].toString().endsWith(QLatin1String("/typed.html")));
    }

    void theNextDialogOpensWhereTheLastFileWent()
    {
        QWidget parent;
        QFileDialog* dialog = askForFile(&parent, QStringLiteral("Export"), QStringLiteral("b"), kKinds);
        QCOMPARE(QFileInfo(dialog->directory().path()).canonicalFilePath(),
                 QFileInfo(QString::fromStdString(m_folder.path())).canonicalFilePath());
    }

    void aTypedEndingWinsElseTheKind()
    {
        QWidget parent;
        QFileDialog* dialog = askForFile(&parent, QStringLiteral("Export"), QStringLiteral("a"), kKinds);
        QTRY_VERIFY(dialog->isVisible());
        chooseKind(dialog, 2);
        QCOMPARE(savedKind(dialog, QStringLiteral("/tmp/a.HTML"), kKinds), QStringLiteral("html"));
        QCOMPARE(savedKind(dialog, QStringLiteral("/tmp/v2.2"), kKinds), QStringLiteral("json"));
        QCOMPARE(savedKind(dialog, QStringLiteral("/tmp/a"), kKinds), QStringLiteral("json"));
    }

private:
    test::TemporaryFolder m_folder;
};

QTEST_MAIN(SaveDialogTest)
#include "save_dialog_test.moc"
