// Frames, headers and messages between window and engine: there and back, every violation refused, no bytes that crash.
#include "tests/protocol/messages.h"

#include "app/common/ask_options_json.h"
#include "core/types/trace_rows.h"

#include <QCborArray>
#include <QCborStreamWriter>
#include <QTest>

#include <cstring>
#include <limits>
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

template <typename T>
T eventOf(const Message& message)
{
    const auto decoded = decodeEvent(message);
    return decoded ? std::get<T>(*decoded) : T{};
}

template <typename T>
T commandOf(const Message& message)
{
    const auto decoded = decodeCommand(message);
    return decoded ? std::get<T>(*decoded) : T{};
}

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

Message with(Message message, const char* key, const QCborValue& value)
{
    message.header[QLatin1String(key)] = value;
    return message;
}

Message without(Message message, const char* key)
{
    message.header.remove(QLatin1String(key));
    return message;
}

Message withBody(Message message, Bytes body)
{
    message.body = std::make_shared<const Bytes>(std::move(body));
    return message;
}

bool decodes(const Message& message)
{
    return largestBody(message.type, Direction::ToEngine) ? decodeCommand(message).has_value() : decodeEvent(message).has_value();
}

}  // namespace

class MessageTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void streamGivesItsMessagesHoweverItIsCut_data();
    void streamGivesItsMessagesHoweverItIsCut();
    void commandsComeBackWhole();
    void eventsComeBackWhole();
    void answerComesBackWhole();
    void frameOutsideTheRulesIsRefused_data();
    void frameOutsideTheRulesIsRefused();
    void hugeSizesAreRefusedBeforeAnythingIsMade();
    void headerOutsideTheRulesIsRefused_data();
    void headerOutsideTheRulesIsRefused();
    void pieceOutOfPlaceIsRefused();
    void messageOfTheOtherSideIsRefused();
    void fieldOutsideTheRulesIsRefused_data();
    void fieldOutsideTheRulesIsRefused();
    void answerOutsideTheSessionIsRefused_data();
    void answerOutsideTheSessionIsRefused();
    void draftHoldsWordsAndRowsAlone();
    void optionsFromForeignHandsStayInRange();
    void changedBytesNeverCrash_data();
    void changedBytesNeverCrash();
};

void MessageTest::streamGivesItsMessagesHoweverItIsCut_data()
{
    QTest::addColumn<int>("part");
    for (const int part : {1, 7, 24, 1000, 1 << 20, 1 << 26})
        QTest::addRow("%d bytes", part) << part;
}

void MessageTest::streamGivesItsMessagesHoweverItIsCut()
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

void MessageTest::commandsComeBackWhole()
{
    const std::vector<Message> sent = allCommands();
    const auto open = commandOf<OpenCommand>(sent[0]);
    QCOMPARE(open.folder, std::string("/sessions/ä"));
    QCOMPARE(open.model, std::string("/m.gguf"));
    QCOMPARE(open.recordedModel, std::string("/old.gguf"));
    QVERIFY(open.device == DeviceChoice::Cuda && open.kvType == KvType::F16 && open.discardOther);
    QCOMPARE(open.memoryBudgetBytes, std::uint64_t(1) << 33);
    QCOMPARE(open.threads, 4u);
    QCOMPARE(open.documents, 1u);
    QCOMPARE(commandOf<DocumentCommand>(sent[1]).text->size(), std::size_t(3'000'000));
    QCOMPARE(commandOf<ReadCommand>(sent[2]).request, RequestId(2));
    const auto ask = commandOf<AskCommand>(sent[3]);
    QCOMPARE(ask.question, std::string("Whö?"));
    QCOMPARE(toJson(ask.options), toJson(fullOptions()));
    QVERIFY(ask.options.controls.switchedOff == fullOptions().controls.switchedOff && ask.options.showUnsupported && ask.options.seed == UINT64_MAX);
    const auto rescore = commandOf<RescoreCommand>(sent[4]);
    QCOMPARE(rescore.barred, (std::vector<std::uint32_t>{4, 5}));
    QCOMPARE(rescore.answer.tokens.front().id, 5);
    QCOMPARE(rescore.answer.trace.tokens, 0u);
    const auto find = commandOf<FindPassagesCommand>(sent[5]);
    QCOMPARE(find.words, std::string("wörds"));
    QCOMPARE(find.count, 12u);
    QCOMPARE(commandOf<CancelCommand>(sent[6]).request, RequestId(2));
}

