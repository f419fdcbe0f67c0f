// A damaged text whose file is gone comes back from the memory that was read from it, in the real window with the real engine.
#include "app/common/default_paths.h"
#include "tests/support/own_home.h"
#include "tests/support/patience.h"
#include "tests/window/flipped_byte.h"
#include "tests/window/real_window.h"
#include "ui/panels/message_bar.h"

#include <algorithm>

using namespace cairn;
using cairn::test::OwnHome;
using cairn::test::RealWindow;

class RestoredTextTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        if (!defaultModel())
            QSKIP("The default model is missing; packaging/setup.sh fetches it.");
    }

    void init() { m_model = qgetenv("CAIRN_MODEL"); }
    void cleanup()
    {
        if (m_model.isNull())
            qunsetenv("CAIRN_MODEL");
        else
            qputenv("CAIRN_MODEL", m_model);
    }

    void itComesBackFromTheMemory_data()
    {
        QTest::addColumn<bool>("modelMoved");   // from where it was read with: the settings say where it is
        QTest::newRow("its model is there") << false;
        QTest::newRow("its model was moved") << true;
    }
    void itComesBackFromTheMemory()
    {
        QFETCH(bool, modelMoved);
        const QString model = QString::fromStdString(defaultModel()->string());
        const QString file = m_home.path("harbours.md");
        {
            std::ofstream text(m_home.file("harbours.md"));
            text << "# The harbours of the bay\n\n";
            for (int i = 1; i <= 20; ++i)
                text << "Harbour number " << i << " has " << 3 * i << " berths, and its pilot wrote “all well – " << i << "”.\n\n";
        }
        QString folder;
        std::string before;
        {
            RealWindow shown;
            shown.window.openFiles({file});
            QTRY_VERIFY(shown.window.session().isOpen());
            QTRY_VERIFY_WITH_TIMEOUT(shown.isReady(), 120'000);
            folder = shown.window.session().contents().folder;
            before = shown.window.session().contents().documents.front()->text;
            bool isGone = false;
            shown.window.session().closeAnd([&] { isGone = true; });
            QTRY_VERIFY(isGone);
        }
        QVERIFY(test::flipWords(folder, "Harbour number 7 has"));
        QVERIFY(QFile::remove(file));
        if (modelMoved) {
            QVERIFY((*SessionStore::open(folder.toStdString()))->setSetting("model", m_home.file("gone.gguf")));
            qputenv("CAIRN_MODEL", "/none");
        }

        RealWindow shown;
        if (modelMoved) {
            SettingsValues values = shown.settings.values();
            values.modelPath = model;
            shown.settings.setValues(values);
        }
        shown.window.openSession(folder);
        const auto text = [&] { return shown.window.session().contents().documents.front()->text; };
        QTRY_VERIFY(shown.window.session().isOpen());
        QTRY_VERIFY_WITH_TIMEOUT(text() == before, test::kPatienceMs);
        QVERIFY(shown.window.session().contents().problems.isEmpty());
        const auto bars = shown.window.findChildren<MessageBar*>();
        QVERIFY(std::any_of(bars.begin(), bars.end(), [](const MessageBar* bar) {
            return bar->text() == QStringLiteral("“The harbours of the bay” was damaged; its text was taken anew from the memory.");
        }));
        QTRY_VERIFY_WITH_TIMEOUT(shown.isReady(), test::kPatienceMs);   // nothing is read again
        bool isGone = false;
        shown.window.session().closeAnd([&] { isGone = true; });
        QTRY_VERIFY(isGone);
        QVERIFY((*SessionStore::open(folder.toStdString()))->verify()->empty());
    }

private:
    OwnHome m_home;
    QByteArray m_model;
};

QTEST_MAIN(RestoredTextTest)
#include "restored_text_test.moc"
