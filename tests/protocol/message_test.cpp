// Messages between window and engine: there and back, every field outside its rules refused. Frames: frame_test.cpp.
#include "tests/protocol/messages.h"

#include "app/common/ask_options_json.h"

#include <QTest>

#include <limits>

namespace cairn::testing
{
namespace
{

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
    void commandsComeBackWhole();
    void eventsComeBackWhole();
    void answerComesBackWhole();
    void fieldOutsideTheRulesIsRefused_data();
    void fieldOutsideTheRulesIsRefused();
    void answerOutsideTheSessionIsRefused_data();
    void answerOutsideTheSessionIsRefused();
    void draftHoldsWordsAndRowsAlone();
    void optionsFromForeignHandsStayInRange();
};

void MessageTest::commandsComeBackWhole()
{
    const std::vector<Message> sent = allCommands();
    const auto open = commandOf<OpenCommand>(sent[0]);
    QCOMPARE(open.folder, std::string("/sessions/ä"));
    QCOMPARE(open.model, std::string("/m.gguf"));
    QCOMPARE(open.recordedModel, std::string("/old.gguf"));
    QVERIFY(open.device == DeviceChoice::Cuda && open.kvType == KvType::F16 && open.discardOther && open.links);
    QVERIFY(open.scan == ScanWay::TwoLevel);
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
    QVERIFY(rescore.deep);
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
    QCOMPARE(facts.adapter, known.adapter);
    QCOMPARE(facts.tokenizer, known.tokenizer);
    QCOMPARE(facts.attention, known.attention);
    QCOMPARE(facts.languages, known.languages);
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
    const std::vector<BlockLinks> links = eventOf<LinksEvent>(sent[16]).links;
    QVERIFY(links.size() == 2 && links[0].block == BlockId(9) && links[0].links.size() == 2 && links[1].links.size() == 1);
    QVERIFY(links[0].links[1].block == BlockId(1) && links[0].links[1].gates == 0.5f);
    const auto rescoring = eventOf<RescoreProgressEvent>(sent[17]);
    QVERIFY(rescoring.request == 4 && rescoring.tokens == 100 && rescoring.totalTokens == 12'345 && rescoring.secondsLeft == 2.5);
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
    QCOMPARE(answer.trace.innerWeights, sent.trace.innerWeights);
    QCOMPARE(answer.trace.lookedAt, sent.trace.lookedAt);
    QCOMPARE(answer.trace.nearOffsets, sent.trace.nearOffsets);
    QCOMPARE(answer.trace.nearBlocks, sent.trace.nearBlocks);
    QCOMPARE(answer.trace.nearScores, sent.trace.nearScores);
    QCOMPARE(answer.trace.nearLimits, sent.trace.nearLimits);
    const CanonicalText document = boundsDocument();
    QVERIFY(checkAnswer(answer, {1, 2, 4, 10, {&document}}).has_value());
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
                                            R"("within":[[0,9,9],[0,9],7,[-1,2,3],[99999999999,2,3]],)"
                                            R"("previous":[1,{"question":2}]})");
    QVERIFY(options.has_value());
    QVERIFY(options->topK <= 4096 && options->maxTokens == 1 && options->temperature <= 5 && options->topP == 0);
    QVERIFY(options->controls.barred.size() == 3 && options->controls.switchedOff.empty());
    QCOMPARE(options->until->value, kNoBlock);
    QVERIFY(options->within == (std::vector<DocumentPlace>{{kNoBlock, {2, 3}}}));   // which no session has: refused
    QVERIFY(!askOptionsFromJson("{").has_value());
}

}  // namespace cairn::testing

QTEST_GUILESS_MAIN(cairn::testing::MessageTest)
#include "message_test.moc"
