// The hash of rows is the same number whatever the width of the vectors: a memory written on one machine is read on another.
#include "storage/bytes/long_hash.h"

#include <QTest>

#include <vector>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

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

    // Else narrow instructions behind it wait for what its wide ones left: opening a session took a third longer.
    void noWideVectorIsLeftBehind()
    {
#if defined(__x86_64__)
        unsigned a = 0, b = 0, c = 0, d = 0;
        if (!__builtin_cpu_supports("avx2") || !__get_cpuid_count(0xD, 1, &a, &b, &c, &d) || (a & 4) == 0)
            QSKIP("this machine has no AVX2, or doesn't tell what is in use");
        const std::vector<unsigned char> bytes(48384, 7);
        const auto upperHalvesInUse = [] {
            unsigned low = 0, high = 0;
            asm volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
            return (low & (1u << 2 | 1u << 6)) != 0;   // bits 128 .. 255 and 256 .. 511 of the first 16 registers
        };
        for (const std::size_t size : {16, 200, 384, 48384}) {
            asm volatile("vzeroupper");
            const std::uint64_t hash = longHash(bytes.data(), size, size);
            const bool inUse = upperHalvesInUse();
            QVERIFY2(!inUse, qPrintable(QStringLiteral("%1 bytes").arg(size)));
            QCOMPARE(hash, levels::longHashPlain(bytes.data(), size, size));
        }
        asm volatile("vpcmpeqd %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
        const bool isSeen = upperHalvesInUse();   // it can be told at all
        asm volatile("vzeroupper");
        QVERIFY(isSeen);
#else
        QSKIP("one width on this processor");
#endif
    }

    // XXH3-64 of nothing with seed 0, from the algorithm's own test vectors: a new number here would make stored rows unreadable.
    void emptyInputHasItsPublishedHash() { QCOMPARE(longHash("", 0, 0), std::uint64_t{0x2D06800538D394C2}); }
};

QTEST_GUILESS_MAIN(LongHashTest)
#include "long_hash_test.moc"
