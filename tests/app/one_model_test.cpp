// The answering model retrieves (experience.md 10, U14): one model folder and its adapters are all that reading, asking and searching by
// meaning ever open, and reading is one pass over the text, without a step that embeds it.
#include "app/common/default_paths.h"
#include "storage/database/database.h"
#include "tests/app/village.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"

#include <QProcess>
#include <QTest>

#include <sys/inotify.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>

using namespace cairn;
using namespace cairn::test;

namespace
{

// Files of a folder that any process opens while it is watched.
class OpenedFiles
{
public:
    OpenedFiles() : m_watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}
    ~OpenedFiles() { close(m_watch); }
    OpenedFiles(const OpenedFiles&) = delete;
    OpenedFiles& operator=(const OpenedFiles&) = delete;

    bool watch(const std::string& folder)
    {
        const int number = inotify_add_watch(m_watch, folder.c_str(), IN_OPEN);
        m_folders[number] = folder;
        return number >= 0;
    }

    std::set<std::string> take(const std::string& folder)   // names, since the last time
    {
        alignas(inotify_event) char buffer[64 * 1024];
        for (ssize_t bytes; (bytes = ::read(m_watch, buffer, sizeof buffer)) > 0;) {
            for (const char* at = buffer; at < buffer + bytes;) {
                const auto* event = reinterpret_cast<const inotify_event*>(at);
                if (event->len > 0 && !(event->mask & IN_ISDIR))
                    m_opened[m_folders[event->wd]].insert(event->name);
                at += sizeof(inotify_event) + event->len;
            }
        }
        return std::exchange(m_opened[folder], {});
    }

private:
    int m_watch;
    std::map<int, std::string> m_folders;
    std::map<std::string, std::set<std::string>> m_opened;
};

bool run(const QStringList& words)
{
    QProcess process;
    process.start(QStringLiteral(CAIRN_BINARY_DIR "/bin/cairn-cli"), words);
    const bool done = process.waitForFinished(240'000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    if (!done)
        qWarning("%s: %s", qPrintable(words.join(QLatin1Char(' '))), process.readAllStandardError().constData());
    return done;
}

} // namespace

class OneModelTest : public QObject
{
    Q_OBJECT

