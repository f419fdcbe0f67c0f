// What a session keeps for its reader in the window: marks in the text, its memory, and what is written out and brought in. Deleted
// answers: deleted_answers_test.cpp.
#include "app/common/ask_options_json.h"
#include "app/window/areas/answer_area.h"
#include "app/window/areas/library_controller.h"
#include "app/window/areas/reader_area.h"
#include "app/window/session/cover_store.h"
#include "app/window/settings/memory_budget.h"
#include "app/window/window_actions.h"
#include "storage/session/session_store.h"
#include "tests/window/desktop_window.h"
#include "ui/marker_tint.h"
#include "ui/panels/labels.h"
#include "ui/panels/memories_dialog.h"
#include "ui/panels/question_field.h"
#include "ui/panels/reading_bar.h"
#include "ui/panels/recent_sessions.h"
#include "ui/panels/side_panel.h"
#include "ui/panels/start_page.h"

#include <QCryptographicHash>
#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMessageBox>
#include <QSignalSpy>

using namespace cairn;
using cairn::test::DesktopHome;
using cairn::test::Window;

namespace
{

// Selects the first words of this kind and marks them.
ByteRange mark(Window& shown, Act act, const char* words)
{
    const std::string& text = shown.window.reader().current()->document().text;
    const auto begin = text.find(words);
    const ByteRange range{begin, begin + std::string(words).size()};
    shown.window.reader().current()->view()->select(range);
    shown.window.actions()[act]->trigger();
    return range;
}

bool isMarked(Window& shown)
{
    const QImage picture = shown.window.reader().current()->view()->viewport()->grab().toImage();
    const QRgb tint = markerTint(panelOf(shown.window.palette())).rgb();
    int marked = 0;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            marked += picture.pixel(x, y) == tint;
    return marked > 100;
}

}  // namespace

class SessionKeepingTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init() { m_home = std::make_unique<DesktopHome>(); }

    void theCoverFollowsItsSession()
    {
        CoverStore covers;
        LibraryController library;
        QSignalSpy lies(&library, &LibraryController::lies);
        connect(&library, &LibraryController::lies, &covers, &CoverStore::follow);
        const std::string folder = library.root().toStdString() + "/Alice";
        std::filesystem::create_directories(folder);
        QVERIFY(SessionStore::create(folder, "Alice"));
        const QString place = QString::fromStdString(folder);
        const auto fileOf = [&](const QString& session) {
            const QByteArray name = QCryptographicHash::hash(session.toUtf8(), QCryptographicHash::Sha256).toHex().left(32);
            return m_home->path("cache") + QStringLiteral("/cairn/covers/") + QString::fromLatin1(name) + QStringLiteral(".png");
        };
        QVERIFY(QDir().mkpath(QFileInfo(fileOf(place)).absolutePath()));
        QImage picture(3, 4, QImage::Format_RGB32);
        picture.fill(Qt::red);
        QVERIFY(picture.save(fileOf(place)));
        covers.coverOf(place);
        QTRY_COMPARE(covers.coverOf(place).size(), QSize(3, 4));
        library.remove(place);
        QTRY_COMPARE(lies.size(), 1);
        const QString trashed = lies[0][1].toString();
        QVERIFY(!QFile::exists(fileOf(place)) && covers.coverOf(place).isNull());   // a new session there has not this cover
        library.undoRemove();
        QTRY_COMPARE(lies.size(), 2);
        QCOMPARE(covers.coverOf(place).size(), QSize(3, 4));
        library.remove(place);
        QTRY_COMPARE(lies.size(), 3);
        library.putBack(trashed);
        QTRY_COMPARE(lies.size(), 4);
        QCOMPARE(covers.coverOf(lies[3][1].toString()).size(), QSize(3, 4));
        library.remove(place);
        QTRY_COMPARE(lies.size(), 5);
        library.erase({trashed});
        QTRY_COMPARE(lies.size(), 6);
        QVERIFY(!QFile::exists(fileOf(trashed)) && !QFile::exists(fileOf(place)));
    }

    void aHighlightIsDrawnUndoneAndThereAfterReopening()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            QVERIFY(!isMarked(shown));
            shown.window.actions()[Act::Highlight]->trigger(); // nothing is selected
            QVERIFY(shown.window.session().contents().notes.empty());
            mark(shown, Act::Highlight, "clockwork");
            QTRY_VERIFY(isMarked(shown));
            shown.window.actions()[Act::Undo]->trigger();
            QTRY_VERIFY(shown.window.session().contents().notes.empty() && !isMarked(shown));
            shown.window.actions()[Act::Redo]->trigger();
            QTRY_VERIFY(isMarked(shown));
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen());
        QCOMPARE(again.window.session().contents().notes.size(), std::size_t{1});
        QVERIFY(again.window.session().contents().notes.front().note.kind == NoteKind::Highlight);
        QTRY_VERIFY(isMarked(again));
    }

    void pinnedAndBarredPassagesGoWithTheNextQuestions()
    {
        Window shown;
        m_home->openLighthouses(shown);
        const auto rules = [&] { return askOptionsFromJson(shown.window.session().contents().turns.back().question.options)->controls; };
        shown.ask("Who keeps the light?");
        QVERIFY(rules().pinned.empty() && rules().barred.empty());
        const auto pinned = mark(shown, Act::PinPassage, "number 4"), barred = mark(shown, Act::BarPassage, "number 20");
        QTRY_COMPARE(shown.window.session().contents().notes.size(), std::size_t{2});
        shown.ask("What froze?");
        const auto& map = *shown.window.session().contents().map;
        QVERIFY(!map.blocksOf({0, pinned}).empty() && map.blocksOf({0, pinned}) != map.blocksOf({0, barred}));
        QVERIFY(rules().pinned == map.blocksOf({0, pinned}));
        QVERIFY(rules().barred == map.blocksOf({0, barred}));
        QVERIFY(!shown.window.conversation().shown()->pinned.empty());
        shown.window.actions()[Act::Undo]->trigger();
        QTRY_COMPARE(shown.window.session().contents().notes.size(), std::size_t{1});
        shown.ask("And who wound it?");
        QVERIFY(rules().barred.empty() && rules().pinned == map.blocksOf({0, pinned}));
    }

    void exportedAnswersComeInAgain()
    {
        Window shown;
        m_home->openLighthouses(shown);
        shown.ask("Who keeps the light?");
        mark(shown, Act::Highlight, "clockwork");
        QTRY_COMPARE(shown.window.session().contents().notes.size(), std::size_t{1});
        const QString file = m_home->path("answers.json"), folder = shown.window.session().contents().folder;
        LibraryController library;
        QSignalSpy done(&library, &LibraryController::done);
        library.exportSession(folder, ExportFormat::Json, file);
        QTRY_COMPARE(done.size(), 1);
        const QuestionId question = shown.window.session().contents().turns.front().question.id;
        shown.window.conversation().remove(question);
        QTRY_VERIFY(shown.questions().isEmpty());
        shown.window.conversation().forget({question});
        QTRY_VERIFY(shown.window.session().contents().removedTurns.empty());
        bool told = false;
        shown.window.session().importAnswers(
            file, &shown.window,
            [&](const ImportedExport& imported) { told = imported.answers == 1 && imported.notes == 0 && imported.known == 1; },
            [](const Error& error) { QFAIL(error.message.c_str()); });
        QTRY_VERIFY(told);
        QTRY_VERIFY(shown.window.session().isOpen() && shown.questions().size() == 1);
        QTRY_VERIFY(shown.window.conversation().shown());
        QCOMPARE(shown.window.conversation().shown()->answer.question, std::string("Who keeps the light?"));

        std::ofstream(m_home->file("other.json")) << "{\"answer\":\"The keeper.\"}\n";
        std::optional<Error> refused;
        shown.window.session().importAnswers(
            m_home->path("other.json"), &shown.window, [](const ImportedExport&) { QFAIL("it was taken"); },
            [&](const Error& error) { refused = error; });
        QTRY_VERIFY(refused.has_value());
        QCOMPARE(shown.questions().size(), 1);
    }

    void memoriesAreOfferedTheOldestFirstUntilItFits()
    {
        std::vector<SessionSummary> sessions(4);
        for (std::size_t i = 0; i < sessions.size(); ++i) {
            sessions[i].folder = std::string(1, char('a' + i));
            sessions[i].changedAt = 100 - std::int64_t(i);
            sessions[i].blocksBytes = 10 * (i + 1);
        }
        sessions[1].problem = "Not available";
        QCOMPARE(memoryBytes(sessions), std::uint64_t{100});
        const auto offered = memoriesToOffer(sessions, "c");
        QCOMPARE(offered.size(), std::size_t{2});
        QVERIFY(offered[0].folder == "d" && offered[1].folder == "a");
        QCOMPARE(memoriesToFree(offered, 0), std::size_t{0});
        QCOMPARE(memoriesToFree(offered, 40), std::size_t{1});
        QCOMPARE(memoriesToFree(offered, 41), std::size_t{2});
        QCOMPARE(memoriesToFree(offered, 4000), std::size_t{2});
    }

    void aDiscardedMemoryLeavesTextAndAnswers()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            shown.ask("Who keeps the light?");
            folder = shown.window.session().contents().folder;
        }
        const std::string blocks = blocksPath(folder.toStdString());
        std::ofstream(blocks) << std::string(100'000, 'x'); // the engine of this test keeps none
        std::ofstream(m_home->file("ropes.md")) << "# Ropes\n\nA short text about ropes and knots.\n";
        Window shown;
        SettingsValues values = shown.settings.values();
        values.diskBudgetBytes = 50'000;
        shown.settings.setValues(values);
        shown.window.openFiles({m_home->path("ropes.md")});
        QTRY_VERIFY(shown.window.session().isOpen());
        auto* bar = shown.window.findChild<MessageBar*>();
        QTRY_VERIFY2(bar->text().startsWith(QLatin1String("The memories of all sessions take")), qPrintable(bar->text()));
        QVERIFY(std::filesystem::exists(blocks)); // nothing by itself
        const auto hasMemory = [&] {
            const auto* recent = shown.window.findChild<RecentModel*>();
            const auto row = recent->match(recent->index(0), RecentModel::IdRole, folder);
            return row.isEmpty() ? QVariant() : row.front().data(RecentModel::MemoryRole);
        };
        QTRY_COMPARE(hasMemory(), QVariant(true));
        shown.press("Discard memories…");
        auto* dialog = shown.window.findChild<MemoriesDialog*>();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QListWidget*>();
        QCOMPARE(list->count(), 1);
        QVERIFY(list->item(0)->checkState() == Qt::Checked);
        list->item(0)->setCheckState(Qt::Unchecked);
        auto* discard = dialog->findChild<QPushButton*>(QStringLiteral("discard"));
        QVERIFY(!discard->isEnabled());
        list->item(0)->setCheckState(Qt::Checked);
        discard->click();
        QTRY_VERIFY(!std::filesystem::exists(blocks));
        QTRY_COMPARE(hasMemory(), QVariant(false));
        shown.window.openSession(folder);
        QTRY_VERIFY(shown.window.session().isOpen() && shown.window.conversation().shown());
        QCOMPARE(shown.questions().size(), 1);
        QVERIFY(shown.window.conversation().shown()->answer.trace.tokens > 0);
        QVERIFY(!shown.window.reader().current()->document().text.empty());
        values.diskBudgetBytes = 0;
        shown.settings.setValues(values);
    }

    // It is not read again by itself, which would take the room that was made.
    void aDiscardedMemoryIsSaidAndWaits()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            std::ofstream(blocksPath(folder.toStdString())) << std::string(100'000, 'x'); // the engine of this test keeps none
            shown.window.actions()[Act::DiscardMemory]->trigger();
            auto* message = shown.window.findChild<MessageBar*>();
            QVERIFY(message->text().startsWith(QLatin1String("Discard the memory of this session?")) && shown.window.session().isOpen());
            shown.press("Discard");
            QTRY_VERIFY(!shown.window.session().isOpen());
            QTRY_VERIFY(!std::filesystem::exists(blocksPath(folder.toStdString())));
            auto* told = shown.window.findChild<StartPage*>()->findChild<MessageBar*>();
            QTRY_VERIFY2(told->text().startsWith(QString::fromUtf8("The memory of “The lighthouses of the northern coast” was discarded.")),
                         qPrintable(told->text()));
            QVERIFY(told->isVisible());
        }
        QTRY_VERIFY(QDir(m_home->path("engine")).removeRecursively()); // what it had stored
        QVERIFY(QDir().mkdir(m_home->path("engine")));
        for (int start = 0; start < 2; ++start) {
            Window again;
            again.window.openSession(folder);
            QTRY_VERIFY(again.window.reading().status().phase == ReadingPhase::NotRead);
            QVERIFY(again.window.findChild<SidePanel*>()->documents().front().state == DocumentState::MemoryDiscarded);
            const auto words = again.window.findChild<ReadingBar*>()->findChild<ElidedLabel*>()->text();
            QVERIFY2(words.startsWith(QLatin1String("Memory discarded: ")), qPrintable(words));
        }
    }

    void aFileThatIsGoneIsSaid()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            QVERIFY(shown.window.findChild<SidePanel*>()->documents().front().state == DocumentState::Ready);
        }
        std::filesystem::remove(m_home->file("lighthouses.md"));
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.isRead());
        QTRY_VERIFY(again.window.findChild<SidePanel*>()->documents().front().state == DocumentState::SourceMissing);
        QVERIFY(!again.window.reader().current()->document().text.empty());
    }

    void aQuestionThatIsNotAskedYetIsKept()
    {
        QString folder;
        {
            Window shown;
            m_home->openLighthouses(shown);
            folder = shown.window.session().contents().folder;
            auto* field = shown.window.findChild<QuestionField*>();
            field->setFocus();
            QTest::keyClicks(field, QStringLiteral("Who wound"));
            QTRY_VERIFY(shown.window.session().contents().viewState.contains(QLatin1String("Who wound"))); // a crash leaves it there
        }
        Window again;
        again.window.openSession(folder);
        QTRY_VERIFY(again.window.session().isOpen());
        QCOMPARE(again.window.findChild<QuestionField*>()->toPlainText(), QStringLiteral("Who wound"));
    }

private:
    std::unique_ptr<DesktopHome> m_home;
};

QTEST_MAIN(SessionKeepingTest)
#include "session_keeping_test.moc"
