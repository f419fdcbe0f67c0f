// What only a model's memory can tell is the same on screen and on the command line (experience.md 10: U6, U15): what removing a block
// changes, the answer with it barred, and whether an answer is stable. The window's parts ask the real cairn-engine, cairn-cli the same
// session afterwards; with a small model of random weights, and with the default model where it is installed.
#include "app/window/areas/study_dock.h"
#include "app/window/settings/other_settings.h"

#include "app/common/ask_options_json.h"
#include "app/common/default_paths.h"
#include "core/answering/setting_variants.h"
#include "core/types/citation_agreement.h"
#include "storage/database/database.h"
#include "tests/support/chat_model.h"
#include "tests/support/patience.h"
#include "tests/support/temporary_folder.h"
#include "ui/pictures/numbers.h"
#include "ui/study/evidence_view.h"
#include "ui/study/removal_view.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <set>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr int kAnswerMs = 120'000;
const QString kQuestion = QStringLiteral("Who was the keeper of lighthouse number 9?");

// Twelve lighthouses; the keeper of the ninth has a name of her own.
QByteArray lighthouses()
{
    static const char* const kKeepers[] = {"Anna Brandt", "Jonas Keel", "Mira Holm", "Peter Vance", "Ida Storm", "Oskar Reef"};
    QByteArray text = "# The lighthouses of the northern coast\n\n";
    for (int i = 1; i <= 12; ++i) {
        const QByteArray name = "Lighthouse number " + QByteArray::number(i);
        text += "## " + name + "\n\n" + name + " stood " + QByteArray::number(20 + i) +
                " metres above the sea. Its lamp was lit at dusk by a clockwork that had to be wound every " +
                QByteArray::number(2 + i % 4) + " hours, whatever the weather, and its log was written in pencil because ink froze.\n\n" +
                "The keeper of lighthouse number " + QByteArray::number(i) + " was " + (i == 9 ? "Matilda Grey" : kKeepers[i % 6]) +
                ", who mended the nets of the village in winter and painted the tower every third spring.\n\n";
    }
    return text;
}

struct Told
{
    int exitCode = -1;
    QByteArray output, errors;

    QJsonObject object(int line = 0) const { return QJsonDocument::fromJson(output.split('\n').value(line)).object(); }
};

Told cli(QStringList words)
{
    if (words.contains(QStringLiteral("--device")))   // it opens the model: one thread, as the window's engine here
        words += {QStringLiteral("--threads"), QStringLiteral("1")};
    QProcess process;
    process.start(QStringLiteral(CAIRN_BINARY_DIR "/bin/cairn-cli"), words);
    Told told;
    if (process.waitForFinished(4 * kAnswerMs) && process.exitStatus() == QProcess::NormalExit)
        told = {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
    return told;
}

QString listOf(const std::vector<std::uint32_t>& blocks)
{
    QStringList numbers;
    for (const std::uint32_t block : blocks)
        numbers += QString::number(block);
    return numbers.join(QLatin1Char(','));
}

// The window's parts over a session that the command line has read. Closed with it: then the command line may have the session again.
struct Desk
{
    Desk(const QString& folder, const QString& model)
        : engine({QStringLiteral(CAIRN_ENGINE_PROGRAM)}), session(store, engine), conversation(session), other(conversation),
          dock(conversation, &hub)
    {
        session.setEngineWish({model, QStringLiteral("cpu"), {}, 0, 1, false, ScanWay::Flat});
        QObject::connect(&dock, &StudyDock::askAgain,
                         [this](const std::function<void(AskOptions&)>& edit) { conversation.askAgain(*conversation.shownId(), edit); });
        QObject::connect(&conversation, &ConversationController::shownChanged, [this] { hub.setRun(conversation.shown()); });
        session.openFolder(folder);
        (void)QTest::qWaitFor([&] { return session.facts().has_value(); }, kAnswerMs);
        dock.resize(900, 700);
        dock.setVisible(true);
    }

    // What `start` makes the engine answer; null: nothing.
    template <typename Start>
    RunPtr answerOf(Start start)
    {
        QSignalSpy finished(&conversation, &ConversationController::answerFinished);
        start();
        (void)QTest::qWaitFor([&] { return finished.count() > 0; }, kAnswerMs);
        return finished.count() > 0 ? conversation.shown() : nullptr;
    }
    RunPtr ask(const AskOptions& options = {})
    {
        return answerOf([&] { conversation.ask(kQuestion, options); });
    }
    QString number() const { return QString::number(conversation.shownId()->value); }
    RemovalView* removal() { return dock.findChild<RemovalView*>(); }

    StoreThread store;
    EngineClient engine;
    SessionController session;
    ConversationController conversation;
    OtherSettings other;
    SelectionHub hub;
    StudyDock dock;
};

std::vector<std::uint32_t> citedBlocks(const Answer& answer)
{
    std::set<std::uint32_t> blocks;
    for (const Citation& citation : answer.citations)
        blocks.insert(citation.blocks.begin(), citation.blocks.end());
    return {blocks.begin(), blocks.end()};
}

} // namespace

