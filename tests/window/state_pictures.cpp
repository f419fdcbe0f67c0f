#include "tests/window/state_pictures.h"

#include "app/window/areas/answer_area.h"
#include "app/window/areas/reader_area.h"
#include "app/window/areas/study_dock.h"
#include "app/window/main_window.h"
#include "app/window/window_actions.h"
#include "tests/support/temporary_folder.h"
#include "tests/window/faulty_store.h"
#include "ui/panels/message_bar.h"
#include "ui/panels/question_field.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/side_panel.h"

#include <QApplication>
#include <QDialog>
#include <QImage>
#include <QLineEdit>
#include <QPainter>
#include <QPdfWriter>
#include <QTest>

#include <sqlite3.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>

namespace cairn::test
{
namespace
{

constexpr int kWait = 120'000;

bool waitFor(const std::function<bool()>& ready) { return QTest::qWaitFor(ready, kWait); }

// A window of its own for a state, and its pictures, light and dark.
struct Stage
{
    QString folder;
    SettingsStore settings;
    MainWindow window{settings};

    explicit Stage(const QString& pictures, QSize size = {1440, 900}) : folder(pictures)
    {
        settings.apply();   // language and colours
        window.resize(size);
        window.show();
        QTest::qWait(200);
    }
    void set(const std::function<void(SettingsValues&)>& change)
    {
        SettingsValues values = settings.values();
        change(values);
        settings.setValues(values);
        QTest::qWait(100);
    }
    void save(const char* name, const char* look, QWidget* widget = nullptr)
    {
        const QString file = QStringLiteral("%1_%2.png").arg(QLatin1String(name), QLatin1String(look));
        (widget ? widget : &window)->grab().save(folder + QLatin1Char('/') + file);
        std::printf("%s\n", qPrintable(file));
        std::fflush(stdout);
    }
    void both(const char* name, QWidget* widget = nullptr)
    {
        for (const auto& [colours, look] : {std::pair{ColourChoice::Light, "light"}, std::pair{ColourChoice::Dark, "dark"}}) {
            set([&](SettingsValues& values) { values.colours = colours; });
            QTest::qWait(300);
            save(name, look, widget);
        }
    }
    bool open(const QString& session)
    {
        window.openSession(session);
        return waitFor([this] { return window.session().isOpen(); }) && waitFor([this] { return window.reading().status().isRead(); });
    }
    void write(const char* question)
    {
        auto* field = window.findChild<QuestionField*>();
        field->setFocus();
        QTest::keyClicks(field, QLatin1String(question));
    }
    void ask(const char* question)
    {
        write(question);
        QTest::keyClick(window.findChild<QuestionField*>(), Qt::Key_Return);
    }
    bool answered()
    {
        return waitFor([this] { return window.conversation().isAnswering(); }) &&
               waitFor([this] { return !window.conversation().isAnswering(); });
    }
    void act(Act act)
    {
        window.actions()[act]->trigger();
        QTest::qWait(500);
    }
};

bool answerBeingWritten(const StatePlaces& places)
{
    Stage stage(places.pictures);
    if (!stage.open(places.session))
        return false;
    for (const auto& [colours, look] : {std::pair{ColourChoice::Light, "light"}, std::pair{ColourChoice::Dark, "dark"}}) {
        stage.set([&](SettingsValues& values) { values.colours = colours; });
        stage.act(colours == ColourChoice::Light ? Act::Timeline : Act::Layers);
        stage.ask("What happens when the disk gets full?");
        const auto& run = stage.window.conversation().liveRun();
        if (!waitFor([&] { return run && run->answer.trace.tokens > 4; }))
            return false;
        stage.save("30_writing", look);
        if (!waitFor([&] { return !stage.window.conversation().isAnswering(); }))
            return false;
    }
    return true;
}

bool nothingFound(const StatePlaces& places)
{
    Stage stage(places.pictures);
    if (!stage.open(places.session))
        return false;
    stage.ask("Who won the chess championship of 1927?");
    if (!stage.answered())
        return false;
    QTest::qWait(500);
    stage.both("32_not_in_the_text");
    return true;
}

bool everyChapter(const StatePlaces& places)
{
    Stage stage(places.pictures);
    if (!stage.open(places.session))
        return false;
    stage.write("What is this chapter about?");
    stage.act(Act::Sweep);
    if (!waitFor([&] { return stage.window.session().contents().turns.size() > 3; }))
        return false;
    stage.both("33_every_chapter");
    stage.act(Act::StopAnswer);
    return waitFor([&] { return !stage.window.conversation().isAnswering(); });
}

bool marksAndSplit(const StatePlaces& places)
{
    Stage stage(places.pictures);
    if (!stage.open(places.session))
        return false;
    const std::string& text = stage.window.reader().current()->document().text;
    const std::pair<const char*, Act> marks[] = {{"Every answer points back", Act::Highlight}, {"It is also the sample", Act::PinPassage},
                                                 {"A language model reads text", Act::BarPassage}};
    for (const auto& [words, mark] : marks) {
        const auto begin = text.find(words);
        if (begin == std::string::npos)
            return false;
        stage.window.reader().current()->view()->select({begin, begin + std::string(words).size()});
        stage.act(mark);
    }
    stage.window.reader().goTo(ReaderPlace{0, 0}, false);
    stage.act(Act::Split);
    stage.both("34_marks_and_split");
    return true;
}

bool wordsInLibrary(const StatePlaces& places)
{
    Stage stage(places.pictures);
    if (!stage.open(places.session))
        return false;
    stage.act(Act::SearchLibrary);
    QTest::keyClicks(stage.window.findChild<SidePanel*>()->findChild<QLineEdit*>(), QStringLiteral("landmark token"));
    QTest::qWait(1500);
    stage.both("36_search_by_words");
    return true;
}

bool sizes(const StatePlaces& places)
{
    for (const auto& [size, name] : {std::pair{QSize(1024, 700), "37_small"}, std::pair{QSize(1920, 1080), "38_wide"}}) {
        Stage stage(places.pictures, size);
        stage.set([](SettingsValues& values) { values.language = QStringLiteral("de"); });
        if (!stage.open(places.session))
            return false;
        stage.act(size.width() < 1200 ? Act::Evidence : Act::Heads);
        stage.both(name);
        stage.set([](SettingsValues& values) { values.language = QStringLiteral("en"); });
    }
    return true;
}

bool notRead(const StatePlaces& places)
{
    Stage stage(places.pictures);
    stage.set([](SettingsValues& values) { values.readByItself = false; });
    const QString file = places.scratch + QStringLiteral("/weather.md");
    std::ofstream text(file.toStdString());
    text << "# The weather station\n\n";
    for (int day = 1; day < 400; ++day)
        text << "On day " << day << " the wind came from the north with " << 2 + day % 9 << " knots, and it rained in the evening.\n\n";
    text.close();
    stage.window.openFiles({file});
    const bool waits = waitFor([&] { return stage.window.session().isOpen() && stage.window.reading().status().bytesNeeded > 0; });
    QTest::qWait(1500);
    stage.both("39_not_read");
    stage.set([](SettingsValues& values) { values.readByItself = true; });
    return waits;
}

bool noModel(const StatePlaces& places)
{
    qputenv("CAIRN_MODEL", "/media/disk/models/big-model.gguf");
    const QString file = places.scratch + QStringLiteral("/tides.md");
    std::ofstream(file.toStdString()) << "# The tides\n\nTwice a day the water rises and falls.\n";
    Stage stage(places.pictures);
    stage.window.openFiles({file});
    const bool failed = waitFor([&] { return stage.window.reading().status().phase == ReadingPhase::Failed; });
    QTest::qWait(500);
    stage.both("40_no_model");
    qunsetenv("CAIRN_MODEL");
    return failed;
}

bool picturesOfPages(const StatePlaces& places)
{
    Stage stage(places.pictures);
    const QString file = places.scratch + QStringLiteral("/scan.pdf");
    {
        QPdfWriter writer(file);
        QPainter painter(&writer);
        QImage photograph(400, 300, QImage::Format_RGB32);
        photograph.fill(Qt::darkGray);
        painter.drawImage(QRect(0, 0, writer.width(), writer.height()), photograph);
    }
    stage.window.openFiles({file});
    const bool told = waitFor([&] { return stage.window.findChild<MessageBar*>()->isVisible(); });
    QTest::qWait(300);
    stage.both("41_scan");
    return told;
}

bool engineElsewhere(const StatePlaces& places)
{
    Stage stage(places.pictures);
    stage.set([](SettingsValues& values) { values.engineCommand = QStringLiteral("ssh gpu cairn-engine"); });
    stage.both("42_engine_elsewhere");
    stage.set([](SettingsValues& values) { values.engineCommand.clear(); });
    return true;
}

bool dialogs(const StatePlaces& places)
{
    Stage stage(places.pictures);
    bool all = true;
    for (const auto& [act, name] : {std::pair{Act::DiscardMemories, "43_memories"}, std::pair{Act::About, "44_about"}}) {
        stage.act(act);
        QDialog* shown = nullptr;
        for (QDialog* dialog : stage.window.findChildren<QDialog*>())
            shown = dialog->isVisible() ? dialog : shown;
        all = all && shown;
        if (!shown)
            continue;
        stage.both(name, shown);
        shown->close();
        QTest::qWait(100);
    }
    return all;
}

bool afterACrash(const StatePlaces& places)
{
    const QString crashed = places.session + QStringLiteral("-crashed");
    {
        Stage stage(places.pictures);
        if (!stage.open(places.session) || !copyLivingFolder(places.session.toStdString(), crashed.toStdString()))   // as if killed here
            return false;
    }
    Stage stage(places.pictures);
    if (!stage.open(crashed))
        return false;
    QTest::qWait(500);
    stage.both("45_after_a_crash");
    return true;
}

bool fullDisk(const StatePlaces& places)
{
    FaultVfs disk;
    Stage stage(places.pictures);
    if (!stage.open(places.session))
        return false;
    QTest::qWait(1500);   // the view is saved by then
    SessionController& session = stage.window.session();
    if (!moveToFaultyDisk(session, &stage.window))
        return false;
    disk.failAt(FaultVfs::Write, 0, SQLITE_FULL, true);
    session.rename(QStringLiteral("The handbook, again"));
    QTest::qWait(1000);
    stage.both("46_disk_full");
    disk.clear();
    session.saveAgain();
    return waitFor([&] { return !session.isSaving(); });
}

}  // namespace

int drawStates(const StatePlaces& places)
{
    const std::pair<const char*, bool (*)(const StatePlaces&)> states[] = {   // those last that leave poor answers behind
        {"marks and split", marksAndSplit}, {"search by words", wordsInLibrary}, {"sizes", sizes},
        {"not read", notRead}, {"no model", noModel}, {"pictures of pages", picturesOfPages}, {"engine elsewhere", engineElsewhere},
        {"dialogs", dialogs}, {"after a crash", afterACrash}, {"full disk", fullDisk}, {"an answer being written", answerBeingWritten},
        {"nothing found", nothingFound}, {"every chapter", everyChapter}};
    int missing = 0;
    for (const auto& [name, draw] : states) {
        if (draw(places))
            continue;
        std::fprintf(stderr, "This state did not come about: %s\n", name);
        ++missing;
    }
    return missing;
}

}  // namespace cairn::test
