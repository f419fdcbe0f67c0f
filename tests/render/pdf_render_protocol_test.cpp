// Frames of the render mode: what a worker sends is believed only if it is what was asked for, whole and sane.
#include "core/documents/client/pdf_render_protocol.h"

#include <QRandomGenerator>
#include <QTest>

#include <cstring>
#include <limits>

using namespace cairn;

namespace
{

using Bytes = std::vector<std::byte>;

RenderMessage message(RenderMessageType type)
{
    RenderMessage result;
    result.type = type;
    return result;
}

RenderMessage openedMessage()
{
    RenderMessage result = message(RenderMessageType::Opened);
    result.pages = {{100, 200, "i"}, {300, 100, "1"}};
    return result;
}

RenderMessage pictureMessage(std::uint32_t id, std::uint32_t width, std::uint32_t height)
{
    RenderMessage result = message(RenderMessageType::Picture);
    result.id = id;
    result.picture = {width, height, std::vector<std::uint32_t>(std::size_t(width) * height, 0xff112233)};
    return result;
}

RenderMessage glyphsMessage(std::uint32_t id, GlyphBox box)
{
    RenderMessage result = message(RenderMessageType::Glyphs);
    result.id = id;
    result.glyphs = {box, GlyphBox{}};
    return result;
}

RenderMessage linksMessage(std::uint32_t id, const PageLink& link)
{
    RenderMessage result = message(RenderMessageType::Links);
    result.id = id;
    result.links = {{{0, 0, 5, 5}, 0, 12, {}}, link};
    return result;
}

RenderMessage failedMessage(RenderMessageType type, std::uint32_t id)
{
    RenderMessage result = message(type);
    result.id = id;
    result.error = {ErrorCode::Corruption, "This page could not be drawn."};
    return result;
}

Bytes joined(const std::vector<RenderMessage>& messages)
{
    Bytes all;
    std::uint64_t sequence = 0;
    for (const RenderMessage& one : messages) {
        const Bytes frame = encodeRenderMessage(one, sequence++);
        all.insert(all.end(), frame.begin(), frame.end());
    }
    return all;
}

// A picture of page 1 (300 x 100 points), 30 pixels wide, was asked for as question 7.
bool accepted(const Bytes& bytes, RenderQuestionKind kind = RenderQuestionKind::Picture)
{
    RenderMessageParser parser;
    parser.expect({7, kind, 1, kind == RenderQuestionKind::Picture ? 30u : 0u});
    return bool(parser.feed(bytes));
}

const auto kReady = message(RenderMessageType::Ready);

}  // namespace

class PdfRenderProtocolTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everythingArrivesAsSent()
    {
        RenderMessageParser parser;
        for (const std::byte byte : joined({kReady, openedMessage()}))   // byte by byte
            QVERIFY(parser.feed(std::span(&byte, 1)));
        QCOMPARE(parser.next()->type, RenderMessageType::Ready);
        const auto opened = parser.next();
        QCOMPARE(opened->pages.size(), std::size_t(2));
        QCOMPARE(opened->pages[0].label, std::string("i"));
        QCOMPARE(opened->pages[1].width, 300.0f);
        parser.expect({7, RenderQuestionKind::Picture, 1, 30});
        QVERIFY(parser.feed(encodeRenderMessage(pictureMessage(7, 30, 10), 2)));
        QCOMPARE(parser.next()->picture.pixels, std::vector<std::uint32_t>(300, 0xff112233));
        parser.expect({8, RenderQuestionKind::Glyphs, 0, 0});
        QVERIFY(parser.feed(encodeRenderMessage(glyphsMessage(8, {1, 2, 3, 4}), 3)));
        QCOMPARE(parser.next()->glyphs, (PageGlyphs{{1, 2, 3, 4}, {}}));
        parser.expect({9, RenderQuestionKind::Glyphs, 0, 0});
        QVERIFY(parser.feed(encodeRenderMessage(failedMessage(RenderMessageType::PageFailed, 9), 4)));
        QCOMPARE(parser.next()->error.message, std::string("This page could not be drawn."));
        parser.expect({10, RenderQuestionKind::Links, 0, 0});
        const PageLink address{{1, 2, 3, 4}, PageLink::kNoPage, 0, "https://example.org/ä"};
        QVERIFY(parser.feed(encodeRenderMessage(linksMessage(10, address), 5)));
        const auto links = parser.next()->links;
        QCOMPARE(links.size(), std::size_t(2));
        QCOMPARE(links[0], (PageLink{{0, 0, 5, 5}, 0, 12, {}}));
        QCOMPARE(links[1], address);
        QVERIFY(!parser.next().has_value());
    }

    void linksThatLeadNowhereAreRefused_data()
    {
        QTest::addColumn<PageLink>("link");
        QTest::addColumn<bool>("good");
        const GlyphBox box{1, 2, 3, 4};
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const std::uint32_t outside = PageLink::kNoPage;
        QTest::newRow("a page") << PageLink{box, 1, 99, {}} << true;
        QTest::newRow("an address") << PageLink{box, outside, 0, "mailto:a@b.c"} << true;
        QTest::newRow("a page that isn't there") << PageLink{box, 2, 0, {}} << false;
        QTest::newRow("neither") << PageLink{box, outside, 0, {}} << false;
        QTest::newRow("both") << PageLink{box, 1, 0, "https://a.b"} << false;
        QTest::newRow("no box") << PageLink{{}, 1, 0, {}} << false;
        QTest::newRow("a box of no number") << PageLink{{nan, 2, 3, 4}, 1, 0, {}} << false;
        QTest::newRow("a box far away") << PageLink{{1, 2, 1e9f, 4}, 1, 0, {}} << false;
        QTest::newRow("a height of no number") << PageLink{box, 1, nan, {}} << false;
        QTest::newRow("a height above the page") << PageLink{box, 1, -1, {}} << false;
        QTest::newRow("a line break in the address") << PageLink{box, outside, 0, "https://a.b\nhttps://c.d"} << false;
        QTest::newRow("no text") << PageLink{box, outside, 0, "\xff\xfe"} << false;
        QTest::newRow("too long") << PageLink{box, outside, 0, std::string(kMaxLinkAddress + 1, 'a')} << false;
    }
    void linksThatLeadNowhereAreRefused()
    {
        QFETCH(PageLink, link);
        QFETCH(bool, good);
        QCOMPARE(accepted(joined({kReady, openedMessage(), linksMessage(7, link)}), RenderQuestionKind::Links), good);
        QVERIFY(!accepted(joined({kReady, openedMessage(), linksMessage(7, link)}), RenderQuestionKind::Glyphs));
    }

    void moreLinksThanAllowedAreRefused()
    {
        RenderMessage many = message(RenderMessageType::Links);
        many.id = 7;
        many.links.assign(kMaxPageLinks, {{0, 0, 5, 5}, 0, 12, {}});
        QVERIFY(accepted(joined({kReady, openedMessage(), many}), RenderQuestionKind::Links));
        many.links.push_back(many.links.front());
        QVERIFY(!accepted(joined({kReady, openedMessage(), many}), RenderQuestionKind::Links));
    }

    void onlyWhatWasAskedForIsBelieved_data()
    {
        QTest::addColumn<QByteArray>("stream");
        QTest::addColumn<bool>("good");
        const auto row = [](const char* name, const std::vector<RenderMessage>& messages, bool good) {
            const Bytes bytes = joined(messages);
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size())) << good;
        };
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto pages = [](float width, float height) {
            RenderMessage result = openedMessage();
            result.pages[0] = {width, height, "x"};
            return result;
        };
        row("as asked", {kReady, openedMessage(), pictureMessage(7, 30, 10)}, true);
        row("page failed", {kReady, openedMessage(), failedMessage(RenderMessageType::PageFailed, 7)}, true);
        row("file failed", {kReady, failedMessage(RenderMessageType::FileFailed, 0)}, true);
        row("another question's", {kReady, openedMessage(), pictureMessage(8, 30, 10)}, false);
        row("another size", {kReady, openedMessage(), pictureMessage(7, 31, 10)}, false);
        row("another kind", {kReady, openedMessage(), glyphsMessage(7, {})}, false);
        row("twice", {kReady, openedMessage(), pictureMessage(7, 30, 10), pictureMessage(7, 30, 10)}, false);
        row("before the file is open", {kReady, pictureMessage(7, 30, 10)}, false);
        row("not locked down", {openedMessage()}, false);
        row("opened twice", {kReady, openedMessage(), openedMessage()}, false);
        row("after the end", {kReady, failedMessage(RenderMessageType::FileFailed, 0), openedMessage()}, false);
        row("no pages", {kReady, message(RenderMessageType::Opened)}, false);
        row("a page without height", {kReady, pages(10, 0)}, false);
        row("a page of no number", {kReady, pages(nan, 10)}, false);
        row("an endless page", {kReady, pages(10, 1e9f)}, false);
    }
    void onlyWhatWasAskedForIsBelieved()
    {
        QFETCH(QByteArray, stream);
        QFETCH(bool, good);
        const auto* bytes = reinterpret_cast<const std::byte*>(stream.constData());
        QCOMPARE(accepted(Bytes(bytes, bytes + stream.size())), good);
    }

    void boxesThatAreNoNumbersAreRefused()
    {
        const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
        const auto good = [](GlyphBox box) {
            return accepted(joined({kReady, openedMessage(), glyphsMessage(7, box)}), RenderQuestionKind::Glyphs);
        };
        QVERIFY(good({1, 2, 3, 4}));
        QVERIFY(!good({nan, 2, 3, 4}));
        QVERIFY(!good({1, 2, inf, 4}));
        QVERIFY(!good({1, 2, 3, 1e30f}));
    }

    void aPictureShorterThanItsSizeIsRefused()
    {
        RenderMessage lying = pictureMessage(7, 30, 10);
        lying.picture.pixels.resize(299);
        QVERIFY(!accepted(joined({kReady, openedMessage(), lying})));
        lying.picture.pixels.resize(301);
        QVERIFY(!accepted(joined({kReady, openedMessage(), lying})));
    }

    void flippedHeadersNeverGetThrough()
    {
        const Bytes good = joined({kReady, openedMessage(), pictureMessage(7, 30, 10)});
        QRandomGenerator random(11);
        const std::size_t third = joined({kReady, openedMessage()}).size();
        for (int i = 0; i < 400; ++i) {
            Bytes bad = good;
            const std::size_t at = third + random.bounded(36u);   // prefix and header of the picture
            bad[at] ^= std::byte(1 << random.bounded(8));
            RenderMessageParser parser;
            parser.expect({7, RenderQuestionKind::Picture, 1, 30});
            (void)parser.feed(bad);
            int complete = 0;
            while (parser.next())
                ++complete;
            QCOMPARE(complete, 2);   // a violation, or bytes still missing: never a picture
        }
    }

    void questionsAreCheckedToo()
    {
        const RenderQuestion question{3, RenderQuestionKind::Picture, 9, 640};
        const Bytes frame = encodeQuestion(question, 5);
        QCOMPARE(questionLength(frame).value(), frame.size());
        QVERIFY(decodeQuestion(frame, 5));
        QCOMPARE(decodeQuestion(frame, 5)->width, 640u);
        QVERIFY(!decodeQuestion(frame, 6));
        QVERIFY(!decodeQuestion(encodeQuestion({3, RenderQuestionKind(7), 9, 640}, 5), 5));
        QVERIFY(!decodeQuestion(encodeQuestion({3, RenderQuestionKind::Picture, 9, 0}, 5), 5));
        QVERIFY(!decodeQuestion(encodeQuestion({3, RenderQuestionKind::Picture, 9, kMaxPictureWidth + 1}, 5), 5));
        QVERIFY(!decodeQuestion(encodeQuestion({3, RenderQuestionKind::Glyphs, 9, 5}, 5), 5));
        QVERIFY(!questionLength(encodeRenderMessage(kReady, 0)).has_value());
    }
};

QTEST_GUILESS_MAIN(PdfRenderProtocolTest)
#include "pdf_render_protocol_test.moc"