class SameAsCliTest : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder, m_randomModel;

    static void models()
    {
        QTest::addColumn<bool>("random");
        QTest::newRow("random weights") << true;
        QTest::newRow("default model") << false;
    }
    QString model(bool random) const
    {
        const auto installed = defaultModel();
        return QString::fromStdString(random ? m_randomModel.path() : installed ? installed->string() : std::string());
    }
    QString folder(bool random) const { return QString::fromStdString(m_folder.file(random ? "random" : "default")); }
    // Random weights say nothing that is supported by the text; it is shown all the same.
    static AskOptions options(bool random)
    {
        AskOptions options;
        options.showUnsupported = random;
        if (random) {
            options.strategy = Strategy::Memory;
            options.maxTokens = 6;
        }
        return options;
    }
    using RowHashes = std::map<std::int64_t, std::int64_t>;
    RowHashes rowHashes(bool random) const
    {
        RowHashes hashes;
        const auto database = Database::open(folder(random).toStdString() + "/blocks.db", {});
        auto rows = database ? database->prepare("SELECT id, hash FROM block_row") : database.error();
        for (auto row = rows ? rows->step() : rows.error(); row && *row; row = rows->step())
            hashes[rows->integer(0)] = rows->integer(1);
        return hashes;
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* name : {"DATA", "CONFIG", "STATE", "CACHE"})
            qputenv(("XDG_" + QByteArray(name) + "_HOME").constData(), QByteArray::fromStdString(m_folder.path()));
        qunsetenv("CAIRN_MODEL");
        const ChatModel random(m_randomModel.path());
        writeContent(m_folder.file("lighthouses.md"), lighthouses().toStdString());
        for (const bool one : {true, false}) {
            if (model(one).isEmpty())
                continue;
            const Told read = cli({QStringLiteral("read"), QString::fromStdString(m_folder.file("lighthouses.md")), QStringLiteral("-o"),
                                   folder(one), QStringLiteral("--model"), model(one), QStringLiteral("--device"), QStringLiteral("cpu")});
            QVERIFY2(read.exitCode == 0, read.errors.constData());
        }
    }

    void init()
    {
        QFETCH(bool, random);
        if (model(random).isEmpty())
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
    }

    void removalEffectsAreThoseOfTheCommandLine_data() { models(); }
    void removalEffectsAreThoseOfTheCommandLine();
    void anEarlierAnswerIsScoredOverTheMemoryItHad_data()
    {
        QTest::addColumn<bool>("random");
        QTest::newRow("random weights") << true;
    }
    void anEarlierAnswerIsScoredOverTheMemoryItHad();
    void barredAnswersAreThoseOfTheCommandLine_data() { models(); }
    void barredAnswersAreThoseOfTheCommandLine();
    void twoThreadsShareOneSetOfRows_data() { models(); }
    void twoThreadsShareOneSetOfRows();
    void stableAnswersAreThoseOfTheCommandLine_data() { models(); }
    void stableAnswersAreThoseOfTheCommandLine();
};

