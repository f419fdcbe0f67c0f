// The hash of rows is the same number whatever the width of the vectors: a memory written on one machine is read on another.
#include "storage/long_hash.h"

#include <QTest>

#include <vector>

using namespace cairn;

class LongHashTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void widthChangesNoBit_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {0, 1, 16, 128, 239, 240, 241, 1023, 1024, 1025, 48384, 258048})
            QTest::addRow("%d bytes", size) << size;
    }
    void widthChangesNoBit()
    {
#if defined(__x86_64__)
        if (!__builtin_cpu_supports("avx2"))
            QSKIP("this machine has no AVX2");
        QFETCH(int, size);
        std::vector<unsigned char> bytes(std::size_t(size) + 1);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<unsigned char>(i * 131 >> 3);
        for (const std::size_t offset : {0, 1})   // rows lie at any address
            for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{0x9E3779B97F4A7C15}}) {
                const auto plain = levels::longHashPlain(bytes.data() + offset, std::size_t(size), seed);
                QCOMPARE(levels::longHashAvx2(bytes.data() + offset, std::size_t(size), seed), plain);
                if (__builtin_cpu_supports("avx512f"))
                    QCOMPARE(levels::longHashAvx512(bytes.data() + offset, std::size_t(size), seed), plain);
                QCOMPARE(longHash(bytes.data() + offset, std::size_t(size), seed), plain);
            }
#else
        QSKIP("one width on this processor");
#endif
    }

    // XXH3-64 of nothing with seed 0, from the algorithm's own test vectors: a new number here would make stored rows unreadable.
    void emptyInputHasItsPublishedHash() { QCOMPARE(longHash("", 0, 0), std::uint64_t{0x2D06800538D394C2}); }
};

QTEST_GUILESS_MAIN(LongHashTest)
#include "long_hash_test.moc"
