// Every file of the shared test documents through the real worker: text whose map holds, or one sentence; in time and memory.
// Prints what became of each, so that a change shows.
#include "core/documents/client/canonical_codec.h"
#include "core/documents/client/import_client.h"
#include "core/formats/utf8.h"
#include "tests/documents/map_check.h"
#include "tests/support/temporary_folder.h"

#include <QElapsedTimer>
#include <QFile>
#include <QPdfDocument>
#include <QPdfSelection>
#include <QTest>

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <map>

using namespace cairn;
namespace fs = std::filesystem;

namespace
{

constexpr qint64 kSlowestMs = 60'000;
constexpr long kMostKiB = 512 * 1024; // resident memory of the largest worker

std::vector<fs::path> allFiles(const fs::path& root)
{
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.is_regular_file())
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<QString> pdfPages(const fs::path& path)
{
    QPdfDocument document;
    document.load(QString::fromStdString(path.string()));
    std::vector<QString> pages;
    for (int i = 0; i < document.pageCount(); ++i)
        pages.push_back(document.getAllText(i).text());
    return pages;
}

// Verbatim runs of formats that are their file's bytes: equal to them, where the file is UTF-8.
QString byteViolation(const CanonicalText& text, const fs::path& path)
{
    const std::string bytes = test::fileContent(path);
    if (!isValidUtf8(bytes))
        return {};
    for (const PositionRun& run : text.runs) {
        if (run.sourceBegin + run.sourceLength > bytes.size())
            return QStringLiteral("run at %1 ends behind the file").arg(run.canonical.begin);
        if (run.verbatim && text.text.compare(run.canonical.begin, run.canonical.size(), bytes, run.sourceBegin, run.sourceLength) != 0)
            return QStringLiteral("run at %1 is not its source").arg(run.canonical.begin);
    }
    return {};
}

QString violation(const CanonicalText& text, const fs::path& path)
{
    if (const auto promises = checkCanonicalText(text); !promises)
        return QString::fromStdString(promises.error().message);
    if (text.format == DocumentFormat::Pdf)
        return test::mapViolation(text, pdfPages(path));
    if (text.format == DocumentFormat::Epub || text.format == DocumentFormat::Docx)
        return {}; // their sources lie inside the package
    return byteViolation(text, path);
}

bool isOneSentence(const std::string& message)
{
    return message.size() > 10 && message.size() < 600 && message.find('\n') == std::string::npos && isValidUtf8(message);
}

} // namespace

class SharedDocumentsTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFileGivesTextOrASentence();
};

void SharedDocumentsTest::everyFileGivesTextOrASentence()
{
    const fs::path root = fs::path(CAIRN_SHARED_DIR) / "testdocs";
    if (!fs::exists(root))
        QSKIP("the shared test documents are not there (CAIRN_SHARED_DIR)");
    std::map<std::string, std::pair<int, int>> perFolder;
    QStringList wrong;
    for (const fs::path& path : allFiles(root)) {
        QElapsedTimer timer;
        timer.start();
        const auto text = importDocument(path, {"", CAIRN_IMPORT_WORKER});
        const qint64 took = timer.elapsed();
        const std::string name = fs::relative(path, root);
        auto& [imported, refused] = perFolder[fs::path(name).parent_path()];
        ++(text ? imported : refused);
        const QString outcome = text ? QStringLiteral("text %1 bytes, %2 units").arg(text->text.size()).arg(text->units.size())
                                     : QString::fromStdString(text.error().message);
        qInfo("%-56s %5lld ms  %s", name.c_str(), static_cast<long long>(took), qPrintable(outcome));
        if (took > kSlowestMs)
            wrong << QString::fromStdString(name + ": too slow");
        const QString broken = text                                  ? violation(*text, path)
                               : isOneSentence(text.error().message) ? QString()
                                                                     : QStringLiteral("no sentence");
        if (!broken.isEmpty())
            wrong << QString::fromStdString(name) + QStringLiteral(": ") + broken;
    }
    for (const auto& [folder, counts] : perFolder)
        qInfo("%-28s %3d imported, %3d refused", folder.c_str(), counts.first, counts.second);
    rusage children{};
    ::getrusage(RUSAGE_CHILDREN, &children);
    qInfo("largest worker: %ld MiB", children.ru_maxrss / 1024);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    QVERIFY(children.ru_maxrss < kMostKiB);
}

QTEST_GUILESS_MAIN(SharedDocumentsTest)
#include "shared_documents_test.moc"
