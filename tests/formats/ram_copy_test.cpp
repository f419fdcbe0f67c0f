// A file kept in RAM: the bytes of the file whatever is asked for first, errors of the file, nothing left running.
#include "core/formats/ram_copy.h"

#include <QTest>

#include <atomic>
#include <thread>

using namespace cairn;

namespace
{

constexpr std::uint64_t kMega = 1 << 20;

std::byte byteAt(std::uint64_t offset) { return static_cast<std::byte>((offset * 0x9E3779B97F4A7C15ull) >> 56); }

// Fails behind `end`; counts what is read.
class PatternSource final : public ByteSource
{
public:
    PatternSource(std::uint64_t size, std::uint64_t end) : m_size(size), m_end(end) {}
    std::uint64_t size() const override { return m_size; }
    const std::string& name() const override { return m_name; }
    Result<void> read(std::uint64_t offset, std::span<std::byte> out) const override
    {
        if (offset + out.size() > m_end)
            return Error{ErrorCode::Io, "The disk is gone."};
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = byteAt(offset + i);
        m_read += out.size();
        return {};
    }
    Result<void> verifyUnchanged() const override { return {}; }
    std::uint64_t bytesRead() const { return m_read; }

private:
    std::uint64_t m_size, m_end;
    std::string m_name = "pattern";
    mutable std::atomic<std::uint64_t> m_read{0};
};

bool holds(const std::byte* bytes, std::uint64_t offset, std::uint64_t count)
{
    for (std::uint64_t i = 0; i < count; ++i)
        if (bytes[i] != byteAt(offset + i))
            return false;
    return true;
}

}  // namespace

class RamCopyTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyByteIsReadOnce_data();
    void everyByteIsReadOnce();
    void severalThreadsMayAsk();
    void anErrorReachesWhoNeedsThePiece();
    void outsideOfTheFileIsRefused();
    void goesAwayInTheMiddle();
};

void RamCopyTest::everyByteIsReadOnce_data()
{
    QTest::addColumn<int>("threads");
    QTest::addColumn<qulonglong>("size");
    for (const int threads : {1, 2, 3})
        for (const qulonglong size : {qulonglong{0}, qulonglong{1}, 2ull << 20, (2ull << 20) + 1, (7ull << 20) - 3})
            QTest::addRow("%d threads, %llu bytes", threads, size) << threads << size;
}

void RamCopyTest::everyByteIsReadOnce()
{
    QFETCH(int, threads);
    QFETCH(qulonglong, size);
    const auto source = std::make_shared<PatternSource>(size, size);
    const auto copy = RamCopy::of(source, threads);
    QVERIFY(copy.has_value());
    for (const std::uint64_t offset : {std::uint64_t{size / 2}, std::uint64_t{size / 3}, std::uint64_t{0}}) {   // backwards
        const auto bytes = (*copy)->inRam(offset, size - offset);
        QVERIFY(bytes && holds(*bytes, offset, size - offset));
    }
    std::vector<std::byte> out(size);
    QVERIFY((*copy)->read(0, out));
    QVERIFY(holds(out.data(), 0, size));
    QCOMPARE(source->bytesRead(), std::uint64_t{size});
}

void RamCopyTest::severalThreadsMayAsk()
{
    const std::uint64_t size = 9 * kMega + 5;
    const auto source = std::make_shared<PatternSource>(size, size);
    const auto copy = RamCopy::of(source, 2);
    QVERIFY(copy.has_value());
    std::atomic<int> right{0};
    {
        std::vector<std::jthread> askers;
        for (std::uint64_t asker = 0; asker < 3; ++asker)
            askers.emplace_back([&, asker] {
                const auto bytes = (*copy)->inRam(asker * 3 * kMega, 3 * kMega);
                right += bytes && holds(*bytes, asker * 3 * kMega, 3 * kMega);
            });
    }
    QCOMPARE(right.load(), 3);
    QVERIFY(source->bytesRead() <= size);
}

void RamCopyTest::anErrorReachesWhoNeedsThePiece()
{
    for (const int threads : {1, 2}) {
        const auto copy = RamCopy::of(std::make_shared<PatternSource>(8 * kMega, 5 * kMega), threads);
        QVERIFY(copy.has_value());
        QVERIFY((*copy)->inRam(0, 4 * kMega));
        QCOMPARE((*copy)->inRam(6 * kMega, 10).error().code, ErrorCode::Io);
        std::vector<std::byte> out(3 * kMega);
        QCOMPARE((*copy)->read(4 * kMega, out).error().message, std::string("The disk is gone."));
    }
}

void RamCopyTest::outsideOfTheFileIsRefused()
{
    const auto copy = RamCopy::of(std::make_shared<PatternSource>(100, 100), 2);
    QVERIFY(copy.has_value());
    QCOMPARE((*copy)->inRam(50, 51).error().code, ErrorCode::Corruption);
    QCOMPARE((*copy)->inRam(101, 0).error().code, ErrorCode::Corruption);
    QVERIFY((*copy)->inRam(100, 0));
}

void RamCopyTest::goesAwayInTheMiddle()
{
    const auto source = std::make_shared<PatternSource>(400 * kMega, 400 * kMega);   // a second of work
    {
        const auto copy = RamCopy::of(source, 2);
        QVERIFY(copy && (*copy)->inRam(0, 1));
    }
    QVERIFY(source->bytesRead() < source->size());
}

QTEST_APPLESS_MAIN(RamCopyTest)
#include "ram_copy_test.moc"