void MessageTest::eventsComeBackWhole()
{
    const std::vector<Message> sent = allEvents();
    QCOMPARE(eventOf<HelloEvent>(sent[0]).version, std::string("0.1.0"));
    const EngineFacts facts = eventOf<OpenedEvent>(sent[1]).facts, known = fullFacts();
    QCOMPARE(facts.modelName, known.modelName);
    QCOMPARE(facts.notes, known.notes);
    QCOMPARE(facts.memoryKey, known.memoryKey);
    QCOMPARE(facts.bytesPerToken, known.bytesPerToken);
    QCOMPARE(facts.readingRate, known.readingRate);
    QCOMPARE(facts.totalTokens, known.totalTokens);
    QVERIFY(facts.kvType == KvType::F16 && facts.layers == 30 && facts.heads == 9 && facts.kvHeads == 3 && facts.topK == 16);
    QVERIFY(facts.map->data() == known.map->data());
    const ReadProgress progress = eventOf<ReadProgressEvent>(sent[2]).progress;
    QVERIFY(progress.tokens == 100 && progress.totalTokens == 200 && progress.stored == BlockId(1));
    QCOMPARE(progress.tokensPerSecond, 50.5);
    const auto stored = eventOf<StoredEvent>(sent[3]);
    QVERIFY(stored.stored == 1 && stored.total == 2 && stored.memoryKey == (Hash128{9, 8, 7}));
    QVERIFY(eventOf<AskStateEvent>(sent[4]).state == AskState::Citing);
    QCOMPARE(eventOf<TokenEvent>(sent[5]).text, std::string("wörd"));
    QCOMPARE(eventOf<TokenEvent>(sent[6]).request, RequestId(3));
    QCOMPARE(eventOf<RescoredEvent>(sent[8]).logProbabilities, (std::vector<float>{-0.5f, -1.25f}));
    const auto passages = eventOf<PassagesEvent>(sent[9]).passages;
    QVERIFY(passages.size() == 2 && passages[0].block == 7 && passages[1].score == 0.25);
    const Error error = eventOf<FailedEvent>(sent[10]).error;
    QVERIFY(error.code == ErrorCode::DiskFull && error.message == "Thé disk is full.");
    QCOMPARE(eventOf<HeartbeatEvent>(sent[13]).progress, std::uint64_t(12));
    const MemoryShortage shortage = eventOf<MemoryShortEvent>(sent[15]).shortage;
    QVERIFY(shortage.step == MemoryStep::CachedBlocks && shortage.left == 96);
    const auto draft = eventOf<DraftEvent>(sent[14]);
    QVERIFY(draft.request == 3 && draft.attempt == 1 && draft.from == 7);
    QCOMPARE(draft.piece.text, fullDraft().text);
    QCOMPARE(draft.piece.trace.gates, fullDraft().trace.gates);
}

void MessageTest::answerComesBackWhole()
{
    const Answer sent = fullAnswer(), answer = eventOf<AnsweredEvent>(encode(AnsweredEvent{3, sent})).answer;
    QCOMPARE(answer.text, sent.text);
    QVERIFY(answer.strategy == Strategy::Memory && answer.found);
    QCOMPARE(answer.tokens.front().topBlocks, sent.tokens.front().topBlocks);
    QCOMPARE(answer.citations.front().text, sent.citations.front().text);
    QCOMPARE(answer.trace.blocks, sent.trace.blocks);
    QCOMPARE(answer.trace.gates, sent.trace.gates);
    QCOMPARE(answer.trace.ties, sent.trace.ties);
    QCOMPARE(answer.trace.heatWeights, sent.trace.heatWeights);
    const CanonicalText document = boundsDocument();
    QVERIFY(checkAnswer(answer, {1, 2, 4, 10, {&document}}).has_value());
}

