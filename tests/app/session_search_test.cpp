// Many sessions searched by meaning: the one with the planted words comes first, whatever else lies in the library; sessions that can't
// be searched say why and stop no other.
#include "app/common/default_paths.h"
#include "app/session/found_place.h"
#include "app/session/open_session.h"
#include "app/session/session_search.h"
#include "core/answering/likelihood.h"
#include "storage/database/database.h"
#include "storage/folders/session_folder.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <fstream>

using namespace cairn;
using namespace cairn::test;

namespace
{

const std::string kNeedle = "The baker Ambrose Tillweather keeps a blue door.";
const std::string kPhrase = "the blue door of the baker Tillweather";

ImportedDocument document(const std::string& title, const std::string& filler, std::size_t paragraphs, bool needle)
{
    ImportedDocument made;
    made.text.title = title;
    for (std::size_t i = 0; i < paragraphs; ++i) {
        made.text.text += filler + " Day " + std::to_string(i) + " ended.\n\n";
        if (needle && i == paragraphs / 2)
            made.text.text += kNeedle + "\n\n";
    }
    made.text.paragraphs.push_back({{0, made.text.text.size()}, {}, 0});
    return made;
}

struct Searched
{
    std::vector<SearchedSession> sessions;
    std::vector<FoundInSession> found;
    Result<void> done;

    SearchOutcome outcomeOf(std::uint32_t session) const
    {
        for (auto at = sessions.rbegin(); at != sessions.rend(); ++at) {
            if (at->session == session)
                return at->outcome;
        }
        qFatal("session %u was not told of", session);
    }
};

Searched search(const Engine& engine, const std::vector<std::string>& folders, std::stop_token stop = {})
{
    Searched searched;
    SearchReport report;
    report.onSession = [&](const SearchedSession& session) { searched.sessions.push_back(session); };
    report.onFound = [&](const FoundInSession& found) { searched.found.push_back(found); };
    searched.done = searchSessions(engine, folders, kPhrase, report, std::move(stop));
    return searched;
}

}  // namespace

class SessionSearchTest : public QObject
{
    Q_OBJECT

    TemporaryFolder m_model, m_otherModel, m_library;

    static EngineWishes wishesFor(const std::string& model)
    {
        EngineWishes wishes;
        if (!model.empty())
            wishes.model = {model, "none", "none"};
        wishes.threads = 1;
        return wishes;
    }

    std::string read(const std::string& name, const ImportedDocument& text, const EngineWishes& wishes) const
    {
        const std::string folder = m_library.file(name);
        auto session = OpenSession::openOrCreate(folder, name);
        if (!session || !(*session)->adopt({text}) || !(*session)->attachEngine(wishes, true) || !(*session)->read({}, {}))
            qFatal("%s can't be read", name.c_str());
        return folder;
    }

    std::unique_ptr<Engine> engine(const EngineWishes& wishes) const
    {
        auto opened = engineForSearch(wishes);
        if (!opened)
            qFatal("%s", opened.error().error.message.c_str());
        return *std::move(opened);
    }

private Q_SLOTS:
    void initTestCase()
    {
        ChatModel(m_model.path(), 1);
        ChatModel(m_otherModel.path(), 2);
    }

    void plantedWordsComeFirstAndOthersSayWhyTheyDoNot()
    {
        const EngineWishes wishes = wishesFor(m_model.path()), others = wishesFor(m_otherModel.path());
        std::vector<std::string> folders = {
            read("sea", document("Sea", "The sea was grey and the ships went by.", 20, false), wishes),
            read("needle", document("Village", "The river runs past the mill.", 20, true), wishes),
            read("other", document("Other", "The wind was cold.", 10, true), others),
            read("locked", document("Locked", "The door was shut.", 10, true), wishes),
            read("damaged", document("Damaged", "The page was torn.", 10, true), wishes),
            m_library.file("unread"),
        };
        const auto lock = Database::open(blocksPath(folders[3]), {});
        QVERIFY(lock && lock->execute("BEGIN EXCLUSIVE"));
        std::ofstream(blocksPath(folders[4]), std::ios::binary | std::ios::in).seekp(0) << "not a memory at all";

        const Searched searched = search(*engine(wishes), folders);
        QVERIFY2(searched.done.has_value(), searched.done ? "" : searched.done.error().message.c_str());
        QCOMPARE(searched.sessions.size(), folders.size());
        QCOMPARE(searched.outcomeOf(0), SearchOutcome::Searched);
        QCOMPARE(searched.outcomeOf(1), SearchOutcome::Searched);
        QCOMPARE(searched.outcomeOf(2), SearchOutcome::OtherModel);
        QCOMPARE(searched.outcomeOf(3), SearchOutcome::Unreadable);
        QCOMPARE(searched.outcomeOf(4), SearchOutcome::Unreadable);
        QCOMPARE(searched.outcomeOf(5), SearchOutcome::NotRead);
        QVERIFY(!searched.sessions[3].reason.empty() && !searched.sessions[4].reason.empty());

        QCOMPARE(searched.found.size(), std::size_t(2));
        QCOMPARE(searched.found.front().session, 1u);
        QVERIFY(searched.found.front().inFull);
        const auto places = placesInSession(folders[1], std::vector<BlockId>{BlockId(searched.found.front().passages.front().block)});
        QVERIFY2(places.has_value(), places ? "" : places.error().message.c_str());
        QCOMPARE(places->title, std::string("needle"));
        QCOMPARE(places->places.front().documentTitle, std::string("Village"));
        const std::string& found = places->places.front().text;
        QVERIFY2(found.find("Tillweather") != std::string::npos || found.find("blue") != std::string::npos,
                 places->places.front().text.c_str());
    }