void SameAsCliTest::removalEffectsAreThoseOfTheCommandLine()
{
    QFETCH(bool, random);
    QString answer;
    std::vector<RemovalRow> rows;
    std::map<std::uint32_t, QString> shown;
    std::vector<float> before;
    {
        Desk desk(folder(random), model(random));
        const RunPtr run = desk.ask(options(random));
        QVERIFY(run && !run->answer.tokens.empty());
        answer = desk.number();
        desk.dock.show(StudyDock::View::Removal);
        std::vector<std::uint32_t> blocks = random ? std::vector<std::uint32_t>{1, 4} : citedBlocks(run->answer);
        blocks.push_back(2);
        desk.removal()->setBlocks(blocks);
        desk.dock.removalTest().remove(blocks);
        const auto isDone = [&] {
            return !desk.dock.removalTest().isBusy() &&
                   desk.dock.removalTest().results().size() == std::set(blocks.begin(), blocks.end()).size();
        };
        QVERIFY(QTest::qWaitFor(isDone, kAnswerMs));
        if (random) {
            desk.dock.removalTest().removeDeeply({4});
            QVERIFY(QTest::qWaitFor([&] { return desk.dock.removalTest().deepResults().size() == 1; }, kAnswerMs));
        }
        before = desk.dock.removalTest().baseline();
        rows = desk.removal()->model().rows();
        for (int row = 0; row < desk.removal()->model().rowCount(); ++row)
            shown[rows[std::size_t(row)].block] = desk.removal()->model().index(row, RemovalModel::Effect).data().toString();
    }
    int counted = 0;
    for (const RemovalRow& row : rows) {
        if (row.state != RemovalState::Done)
            continue;
        QStringList words{QStringLiteral("trace"),
                          folder(random),
                          answer,
                          QStringLiteral("--rescore"),
                          QStringLiteral("--bar"),
                          QString::number(row.block),
                          QStringLiteral("--json"),
                          QStringLiteral("--device"),
                          QStringLiteral("cpu")};
        if (row.deep)
            words += QStringLiteral("--deep");
        const Told told = cli(words);
        QVERIFY2(told.exitCode == 0, told.errors.constData());
        const QJsonObject removal = told.object();
        const QJsonArray tokens = removal[QStringLiteral("tokens")].toArray();
        QCOMPARE(tokens.size(), qsizetype(before.size()));
        for (qsizetype token = 0; token < tokens.size(); ++token) {
            QCOMPARE(float(tokens[token][QStringLiteral("before")].toDouble()), before[std::size_t(token)]);
            QCOMPARE(float(tokens[token][QStringLiteral("after")].toDouble()), row.logProbabilities[std::size_t(token)]);
            if (row.deep)
                QCOMPARE(float(tokens[token][QStringLiteral("deep")].toDouble()), row.deepLogProbabilities[std::size_t(token)]);
        }
        const double effect = removal[QStringLiteral("removal_effect")].toDouble();
        QVERIFY2(std::abs(effect - row.effect) < 1e-5, told.output.constData());
        QCOMPARE(shown[row.block], signedDigits(effect));
        if (row.deep)
            QVERIFY(std::abs(removal[QStringLiteral("deep_removal_effect")].toDouble() - row.deepEffect) < 1e-5);
        counted += effect != 0;
    }
    QVERIFY(counted >= 2);   // something was removed that had a part in the answer
}

// Also where documents were added since: they had no part in it.
void SameAsCliTest::anEarlierAnswerIsScoredOverTheMemoryItHad()
{
    const QString session = QString::fromStdString(m_folder.file("added"));
    const auto read = [&](const char* file) {
        return cli({QStringLiteral("read"), QString::fromStdString(m_folder.file(file)), QStringLiteral("-o"), session,
                    QStringLiteral("--model"), model(true), QStringLiteral("--device"), QStringLiteral("cpu")});
    };
    QCOMPARE(read("lighthouses.md").exitCode, 0);
    AnswerId answer;
    {
        Desk desk(session, model(true));
        QVERIFY(desk.ask(options(true)));
        answer = *desk.conversation.shownId();
    }
    writeContent(m_folder.file("mills.md"), "# The mills\n\n" + std::string(lighthouses()).substr(60, 1500));
    QCOMPARE(read("mills.md").exitCode, 0);
    std::vector<float> before, after;
    {
        Desk desk(session, model(true));
        desk.conversation.show(answer);
        QVERIFY(QTest::qWaitFor([&] { return desk.conversation.shownId() == answer; }, kPatienceMs));
        QVERIFY(desk.conversation.memoryBlocksOf(answer) < desk.session.facts()->storedBlocks);
        desk.dock.removalTest().remove({4});
        QVERIFY(QTest::qWaitFor([&] { return desk.dock.removalTest().results().contains(4); }, kAnswerMs));
        before = desk.dock.removalTest().baseline();
        after = desk.dock.removalTest().results().at(4);
    }
    const Told told =
        cli({QStringLiteral("trace"), session, QString::number(answer.value), QStringLiteral("--rescore"), QStringLiteral("--bar"),
             QStringLiteral("4"), QStringLiteral("--json"), QStringLiteral("--device"), QStringLiteral("cpu")});
    QVERIFY2(told.exitCode == 0, told.errors.constData());
    const QJsonArray tokens = told.object()[QStringLiteral("tokens")].toArray();
    QCOMPARE(tokens.size(), qsizetype(before.size()));
    for (qsizetype token = 0; token < tokens.size(); ++token) {
        QCOMPARE(float(tokens[token][QStringLiteral("before")].toDouble()), before[std::size_t(token)]);
        QCOMPARE(float(tokens[token][QStringLiteral("after")].toDouble()), after[std::size_t(token)]);
    }
}

