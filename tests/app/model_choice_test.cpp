// Which model is used when none is named (experience.md 2): the first that can be, else what is wrong with each.
#include "app/session/model_choice.h"
#include "tests/support/chat_model.h"
#include "tests/support/temporary_folder.h"

#include <QTest>

using namespace cairn;
using namespace cairn::test;

namespace
{

constexpr const char* kDefault = "SmolLM2-135M-Instruct.Q4_1.gguf";
const ModelWishes kNothing{std::nullopt, "none", "none"};

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

class ModelChoiceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { qunsetenv("CAIRN_MODEL"); }

    void goesOnToTheNextThatCanBeUsed()
    {
        TemporaryFolder broken, empty, good;
        writeContent(broken.file(kDefault), "GGUF, or so it says");
        std::filesystem::create_directory(good.file(kDefault));   // a folder as well as a file
        ChatModel(good.file(kDefault), 1);
        const auto choice = chooseModelIn({broken.path(), empty.path(), good.path()}, kNothing);
        QVERIFY2(choice, choice ? "" : choice.error().message.c_str());
        QCOMPARE(choice->model, good.file(kDefault));
    }

    void saysWhatIsWrongWithEach()
    {
        TemporaryFolder broken, silent, empty;
        writeContent(broken.file(kDefault), "GGUF, or so it says");
        std::filesystem::create_directory(silent.file(kDefault));
        ChatModel(silent.file(kDefault), 1);
        std::filesystem::remove(silent.file(kDefault) + "/tokenizer.json");
        const auto choice = chooseModelIn({broken.path(), silent.path(), empty.path()}, kNothing);
        QVERIFY(!choice);
        QCOMPARE(choice.error().code, ErrorCode::NotFound);
        const QStringList lines = QString::fromStdString(choice.error().message).split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 3);
        for (const auto& folder : {broken.path(), silent.path(), empty.path()})
            QVERIFY2(holds(lines[0].toStdString(), folder), qPrintable(lines[0]));
        QVERIFY2(holds(lines[1].toStdString(), broken.file(kDefault)), qPrintable(lines[1]));
        QVERIFY2(holds(lines[2].toStdString(), silent.file(kDefault)) && holds(lines[2].toStdString(), "tokenizer"), qPrintable(lines[2]));
    }

    void oneThatIsNamedIsNotReplaced()
    {
        TemporaryFolder broken, good;
        writeContent(broken.file("named.gguf"), "GGUF, or so it says");
        std::filesystem::create_directory(good.file(kDefault));
        ChatModel(good.file(kDefault), 1);
        qputenv("CAIRN_MODEL", QByteArray::fromStdString(broken.file("named.gguf")));
        const auto choice = chooseModelIn({good.path()}, kNothing);
        QVERIFY(!choice);
        QVERIFY(!holds(choice.error().message, "No model"));
        QVERIFY(chooseModelIn({good.path()}, {good.file(kDefault), "none", "none"}));
    }

    void foldersWithoutAnyAreNamed()
    {
        TemporaryFolder empty;
        const auto choice = chooseModelIn({empty.path()}, kNothing);
        QVERIFY(!choice);
        QCOMPARE(choice.error().message,
                 "No model was found in " + empty.path() + ". Choose a model file; on the command line with --model or CAIRN_MODEL.");
    }
};

QTEST_GUILESS_MAIN(ModelChoiceTest)
#include "model_choice_test.moc"
