// Frames between the program and the import worker: order, sizes and content are checked before anything is believed.
#include "core/documents/client/import_protocol.h"

#include <QRandomGenerator>
#include <QTest>

#include <cstring>

using namespace cairn;

namespace
{

using Bytes = std::vector<std::byte>;

Bytes join(std::initializer_list<Bytes> parts)
{
    Bytes all;
    for (const Bytes& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

ImportMessage progressOf(std::uint32_t current, std::uint32_t total)
{
    ImportMessage message{ImportMessageType::Progress};
    message.current = current;
    message.total = total;
    return message;
}

ImportMessage failure(const std::string& sentence)
{
    ImportMessage message{ImportMessageType::Failed};
    message.error = {ErrorCode::PasswordRequired, sentence};
    return message;
}

Bytes goodStream()
{
    return join({encodeMessage({ImportMessageType::Ready}, 0), encodeMessage(progressOf(0, 2), 1), encodeMessage(progressOf(1, 2), 2),
                 encodeMessage(failure("No password."), 3)});
}

bool accepts(const Bytes& bytes)
{
    ImportMessageParser parser;
    return bool(parser.feed(bytes));
}

Bytes withNumber(Bytes frame, std::size_t offset, std::uint32_t value)
{
    std::memcpy(frame.data() + offset, &value, sizeof value);
    return frame;
}

} // namespace

class ImportProtocolTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void requestComesBack();
    void messagesComeBackInAnyPieces();
    void violationsAreRefused_data();
    void violationsAreRefused();
    void longSentencesAreCutBetweenCharacters();
    void mutationsNeverCrash();
};

void ImportProtocolTest::requestComesBack()
{
    const ImportRequest request{ImportMode::Text,
                                "b\xC3\xBC"
                                "ch.pdf",
                                "pass w\xC3\xB6rd",
                                {3, 99},
                                "KOI8-R",
                                {99}};
    const auto back = decodeRequest(encodeRequest(request));
    QVERIFY(back);
    QCOMPARE(back->fileName, request.fileName);
    QCOMPARE(back->password, request.password);
    QCOMPARE(back->skipPages, request.skipPages);
    QCOMPARE(back->crashedPages, request.crashedPages);
    QCOMPARE(back->encoding, request.encoding);
}

void ImportProtocolTest::messagesComeBackInAnyPieces()
{
    const Bytes stream = goodStream();
    for (std::size_t piece : {1, 7, 24, 1000}) {
        ImportMessageParser parser;
        std::vector<ImportMessage> got;
        for (std::size_t at = 0; at < stream.size(); at += piece) {
            QVERIFY(parser.feed(std::span(stream).subspan(at, std::min(piece, stream.size() - at))));
            while (auto message = parser.next())
                got.push_back(*message);
        }
        QCOMPARE(got.size(), std::size_t(4));
        QCOMPARE(got[2].current, 1u);
        QCOMPARE(got[3].error.code, ErrorCode::PasswordRequired);
        QCOMPARE(got[3].error.message, std::string("No password."));
    }
}

void ImportProtocolTest::violationsAreRefused_data()
{
    QTest::addColumn<QByteArray>("stream");
    const auto row = [](const char* name, const Bytes& bytes) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()), qsizetype(bytes.size()));
    };
    const Bytes ready = encodeMessage({ImportMessageType::Ready}, 0);
    const Bytes step = encodeMessage(progressOf(0, 2), 1);
    row("magic", withNumber(ready, 0, 0x12345678));
    row("version", withNumber(ready, 4, 2 | 2 << 16));
    row("unknown type", withNumber(ready, 4, 1 | 99 << 16));
    row("a request back", encodeRequest({}));
    row("header too long", withNumber(ready, 8, 1 << 20));
    row("payload too long", withNumber(ready, 12, 1 << 30));
    row("sequence skipped", join({ready, encodeMessage(progressOf(0, 2), 2)}));
    row("not ready first", encodeMessage(progressOf(0, 2), 0));
    row("ready twice", join({ready, encodeMessage({ImportMessageType::Ready}, 1)}));
    row("more than all", join({ready, encodeMessage(progressOf(3, 2), 1)}));
    row("after the end", join({ready, encodeMessage(failure("x"), 1), encodeMessage(progressOf(0, 2), 2)}));
    row("unknown code", join({ready, withNumber(encodeMessage(failure("x"), 1), 24, 999)}));
    row("no sentence", join({ready, encodeMessage(failure(""), 1)}));
    Bytes bad = encodeMessage(failure("xyz"), 1);
    bad.back() = std::byte(0xFF);
    row("not UTF-8", join({ready, bad}));
}

void ImportProtocolTest::violationsAreRefused()
{
    QFETCH(QByteArray, stream);
    QVERIFY(accepts(goodStream()));
    const auto* raw = reinterpret_cast<const std::byte*>(stream.constData());
    QVERIFY(!accepts(Bytes(raw, raw + stream.size())));
}

void ImportProtocolTest::longSentencesAreCutBetweenCharacters()
{
    std::string sentence(4095, 'a');
    sentence += "\xC3\xA9\xC3\xA9";
    QVERIFY(accepts(join({encodeMessage({ImportMessageType::Ready}, 0), encodeMessage(failure(sentence), 1)})));
}

void ImportProtocolTest::mutationsNeverCrash()
{
    QRandomGenerator random(7);
    const Bytes stream = goodStream();
    int refused = 0;
    for (int i = 0; i < 20'000; ++i) {
        Bytes mutant = stream;
        for (quint32 c = 0; c <= random.bounded(4u); ++c)
            mutant[random.bounded(quint32(mutant.size()))] = std::byte(random.bounded(256));
        refused += accepts(mutant) ? 0 : 1;
        (void)decodeRequest(mutant);
    }
    QVERIFY(refused > 5'000);
}

QTEST_GUILESS_MAIN(ImportProtocolTest)
#include "import_protocol_test.moc"
