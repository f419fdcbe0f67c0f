// Frames and headers between window and engine: streams cut anywhere, every violation refused, no bytes that crash.
#include "tests/protocol/messages.h"

#include "core/types/trace_rows.h"

#include <QCborStreamWriter>
#include <QTest>

#include <cstring>
#include <limits>
#include <memory>
#include <random>

namespace cairn::testing
{
namespace
{

// All messages of a stream cut into parts of `part` bytes; nothing where it is refused.
std::optional<std::vector<Message>> readAll(const Bytes& stream, Direction direction, std::size_t part)
{
    MessageReader reader(direction);
    std::vector<Message> messages;
    for (std::size_t at = 0; at < stream.size(); at += part) {
        auto rest = std::span(stream).subspan(at, std::min(part, stream.size() - at));
        while (true) {
            auto message = reader.take(rest);
            if (!message)
                return std::nullopt;
            if (!*message)
                break;
            messages.push_back(**std::move(message));
        }
    }
    return messages;
}

bool sameBody(const Message& a, const Message& b) { return (a.body ? *a.body : Bytes()) == (b.body ? *b.body : Bytes()); }

QByteArray cbor(const std::function<void(QCborStreamWriter&)>& write)
{
    QByteArray bytes;
    QCborStreamWriter writer(&bytes);
    write(writer);
    return bytes;
}

bool accepts(const QByteArray& header)
{
    return decodeHeader(std::as_bytes(std::span(header.constData(), static_cast<std::size_t>(header.size())))).has_value();
}

}  // namespace

class FrameTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void streamGivesItsMessagesHoweverItIsCut_data();
    void streamGivesItsMessagesHoweverItIsCut();
    void frameOutsideTheRulesIsRefused_data();
    void frameOutsideTheRulesIsRefused();
    void hugeSizesAreRefusedBeforeAnythingIsMade();
    void headerOutsideTheRulesIsRefused_data();
    void headerOutsideTheRulesIsRefused();
    void pieceOutOfPlaceIsRefused();
    void messageOfTheOtherSideIsRefused();
    void changedBytesNeverCrash_data();
    void changedBytesNeverCrash();
};

void FrameTest::streamGivesItsMessagesHoweverItIsCut_data()
{
    QTest::addColumn<int>("part");
    for (const int part : {1, 7, 24, 1000, 1 << 20, 1 << 26})
        QTest::addRow("%d bytes", part) << part;
}

void FrameTest::streamGivesItsMessagesHoweverItIsCut()
{
    QFETCH(int, part);
    for (const Direction direction : {Direction::ToEngine, Direction::FromEngine}) {
        const std::vector<Message> sent = direction == Direction::ToEngine ? allCommands() : allEvents();
        const auto received = readAll(streamOf(sent), direction, static_cast<std::size_t>(part));
        QVERIFY(received.has_value());
        QCOMPARE(received->size(), sent.size());
        for (std::size_t i = 0; i < sent.size(); ++i) {
            QCOMPARE((*received)[i].type, sent[i].type);
            QVERIFY((*received)[i].header == sent[i].header);
            QVERIFY(sameBody((*received)[i], sent[i]));
        }
    }
}

void FrameTest::frameOutsideTheRulesIsRefused_data()
{
    QTest::addColumn<int>("at");
    QTest::addColumn<int>("value");
    QTest::addRow("magic") << 0 << 88;
    QTest::addRow("version") << 4 << kProtocolVersion + 1;
    QTest::addRow("unknown type") << 6 << 99;
    QTest::addRow("header too large") << 10 << 0x20;
    QTest::addRow("payload too large") << 15 << 0x10;
    QTest::addRow("sequence") << 16 << 1;
}

void FrameTest::frameOutsideTheRulesIsRefused()
{
    QFETCH(int, at);
    QFETCH(int, value);
    Bytes stream = streamOf({encode(HelloEvent{"1"})});
    QVERIFY(readAll(stream, Direction::FromEngine, 5));
    stream[static_cast<std::size_t>(at)] = static_cast<std::byte>(value);
    QVERIFY(!readAll(stream, Direction::FromEngine, 5));
}

