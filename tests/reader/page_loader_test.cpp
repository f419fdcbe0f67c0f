// What a view keeps of its pages is bounded, and what it asks for is what it needs now.
#include "tests/reader/made_up_pdf.h"
#include "tests/support/patience.h"
#include "ui/reader/page_loader.h"

#include <QSignalSpy>
#include <QTest>

using namespace cairn;

class PageLoaderTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theLeastRecentlySeenGoesFirst()
    {
        PageCache<int> cache(100);
        for (int page = 0; page < 4; ++page)
            cache.put(page, page * 10, 30);   // the fourth drops the first
        QVERIFY(!cache.find(0).has_value());
        QCOMPARE(cache.find(1).value(), 10);   // looked at
        cache.put(4, 40, 30);
        QVERIFY(!cache.find(2).has_value());
        QCOMPARE(cache.find(1).value(), 10);
        cache.put(1, 11, 20);                  // replaced, not kept twice
        QCOMPARE(cache.bytes(), std::size_t(80));
        cache.put(5, 50, 500);                 // larger than all: alone
        QCOMPARE(cache.find(5).value(), 50);
        QCOMPARE(cache.bytes(), std::size_t(500));
    }

    void picturesStayWithinTheirBytes()
    {
        const test::MadeUpPdf pdf(40);
        test::FakePageSource source(pdf);
        source.open();
        const std::size_t bytes = 5 * 100 * 129 * 4;
        PageLoader loader(bytes);
        loader.setSource(&source);
        for (int page = 0; page < 40; ++page) {
            loader.want({{page, 100}}, {});
            QTRY_VERIFY(!loader.picture(page).isNull());
            QVERIFY(loader.pictureBytes() <= bytes);
        }
        QVERIFY(loader.picture(0).isNull());
        QVERIFY(!loader.picture(39).isNull());
    }

    void whatIsNoLongerWantedIsNotAskedFor()
    {
        const test::MadeUpPdf pdf(40);
        test::FakePageSource source(pdf, false);
        source.open();
        PageLoader loader(64 << 20);
        loader.setSource(&source);
        loader.want({{0, 100}, {1, 100}, {2, 100}, {3, 100}}, {0, 1, 2});
        QCOMPARE(source.pictureRequests.size(), std::size_t(2));   // little at a time
        QCOMPARE(source.glyphRequests, (std::vector<int>{0}));
        loader.want({{30, 100}}, {30});                             // the reader jumped
        source.answerPage(0, 100);
        QCOMPARE(source.pictureRequests.back(), (std::pair{30, 100}));
        source.answerGlyphs(0);
        QCOMPARE(source.glyphRequests, (std::vector<int>{0, 30}));
        source.answerPage(1, 100);
        source.answerPage(30, 100);
        loader.want({{30, 100}}, {30});
        QCOMPARE(source.pictureRequests.size(), std::size_t(3));   // it is there
        loader.want({{30, 200}}, {});
        QCOMPARE(source.pictureRequests.size(), std::size_t(4));   // another zoom
        QCOMPARE(loader.picture(30).width(), 100);                 // the old one until it comes
        source.answerPage(30, 200);
        QCOMPARE(loader.picture(30).width(), 200);
    }

    void aPageThatFailedIsNotAskedAgainAndOthersGoOn()
    {
        const test::MadeUpPdf pdf(5);
        test::FakePageSource source(pdf);
        source.open();
        source.badPages = {1};
        PageLoader loader(64 << 20);
        loader.setSource(&source);
        loader.want({{0, 100}, {1, 100}, {2, 100}}, {});
        QTRY_VERIFY(!loader.picture(2).isNull());
        QVERIFY(!loader.failure(1).isEmpty());
        loader.want({{1, 100}, {1, 300}}, {});
        test::settle(10);
        const auto& asked = source.pictureRequests;
        QCOMPARE(std::count_if(asked.begin(), asked.end(), [](auto request) { return request.first == 1; }), 1);
    }

    void anotherViewsPicturesAreNotTaken()
    {
        const test::MadeUpPdf pdf(5);
        test::FakePageSource source(pdf);
        source.open();
        PageLoader reader(64 << 20), thumbnails(64 << 20);
        reader.setSource(&source);
        thumbnails.setSource(&source);
        reader.want({{0, 800}}, {});
        thumbnails.want({{0, 100}}, {});
        QTRY_VERIFY(!reader.picture(0).isNull() && !thumbnails.picture(0).isNull());
        QCOMPARE(reader.picture(0).width(), 800);
        QCOMPARE(thumbnails.picture(0).width(), 100);
    }
};

QTEST_GUILESS_MAIN(PageLoaderTest)
#include "page_loader_test.moc"
