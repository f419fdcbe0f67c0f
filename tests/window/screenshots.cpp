// cairn-screenshots FOLDER [--longer]: pictures of every view, light and dark, and of every plot's table, made with the real engine on the
// handbook. Not a test: it is run by packaging/screenshots.sh, and the pictures are looked at. --longer: words 40 % longer; -reverse (Qt's
// own): from right to left; QT_SCALE_FACTOR=2: fine screens.
#include "app/common/default_paths.h"
#include "app/window/areas/answer_area.h"
#include "app/window/areas/evaluation_window.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "tests/support/longer_words.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/zip_file.h"
#include "tests/window/state_pictures.h"
#include "ui/panels/ask_box.h"
#include "ui/panels/buttons.h"
#include "ui/panels/icons.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/question_field.h"
#include "ui/panels/settings_dialog.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/window_style.h"
#include "ui/plots/plot_panel.h"
#include "ui/study/heads_view.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPdfWriter>
#include <QRadioButton>
#include <QTest>
#include <QTextDocument>

#include <cstdio>
#include <fstream>
#include <functional>

using namespace cairn;

namespace
{

constexpr int kLongWait = 600'000;

bool waitFor(const std::function<bool()>& ready) { return QTest::qWaitFor(ready, kLongWait); }

class Session
{
public:
    Session(QString folder, bool longer) : m_folder(std::move(folder))
    {
        m_window.resize(1440, 900);
        if (longer)
            QApplication::installTranslator(&m_longer);
    }

    int run(const QString& handbook, const QString& pdf, const QString& epub)
    {
        SettingsValues values = m_settings.values();
        values.backLinks = true;               // so that the block card has some
        m_settings.apply();
        m_settings.setValues(values);
        m_window.show();
        both("01_start");
        m_window.openFiles({handbook});
        if (!waitFor([this] { return m_window.session().isOpen() && m_window.reading().status().storedBlocks > 20; }))
            return 1;
        m_handbook = m_window.session().contents().folder;
        both("02_reading");
        if (!waitFor([this] { return m_window.reading().status().isRead(); }) || !ask("How many tokens is Moby-Dick?"))
            return 1;
        m_window.answers().chooseCitation(0);
        QTest::qWait(500);
        both("03_evidence");
        plots();
        if (!ask("What is a landmark?"))
            return 1;
        compare();
        dialogs();
        return pages(pdf) + search() + book(epub);
    }

    QString handbookSession() const { return m_handbook; }

private:
    bool ask(const char* question)
    {
        auto* field = m_window.findChild<QuestionField*>();
        field->setFocus();
        QTest::keyClicks(field, QLatin1String(question));
        QTest::keyClick(field, Qt::Key_Return);
        return waitFor([this] { return m_window.conversation().isAnswering(); }) &&
               waitFor([this] { return !m_window.conversation().isAnswering(); });
    }

    void plots()
    {
        const std::pair<Act, const char*> views[] = {{Act::Layers, "04_layers"}, {Act::Timeline, "05_timeline"}, {Act::Heads, "06_heads"},
                                                     {Act::Unique, "07_unique_blocks"}};
        for (const auto& [act, name] : views) {
            m_window.actions()[act]->trigger();
            QTest::qWait(600);
            both(name);
            table(name);
        }
        m_window.study().findChild<HeadsView*>()->openHead(16, 3);
        m_window.actions()[Act::Heads]->trigger();
        QTest::qWait(600);
        both("18_head_page");
        table("18_head_page");
        m_window.actions()[Act::Evidence]->trigger();
        table("03_evidence");
        m_window.study().openCard(m_window.conversation().shown()->answer.citations.front().blocks.front());
        QTest::qWait(300);
        both("08_block_card");
    }

    void compare()
    {
        const auto answers = m_window.conversation().allAnswers();
        m_window.conversation().load(answers.front().first, &m_window, [this](const RunPtr& run) { m_window.hub().setCompared(run); });
        waitFor([this] { return m_window.hub().compared() != nullptr; });
        m_window.actions()[Act::Compare]->trigger();
        QTest::qWait(600);
        both("09_compare");
        table("09_compare");
        m_window.actions()[Act::Removal]->trigger();
        const auto blocks = m_window.conversation().shown()->answer.citations.empty()
                                ? std::vector<std::uint32_t>{1}
                                : m_window.conversation().shown()->answer.citations.front().blocks;
        m_window.study().removalTest().remove(blocks);
        waitFor([this] { return !m_window.study().removalTest().isBusy(); });
        QTest::qWait(300);
        both("10_removal");
        table("10_removal");
        m_window.actions()[Act::Evidence]->trigger();
    }

    // The table twin of the plot in the dock.
    void table(const char* name)
    {
        for (PlotPanel* panel : m_window.study().findChildren<PlotPanel*>()) {
            if (!panel->isVisible())
                continue;
            panel->showTable(true);
            QTest::qWait(300);
            save(&m_window, QStringLiteral("%1_table").arg(QLatin1String(name)));
            panel->showTable(false);
        }
    }