void MessageTest::frameOutsideTheRulesIsRefused_data()
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

void MessageTest::frameOutsideTheRulesIsRefused()
{
    QFETCH(int, at);
    QFETCH(int, value);
    Bytes stream = streamOf({encode(HelloEvent{"1"})});
    QVERIFY(readAll(stream, Direction::FromEngine, 5));
    stream[static_cast<std::size_t>(at)] = static_cast<std::byte>(value);
    QVERIFY(!readAll(stream, Direction::FromEngine, 5));
}

void MessageTest::hugeSizesAreRefusedBeforeAnythingIsMade()
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

void MessageTest::headerOutsideTheRulesIsRefused_data()
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

void MessageTest::headerOutsideTheRulesIsRefused()
{
    QFETCH(QByteArray, header);
    QFETCH(bool, good);
    QCOMPARE(accepts(header), good);
}

void MessageTest::pieceOutOfPlaceIsRefused()
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

void MessageTest::messageOfTheOtherSideIsRefused()
{
    for (const Message& message : allCommands())
        QVERIFY(!readAll(streamOf({message}), Direction::FromEngine, 4096));
    for (const Message& message : allEvents())
        QVERIFY(!readAll(streamOf({message}), Direction::ToEngine, 4096));
}

void MessageTest::fieldOutsideTheRulesIsRefused_data()
{
    QTest::addColumn<int>("index");
    const auto all = [] {
        std::vector<Message> messages = allCommands();
        const std::vector<Message> events = allEvents();
        messages.insert(messages.end(), events.begin(), events.end());
        return messages;
    }();
    for (int i = 0; i < static_cast<int>(all.size()); ++i)
        QTest::addRow("message %d", i) << i;
}

// Whatever the message: no field may be missing, doubled by another, of another kind, or of no request.
void MessageTest::fieldOutsideTheRulesIsRefused()
{
    QFETCH(int, index);
    const std::vector<Message> commands = allCommands(), events = allEvents();
    const auto i = static_cast<std::size_t>(index);
    const Message message = i < commands.size() ? commands[i] : events[i - commands.size()];
    QVERIFY(decodes(message));
    for (const QCborValue& key : message.header.keys()) {
        const QByteArray name = key.toString().toLatin1();
        QVERIFY2(!decodes(without(message, name)), name);
        QVERIFY2(!decodes(with(message, name, QCborMap())), name);
        const bool mayBeHuge = QList<QByteArray>{"budget", "bytesPerToken", "id", "progress", "of", "prefix"}.contains(name);
        QVERIFY2(mayBeHuge || !decodes(with(message, name, QCborValue(std::numeric_limits<qint64>::max()))), name);
    }
    QVERIFY(!decodes(with(message, "unheard", 1)));
    if (message.header.contains(QLatin1String("id")) && message.type != MessageType::Heartbeat)
        QVERIFY(!decodes(with(message, "id", 0)));
    if (message.body && message.type != MessageType::Document) {
        Bytes longer = *message.body;
        longer.push_back({});
        QVERIFY(!decodes(withBody(message, longer)));
        QVERIFY(!decodes(withBody(message, Bytes(message.body->begin(), message.body->end() - 1))));
    }
}

void MessageTest::answerOutsideTheSessionIsRefused_data()
{
    QTest::addColumn<int>("number");
    for (int i = 0; i < 25; ++i)
        QTest::addRow("change %d", i) << i;
}

