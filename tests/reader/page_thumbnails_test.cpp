// Small pictures of pages: a proper model, only what is in sight is drawn, clicks and keys ask for pages.
#include "tests/reader/made_up_pdf.h"
#include "tests/support/patience.h"
#include "ui/reader/page_thumbnails.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace cairn;

class PageThumbnailsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theModelKeepsItsPromises()
    {
        const test::MadeUpPdf pdf(20);
        test::FakePageSource source(pdf);
        ThumbnailModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setSource(&source);
        QCOMPARE(model.rowCount(), 0);
        source.open();
        QCOMPARE(model.rowCount(), 20);
        model.setStrengths({0, 0.5f});
        QCOMPARE(model.data(model.index(1), ThumbnailModel::StrengthRole).toFloat(), 0.5f);
        QCOMPARE(model.data(model.index(4), ThumbnailModel::LabelRole).toString(), QStringLiteral("5"));
        model.want(0, 3, 100);
        QTRY_VERIFY(!model.data(model.index(3), ThumbnailModel::PictureRole).value<QImage>().isNull());
        model.setSource(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void onlyPagesInSightAreDrawnAndAClickAsksForOne()
    {
        const test::MadeUpPdf pdf(300);
        test::FakePageSource source(pdf);
        PageThumbnails thumbnails;
        thumbnails.resize(160, 600);
        thumbnails.setSource(&source);
        thumbnails.show();
        source.open();
        QTRY_VERIFY(source.pictureRequests.size() >= 3);
        test::settle(20);
        QVERIFY2(source.pictureRequests.size() < 8, qPrintable(QString::number(source.pictureRequests.size())));
        QSignalSpy asked(&thumbnails, &PageThumbnails::pageActivated);
        QTest::mouseClick(thumbnails.viewport(), Qt::LeftButton, {}, thumbnails.visualRect(thumbnails.model()->index(1, 0)).center());
        QCOMPARE(asked.size(), qsizetype(1));
        QCOMPARE(asked[0][0].toInt(), 1);
        QTest::keyClick(&thumbnails, Qt::Key_Down);
        QTest::keyClick(&thumbnails, Qt::Key_Return);
        QCOMPARE(asked.last()[0].toInt(), 2);
        thumbnails.setCurrentPage(250);
        QCOMPARE(asked.size(), qsizetype(2));   // says nothing
        QTRY_VERIFY(
            std::any_of(source.pictureRequests.begin(), source.pictureRequests.end(), [](auto request) { return request.first == 250; }));
    }
};

QTEST_MAIN(PageThumbnailsTest)
#include "page_thumbnails_test.moc"
