// An engine that follows a script instead of a model: fake_engine FOLDER STEP:N:ACTION.. The folder keeps how many blocks are
// "stored" and how often it was started, and whether beside one that still ran. The Nth occurrence (from 1, counted over all starts;
// 0: every one) of a STEP is met by its ACTION.
// Steps: start, hello, opened, progress, stored, done, state, token, draft, answered, reread, rescored, passages, cancelled: right before
// that message;
// end: of the input (slow=MS: takes its time).
// A line pace:0:ms=NUMBER says how long a step of work takes; blocks:0:tokens=NUMBER, that texts are cut into blocks of so many.
// Asked to search many sessions, it finds block 5 in each and ends.
// Actions:
//   kill, abort, exit=CODE    the process ends
//   hang                      stops as with SIGSTOP, heartbeats too
//   freeze                    heartbeats go on, progress and work don't
//   raw=HEX                   these bytes instead of the message, then on
//   drop                      the message is left out, its sequence number too
//   skip                      the message is left out
//   twice                     the message comes twice
//   alien                     the message with the number of a request that never was
//   late                      the message with the number of the open request, which has ended
//   big                       with numbers past the session's end
//   fail                      Failed instead
//   leave                     Cancelled instead, and it ends: as one that is asked to end from outside
//   giveup                    Cancelled instead, unasked, and it only beats from then on
//   cut                       of answered: as stopped, unasked, and it ends: as one that is asked to end while it writes
//   short                     MemoryShort before it
#include "app/protocol/commands.h"
#include "app/protocol/events.h"
#include "app/protocol/search_messages.h"
#include "app/session/read_with_other.h"
#include "core/documents/client/canonical_codec.h"
#include "core/types/half.h"
#include "core/types/trace_rows.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <thread>
#include <type_traits>

namespace cairn::testing
{
namespace
{

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kBlockTokens = 8;
constexpr std::uint32_t kStepBlocks = 2;
constexpr auto kBeat = 40ms;

struct Line
{
    std::string step;
    int occurrence = 0;
    std::string action, value;
};

class FakeEngine
{
public:
    FakeEngine(std::string folder, std::vector<Line> script) : m_folder(std::move(folder)), m_script(std::move(script))
    {
        for (const Line& line : m_script) {
            if (line.step == "pace")
                m_stepTime = std::chrono::milliseconds(std::atoi(line.value.c_str()));
            if (line.step == "blocks")
                m_blockTokens = static_cast<std::uint32_t>(std::atoi(line.value.c_str()));
        }
    }

    void run();

private:
    std::string actionAt(const std::string& step);
    void endIfTold(const std::string& action);
    template <typename E>
    void send(const std::string& step, E event);
    void write(Message message);
    void writeRaw(const Bytes& bytes);
    void work(std::chrono::milliseconds time);   // hears and beats meanwhile
    bool hear(int timeoutMs);
    void open();
    [[noreturn]] void search(const Message& message);
    void perform(const Command& command);
    void read(RequestId request);
    void ask(const AskCommand& ask);
    bool rereadFor(RequestId request);           // false: cancelled
    int count(const std::string& name, int add);