    TemporaryFolder m_folder, m_model, m_other;

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", QByteArray::fromStdString(m_folder.path()));
        qunsetenv("CAIRN_MODEL");
        ChatModel(m_model.path(), 1);
        ChatModel(m_other.path(), 2);
        writeContent(m_folder.file("village.md"), villageDocument("Alpha", 30).text.text);
    }

    void openedFilesAreSeen()   // else the tests below would prove nothing
    {
        OpenedFiles files;
        QVERIFY(files.watch(m_other.path()));
        (void)fileContent(m_other.file("config.json"));
        QCOMPARE(files.take(m_other.path()), std::set<std::string>{"config.json"});
        QVERIFY(files.take(m_other.path()).empty());
    }

    void oneCheckpointReadsFindsAndAnswers_data()
    {
        QTest::addColumn<bool>("random");
        QTest::newRow("random weights") << true;
        QTest::newRow("default model") << false;
    }
    void oneCheckpointReadsFindsAndAnswers()
    {
        QFETCH(bool, random);
        const auto installed = defaultModel();
        if (!random && !installed)
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
        const std::string starter = CAIRN_SOURCE_DIR "/resources/starter",
                          folder = random ? m_model.path() : installed->parent_path().string();
        const QString model = QString::fromStdString(random ? folder : installed->string());
        const QString session = QString::fromStdString(m_folder.file(random ? "random" : "default"));
        OpenedFiles files;
        QVERIFY(files.watch(folder) && files.watch(m_other.path()) && files.watch(starter));
        const bool foreign = random && installed && files.watch(installed->parent_path().string());

        const QStringList tail{QStringLiteral("--model"), model, QStringLiteral("--device"), QStringLiteral("cpu")};
        const QStringList unhelped = QStringList{QStringLiteral("--question-adapter"), QStringLiteral("none")} + tail;
        const auto asksAndFinds = [&](const QStringList& options) {
            bool done = run(QStringList{QStringLiteral("trace"), session, QStringLiteral("--find"), QStringLiteral("past the mill")} +
                            options);
            for (const char* strategy : {"memory", "reread", "window", "bm25"})
                done = done && run(QStringList{QStringLiteral("ask"), session, QStringLiteral("Where does the river run?"),
                                               QStringLiteral("--strategy"), QLatin1String(strategy), QStringLiteral("--max-tokens"),
                                               QStringLiteral("4")} +
                                   options);
            return done;
        };
        const QString village = QString::fromStdString(m_folder.file("village.md"));
        QVERIFY(run(QStringList{QStringLiteral("read"), village, QStringLiteral("-o"), session} + unhelped));
        QVERIFY(asksAndFinds(unhelped));
        for (const std::string& adapter : files.take(starter))   // bound to the model by its fingerprint, or looked at and left
            QVERIFY2(adapter.ends_with(".safetensors") && adapter.find("question") == std::string::npos, adapter.c_str());
        QVERIFY(asksAndFinds(tail));
        for (const std::string& adapter : files.take(starter))   // passages are found by weights beside the same model's, too
            QVERIFY2(adapter.ends_with(".safetensors"), adapter.c_str());

        const std::set<std::string> one =
            random ? std::set<std::string>{"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"}
                   : std::set<std::string>{installed->filename().string()};
        std::set<std::string> opened = files.take(folder);
        opened.erase("model.safetensors.index.json");   // looked for
        QCOMPARE(opened, one);
        QVERIFY(files.take(m_other.path()).empty());
        QVERIFY(!foreign || files.take(installed->parent_path().string()).empty());
        std::set<std::string> kept;
        for (const auto& entry : std::filesystem::directory_iterator(session.toStdString()))
            kept.insert(entry.path().filename().string());
        QVERIFY(kept.contains("session.db") && kept.contains("blocks.db"));
        for (const std::string& name : kept)   // no index of vectors beside the memory
            QVERIFY2(name.starts_with("session.") || name.starts_with("blocks.") || name.find("reserve") != std::string::npos ||
                         name.find("ballast") != std::string::npos || name.find("lock") != std::string::npos,
                     name.c_str());
    }

    void everyTokenIsReadOnce()
    {
        const std::string folder = m_folder.file("counted");
        const auto session = openVillage(folder);
        QVERIFY(session->adopt({villageDocument("Beta", 60)}));
        QVERIFY(session->attachEngine(modelAlone(m_model.path()), true));
        std::uint64_t read = 0;
        bool forward = true;
        const auto onProgress = [&](const ReadProgress& progress) {
            forward &= progress.tokens > read;
            read = progress.tokens;
        };
        QVERIFY(session->read(onProgress, {}));
        QVERIFY(forward);
        QCOMPARE(read, std::uint64_t(session->stream().tokens().size()));
        QCOMPARE(session->memory().regularTokens(), read);

        // What is stored is the pass itself: a row for every layer and block, and asking adds none.
        const auto rows = [&] {
            const auto database = Database::open(folder + "/blocks.db", {});
            auto count = database ? database->prepare("SELECT COUNT(*), COUNT(DISTINCT id) FROM block_row") : database.error();
            const auto row = count ? count->step() : Result<bool>(count.error());
            return row && *row ? std::pair(count->integer(0), count->integer(1)) : std::pair(std::int64_t{-1}, std::int64_t{0});
        };
        const std::int64_t wanted = std::int64_t{session->memory().blocks()} * session->engine().info().config.layers;
        QCOMPARE(rows(), std::pair(wanted, wanted));
        for (const Strategy strategy : {Strategy::Memory, Strategy::Reread, Strategy::Window, Strategy::Bm25}) {
            AskOptions options;
            options.strategy = strategy;
            options.maxTokens = 4;
            QVERIFY(session->answerer().ask("Where does the river run?", options));
        }
        QCOMPARE(rows(), std::pair(wanted, wanted));
        QCOMPARE(session->memory().regularTokens(), read);
    }
};

QTEST_GUILESS_MAIN(OneModelTest)
#include "one_model_test.moc"
