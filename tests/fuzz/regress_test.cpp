// Every decoder of hostile bytes on its good inputs, on inputs that once went wrong (tests/fuzz/regress/TARGET/*), and on seeded
// mutants of the good ones. A crash, an abort or a sanitizer's report is the failure; the input that did it is named first.
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/mutants.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tier.h"

#include <QTest>

#include <filesystem>

using namespace cairn;

class RegressTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void goodInputsAndOldFindings_data() { addTargets(); }
    void goodInputsAndOldFindings();
    void mutantsBreakNoPromise_data() { addTargets(); }
    void mutantsBreakNoPromise();

private:
    void addTargets();
};

namespace
{

void feed(const fuzz::Target& target, const std::string& bytes)
{
    target.run(std::as_bytes(std::span(bytes)));
}

const std::vector<fuzz::Target>& targets()
{
    static const std::vector<fuzz::Target> all = fuzz::allTargets();
    return all;
}

}  // namespace

void RegressTest::addTargets()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < targets().size(); ++i)
        QTest::newRow(targets()[i].name) << static_cast<int>(i);
}

void RegressTest::goodInputsAndOldFindings()
{
    QFETCH(int, index);
    const fuzz::Target& target = targets()[static_cast<std::size_t>(index)];
    const auto seeds = target.seeds();
    QVERIFY(!seeds.empty());
    for (const std::string& seed : seeds)
        feed(target, seed);
    feed(target, {});
    std::error_code none;
    const std::string folder = std::string(CAIRN_SOURCE_DIR) + "/tests/fuzz/regress/" + target.name;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none)) {
        qInfo("%s", entry.path().filename().c_str());
        feed(target, test::fileContent(entry.path().string()));
    }
}

void RegressTest::mutantsBreakNoPromise()
{
    QFETCH(int, index);
    const fuzz::Target& target = targets()[static_cast<std::size_t>(index)];
    const auto seeds = target.seeds();
    for (const std::string& seed : seeds) {
        test::Mutants mutants(seed, target.area);
        for (int i = 0; i < test::tierCount(1, 30, 1000) * target.mutants / static_cast<int>(seeds.size()); ++i)
            feed(target, mutants.next());
    }
}

QTEST_GUILESS_MAIN(RegressTest)
#include "regress_test.moc"
