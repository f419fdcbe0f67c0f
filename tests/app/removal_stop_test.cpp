// cairn-cli remove, stopped while it reads again: the document is out, and what is said goes on where reading stands.
#include "app/common/shell_word.h"
#include "tests/app/cli_run.h"
#include "tests/app/village.h"
#include "tests/support/chat_model.h"
#include "tests/support/patience.h"
#include "tests/support/signal_process.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

#include <algorithm>
#include <csignal>

using namespace cairn;
using namespace cairn::test;

class RemovalStopTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void itSaysHowToGoOn()
    {
        const TemporaryFolder place, models;
        const ChatModel model(models.path());
        const std::string folder = place.file("session");
        const EngineWishes wishes = modelAlone(models.path());
        std::uint32_t all = 0;
        {
            const auto session = openVillage(folder);
            QVERIFY(session->adopt({villageDocument("Alpha", 10), villageDocument("Beta", 1500)}));
            QVERIFY(session->attachEngine(wishes, true) && session->read({}, {}));
            all = session->memory().blocks();
        }
        QProcess remove;
        remove.start(cliProgram(), typed("remove", QString::fromStdString(folder), "Alpha", "--model", QString::fromStdString(models.path()),
                                         "--adapter", "none", "--answer-adapter", "none", "--threads", "1"));
        std::uint32_t least = all;
        bool reads = false;
        const auto looked = [&] {   // what is given up first makes it less
            const auto session = OpenSession::open(folder, Access::ReadOnly);
            const auto blocks = session ? (*session)->blocksForLooking() : Error{};
            const std::uint32_t stored = blocks ? (*blocks)->cursor().value : least;
            least = std::min(least, stored);
            return reads = reads || stored > least;
        };
        QTRY_VERIFY(looked());
        QVERIFY(signalProcess(remove.processId(), SIGINT));
        QVERIFY(remove.waitForFinished(kPatienceMs));
        const QByteArray said = remove.readAllStandardError();
        QVERIFY2(said.contains(("blocks. cairn-cli read " + shellWord(folder) + " goes on from there.").c_str()), said.constData());
        QCOMPARE(remove.exitCode(), 130);
        const auto session = openVillage(folder);
        QVERIFY(session->records()[0].isRemoved());
        QVERIFY(session->attachEngine(wishes, true) && !session->isRead() && session->read({}, {}) && session->isRead());
    }
};

QTEST_GUILESS_MAIN(RemovalStopTest)
#include "removal_stop_test.moc"
