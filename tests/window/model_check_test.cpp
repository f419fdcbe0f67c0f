// A model that can't run is not taken: that is said, and the former one stays.
#include "app/window/areas/settings_presenter.h"
#include "app/window/settings/model_check.h"
#include "tests/window/desktop_window.h"
#include "ui/panels/labels.h"
#include "ui/panels/settings_dialog.h"

#include <algorithm>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

void append(std::string& bytes, const std::string& text)
{
    const std::uint64_t size = text.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    bytes += text;
}

// A GGUF file that states an architecture and nothing else.
std::string modelOf(const std::string& architecture)
{
    std::string bytes("GGUF\3\0\0\0", 8);
    const std::uint64_t tensors = 0, keys = 1;
    bytes.append(reinterpret_cast<const char*>(&tensors), sizeof tensors);
    bytes.append(reinterpret_cast<const char*>(&keys), sizeof keys);
    append(bytes, "general.architecture");
    const std::uint32_t string = 8;
    bytes.append(reinterpret_cast<const char*>(&string), sizeof string);
    append(bytes, architecture);
    return bytes;
}

}  // namespace

class ModelCheckTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void anotherArchitectureIsRefused()
    {
        std::ofstream(m_home->file("mamba.gguf")) << modelOf("mamba");
        std::ofstream(m_home->file("cut.gguf")) << "GGUF";
        QDir().mkpath(m_home->path("folder"));
        std::ofstream(m_home->file("folder/config.json")) << R"({"model_type": "mamba"})";
        const auto checked = checkModel(m_home->path("mamba.gguf"));
        QVERIFY(!checked && checked.error().code == ErrorCode::Unsupported);
        QVERIFY2(checked.error().message.find("mamba") != std::string::npos, checked.error().message.c_str());
        QVERIFY(!checkModel(m_home->path("cut.gguf")));
        QVERIFY(!checkModel(m_home->path("folder")));
        QVERIFY(!checkModel(m_home->path("none.gguf")));
    }

    void theFormerModelStays()
    {
        QDir().mkpath(m_home->path("models"));
        std::ofstream(m_home->file("models/mamba.gguf")) << modelOf("mamba");
        Window shown;
        shown.window.findChild<SettingsPresenter*>()->openModel();
        auto* dialog = shown.window.findChild<SettingsDialog*>();
        SettingsValues values = shown.settings.values();
        values.modelPath = m_home->path("models/mamba.gguf");
        values.threads = 3;
        Q_EMIT dialog->valuesChanged(values);
        const auto isSaid = [&] {
            const auto labels = dialog->findChildren<Label*>();
            return std::any_of(labels.begin(), labels.end(), [](const Label* label) {
                return label->isVisible() && label->text().startsWith(QStringLiteral("This model can't be used: "));
            });
        };
        QTRY_VERIFY(isSaid());
        QCOMPARE(shown.settings.values().modelPath, QString());
        QCOMPARE(shown.settings.values().threads, 3);   // all else is taken
        dialog->close();
    }

    // One that is no more what it was offers no second reading.
    void onlyAnotherReadingIsReadAgain()
    {
        Window shown;
        m_home->openLighthouses(shown);
        Q_EMIT shown.window.session().engineFailed(
            {ErrorCode::Unsupported, "mamba.gguf: the architecture is \"mamba\"; Cairn runs LLaMA-shaped models (llama)."});
        QCOMPARE(shown.window.reading().status().phase, ReadingPhase::Failed);
        Q_EMIT shown.window.session().engineFailed({ErrorCode::Unsupported, "This session was read with another model. Read it again, or "
                                                                            "choose what it was read with."});
        QCOMPARE(shown.window.reading().status().phase, ReadingPhase::NeedsRereading);
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(ModelCheckTest)
#include "model_check_test.moc"