void MessageTest::answerOutsideTheSessionIsRefused()
{
    QFETCH(int, number);
    const std::uint16_t nan = 0x7E00;
    const std::vector<std::function<void(Answer&)>> changes{
        [](Answer& a) { a.tokens[0].topBlocks = {10}; },
        [](Answer& a) { a.tokens[0].text = {0, 1000}; },
        [](Answer& a) { a.tokens[0].text = {5, 4}; },
        [](Answer& a) { a.tokens[0].logProbability = std::numeric_limits<float>::quiet_NaN(); },
        [](Answer& a) { a.tokens[0].memoryShare = 2; },
        [](Answer& a) { a.citations[0].document = 1; },
        [](Answer& a) { a.citations[0].range = {3, 101}; },
        [](Answer& a) { a.citations[0].text = "other"; },
        [](Answer& a) { a.citations[0].evidence = std::numeric_limits<double>::infinity(); },
        [](Answer& a) { a.citations[0].blocks = {kNoBlock}; },
        [](Answer& a) { a.citations[0].answerRange = {0, 1000}; },
        [](Answer& a) { a.quotations[0].range = {4, 9}; },             // verbatim, but other words
        [](Answer& a) { a.quotations[0].document = 7; },
        [](Answer& a) { a.passages[0].range = {50, 40}; },
        [](Answer& a) { a.coverage.total = 11; },
        [](Answer& a) { a.coverage.opened = 11; },
        [](Answer& a) { a.questionMs = std::numeric_limits<double>::quiet_NaN(); },
        [](Answer& a) { a.trace.documentBlocks = 11; },
        [](Answer& a) { a.trace.heatBlocks = {10}; },
        [](Answer& a) { a.trace.heatScale = {std::numeric_limits<float>::infinity()}; },
        [=](Answer& a) { a.trace.gates[0] = nan; },
        [=](Answer& a) { a.trace.scores[0] = nan; },
        [=](Answer& a) { a.trace.memoryShare[0] = floatToHalf(3); },
        [](Answer& a) { a.trace.layers = 2; },
        [](Answer& a) { a.trace.tokens = 2; },
    };
    Answer answer = fullAnswer();
    changes[static_cast<std::size_t>(number)](answer);
    const CanonicalText document = boundsDocument();
    QVERIFY(!checkAnswer(answer, {1, 2, 4, 10, {&document}}).has_value());
}

void MessageTest::draftHoldsWordsAndRowsAlone()
{
    const CanonicalText document = boundsDocument();
    const AnswerBounds bounds{1, 2, 4, 10, {&document}};
    QVERIFY(checkDraft(fullDraft(), bounds).has_value());
    QVERIFY(!checkDraft(fullAnswer(), bounds).has_value());   // citations
    const std::vector<std::function<void(Answer&)>> changes{
        [](Answer& a) { a.trace = {}; },
        [](Answer& a) { a.tokens.push_back(a.tokens.front()); },
        [](Answer& a) { a.passages = {{0, {3, 30}}}; },
        [](Answer& a) { a.quotations = fullAnswer().quotations; },
        [](Answer& a) { a.trace.documentBlocks = 11; },
        [](Answer& a) { a.tokens[0].text = {0, 1000}; },
    };
    for (const auto& change : changes) {
        Answer piece = fullDraft();
        change(piece);
        QVERIFY(!checkDraft(piece, bounds).has_value());
    }
}

void MessageTest::optionsFromForeignHandsStayInRange()
{
    const auto options = askOptionsFromJson(R"({"k":1e300,"max_tokens":-5,"temperature":1e9,"top_p":-1,)"
                                            R"("barred":[1e20,18446744073709551615,"x"],"without_heads":[[1],7,[-1,2],[1,2,3]],"until":99999999999,)"
                                            R"("previous":[1,{"question":2}]})");
    QVERIFY(options.has_value());
    QVERIFY(options->topK <= 4096 && options->maxTokens == 1 && options->temperature <= 5 && options->topP == 0);
    QVERIFY(options->controls.barred.size() == 3 && options->controls.switchedOff.empty());
    QCOMPARE(options->until->value, kNoBlock);
    QVERIFY(!askOptionsFromJson("{").has_value());
}

void MessageTest::changedBytesNeverCrash_data()
{
    QTest::addColumn<bool>("toEngine");
    QTest::addRow("commands") << true;
    QTest::addRow("events") << false;
}

// 40,000 changed streams and headers; what still decodes must hold its promises. Seed 20260101.
void MessageTest::changedBytesNeverCrash()
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
            message = withBody(message, body);
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

QTEST_GUILESS_MAIN(cairn::testing::MessageTest)
#include "message_test.moc"