    // What a passage is worth in full is what the model says with its keys and values, not what landmarks foretold.
    void bestSessionsAreScoredByTheModelAndTheOthersAreNot()
    {
        const EngineWishes wishes = wishesFor(m_model.path());
        std::vector<std::string> folders;
        for (std::size_t i = 0; i < kSessionsInFull + 2; ++i)
            folders.push_back(read("n" + std::to_string(i), document("N", "The river " + std::to_string(i) + " runs.", 8, i == 6), wishes));
        const auto opened = engine(wishes);
        const Searched searched = search(*opened, folders);
        QVERIFY(searched.done.has_value());
        QCOMPARE(searched.found.size(), folders.size());
        for (std::size_t i = 0; i < searched.found.size(); ++i)
            QCOMPARE(searched.found[i].inFull, i < kSessionsInFull);
        QCOMPARE(searched.found.front().session, 6u);

        const FoundInSession& first = searched.found.front();
        const auto store = BlockStore::open(blocksPath(folders[first.session]), {});
        const auto memory = opened->openMemory(**store, (*store)->identity().reading, (*store)->identity().shape.type);
        const auto asked = askedTokens(kPhrase, opened->tokenizer(), opened->chatFormat());
        LikelihoodSettings settings{passageAround(first.passages.front().block, memory->blocks()), {}, {}};
        if (first.passages.front().block < memory->blocks())
            settings.until = BlockId(memory->blocks());
        const auto likelihood = likelihoodAfter(*memory, settings, *asked, {});
        QVERIFY(likelihood.has_value());
        QVERIFY(first.passages.front().score > *likelihood);              // and what landmarks and words say, at 0.15
        QVERIFY(first.passages.front().score < *likelihood + 0.15 * 20);
    }

    void aStopRequestEndsTheSearch()
    {
        const EngineWishes wishes = wishesFor(m_model.path());
        const std::string folder = read("stopped", document("S", "The rain fell.", 8, true), wishes);
        std::stop_source stop;
        stop.request_stop();
        const Searched searched = search(*engine(wishes), {folder}, stop.get_token());
        QCOMPARE(searched.done.error().code, ErrorCode::Cancelled);
        QVERIFY(searched.found.empty());
    }

    void noWordsAreRefused()
    {
        QCOMPARE(searchSessions(*engine(wishesFor(m_model.path())), {}, " \n", {}, {}).error().code, ErrorCode::InvalidArgument);
    }

    // The promise with a model that knows what words mean: others words than those that stand there.
    void defaultModelFindsWhatIsSaidInOtherWords()
    {
        if (!defaultModel())
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
        const EngineWishes wishes = wishesFor({});
        const std::vector<std::string> folders = {
            read("real sea", document("Sea", "The sea was grey, and nine ships went by the point before the evening.", 12, false), wishes),
            read("real needle",
                 document("Village", "The river runs slowly past the mill, and children walk to the school.", 12, true), wishes),
            read("real town", document("Town", "The market was full, and people talked about the price of wool.", 12, false), wishes),
        };
        Searched searched;
        SearchReport report;
        report.onSession = [](const SearchedSession&) {};
        report.onFound = [&](const FoundInSession& found) { searched.found.push_back(found); };
        const auto opened = engine(wishes);
        QVERIFY(searchSessions(*opened, folders, "Who makes the bread behind an entrance of that colour?", report).has_value());
        std::stable_sort(searched.found.begin(), searched.found.end(), [](const FoundInSession& a, const FoundInSession& b) {
            return a.passages.front().score > b.passages.front().score;
        });
        QCOMPARE(searched.found.front().session, 1u);
    }
};

QTEST_GUILESS_MAIN(SessionSearchTest)
#include "session_search_test.moc"