void FrameTest::hugeSizesAreRefusedBeforeAnythingIsMade()
{
    // Announced, never sent: neither refused nor reserved. The address space would not hold a thousand of them.
    std::vector<FrameReader> readers(1000);
    for (FrameReader& reader : readers) {
        Bytes head = encodeFrame(16, 0, {}, {});
        const std::uint32_t size = kMaxPayloadBytes;
        std::memcpy(head.data() + 12, &size, sizeof size);
        auto rest = std::span<const std::byte>(head);
        const auto frame = reader.take(rest);
        QVERIFY(frame && !*frame);
    }
    Message big = encode(TokenEvent{3, "x"});
    std::uint64_t sequence = 0;
    big.header.insert(QStringLiteral("body"), 1 << 20);   // a token may have 64 KiB
    const Bytes frame = encodeFrame(static_cast<std::uint16_t>(big.type), sequence, encodeHeader(big.header), Bytes(1 << 20));
    QVERIFY(!readAll(frame, Direction::FromEngine, 1 << 21));
}

void FrameTest::headerOutsideTheRulesIsRefused_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<bool>("good");
    const auto add = [](const char* name, bool good, const QByteArray& bytes) { QTest::addRow("%s", name) << bytes << good; };
    using Writer = QCborStreamWriter;
    const auto row = [&](const char* name, bool good, const std::function<void(Writer&)>& write) { add(name, good, cbor(write)); };
    const QLatin1String a("a");
    constexpr double kInfinity = std::numeric_limits<double>::infinity(), kNan = std::numeric_limits<double>::quiet_NaN();
    row("plain", true, [=](Writer& w) { w.startMap(1); w.append(a); w.append(1); w.endMap(); });
    row("not a map", false, [=](Writer& w) { w.startArray(0); w.endArray(); });
    row("open length", false, [=](Writer& w) { w.startMap(); w.append(a); w.append(1); w.endMap(); });
    row("open array", false, [=](Writer& w) { w.startMap(1); w.append(a); w.startArray(); w.endArray(); w.endMap(); });
    row("key twice", false, [=](Writer& w) { w.startMap(2); w.append(a); w.append(1); w.append(a); w.append(2); w.endMap(); });
    row("number as key", false, [=](Writer& w) { w.startMap(1); w.append(1); w.append(1); w.endMap(); });
    row("tag", false, [=](Writer& w) { w.startMap(1); w.append(a); w.append(QCborTag(1)); w.append(1); w.endMap(); });
    row("null", false, [=](Writer& w) { w.startMap(1); w.append(a); w.append(nullptr); w.endMap(); });
    row("negative", false, [=](Writer& w) { w.startMap(1); w.append(a); w.append(-1); w.endMap(); });
    row("infinity", false, [=](Writer& w) { w.startMap(1); w.append(a); w.append(kInfinity); w.endMap(); });
    row("not a number", false, [=](Writer& w) { w.startMap(1); w.append(a); w.append(kNan); w.endMap(); });
    row("text behind", false, [=](Writer& w) { w.startMap(0); w.endMap(); w.append(1); });
    add("empty", false, {});
    add("cut", false, QByteArray::fromHex("a16161"));
    add("huge array", false, QByteArray::fromHex("a161619b7fffffffffffffff"));
    add("huge map", false, QByteArray::fromHex("bb7fffffffffffffff"));
    add("huge text", false, QByteArray::fromHex("a161617b7fffffffffffffff"));
    add("text in chunks", false, QByteArray::fromHex("a161617f61616161ff"));
    add("bad utf-8", false, QByteArray::fromHex("a1616162c328"));
    add("seven deep", true, QByteArray::fromHex("a16161") + QByteArray::fromHex("81").repeated(6) + QByteArray::fromHex("80"));
    add("eight deep", false, QByteArray::fromHex("a16161") + QByteArray::fromHex("81").repeated(7) + QByteArray::fromHex("80"));
    add("a million deep", false, QByteArray::fromHex("a16161") + QByteArray::fromHex("81").repeated(1'000'000));
}

void FrameTest::headerOutsideTheRulesIsRefused()
{
    QFETCH(QByteArray, header);
    QFETCH(bool, good);
    QCOMPARE(accepts(header), good);
}

