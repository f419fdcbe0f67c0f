// What is pasted or dropped: long words become a document, short ones only if they are meant to, files are opened wherever the focus is.
#include "app/window/areas/answer_area.h"
#include "app/window/window_actions.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/question_field.h"
#include "ui/panels/status_pieces.h"

#include <QClipboard>
#include <QGuiApplication>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

QString keepers()
{
    QString text = QStringLiteral("The keepers of the north\n\n");
    for (int i = 0; i < 40; ++i)
        text += QStringLiteral("Keeper number %1 wrote the log in pencil because ink froze.\n\n").arg(i);
    return text;
}

QString said(Window& shown)
{
    const auto* bar = shown.window.findChild<MessageBar*>();
    return bar->isVisible() ? bar->text() : QString();
}

bool dropText(Window& shown, const QString& text)
{
    QMimeData data;
    data.setText(text);
    QDragEnterEvent enter(QPoint(20, 20), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    enter.setDropAction(Qt::MoveAction);
    QApplication::sendEvent(&shown.window, &enter);
    if (!enter.isAccepted() || enter.dropAction() != Qt::CopyAction)   // what X11 answers with
        return false;
    QDropEvent let(QPointF(20, 20), Qt::CopyAction | Qt::MoveAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&shown.window, &let);
    return let.isAccepted() && let.dropAction() == Qt::CopyAction;   // the other program keeps its own
}

}  // namespace

class PastingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }
    void cleanup() { QGuiApplication::clipboard()->clear(); }

    void aLongTextBecomesADocumentNamedByItsFirstWords()
    {
        Window shown;
        QGuiApplication::clipboard()->setText(keepers());
        shown.press(Qt::Key_V, Qt::ControlModifier);
        QTRY_VERIFY(shown.window.session().isOpen());
        QCOMPARE(shown.window.session().contents().title, QStringLiteral("The keepers of the north"));
        QVERIFY(shown.window.session().contents().documents.front()->text.find("number 39") != std::string::npos);
        const auto path = QString::fromStdString(shown.window.session().contents().records.front().source.path);
        QVERIFY2(path.startsWith(shown.window.session().contents().folder) && QFileInfo::exists(path), qPrintable(path));
    }

    void ofAShortTextItIsSaidHow()
    {
        Window shown;
        QGuiApplication::clipboard()->setText(QStringLiteral("Ink froze in the north."));
        shown.press(Qt::Key_V, Qt::ControlModifier);
        const auto* status = shown.window.findChild<StatusLine*>();
        QTRY_VERIFY2(status->told().startsWith(QStringLiteral("Too short to be a document by itself")), qPrintable(status->told()));
        test::settle(50);
        QVERIFY(!shown.window.session().isOpen());
        QCOMPARE(said(shown), QString());
    }

    void theMenuTakesWhateverTextThereIs()
    {
        Window shown;
        shown.window.actions()[Act::PasteDocument]->trigger();
        QTRY_VERIFY2(said(shown).contains(QStringLiteral("neither a file nor text")), qPrintable(said(shown)));
        QGuiApplication::clipboard()->setText(QStringLiteral("Ink froze in the north."));
        shown.window.actions()[Act::PasteDocument]->trigger();
        QTRY_VERIFY(shown.window.session().isOpen());
    }

    void beforeAnOpenSessionItIsAskedWhereTo()
    {
        Window shown;
        m_home->openLighthouses(shown);
        QGuiApplication::clipboard()->setText(keepers());
        shown.window.actions()[Act::PasteDocument]->trigger();
        QTRY_COMPARE(said(shown), QStringLiteral("Add the text to this session, or open it by itself?"));
        shown.press("Add to this session");
        QTRY_COMPARE(shown.window.session().contents().documents.size(), std::size_t(2));
    }

    void anAddressIsNoDocument_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("web") << QStringLiteral("https://example.org/a/very/long/address?of=") + QStringLiteral("letters").repeated(60);
        QTest::newRow("short") << QStringLiteral(" http://example.org ");
    }
    void anAddressIsNoDocument()
    {
        QFETCH(QString, words);
        Window shown;
        QGuiApplication::clipboard()->setText(words);
        shown.press(Qt::Key_V, Qt::ControlModifier);
        QTRY_VERIFY2(said(shown).startsWith(QStringLiteral("Only files on this computer can be opened.")), qPrintable(said(shown)));
    }

    void droppedWordsBecomeADocument()
    {
        Window shown;
        QVERIFY(dropText(shown, keepers()));
        QTRY_VERIFY(shown.window.session().isOpen());
        QCOMPARE(shown.window.session().contents().title, QStringLiteral("The keepers of the north"));
    }

    void copiedFilesAreOpenedFromTheQuestionBox()
    {
        Window shown;
        m_home->openLighthouses(shown);
        std::ofstream(m_home->file("other.md")) << keepers().toStdString();
        auto* data = new QMimeData;
        data->setUrls({QUrl::fromLocalFile(m_home->path("other.md"))});
        QGuiApplication::clipboard()->setMimeData(data);
        shown.press(Qt::Key_L, Qt::ControlModifier);
        auto* field = qobject_cast<QuestionField*>(QApplication::focusWidget());
        QVERIFY(field);
        shown.press(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(field->toPlainText(), QString());
        QTRY_COMPARE(said(shown), QStringLiteral("Add “other.md” to this session, or open it by itself?"));
        field->paste();   // by a middle click, say
        QCOMPARE(field->toPlainText(), QString());
    }

    void aFolderNamesTheSessionOfItsFiles()
    {
        QDir().mkpath(m_home->path("Winter reports"));
        for (const char* name : {"Winter reports/a.md", "Winter reports/b.md"})
            std::ofstream(m_home->file(name)) << "# About " << name << "\n\n" << keepers().toStdString();
        Window shown;
        shown.drop(&shown.window, {m_home->path("Winter reports")});
        shown.press("Open");
        QTRY_VERIFY(shown.window.session().isOpen());
        QCOMPARE(shown.window.session().contents().documents.size(), std::size_t(2));
        QCOMPARE(shown.window.session().contents().title, QStringLiteral("Winter reports"));
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(PastingTest)
#include "pasting_test.moc"