    std::string m_folder;
    std::vector<Line> m_script;
    std::string m_value;
    std::chrono::milliseconds m_stepTime{2};
    std::uint32_t m_blockTokens = kBlockTokens;
    std::uint64_t m_sequence = 0, m_progress = 0;
    RequestId m_openRequest = 0, m_working = 0;
    MessageReader m_reader{Direction::ToEngine};
    std::deque<Command> m_commands;
    std::vector<RequestId> m_cancelled;
    EngineFacts m_facts;
    CanonicalText m_document;
    Clock::time_point m_beat = Clock::now();
    bool m_greeted = false;
};

// A number kept between starts. Whole at any moment: this process may be killed over what it sent before.
int FakeEngine::count(const std::string& name, int add)
{
    int value = 0;
    std::ifstream(m_folder + "/" + name) >> value;
    value += add;
    if (add != 0) {
        const std::string file = m_folder + "/" + name, next = file + "." + std::to_string(::getpid());
        std::ofstream(next) << value;
        std::error_code gone;   // the folder, where the test is over
        std::filesystem::rename(next, file, gone);
    }
    return value;
}

std::string FakeEngine::actionAt(const std::string& step)
{
    const int occurrence = count("step-" + step, 1);
    for (const Line& line : m_script) {
        if (line.step == step && (line.occurrence == 0 || line.occurrence == occurrence)) {
            m_value = line.value;
            return line.action;
        }
    }
    return {};
}

void FakeEngine::endIfTold(const std::string& action)
{
    if (action == "kill")
        ::raise(SIGKILL);
    if (action == "abort") {
        ::signal(SIGABRT, SIG_DFL);
        ::abort();
    }
    if (action == "exit")
        ::_exit(std::atoi(m_value.c_str()));
    if (action == "hang")
        ::raise(SIGSTOP);
    while (action == "freeze")
        hear(10);
}

void FakeEngine::writeRaw(const Bytes& bytes)
{
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t written = ::write(STDOUT_FILENO, bytes.data() + at, bytes.size() - at);
        if (written <= 0)
            ::_exit(0);
        at += static_cast<std::size_t>(written);
    }
}

void FakeEngine::write(Message message)
{
    MessageCutter cutter(std::move(message));
    while (!cutter.atEnd())
        writeRaw(cutter.next(m_sequence));
}

// One token that opened block 1 (the first is a sink) and no other.
Answer draftOf(const std::string& word, std::uint32_t blocks)
{
    Answer piece;
    piece.text = word;
    piece.tokens.emplace_back();
    piece.tokens.front().text = {0, word.size()};
    Trace& trace = piece.trace;
    trace.tokens = trace.layers = trace.heads = trace.k = 1;
    trace.blockTokens = kBlockTokens;
    trace.documentBlocks = blocks;
    trace.blocks = {std::min(1u, blocks - 1)};
    trace.gates = trace.scores = trace.memoryShare = {floatToHalf(0.5f)};
    return piece;
}

// Numbers past the session's end, where a message has any.
template <typename E>
void enlarge(E&) {}
void enlarge(OpenedEvent& event)
{
    StreamMapData map = event.facts.map->data();
    map.ends.back() += 1000;
    event.facts.map = std::make_shared<const StreamMap>(map);
}
void enlarge(ReadProgressEvent& event) { event.progress.stored = BlockId(100'000); }
void enlarge(StoredEvent& event) { event.total += 100; event.stored += 100; }
void enlarge(RescoreProgressEvent& event) { event.totalTokens += 100'000; }
void enlarge(AnsweredEvent& event) { event.answer.citations.front().blocks = {100'000}; }
void enlarge(DraftEvent& event) { event.from += 100; }
void enlarge(PassagesEvent& event) { event.passages.front().block = 100'000; }
void enlarge(RescoredEvent& event) { event.logProbabilities.push_back(-1); }

template <typename E>
void FakeEngine::send(const std::string& step, E event)
{
    const std::string action = actionAt(step);
    endIfTold(action);
    ++m_progress;
    if (action == "drop")
        ++m_sequence;
    if (action == "drop" || action == "skip")
        return;
    if (action == "raw") {
        const QByteArray bytes = QByteArray::fromHex(QByteArray::fromStdString(m_value));
        const auto data = reinterpret_cast<const std::byte*>(bytes.constData());
        return writeRaw(Bytes(data, data + bytes.size()));
    }
    if constexpr (requires { event.request; }) {
        if (action == "fail") {
            const bool opens = std::is_same_v<E, OpenedEvent>;
            const Error refused{ErrorCode::Unsupported, "The fake engine refuses."};
            return write(encode(FailedEvent{event.request, opens ? readWithOther("another model", ".") : refused}));
        }
        if (action == "leave" || action == "giveup") {
            write(encode(CancelledEvent{event.request}));
            while (action == "giveup")
                hear(10);
            ::_exit(0);
        }
        if (action == "alien")
            event.request = 1'000'000;
        if (action == "late")
            event.request = m_openRequest;
    }
    if (action == "short")
        write(encode(MemoryShortEvent{{MemoryStep::Slices, 64}}));
    if (action == "big")
        enlarge(event);
    if constexpr (std::is_same_v<E, AnsweredEvent>)
        event.answer.stopped = event.answer.stopped || action == "cut";
    write(encode(event));
    if (action == "cut")
        ::_exit(0);
    if (action == "twice")
        write(encode(event));
}

bool FakeEngine::hear(int timeoutMs)
{
    if (m_greeted && Clock::now() - m_beat > kBeat) {
        m_beat = Clock::now();
        write(encode(HeartbeatEvent{m_progress, m_working}));
    }
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, timeoutMs) <= 0)
        return false;
    Bytes buffer(65536);
    const ssize_t size = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (size <= 0) {
        if (actionAt("end") == "slow")
            std::this_thread::sleep_for(std::chrono::milliseconds(std::atoi(m_value.c_str())));
        ::_exit(0);
    }
    auto rest = std::span<const std::byte>(buffer).first(static_cast<std::size_t>(size));
    while (true) {
        const auto message = m_reader.take(rest);
        if (!message)
            ::_exit(3);
        if (!*message)
            return true;
        if ((*message)->type == MessageType::Search)
            search(**message);
        const auto command = decodeCommand(**message);
        if (!command)
            ::_exit(4);
        if (const auto* cancel = std::get_if<CancelCommand>(&*command))
            m_cancelled.push_back(cancel->request);
        else
            m_commands.push_back(*command);
    }
}

void FakeEngine::work(std::chrono::milliseconds time)
{
    const auto end = Clock::now() + time;
    do
        hear(1);
    while (Clock::now() < end);
}

void FakeEngine::search(const Message& message)
{
    constexpr std::uint32_t kFoundBlock = 5;
    const auto wish = decodeSearch(message);
    if (!wish)
        ::_exit(4);
    for (std::uint32_t session = 0; session < wish->folders.size(); ++session) {
        write(encode(SearchedEvent{wish->request, {session, SearchOutcome::Searched, 100, {}}}));
        write(encode(FoundInLibraryEvent{wish->request, {session, true, {{kFoundBlock, 0.5}}}}));
    }
    write(encode(DoneEvent{wish->request}));
    while (true)
        hear(20);   // until the input ends
}

void FakeEngine::open()
{
    const auto opening = std::get<OpenCommand>(m_commands.front());
    m_commands.pop_front();
    m_openRequest = opening.request;
    StreamMapData map;
    map.blockTokens = m_blockTokens;
    m_facts.memoryKey[1] = static_cast<std::uint8_t>(m_blockTokens);
    for (std::uint32_t i = 0; i < opening.documents; ++i) {   // four bytes a token
        while (m_commands.empty())
            hear(20);
        const auto bytes = std::get<DocumentCommand>(m_commands.front()).text;
        m_commands.pop_front();
        if (bytes->empty()) {   // removed
            map.documentTokens.emplace_back(map.ends.size(), map.ends.size());
            continue;
        }
        auto document = *decodeCanonicalText(*bytes);
        ++m_facts.memoryKey[0];
        const std::uint64_t begin = map.ends.size();
        for (std::uint32_t end = 4; end < document.text.size(); end += 4)
            map.ends.push_back(end);
        map.ends.push_back(static_cast<std::uint32_t>(document.text.size()));
        map.documentTokens.emplace_back(begin, map.ends.size());
        if (m_document.text.empty())
            m_document = std::move(document);
    }
    m_facts.layers = m_facts.heads = m_facts.kvHeads = 1;
    m_facts.blockTokens = m_blockTokens;
    m_facts.bytesPerToken = 1000;
    m_facts.totalTokens = map.ends.size();
    m_facts.totalBlocks = static_cast<std::uint32_t>(map.ends.size() / m_blockTokens);
    m_facts.storedBlocks = std::min(static_cast<std::uint32_t>(count("stored", 0)), m_facts.totalBlocks);   // of more documents, maybe
    m_facts.map = std::make_shared<const StreamMap>(std::move(map));
    m_facts.device = opening.device == DeviceChoice::Cpu ? QStringLiteral("CPU, 2 threads, AVX2") : QStringLiteral("GPU");
    send("opened", OpenedEvent{opening.request, m_facts});
}

bool take(std::vector<RequestId>& list, RequestId request) { return std::erase(list, request) > 0; }

void FakeEngine::read(RequestId request)
{
    auto stored = static_cast<std::uint32_t>(count("stored", 0));
    while (stored < m_facts.totalBlocks) {
        work(m_stepTime);
        if (take(m_cancelled, request))
            return send("cancelled", CancelledEvent{request});
        const std::uint32_t step = std::min(kStepBlocks, m_facts.totalBlocks - stored);
        stored += step;
        count("stored", static_cast<int>(step));
        send("stored", StoredEvent{request, m_facts.memoryKey, stored, m_facts.totalBlocks});
        send("progress", ReadProgressEvent{request, {stored * m_blockTokens, m_facts.totalTokens, 100, 1, BlockId(stored)}});
        if (!m_commands.empty() && !std::holds_alternative<ReadCommand>(m_commands.front())) {
            m_commands.push_back(ReadCommand{request});   // goes on after the question
            return;
        }
    }
    send("done", DoneEvent{request});
}

void FakeEngine::ask(const AskCommand& ask)
{
    send("state", AskStateEvent{ask.request, AskState::Retrieving});
    work(m_stepTime);
    if (take(m_cancelled, ask.request))
        return send("cancelled", CancelledEvent{ask.request});
    send("state", AskStateEvent{ask.request, AskState::Writing});
    Answer answer;
    answer.found = true;
    for (const std::string word : {"A ", "made-up ", "answer."}) {
        work(m_stepTime);
        AnswerToken token;
        token.text = {answer.text.size(), answer.text.size() + word.size()};
        answer.tokens.push_back(token);
        answer.text += word;
        send("token", TokenEvent{ask.request, word});
        const Answer piece = draftOf(word, m_facts.totalBlocks);
        appendRows(answer.trace, piece.trace);
        send("draft", DraftEvent{ask.request, 0, static_cast<std::uint32_t>(answer.tokens.size() - 1), piece});
        answer.stopped = answer.stopped || take(m_cancelled, ask.request);
    }
    Citation citation;
    citation.range = {0, 10};
    citation.text = m_document.text.substr(0, 10);
    citation.blocks = {0};
    citation.answerRange = {0, answer.text.size()};
    answer.citations = {citation};
    answer.coverage.total = m_facts.totalBlocks;
    send("answered", AnsweredEvent{ask.request, answer});
}

bool FakeEngine::rereadFor(RequestId request)
{
    constexpr std::uint64_t kSteps = 3;
    for (std::uint64_t step = 1; step <= kSteps; ++step) {
        work(m_stepTime);
        if (take(m_cancelled, request))
            return false;
        send("reread", RescoreProgressEvent{request, step * kBlockTokens, kSteps * kBlockTokens, double(kSteps - step)});
    }
    return true;
}

void FakeEngine::perform(const Command& command)
{
    if (const auto* one = std::get_if<ReadCommand>(&command)) {
        m_working = one->request;
        read(one->request);
    } else if (const auto* question = std::get_if<AskCommand>(&command)) {
        m_working = question->request;
        ask(*question);
    } else if (const auto* test = std::get_if<RescoreCommand>(&command)) {
        m_working = test->request;
        if (test->deep && !rereadFor(test->request))
            send("cancelled", CancelledEvent{test->request});
        else
            send("rescored", RescoredEvent{test->request, std::vector<float>(test->answer.tokens.size(), test->deep ? -2.5f : -0.5f)});
    } else if (const auto* find = std::get_if<FindPassagesCommand>(&command)) {
        send("passages", PassagesEvent{find->request, {{1, 0.75}}});
    }
    m_working = 0;
}

void FakeEngine::run()
{
    count("starts", 1);
    if (const int before = count("process", 0); before > 0 && ::kill(before, 0) == 0)
        count("overlaps", 1);
    std::ofstream(m_folder + "/process") << ::getpid();
    endIfTold(actionAt("start"));
    send("hello", HelloEvent{"fake"});
    m_greeted = true;
    while (m_commands.empty())
        hear(20);
    open();
    while (true) {
        if (m_commands.empty()) {
            hear(10);
            continue;
        }
        const Command command = m_commands.front();
        m_commands.pop_front();
        perform(command);
    }
}

Line lineOf(const std::string& text)
{
    const std::size_t first = text.find(':'), second = text.find(':', first + 1), equals = text.find('=', second);
    Line line{text.substr(0, first), std::atoi(text.substr(first + 1, second - first - 1).c_str()), text.substr(second + 1), {}};
    if (equals != text.npos) {
        line.action = text.substr(second + 1, equals - second - 1);
        line.value = text.substr(equals + 1);
    }
    return line;
}

}  // namespace
}  // namespace cairn::testing

int main(int argc, char** argv)
{
    std::vector<cairn::testing::Line> script;
    for (int i = 2; i < argc; ++i)
        script.push_back(cairn::testing::lineOf(argv[i]));
    cairn::testing::FakeEngine(argv[1], script).run();
}