void FrameTest::pieceOutOfPlaceIsRefused()
{
    const auto body = std::make_shared<const Bytes>(Bytes(kPieceBytes + 10));
    MessageCutter cutter(encode(DocumentCommand{1, body}));
    std::uint64_t sequence = 0;
    const Bytes first = cutter.next(sequence), second = cutter.next(sequence);
    QVERIFY(cutter.atEnd());
    const auto joined = [](Bytes a, const Bytes& b) { a.insert(a.end(), b.begin(), b.end()); return a; };
    const auto piece = static_cast<std::uint16_t>(MessageType::Piece);
    const Bytes other = encodeFrame(static_cast<std::uint16_t>(MessageType::Read), 1, encodeHeader(encode(ReadCommand{2}).header), {});
    QVERIFY(readAll(joined(first, second), Direction::ToEngine, 4096));
    QVERIFY(!readAll(joined(first, other), Direction::ToEngine, 4096));                              // another message in between
    QVERIFY(!readAll(joined(first, encodeFrame(piece, 1, {}, Bytes(9))), Direction::ToEngine, 4096));    // too short
    QVERIFY(!readAll(joined(first, encodeFrame(piece, 1, {}, Bytes(11))), Direction::ToEngine, 4096));   // too long
    QVERIFY(!readAll(joined(first, encodeFrame(piece, 1, Bytes(1), Bytes(10))), Direction::ToEngine, 4096));
    QVERIFY(!readAll(encodeFrame(piece, 0, {}, Bytes(10)), Direction::ToEngine, 4096));              // of nothing
}

void FrameTest::messageOfTheOtherSideIsRefused()
{
    for (const Message& message : allCommands())
        QVERIFY(!readAll(streamOf({message}), Direction::FromEngine, 4096));
    for (const Message& message : allEvents())
        QVERIFY(!readAll(streamOf({message}), Direction::ToEngine, 4096));
}

void FrameTest::changedBytesNeverCrash_data()
{
    QTest::addColumn<bool>("toEngine");
    QTest::addRow("commands") << true;
    QTest::addRow("events") << false;
}

// 40,000 changed streams and headers; what still decodes must hold its promises. Seed 20260101.
void FrameTest::changedBytesNeverCrash()
{
    QFETCH(bool, toEngine);
    std::vector<Message> messages = toEngine ? allCommands() : allEvents();
    std::erase_if(messages, [](const Message& message) { return message.type == MessageType::Document; });   // large and opaque
    const Bytes stream = streamOf(messages);
    const CanonicalText document = boundsDocument();
    std::mt19937 random(20260101);
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    int decoded = 0;
    for (int round = 0; round < 10'000; ++round) {
        Bytes changed = stream;
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
            switch (below(4)) {
            case 0: changed[below(changed.size())] ^= static_cast<std::byte>(1 << below(8)); break;
            case 1: changed[below(changed.size())] = static_cast<std::byte>(below(256)); break;
            case 2: changed.resize(1 + below(changed.size())); break;
            default: changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(below(changed.size())));
            }
            if (changed.empty())
                changed.push_back({});
        }
        (void)readAll(changed, toEngine ? Direction::ToEngine : Direction::FromEngine, 4096);

        // Inside a message the frame protects nothing: header and body as they may come from a lying engine.
        Message message = messages[below(messages.size())];
        Bytes header = encodeHeader(message.header);
        header[below(header.size())] ^= static_cast<std::byte>(1 << below(8));
        if (auto fields = decodeHeader(header))
            message.header = *fields;
        if (message.body) {
            Bytes body = *message.body;
            body[below(body.size())] = static_cast<std::byte>(below(256));
            message.body = std::make_shared<const Bytes>(std::move(body));
        }
        if (toEngine) {
            decoded += decodeCommand(message).has_value();
        } else if (const auto event = decodeEvent(message)) {
            ++decoded;
            const auto* answered = std::get_if<AnsweredEvent>(&*event);
            if (answered && checkAnswer(answered->answer, {1, 2, 4, 10, {&document}}))
                (void)traceMatrix(answered->answer.trace, TraceAxis::Heads);
            const auto* draft = std::get_if<DraftEvent>(&*event);
            Trace joined = fullDraft().trace;
            if (draft && checkDraft(draft->piece, {1, 2, 4, 10, {&document}}) && appendRows(joined, draft->piece.trace))
                (void)traceMatrix(joined, TraceAxis::Heads);
        }
    }
    QVERIFY(decoded > 100);      // the changes are small enough to reach what lies behind the first check
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::FrameTest)
#include "frame_test.moc"