// U12: a follow-up, and the same one edited and asked again, go on from one answer; both can be compared, and the first one be gone back
// to. Neither adds a row to the memory, changes one, or changes what the other thread says.
void SameAsCliTest::twoThreadsShareOneSetOfRows()
{
    QFETCH(bool, random);
    const RowHashes before = rowHashes(random);
    QVERIFY(!before.empty());
    {
        Desk desk(folder(random), model(random));
        const auto follow = [&](const char* words, AnswerId from) {
            AskOptions asked = options(random);
            asked.showUnsupported = true;
            return desk.answerOf([&] { desk.conversation.ask(QLatin1String(words), asked, from); });
        };
        const RunPtr root = desk.ask(options(random));
        QVERIFY(root);
        const AnswerId rootId = *desk.conversation.shownId();
        const RunPtr one = follow("How high did it stand?", rootId);
        QVERIFY(one);
        const AnswerId oneId = *desk.conversation.shownId();
        const RunPtr other = follow("How often was its clockwork wound?", rootId);
        QVERIFY(other);
        const AnswerId otherId = *desk.conversation.shownId();
        for (const AnswerId answer : {oneId, otherId})
            QVERIFY(desk.conversation.turnOf(answer)->question.follows == rootId);
        QCOMPARE(one->answer.trace.documentBlocks, other->answer.trace.documentBlocks);
        QCOMPARE(one->map->pieces(), other->map->pieces());

        desk.dock.compareWith(oneId);
        QVERIFY(QTest::qWaitFor([&] { return desk.hub.compared() != nullptr; }, kPatienceMs));
        QCOMPARE(desk.hub.compared()->id, QStringLiteral("run-%1").arg(oneId.value));

        desk.conversation.show(oneId); // back to the first thread, and the same again
        QVERIFY(QTest::qWaitFor([&] { return desk.conversation.shownId() == oneId; }, kPatienceMs));
        const RunPtr again = desk.answerOf([&] { desk.conversation.askAgain(oneId, [](AskOptions&) {}); });
        QVERIFY(again);
        QCOMPARE(again->answer.text, one->answer.text);
        QVERIFY(again->answer.trace.blocks == one->answer.trace.blocks && again->answer.trace.gates == one->answer.trace.gates);
        QVERIFY(again->answer.trace.innerWeights == one->answer.trace.innerWeights);
        QTRY_COMPARE(desk.hub.run(), again);
        QVERIFY(!again->model.isEmpty());
        desk.hub.nameHead({0, 1}, QStringLiteral("copier"));
    }
    {
        Desk desk(folder(random), model(random)); // names of heads belong to the model
        desk.conversation.show(desk.conversation.allAnswers().front().first);
        QVERIFY(QTest::qWaitFor([&] { return desk.hub.run() != nullptr; }, kPatienceMs));
        QVERIFY(QTest::qWaitFor([&] { return !desk.hub.headNames().empty(); }, kPatienceMs));
        QCOMPARE(desk.hub.headNames().begin()->second, QStringLiteral("copier"));
    }
    QVERIFY(rowHashes(random) == before);
}

