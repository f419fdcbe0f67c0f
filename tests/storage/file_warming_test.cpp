// What was asked for ahead is in the system's cache: a file read from its beginning to its end, landmarks of a session that is opened.
#include "storage/blocks/block_store.h"
#include "storage/files/file_warming.h"
#include "tests/storage/stored_blocks.h"

#include <QElapsedTimer>
#include <QTest>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr std::uint64_t kPage = 4096;

// false: the file stays in the cache whatever is said, as on a tmpfs.
bool forgotten(const std::string& path)
{
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool done = ::fsync(file) == 0 && ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0;
    ::close(file);
    return done;
}

// Looks only: reading a byte, however it is done, may make the system read on.
std::uint64_t cachedBytes(const std::string& path)
{
    const std::uint64_t bytes = std::filesystem::file_size(path);
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    void* const mapped = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, file, 0);
    ::close(file);
    std::vector<unsigned char> pages((bytes + kPage - 1) / kPage);
    const bool known = mapped != MAP_FAILED && ::mincore(mapped, bytes, pages.data()) == 0;
    if (mapped != MAP_FAILED)
        ::munmap(mapped, bytes);
    const auto count = std::ranges::count_if(pages, [](unsigned char page) { return (page & 1) != 0; });
    return known ? static_cast<std::uint64_t>(count) * kPage : 0;
}

} // namespace

class FileWarmingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void readsTheWholeFile();
    void endsAtOnce();
    void aStoreWarmsWhatFits();
    void landmarksAreTheSame();
};

void FileWarmingTest::readsTheWholeFile()
{
    const TemporaryFolder folder;
    const std::string path = folder.file("large");
    const std::uint64_t bytes = (std::uint64_t{9} << 20) + 5;
    writeContent(path, std::string(bytes, 'x'));
    const FileHints hints(path);
    if (!forgotten(path) || cachedBytes(path) > bytes / 2)
        QSKIP("The disk of temporary files keeps them in memory.");
    const FileWarming warming(hints, bytes);
    QTRY_VERIFY(cachedBytes(path) >= bytes);
    QVERIFY(hints.isCached(bytes - 1));
}

void FileWarmingTest::endsAtOnce()
{
    const TemporaryFolder folder;
    const std::string path = folder.file("sparse");
    writeContent(path, "x");
    const std::uint64_t bytes = std::uint64_t{8} << 30;
    std::filesystem::resize_file(path, bytes);
    const FileHints hints(path);
    QElapsedTimer time;
    {
        const FileWarming warming(hints, bytes);
        QTest::qWait(20);
        time.start();
    }
    QVERIFY(time.elapsed() < 100);
    const FileWarming none;
}

void FileWarmingTest::aStoreWarmsWhatFits()
{
    StoredBlocks stored(300);
    const std::uint64_t bytes = stored.store->fileBytes();
    if (!forgotten(stored.path) || cachedBytes(stored.path) > bytes / 2)
        QSKIP("The disk of temporary files keeps them in memory.");
    stored.store->warm(bytes - 1);
    QTest::qWait(50);
    QVERIFY(cachedBytes(stored.path) <= bytes / 2);
    stored.store->warm(bytes);
    QTRY_VERIFY(cachedBytes(stored.path) >= bytes);
    QVERIFY(stored.store->append(sampleChunk(stored.identity.shape, 300, 2)));
}

// Whether they lie on the disk alone or not.
void FileWarmingTest::landmarksAreTheSame()
{
    StoredBlocks stored(300);
    const MemoryShape& shape = stored.identity.shape;
    std::vector<std::byte> landmarks(300 * shape.landmarkBytes());
    for (const bool isCold : {true, false}) {
        if (isCold)
            (void)forgotten(stored.path);
        for (std::uint32_t layer = 0; layer < shape.layers; ++layer) {
            QVERIFY(stored.store->readLandmarks(LayerIndex(layer), BlockId(0), 300, landmarks));
            for (std::uint32_t block = 0; block < 300; ++block) {
                const auto one = std::span(landmarks).subspan(block * shape.landmarkBytes(), shape.landmarkBytes());
                QVERIFY(std::ranges::equal(one, sampleLandmark(shape, layer, block)));
            }
        }
    }
}

QTEST_GUILESS_MAIN(FileWarmingTest)
#include "file_warming_test.moc"