    // What cairn-lab measured; a made-up report.
    void needles()
    {
        test::TemporaryFolder folder;
        const std::string path = folder.file("report.json");
        std::string rows;
        const char* outcomes[] = {"answered", "not_used", "not_retrieved"};
        for (int i = 0; i < 60; ++i) {
            rows += i == 0 ? "" : ",";
            rows += R"({"kind":"number","strategy":"memory","length":)" + std::to_string(1024 << (i % 4)) + R"(,"depth":)"
                  + std::to_string(i / 4 % 5 * 0.25) + R"(,"blocks":)" + std::to_string(16 << (i % 4)) + R"(,"outcome":")"
                  + outcomes[i * i % 7 % 3] + R"(","rank":)" + std::to_string(i % 9 + 1)
                  + R"(,"question":"Which number is named?","wanted":"7","reply":"7"})";
        }
        test::writeContent(path, R"({"format":"cairn-evaluation","version":1,"evaluation":"needle","command":"cairn-lab evaluate needle",)"
                                 R"("model":"made up","adapter":"","seed":3,"tables":[],"needles":[)" + rows + "]}");
        EvaluationWindow window;
        if (!window.open(QString::fromStdString(path)))
            return;
        window.resize(900, 620);
        window.show();
        both("19_needles", &window);
        window.findChild<PlotPanel*>()->showTable(true);
        QTest::qWait(300);
        save(&window, QStringLiteral("19_needles_table"));
        window.close();
        m_window.activateWindow();
        QTest::qWait(100);
    }

    void dialogs()
    {
        needles();
        for (auto* more : m_window.findChild<AskBox*>()->findChildren<LinkButton*>()) {
            if (!more->isCheckable())
                continue;
            more->setChecked(true);
            QTest::qWait(200);
            both("20_advanced");
            more->setChecked(false);
        }
        m_window.actions()[Act::FindAction]->trigger();
        QTest::qWait(300);
        both("11_actions");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        for (const auto& [act, name] : {std::pair{Act::Settings, "12_settings"}, std::pair{Act::Shortcuts, "13_shortcuts"}}) {
            m_window.actions()[act]->trigger();
            QTest::qWait(300);
            for (QWidget* top : QApplication::topLevelWidgets()) {
                if (!top->isVisible() || top == &m_window || !top->isWindow() || !qobject_cast<QDialog*>(top))
                    continue;
                using Page = SettingsDialog::Page;
                auto* settings = qobject_cast<SettingsDialog*>(top);
                if (!settings)
                    both(name, top);
                for (const Page page : {Page::Model, Page::Look, Page::Reading, Page::Folders, Page::Privacy}) {
                    if (!settings)
                        break;
                    settings->showPage(page);
                    both(qPrintable(QStringLiteral("%1_%2").arg(QLatin1String(name)).arg(int(page))), top);
                }
                top->close();
            }
        }
        SettingsValues german = m_settings.values();
        german.language = QStringLiteral("de");
        m_settings.setValues(german);
        QTest::qWait(300);
        save(&m_window, QStringLiteral("14_german"));
        german.language = QStringLiteral("en");
        m_settings.setValues(german);
    }

    int pages(const QString& pdf)
    {
        m_window.openFiles({pdf});
        if (!waitFor([this] {
                return m_window.session().isOpen() && m_window.session().contents().title != QLatin1String("The Cairn handbook");
            }) ||
            !waitFor([this] { return m_window.reading().status().isRead(); }) || !ask("How many tokens is Moby-Dick?"))
            return 1;
        if (!m_window.conversation().shown()->answer.citations.empty())
            m_window.answers().chooseCitation(0);
        m_window.actions()[Act::Thumbnails]->trigger();
        QTest::qWait(2500);
        both("15_pages");
        return 0;
    }

    // Both sessions, by meaning.
    int search()
    {
        m_window.actions()[Act::SearchLibrary]->trigger();
        auto* field = m_window.findChild<SidePanel*>()->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("how a passage is found again"));
        QTest::qWait(600);
        auto* kind = m_window.findChild<QWidget*>(QStringLiteral("searchKind"));
        const auto* stop = m_window.findChild<QAbstractButton*>(QStringLiteral("stopSearch"));
        kind->findChildren<QRadioButton*>().last()->click();
        if (!waitFor([stop] { return stop->isVisible(); }) || !waitFor([stop] { return !stop->isVisible(); }))
            return 1;
        both("17_search_by_meaning");
        QTest::keyClick(field, Qt::Key_Escape);
        return 0;
    }

    // A book with a picture, and the question that a link leads to.
    int book(const QString& epub)
    {
        m_window.openFiles({epub});
        if (!waitFor([this] { return m_window.session().isOpen() && m_window.session().contents().title == QLatin1String("A picture book"); }))
            return 1;
        if (!waitFor([this] { return m_window.reading().status().isRead(); }))
            return 1;
        QTest::qWait(1000);
        Q_EMIT m_window.reader().addressActivated(QStringLiteral("https://arxiv.org/abs/2305.16300"));
        both("16_picture_and_link");
        return known(epub);
    }

    // The same text from another file: whether its session is meant; and the find bar with its options.
    int known(const QString& epub)
    {
        const QString copy = epub + QStringLiteral(".copy.epub");
        QFile::copy(epub, copy);
        m_window.openFiles({copy});
        auto* bar = m_window.findChild<MessageBar*>();
        if (!waitFor([bar] { return bar->text().contains(QLatin1String("read before")); }))
            return 1;
        m_window.reader().find(QStringLiteral("blocks"));
        QTest::qWait(300);
        both("21_known_and_find");
        m_window.session().close();
        QTest::qWait(500);
        both("22_sessions");
        return 0;
    }

    void both(const char* name, QWidget* widget = nullptr)
    {
        for (const auto& [colours, suffix] : {std::pair{ColourChoice::Light, "light"}, std::pair{ColourChoice::Dark, "dark"}}) {
            SettingsValues values = m_settings.values();
            values.colours = colours;
            m_settings.setValues(values);
            QTest::qWait(400);
            save(widget ? widget : &m_window, QStringLiteral("%1_%2").arg(QLatin1String(name), QLatin1String(suffix)));
        }
    }

    void save(QWidget* widget, const QString& name)
    {
        widget->grab().save(QStringLiteral("%1/%2.png").arg(m_folder, name));
        std::printf("%s.png\n", qPrintable(name));
        std::fflush(stdout);
    }

    QString m_folder, m_handbook;
    test::LongerWords m_longer;
    SettingsStore m_settings;
    MainWindow m_window{m_settings};
};

