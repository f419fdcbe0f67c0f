// Deep removal: the memory as if some blocks had never been in the text, beside the session's own, which stays as it is.
#include "app/session/memory_without.h"
#include "app/session/open_session.h"
#include "storage/database/database.h"
#include "storage/folders/session_folder.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace cairn;
using namespace cairn::test;

namespace
{

std::string villageText()
{
    std::string text;
    for (int i = 0; i < 40; ++i)
        text += "Paragraph " + std::to_string(i) + ": the river runs slowly past the mill number " + std::to_string(i * i) + ".\n\n";
    return text;
}

ImportedDocument document(const std::string& text)
{
    ImportedDocument made;
    made.text.title = "Village";
    made.text.text = text;
    made.text.paragraphs.push_back({{0, text.size()}, {}, 0});
    return made;
}

AskOptions askOptions()
{
    AskOptions options;
    options.strategy = Strategy::Memory;
    options.maxTokens = 4;
    options.showUnsupported = true;
    return options;
}

}  // namespace

class MemoryWithoutTest : public QObject
{
    Q_OBJECT
private:
    TemporaryFolder m_model, m_place;
    std::unique_ptr<OpenSession> m_session;
    std::optional<Answer> m_answer;

    // A session in which the text was read; in tests every byte is a token.
    std::unique_ptr<OpenSession> sessionOf(const char* name, const std::string& text) const
    {
        auto session = OpenSession::openOrCreate(m_place.file(name), "Village");
        EngineWishes wishes;
        wishes.model = {m_model.path(), "none", "none"};
        wishes.threads = 1;
        if (!session || !(*session)->adopt({document(text)}) || !(*session)->attachEngine(wishes, true) || !(*session)->read({}, {}))
            qFatal("not read");
        return std::move(*session);
    }

    Result<std::vector<float>> deep(std::vector<BlockId> barred, const AskOptions& options = askOptions(), std::stop_token stop = {})
    {
        return rescoreDeep(m_session->sessionMemory(), *m_answer, options, barred, {}, stop);
    }
    Result<std::vector<float>> direct(std::vector<BlockId> barred, const AskOptions& options = askOptions())
    {
        return m_session->answerer().rescore(*m_answer, options, barred);
    }
    bool isGone() const { return !std::filesystem::exists(m_place.file("whole") + "/blocks.removal.db"); }

private Q_SLOTS:
    void initTestCase()
    {
        ChatModel model(m_model.path());
        m_session = sessionOf("whole", villageText());
        auto answer = m_session->answerer().ask("Where does the river run?", askOptions());
        QVERIFY(answer && !answer->tokens.empty());
        m_answer = std::move(*answer);
    }

    void withoutNothingItIsTheSame()
    {
        QCOMPARE(*deep({}), *direct({}));
        QVERIFY(isGone());
    }

    // The whole point: what a session says whose text never had the words of these blocks.
    void itIsTheMemoryOfATextWithoutTheBlocks_data()
    {
        QTest::addColumn<QList<int>>("missing");
        QTest::newRow("one") << QList<int>{12};
        QTest::newRow("several, in any order") << QList<int>{20, 7, 8};
        QTest::newRow("the last") << QList<int>{-1};
    }
    void itIsTheMemoryOfATextWithoutTheBlocks()
    {
        QFETCH(QList<int>, missing);
        const DocumentStream& stream = m_session->stream();
        std::vector<BlockId> barred;
        for (const int block : missing)
            barred.emplace_back(block < 0 ? stream.blocks() - 1 : std::uint32_t(block));
        std::string shorter = villageText();
        std::vector<BlockId> descending = barred;
        std::sort(descending.rbegin(), descending.rend());
        for (const BlockId block : descending) {
            const auto place = stream.placesOf(block).front();
            shorter.erase(place.range.begin, place.range.size());
        }
        const auto other = sessionOf(QTest::currentDataTag(), shorter);
        QCOMPARE(other->stream().tokens().size(), stream.tokens().size() - barred.size() * stream.blockTokens());
        const auto expected = other->answerer().rescore(*m_answer, askOptions(), {});
        const auto found = deep(barred);
        QVERIFY(expected && found);
        QCOMPARE(*found, *expected);
        QVERIFY(*found != *direct(barred));      // later blocks have read them
        QVERIFY(isGone());
    }

    // Blocks that are named in the question's options move up with their text.
    void controlsFollowTheirBlocks()
    {
        const DocumentStream& stream = m_session->stream();
        AskOptions there = askOptions(), here = askOptions();
        there.controls.barred = {BlockId(3), BlockId(15), BlockId(25)};
        there.controls.pinned = {BlockId(16)};
        there.until = BlockId(30);
        here.controls.barred = {BlockId(3), BlockId(24)};
        here.controls.pinned = {BlockId(15)};
        here.until = BlockId(29);
        const auto place = stream.placesOf(BlockId(15)).front();
        std::string shorter = villageText();
        shorter.erase(place.range.begin, place.range.size());
        const auto other = sessionOf("controls", shorter);
        QCOMPARE(*deep({BlockId(15)}, there), *other->answerer().rescore(*m_answer, here, {}));
    }

    void theCostIsWhatFollows()
    {
        const auto tokens = [&](std::vector<BlockId> barred, const AskOptions& options) {
            return deepRemovalTokens(m_session->sessionMemory(), *m_answer, options, barred);
        };
        const std::uint64_t all = m_session->memory().regularTokens(), size = m_session->stream().blockTokens();
        QCOMPARE(tokens({}, askOptions()), std::uint64_t{0});
        QCOMPARE(tokens({BlockId(10)}, askOptions()), all - 11 * size);
        QCOMPARE(tokens({BlockId(20), BlockId(10)}, askOptions()), all - 12 * size);
        AskOptions early = askOptions();
        early.until = BlockId(12);
        QCOMPARE(tokens({BlockId(10)}, early), size);
        QCOMPARE(tokens({BlockId(13)}, early), std::uint64_t{0});
        Answer passages = *m_answer;                 // written from passages alone: the memory was out of reach
        passages.strategy = Strategy::Bm25;
        QCOMPARE(deepRemovalTokens(m_session->sessionMemory(), passages, askOptions(), std::vector{BlockId(10)}), std::uint64_t{0});
    }

    void aStopLeavesNothing()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = deep({BlockId(5)}, askOptions(), stop.get_token());
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        QVERIFY(isGone());
    }

    void theSessionsOwnRowsStay()
    {
        const auto sums = [&] {
            const auto database = Database::open(blocksPath(m_place.file("whole")), {});
            return *database->integer("SELECT sum(hash >> 8) FROM block_row") ^ *database->integer("SELECT count(*) FROM block_row");
        };
        m_session.reset();
        const auto before = sums();
        m_session = sessionOf("whole", villageText());
        QVERIFY(deep({BlockId(5)}));
        QVERIFY(m_session->blocks().verify()->empty());
        m_session.reset();
        QCOMPARE(sums(), before);
    }

    void aKilledTestsFileGoesWithTheNextOpening()
    {
        m_session.reset();
        const std::string left = m_place.file("whole") + "/blocks.removal.db";
        std::filesystem::copy_file(blocksPath(m_place.file("whole")), left);
        m_session = sessionOf("whole", villageText());
        QVERIFY(!std::filesystem::exists(left));
    }
};

QTEST_GUILESS_MAIN(MemoryWithoutTest)
#include "memory_without_test.moc"
