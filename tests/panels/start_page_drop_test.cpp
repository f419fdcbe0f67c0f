// What is dropped on the start page.
#include "ui/panels/recent_sessions.h"
#include "ui/panels/start_page.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QUrl>
#include <QtTest>

using namespace cairn;

namespace
{

// Counts how often another program would have been asked for the files.
class AskedData final : public QMimeData
{
public:
    mutable int asked = 0;

    QStringList formats() const override { return {QStringLiteral("text/uri-list")}; }
    bool hasFormat(const QString& format) const override { return formats().contains(format); }

protected:
    QVariant retrieveData(const QString&, QMetaType) const override
    {
        ++asked;
        return QByteArray("file:///books/a.pdf\r\n");
    }
};

bool drop(StartPage& page, QMimeData& data)
{
    const auto both = Qt::CopyAction | Qt::MoveAction;
    QDragEnterEvent enter(QPoint(30, 30), both, &data, Qt::LeftButton, Qt::NoModifier);
    enter.setDropAction(Qt::MoveAction);
    QCoreApplication::sendEvent(page.viewport(), &enter);
    if (!enter.isAccepted() || enter.dropAction() != Qt::CopyAction)   // another program keeps its own
        return false;
    QDropEvent event(QPointF(30, 30), both, &data, Qt::LeftButton, Qt::NoModifier);
    event.setDropAction(Qt::MoveAction);
    QCoreApplication::sendEvent(page.viewport(), &event);
    return event.isAccepted() && event.dropAction() == Qt::CopyAction;
}

}  // namespace

class StartPageDropTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void filesAndFoldersCanBeDropped()
    {
        StartPage page;
        page.show();
        QSignalSpy dropped(&page, &StartPage::pathsDropped);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QStringLiteral("/books/a b.pdf")), QUrl::fromLocalFile(QStringLiteral("/books"))});
        QVERIFY(drop(page, data));
        QCOMPARE(dropped.size(), 1);
        QCOMPARE(dropped[0][0].toStringList(), QStringList({QStringLiteral("/books/a b.pdf"), QStringLiteral("/books")}));
    }

    void addressesOfTheNetworkAndTextAreRefused()
    {
        StartPage page;
        page.show();
        QSignalSpy dropped(&page, &StartPage::pathsDropped);
        QMimeData remote, text;
        remote.setUrls({QUrl(QStringLiteral("https://example.org/a.pdf"))});
        text.setText(QStringLiteral("words"));
        QVERIFY(!drop(page, text));
        QCOMPARE(dropped.size(), 0);
        QVERIFY(!drop(page, remote));
        QCOMPARE(dropped.size(), 1);   // the window says why
        QVERIFY(dropped[0][0].toStringList().isEmpty());
    }

    void nothingIsAskedOfADragThatOnlyPasses()   // its program may hang, and would be waited for
    {
        StartPage page;
        page.show();
        AskedData data;
        QDragEnterEvent enter(QPoint(30, 30), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(page.viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QDragMoveEvent move(QPoint(31, 31), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(page.viewport(), &move);
        QCOMPARE(data.asked, 0);
        QDropEvent event(QPointF(30, 30), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(page.viewport(), &event);
        QCOMPARE(data.asked, 1);
    }
};

QTEST_MAIN(StartPageDropTest)
#include "start_page_drop_test.moc"