// The handbook as a PDF: pages of our own to show.
void writePdf(const QString& handbook, const QString& pdf)
{
    std::ifstream in(handbook.toStdString());
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    QTextDocument document;
    document.setMarkdown(QString::fromStdString(text.substr(0, 20'000)));
    QPdfWriter writer(pdf);
    writer.setTitle(QStringLiteral("The Cairn handbook, printed"));
    writer.setResolution(96);
    document.print(&writer);
}

// One of the project's own pictures between two paragraphs.
void writeEpub(const QString& picture, const QString& epub)
{
    QFile file(picture);
    const std::string pixels = file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    const std::string body = "<h1>Blocks that were opened</h1><p>Every layer and head chooses a few blocks for each word it writes.</p>"
                             "<div><img src='heat.png' alt='Layers by blocks, the opened ones bright'/></div><p>The picture shows which.</p>";
    test::writeContent(epub.toStdString(),
                       test::packageOf({{"mimetype", "application/epub+zip"},
                                        {"META-INF/container.xml", "<container><rootfiles><rootfile full-path='a.opf'/></rootfiles></container>"},
                                        {"a.opf", "<package xmlns:dc='urn:dc'><metadata><dc:title>A picture book</dc:title></metadata><manifest>"
                                                  "<item id='a' href='a.xhtml' media-type='application/xhtml+xml'/></manifest>"
                                                  "<spine><itemref idref='a'/></spine></package>"},
                                        {"a.xhtml", "<html><body>" + body + "</body></html>"},
                                        {"heat.png", pixels}}));
}

}  // namespace

int main(int count, char** words)
{
    test::TemporaryFolder place;
    for (const char* name : {"DATA", "CONFIG", "STATE", "CACHE"})
        qputenv(QByteArray("XDG_") + name + "_HOME", QByteArray::fromStdString(place.file(name)));
    qputenv("XDG_RUNTIME_DIR", QByteArray::fromStdString(place.path()));
    QApplication application(count, words);
    QStringList arguments = QApplication::arguments().mid(1);
    const bool longer = arguments.removeAll(QStringLiteral("--longer")) > 0;
    if (arguments.size() != 1) {
        std::fputs("cairn-screenshots FOLDER [--longer] [-reverse]\n", stderr);
        return 2;
    }
    QApplication::setApplicationName(QStringLiteral("cairn"));
    QApplication::setStyle(new WindowStyle);
    QApplication::setWindowIcon(applicationIcon());
    QDir().mkpath(arguments.front());
    const QString handbook = QString::fromStdString(handbookFile().string());
    const QString pdf = QString::fromStdString(place.file("handbook.pdf"));
    const QString epub = QString::fromStdString(place.file("pictures.epub"));
    writePdf(handbook, pdf);
    writeEpub(QStringLiteral(CAIRN_SOURCE_DIR "/resources/pictures/heatmap.png"), epub);
    const QString pictures = QDir(arguments.front()).absolutePath();
    QString session;
    {
        Session views(pictures, longer);
        if (const int failed = views.run(handbook, pdf, epub))
            return failed;
        session = views.handbookSession();
    }
    return test::drawStates({pictures, QString::fromStdString(place.path()), handbook, session});
}