void SameAsCliTest::barredAnswersAreThoseOfTheCommandLine()
{
    QFETCH(bool, random);
    struct Barred
    {
        std::vector<std::uint32_t> blocks;
        QString number;
        std::string text;
    };
    std::vector<Barred> all;
    std::string usual;
    {
        Desk desk(folder(random), model(random));
        const RunPtr run = desk.ask(options(random));
        QVERIFY(run);
        usual = run->answer.text;
        const AnswerId first = *desk.conversation.shownId();
        const std::vector<std::uint32_t> cited = random ? std::vector<std::uint32_t>{3, 5} : citedBlocks(run->answer);
        QVERIFY(!cited.empty());
        std::uint32_t other = 2;   // any block that has nothing to do with it
        while (std::find(cited.begin(), cited.end(), other) != cited.end())
            ++other;
        for (const auto& blocks : {cited, std::vector<std::uint32_t>{other}}) {
            desk.conversation.show(first);
            QVERIFY(QTest::qWaitFor([&] { return desk.conversation.shownId() == first; }, kPatienceMs));
            const RunPtr without = desk.answerOf([&] {
                if (blocks.size() == 1)
                    Q_EMIT desk.dock.findChild<EvidenceView*>()->barBlock(blocks.front());   // "Bar and ask again" of a card
                else
                    desk.dock.barAndAsk(blocks);
            });
            QVERIFY(without);
            QCOMPARE(without->barred, blocks);
            all.push_back({blocks, desk.number(), without->answer.text});
        }
    }
    for (const Barred& barred : all) {
        const Told again =
            cli({QStringLiteral("verify"), folder(random), barred.number, QStringLiteral("--device"), QStringLiteral("cpu")});
        QVERIFY2(again.exitCode == 0, again.output + again.errors);   // same words, same trace
        if (random)
            continue;   // what it can't be asked for on the command line: few tokens
        const Told told =
            cli({QStringLiteral("ask"), folder(random), kQuestion, QStringLiteral("--bar"), listOf(barred.blocks),
                 QStringLiteral("--show-unsupported"), QStringLiteral("--json"), QStringLiteral("--device"), QStringLiteral("cpu")});
        QVERIFY2(told.exitCode == 0, told.errors.constData());
        QCOMPARE(told.object()[QStringLiteral("answer")].toString().toStdString(), barred.text);
        const auto trace = [&](const QString& number) { return cli({QStringLiteral("trace"), folder(random), number}).output; };
        QCOMPARE(trace(QString::number(told.object()[QStringLiteral("id")].toInt())), trace(barred.number));
    }
    if (random)
        return;
    QVERIFY2(usual.find("Matilda Grey") != std::string::npos, usual.c_str());
    QVERIFY2(all[0].text.find("Matilda Grey") == std::string::npos, all[0].text.c_str());   // without its place the answer flips
    QCOMPARE(all[1].text, usual);                                                         // without some other place it does not
}

void SameAsCliTest::stableAnswersAreThoseOfTheCommandLine()
{
    QFETCH(bool, random);
    std::map<QString, std::pair<bool, QString>> inWindow;   // by settings: same passages, words
    std::optional<bool> stable;
    QString number;
    const RowHashes before = rowHashes(random);
    QVERIFY(before.size() > 4);
    {
        Desk desk(folder(random), model(random));
        AskOptions asked = options(random);
        asked.seed = 5;   // a question of its own: answers of the tests before are no part of it
        const RunPtr run = desk.ask(asked);
        QVERIFY(run && run->answer.trace.tokens > 0);
        const AnswerId origin = *desk.conversation.shownId();
        number = desk.number();
        QSignalSpy finished(&desk.other, &OtherSettings::finished);
        desk.other.start();
        QVERIFY(QTest::qWaitFor([&] { return finished.count() > 0; }, 8 * kAnswerMs));
        stable = desk.conversation.isStable(origin);
        for (const StoredTurn& turn : desk.session.contents().turns) {
            const auto settings = askOptionsFromJson(turn.question.options);
            const AnswerRecord& record = turn.answers.front();   // one that failed: the model can't do that, which is nobody's vote
            if (settings && settings->seed == asked.seed && record.id != origin && record.state == AnswerState::Finished)
                inWindow[QString::fromStdString(settingsText(*settings))] = {citationsAgree(run->answer, turn.words.front()),
                                                                             QString::fromStdString(turn.words.front().text)};
        }
        QVERIFY2(inWindow.size() >= 6, qPrintable(QString::number(inWindow.size())));   // k, mode and attention were changed
    }
    const Told told = cli({QStringLiteral("verify"), folder(random), number, QStringLiteral("--settings"), QStringLiteral("--json"),
                           QStringLiteral("--device"), QStringLiteral("cpu")});
    std::size_t lines = 0;
    bool all = true;
    for (const QByteArray& line : told.output.split('\n')) {
        const QJsonObject one = QJsonDocument::fromJson(line).object();
        if (one.isEmpty())
            continue;
        ++lines;
        const auto known = inWindow.find(one[QStringLiteral("settings")].toString());
        QVERIFY2(known != inWindow.end(), line.constData());
        QCOMPARE(one[QStringLiteral("same_citations")].toBool(), known->second.first);
        QCOMPARE(one[QStringLiteral("answer")].toString(), known->second.second);
        all &= known->second.first;
    }
    QCOMPARE(lines, inWindow.size());
    QCOMPARE(told.exitCode == 0, all);
    QCOMPARE(stable.value_or(false), all);   // the badge
    QCOMPARE(rowHashes(random), before);   // other settings read the same memory
}

QTEST_MAIN(SameAsCliTest)
#include "same_as_cli_test.moc"
