// Writes down what an EngineClient says, so that tests can wait for it.
#pragma once

#include "app/client/engine_client.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <functional>
#include <map>
#include <string>

// QTRY_VERIFY and QTRY_COMPARE look every 50 ms only, which adds up.
#define WAIT_FOR(condition) QVERIFY2(QTest::qWaitFor([&] { return static_cast<bool>(condition); }, test::kPatienceMs), #condition)
#define WAIT_EQUAL(actual, expected)                                                      \
    do {                                                                                  \
        (void)QTest::qWaitFor([&] { return (actual) == (expected); }, test::kPatienceMs); \
        QCOMPARE(actual, expected);                                                       \
    } while (false)

namespace cairn::testing
{

class ClientRecord : public QObject
{
public:
    explicit ClientRecord(EngineClient& client)
    {
        const auto end = [this](RequestId id, const char* how) { ends[id].push_back(how); };
        connect(&client, &EngineClient::stateChanged, this, [this](EngineState state, const QString& reason) {
            states.push_back(state);
            reasons.append(reason);
        });
        connect(&client, &EngineClient::sessionOpened, this, [this](const EngineFacts& told) { facts = told; ++opened; });
        connect(&client, &EngineClient::sessionFailed, this, [this](const Error& why) { sessionError = why; });
        connect(&client, &EngineClient::readProgress, this, [this](RequestId, const ReadProgress& now) { progress.push_back(now); });
        connect(&client, &EngineClient::blocksStored, this, [this](const Hash128&, std::uint32_t now, std::uint32_t) { stored = now; });
        connect(&client, &EngineClient::memoryShort, this, [this](const MemoryShortage& told) { shortages.push_back(told); });
        connect(&client, &EngineClient::readFinished, this, [end](RequestId id) { end(id, "read"); });
        connect(&client, &EngineClient::askStateChanged, this, [this](RequestId, AskState state) { askStates.push_back(state); });
        connect(&client, &EngineClient::tokenWritten, this, [this](RequestId, const QString& text) { written += text; });
        connect(&client, &EngineClient::draftWritten, this, [this](RequestId, const DraftEvent& draft) {
            drafted = (draft.from == 0 ? std::string() : drafted) + draft.piece.text;
        });
        connect(&client, &EngineClient::answered, this, [this, end](RequestId id, const std::shared_ptr<const Answer>& given) {
            answer = given;
            end(id, "answered");
        });
        connect(&client, &EngineClient::rescored, this, [this, end](RequestId id, const std::vector<float>& values) {
            scores = values;
            end(id, "rescored");
        });
        connect(&client, &EngineClient::passagesFound, this, [this, end](RequestId id, const std::vector<FoundPassage>& found) {
            passages = found;
            end(id, "found");
        });
        connect(&client, &EngineClient::failed, this, [this, end](RequestId id, const Error& why) {
            error = why;
            end(id, "failed");
        });
        connect(&client, &EngineClient::cancelled, this, [end](RequestId id) { end(id, "cancelled"); });
    }

    // How a request ended; "" while it has not; more than one end: joined by "+", always wrong.
    std::string endOf(RequestId id) const
    {
        std::string all;
        if (const auto found = ends.find(id); found != ends.end()) {
            for (const std::string& one : found->second)
                all += (all.empty() ? "" : "+") + one;
        }
        return all;
    }

    std::vector<EngineState> states;
    QStringList reasons;                     // of each
    std::optional<EngineFacts> facts;
    int opened = 0;
    std::optional<Error> sessionError, error;
    std::vector<ReadProgress> progress;
    std::uint32_t stored = 0;
    std::vector<MemoryShortage> shortages;
    std::vector<AskState> askStates;
    QString written;
    std::string drafted;                     // by the attempt that was written last
    std::shared_ptr<const Answer> answer;
    std::vector<float> scores;
    std::vector<FoundPassage> passages;
    std::map<RequestId, std::vector<std::string>> ends;
};

}  // namespace cairn::testing
