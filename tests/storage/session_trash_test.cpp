// A deleted session can be put back as it was; only old trash is deleted for good.
#include "storage/folders/session_folder.h"
#include "storage/folders/session_trash.h"
#include "storage/session/session_store.h"
#include "tests/support/session_samples.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <filesystem>

using namespace cairn;
using namespace cairn::test;
using namespace std::chrono_literals;

namespace
{

struct Place
{
    TemporaryFolder folder;
    std::string trash = folder.file("trash");
    std::string session;

    Place()
    {
        session = *makeSessionFolder(folder.file("sessions"), "Whales");
        const auto store = SessionStore::create(session, "Whales");
        if (!store || !(*store)->addDocument(sampleDocument(3), {}))
            qFatal("no session");
    }
};

}  // namespace

class SessionTrashTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void restoredSessionIsAsItWas();
    void openSessionStaysWhereItIs();
    void equalNamesDontMeet();
    void placeTakenMeanwhileIsRefused();
    void onlyOldTrashIsDeleted();
};

void SessionTrashTest::restoredSessionIsAsItWas()
{
    Place place;
    const auto trashed = moveToTrash(place.session, place.trash);
    QVERIFY(trashed);
    QVERIFY(!std::filesystem::exists(place.session));
    QVERIFY(listSessions(place.folder.file("sessions")).empty());
    QVERIFY(restoreFromTrash(*trashed, place.session));
    const auto store = SessionStore::open(place.session);
    QVERIFY(store && (*store)->verify()->empty());
    QCOMPARE((*store)->documents()->size(), std::size_t{1});
    QVERIFY(!std::filesystem::exists(place.session + "/trashed"));
}

void SessionTrashTest::openSessionStaysWhereItIs()
{
    Place place;
    const auto store = SessionStore::open(place.session);
    const auto trashed = moveToTrash(place.session, place.trash);
    QVERIFY(!trashed && trashed.error().code == ErrorCode::Busy);
    QVERIFY(std::filesystem::exists(place.session + "/session.db"));
}

void SessionTrashTest::equalNamesDontMeet()
{
    Place place;
    const auto first = moveToTrash(place.session, place.trash);
    std::filesystem::create_directories(place.session);
    QVERIFY(SessionStore::create(place.session, "Second"));
    const auto second = moveToTrash(place.session, place.trash);
    QVERIFY(first && second && *first != *second);
    QCOMPARE(*(*SessionStore::open(*second))->title(), std::string("Second"));
}

void SessionTrashTest::placeTakenMeanwhileIsRefused()
{
    Place place;
    const auto trashed = moveToTrash(place.session, place.trash);
    std::filesystem::create_directories(place.session);
    const auto restored = restoreFromTrash(*trashed, place.session);
    QVERIFY(!restored && restored.error().code == ErrorCode::InvalidArgument);
    QVERIFY(std::filesystem::exists(*trashed + "/session.db"));
}

void SessionTrashTest::onlyOldTrashIsDeleted()
{
    Place place;
    const auto trashed = moveToTrash(place.session, place.trash);
    std::filesystem::create_directory(place.trash + "/not ours");
    purgeTrash(place.trash, 1h);
    QVERIFY(std::filesystem::exists(*trashed));
    purgeTrash(place.trash, 0s);
    QVERIFY(!std::filesystem::exists(*trashed));
    QVERIFY(std::filesystem::exists(place.trash + "/not ours"));
}

QTEST_GUILESS_MAIN(SessionTrashTest)
#include "session_trash_test.moc"
